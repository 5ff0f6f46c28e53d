/* Events: their names, and how they are written. */
#include "event/event.h"

#include "base/check_run.h"
#include <stdlib.h>
#include <string.h>

#include "base/intern.h"

static const struct position *inlined_position(void) {
    static struct position root, inner;
    root = (struct position){.method = intern("A.foo(Z)V"), .bci = 12, .line = 3};
    inner = (struct position){.method = intern("B.bar()V"), .bci = 4, .caller = &root};
    return &inner;
}

static struct event materialized(void) {
    return (struct event){.kind = EVENT_materialized,
                          .reason = REASON_passed_to_call,
                          .root = "A.foo(Z)V",
                          .compilation = 2,
                          .phase = "escape",
                          .position = inlined_position(),
                          .subject = "A",
                          .frequency = 0.5};
}

START_TEST(a_name_finds_its_reason_and_an_unknown_name_none) {
    enum reason reason;
    for (int i = 0; i < REASON_COUNT; i++) {
        ck_assert(reason_of_name(reason_name((enum reason)i), &reason));
        ck_assert_int_eq(reason, i);
    }
    ck_assert(!reason_of_name("", &reason));
}
END_TEST

START_TEST(a_reason_belongs_to_the_decisions_that_it_can_explain) {
    ck_assert(reason_is_of(REASON_passed_to_call, EVENT_materialized));
    ck_assert(reason_is_of(REASON_passed_to_call, EVENT_lock_kept));
    ck_assert(!reason_is_of(REASON_passed_to_call, EVENT_virtualized));
    ck_assert(!reason_is_of(REASON_cold_call, EVENT_inlined));
    for (int reason = 1; reason < REASON_COUNT; reason++) {
        int kinds = 0;
        for (int kind = 0; kind < EVENT_KIND_COUNT; kind++)
            kinds += reason_is_of((enum reason)reason, (enum event_kind)kind);
        ck_assert_msg(kinds > 0, "%s is the reason of nothing", reason_name((enum reason)reason));
    }
}
END_TEST

START_TEST(machines_read_one_json_object) {
    struct strbuf text = STRBUF_INIT;
    struct event event = materialized();
    event.subject = "a\"\\\n\xc3\xa4";
    event_format_json(&event, NULL, &text);
    ck_assert_str_eq(strbuf_text(&text),
                     "{\"event\":\"materialized\",\"reason\":\"passed_to_call\",\"root\":\"A.foo(Z)"
                     "V\",\"compilation\":2,\"phase\":\"escape\",\"method\":\"B.bar()V\",\"bci\":4,"
                     "\"line\":0,\"callers\":[{\"method\":\"A.foo(Z)V\",\"bci\":12,\"line\":3}],"
                     "\"subject\":\"a\\\"\\\\\\u000a\xc3\xa4\",\"frequency\":0.5}");
    strbuf_release(&text);
}
END_TEST

START_TEST(an_origin_is_written_where_it_is_elsewhere) {
    struct strbuf text = STRBUF_INIT;
    struct position root = {.method = intern("A.foo(Z)V"), .bci = 12, .line = 3},
                    same = {.method = intern("B.bar()V"), .bci = 4, .caller = &root}, other = same;
    struct event event = materialized();
    event.origin = &same;
    event_format_json(&event, NULL, &text);
    ck_assert_ptr_null(strstr(strbuf_text(&text), "origin"));
    strbuf_clear(&text);
    other.bci = 2;
    event.origin = &other;
    event_format_json(&event, NULL, &text);
    ck_assert_ptr_nonnull(strstr(strbuf_text(&text),
                                 ",\"origin\":{\"method\":\"B.bar()V\",\"bci\":2,\"line\":0,"
                                 "\"callers\":[{\"method\":\"A.foo(Z)V\",\"bci\":12,\"line\":3}]},"
                                 "\"subject\""));
    strbuf_release(&text);
}
END_TEST

START_TEST(positions_are_equal_when_all_calls_on_the_way_are) {
    struct position root = {.method = intern("A.foo(Z)V"), .bci = 12},
                    elsewhere = {.method = intern("A.foo(Z)V"), .bci = 7},
                    a = {.method = intern("B.bar()V"), .bci = 4, .caller = &root}, b = a;
    ck_assert(position_equal(&a, &b) && position_equal(NULL, NULL));
    b.caller = &elsewhere;
    ck_assert(!position_equal(&a, &b));
    b.caller = NULL;
    ck_assert(!position_equal(&a, &b) && !position_equal(&a, NULL));
    b = a;
    b.is_below_hidden = true;
    ck_assert(!position_equal(&a, &b));
}
END_TEST

START_TEST(a_position_is_written_from_the_inside_out) {
    struct strbuf text = STRBUF_INIT;
    position_format(inlined_position(), &text);
    ck_assert_str_eq(strbuf_text(&text), "B.bar()V:4 < A.foo(Z)V:12 (line 3)");
    strbuf_release(&text);
}
END_TEST

START_TEST(json_has_no_member_for_what_does_not_apply) {
    struct strbuf text = STRBUF_INIT;
    struct event event = {.kind = EVENT_collected, .amount = 4096, .frequency = -1};
    event_format_json(&event, NULL, &text);
    ck_assert_str_eq(strbuf_text(&text), "{\"event\":\"collected\",\"amount\":4096}");
    strbuf_release(&text);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("event");
    TCase *cases = tcase_create("event");
    tcase_add_test(cases, a_reason_belongs_to_the_decisions_that_it_can_explain);
    tcase_add_test(cases, an_origin_is_written_where_it_is_elsewhere);
    tcase_add_test(cases, positions_are_equal_when_all_calls_on_the_way_are);
    tcase_add_test(cases, a_position_is_written_from_the_inside_out);
    tcase_add_test(cases, a_name_finds_its_reason_and_an_unknown_name_none);
    tcase_add_test(cases, machines_read_one_json_object);
    tcase_add_test(cases, json_has_no_member_for_what_does_not_apply);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
