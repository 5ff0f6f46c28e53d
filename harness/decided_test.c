/* The decisions that the VM's events are. */
#include "harness/decided.h"

#include <check.h>
#include <stdlib.h>

#include "base/check_run.h"

START_TEST(every_event_is_the_decision_of_its_name) {
    static const char *const names[] = {
#define DECISION(name) #name,
#include "assertions/decisions.def"
#undef DECISION
    };
    for (int i = 0; i < EVENT_KIND_COUNT; i++) {
        enum event_kind event = (enum event_kind)i;
        ck_assert_str_eq(names[decided_by(event)], event_kind_name(event));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("decided");
    TCase *tests = tcase_create("decided");
    tcase_add_test(tests, every_event_is_the_decision_of_its_name);
    suite_add_tcase(suite, tests);
    return check_run(suite);
}
