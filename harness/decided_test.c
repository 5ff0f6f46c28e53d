/* The decisions that the VM's events are. */
#include "harness/decided.h"

#include <check.h>
#include <stdlib.h>

#include "base/check_run.h"

static const char *const names[DECISION_KIND_COUNT] = {
#define DECISION(name) #name,
#include "assertions/decisions.def"
#undef DECISION
};

START_TEST(every_event_is_the_decision_of_its_name) {
    for (int i = 0; i < EVENT_DECISION_COUNT; i++) {
        enum event_kind event = (enum event_kind)i;
        ck_assert_str_eq(names[decided_by(event)], event_kind_name(event));
    }
}
END_TEST

START_TEST(every_decision_is_told_by_an_event) {
    bool is_told[DECISION_KIND_COUNT] = {false};
    for (int i = 0; i < EVENT_DECISION_COUNT; i++) is_told[decided_by((enum event_kind)i)] = true;
    for (int i = 0; i < DECISION_KIND_COUNT; i++) ck_assert_msg(is_told[i], "%s", names[i]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("decided");
    TCase *tests = tcase_create("decided");
    tcase_add_test(tests, every_event_is_the_decision_of_its_name);
    tcase_add_test(tests, every_decision_is_told_by_an_event);
    suite_add_tcase(suite, tests);
    return check_run(suite);
}
