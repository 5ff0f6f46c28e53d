/* How every Check program ends: runs the suite, with the verbosity of CK_VERBOSITY, and returns
 * main's result. */
#ifndef BASE_CHECK_RUN_H
#define BASE_CHECK_RUN_H

#include <check.h>
#include <stdlib.h>

/* Of cases in which no second thread runs: there is nothing in them for ThreadSanitizer, with which they are left out (CMakePresets.json). */
#define ONE_THREAD "one-thread"

static inline int check_run(Suite *suite) {
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
