/* Tallies: what is counted comes back by the keys that a rule asks for. */
#include "tally/tally.h"

#include <check.h>

#include "base/check_run.h"
#include "base/intern.h"
#include "base/strbuf.h"

static struct cell_space space;
static struct cells thread;
static struct strbuf rows;

static void set_up(void) {
    cell_space_init(&space);
    thread = (struct cells){0};
    cells_attach(&space, &thread);
    rows = (struct strbuf)STRBUF_INIT;
}

static void tear_down(void) {
    strbuf_release(&rows);
    cell_space_release(&space);
}

static void add_key(const struct vm_key_of_row *key, enum vm_key which) {
    switch (key_value(which)) {
    case VM_KEY_TEXT: strbuf_addf(&rows, "%s ", key->text ? key->text : "-"); break;
    case VM_KEY_NUMBER:
    case VM_KEY_FLAG: strbuf_addf(&rows, "%d ", (int)key->number); break;
    case VM_KEY_SITE:
        position_format(key->position, &rows);
        strbuf_add_char(&rows, ' ');
        break;
    case VM_KEY_CONTEXT: break;
    }
}

static void add_row(void *context, const struct vm_row *row) {
    (void)context;
    for (size_t i = 0; i < row->rule->key_count; i++)
        add_key(&row->keys[row->rule->keys[i]], row->rule->keys[i]);
    strbuf_addf(&rows, "%d", (int)row->amounts[VM_AMOUNT_COUNT]);
    if (row->rule->amounts & 1U << VM_AMOUNT_BYTES)
        strbuf_addf(&rows, " %d bytes", (int)row->amounts[VM_AMOUNT_BYTES]);
    strbuf_add_char(&rows, '\n');
}

static const char *rows_between(struct vm_profile *profile, size_t from, size_t to) {
    strbuf_clear(&rows);
    tallies_each(profile, from, to, add_row, NULL);
    return strbuf_text(&rows);
}

static const struct position outer = {.method = "A.main()V", .bci = 7, .line = 3};
static const struct position inner = {.method = "A.f()V", .bci = 2, .line = 9, .caller = &outer};

static void count(struct tally *tally, enum vm_kind kind, enum count_way way, int64_t amount) {
    count_add(&thread, tally_count(tally, kind, VM_AMOUNT_COUNT), way, amount);
}

START_TEST(sums_what_the_keys_do_not_tell_apart) {
    const enum vm_key keys[] = {BY_site, BY_tier};
    const struct vm_rule rule = {.point = POINT_block, .keys = keys, .key_count = 2};
    struct vm_profile *profile = tallies_new(&space, NULL, &rule, 1);
    struct tally_key key = {.rule = profile->rules, .position = &inner, .edge = TALLY_NO_EDGE};
    key.root = intern("A.main()V"), key.code = 1;
    count(tally_of(profile, &key), KIND_none, COUNT_COMPILED, 5);
    key.code = 2;
    count(tally_of(profile, &key), KIND_none, COUNT_COMPILED, 6);
    struct position alone = inner;
    alone.caller = NULL;
    key.position = &alone, key.root = NULL, key.code = 0;
    count(tally_of(profile, &key), KIND_none, COUNT_INTERPRETED, 1);
    ck_assert_ptr_eq(tally_of(profile, &key), tally_of(profile, &key));
    ck_assert_str_eq(rows_between(profile, 0, 1),
                     "A.f()V:2 (line 9) compiled 11\nA.f()V:2 (line 9) interpreted 1\n");
    tallies_release(profile);
}
END_TEST

START_TEST(tells_what_was_eliminated) {
    const enum vm_key keys[] = {BY_kind};
    const struct vm_rule rule = {
        .point = POINT_new, .keys = keys, .key_count = 1, .amounts = 1U << VM_AMOUNT_BYTES};
    struct vm_profile *profile = tallies_new(&space, NULL, &rule, 1);
    struct tally_key key = {.rule = profile->rules, .position = &inner, .edge = TALLY_NO_EDGE};
    struct tally *tally = tally_of(profile, &key);
    tally->unit = 16;
    count(tally, KIND_none, COUNT_COMPILED, 10);
    count(tally, KIND_allocation_TLAB, COUNT_COMPILED, 6);
    count(tally, KIND_allocation_HEAP, COUNT_COMPILED, 1);
    count(tally, KIND_none, COUNT_INTERPRETED, 2);
    ck_assert_str_eq(rows_between(profile, 0, 1), "- 2 32 bytes\nELIMINATED 3 48 bytes\n"
                                                  "HEAP 1 16 bytes\nTLAB 6 96 bytes\n");
    tallies_release(profile);
}
END_TEST

START_TEST(cuts_the_run_at_marks) {
    const enum vm_key keys[] = {BY_mark};
    const struct vm_rule rules[] = {{.point = POINT_entry, .keys = keys, .key_count = 1},
                                    {.point = POINT_exit}};
    struct vm_profile *profile = tallies_new(&space, NULL, rules, 2);
    struct tally_key key = {.rule = profile->rules, .edge = TALLY_NO_EDGE};
    struct tally *entries = tally_of(profile, &key);
    count(entries, KIND_none, COUNT_INTERPRETED, 3);
    tallies_mark(profile, "first");
    count(entries, KIND_none, COUNT_COMPILED, 4);
    key.rule = profile->rules + 1;
    for (int i = 0; i < 2000; i++)
        tally_of(profile, &(struct tally_key){.rule = key.rule, .edge = i});
    count(tally_of(profile, &key), KIND_none, COUNT_COMPILED, 9);
    ck_assert_str_eq(rows_between(profile, 0, 2), "end 4\nfirst 3\n9\n");
    ck_assert_str_eq(rows_between(profile, 0, 1), "first 3\n");
    ck_assert_str_eq(rows_between(profile, 1, 2), "end 4\n9\n");
    tallies_release(profile);
}
END_TEST

START_TEST(conditions_choose_rows) {
    const struct vm_condition compiled = {
        .kind = VM_COMPARES, .key = BY_tier, .comparison = VM_UNEQUAL, .text = "interpreted"};
    const struct vm_condition in_f = {.kind = VM_COMPARES, .key = BY_method, .text = "A.f"};
    const struct vm_condition *const both[] = {&compiled, &in_f};
    const struct vm_condition condition = {VM_ALL_OF, both, 2, .text = NULL};
    const enum vm_key keys[] = {BY_root};
    const struct vm_rule rule = {
        .point = POINT_entry, .condition = &condition, .keys = keys, .key_count = 1};
    struct vm_profile *profile = tallies_new(&space, NULL, &rule, 1);
    struct tally_key key = {.rule = profile->rules, .position = &inner, .edge = TALLY_NO_EDGE};
    struct tally *tally = tally_of(profile, &key);
    count(tally, KIND_none, COUNT_COMPILED, 1);
    count(tally, KIND_none, COUNT_ON_STACK, 2);
    count(tally, KIND_none, COUNT_INTERPRETED, 4);
    key.position = &outer;
    count(tally_of(profile, &key), KIND_none, COUNT_COMPILED, 8);
    ck_assert_str_eq(rows_between(profile, 0, 1), "A.main()V 3\n");
    tallies_release(profile);
}
END_TEST

START_TEST(filters_name_methods_classes_and_patterns) {
    ck_assert(filter_matches(NULL, "a.b.C.f(I)V"));
    ck_assert(filter_matches("a.b.C.f(I)V", "a.b.C.f(I)V"));
    ck_assert(filter_matches("a.b.C.f", "a.b.C.f(I)V"));
    ck_assert(filter_matches("a.b.C", "a.b.C.f(I)V"));
    ck_assert(filter_matches("a.b.*", "a.b.C.f(Ljava/lang/String;)V"));
    ck_assert(filter_matches("*.f", "a.b.C.f(I)V"));
    ck_assert(filter_matches("a.b.C", "a.b.C"));
    ck_assert(filter_matches("int[]", "int[]"));
    ck_assert(filter_matches("*.f(int[])", "a.b.C.f([I)V"));
    ck_assert(filter_matches("int[]*", "int[][]"));
    ck_assert(!filter_matches("[a-z].f*", "a.f(I)V"));
    ck_assert(!filter_matches("a?*", "ab"));
    ck_assert(filter_matches("*a*ab*", "aaab"));
    ck_assert(!filter_matches("*ab", "abc"));
    ck_assert(!filter_matches("a.b", "a.b.C.f(I)V"));
    ck_assert(!filter_matches("a.b.C.g", "a.b.C.f(I)V"));
    ck_assert(!filter_matches("b.*", "a.b.C.f(I)V"));
    ck_assert(!filter_matches("a.b.C.f(J)V", "a.b.C.f(I)V"));
}
END_TEST

START_TEST(filters_name_methods_by_the_words_of_tables) {
    static const char *const name = "a.B$C.f(I[[Ljava/lang/String;LA$B;J)V";
    ck_assert(filter_matches("a.B$C.f(int, java.lang.String[][], A$B, long)", name));
    ck_assert(filter_matches("a.B$C.f(int,java.lang.String[][],A$B,long)", name));
    ck_assert(filter_matches("*.f(int, *)", name));
    ck_assert(filter_matches("A.<init>()", "A.<init>()V"));
    ck_assert(!filter_matches("a.B$C.f(int, java.lang.String[], A$B, long)", name));
    ck_assert(!filter_matches("a.B$C.f(int, java.lang.String[][], A$B)", name));
    ck_assert(!filter_matches("a.B$C.g(int, java.lang.String[][], A$B, long)", name));
    ck_assert(!filter_matches("a.B$C.ff(int)", "a.B$C.f(I)V"));
    ck_assert(!filter_matches("A.f()", "A.f(I)V"));
    ck_assert(!filter_matches("A.f(int)V", "A.f(I)V"));
    ck_assert(!filter_matches("f (12 times)", "f (12 tim"));
    ck_assert(!filter_matches("(int)", "A"));
}
END_TEST

START_TEST(rules_that_contradict_themselves_have_a_fault) {
    struct arena arena;
    arena_init(&arena);
    const enum vm_key kind[] = {BY_kind}, taken[] = {BY_taken};
    const struct vm_condition tlab = {.kind = VM_COMPARES, .key = BY_kind, .text = "TLAB"};
    const struct {
        struct vm_rule rule;
        const char *fault;
    } rows_of_rules[] = {
        {{.point = POINT_block, .keys = kind, .key_count = 1},
         "the point 'block' has no key 'kind'"},
        {{.point = POINT_lock, .condition = &tlab}, "the point 'lock' has no kind 'TLAB'"},
        {{.point = POINT_switch, .keys = taken, .key_count = 1},
         "the point 'switch' has no key 'taken'"},
        {{.point = POINT_entry, .of = "A"}, "the point 'entry' is of no class and no callee"},
        {{.point = POINT_call, .amounts = 1U << VM_AMOUNT_BYTES}, "the point 'call' has no bytes"},
        {{.point = POINT_entry, .anchor = VM_PRED},
         "the point 'entry' is no operation that PRED or SUCC could follow"},
        {{.point = POINT_new, .condition = &tlab, .keys = kind, .key_count = 1, .of = "A"}, NULL},
    };
    for (size_t i = 0; i < sizeof rows_of_rules / sizeof *rows_of_rules; i++) {
        const char *fault = rule_fault(&rows_of_rules[i].rule, &arena);
        ck_assert_pstr_eq(fault, rows_of_rules[i].fault);
    }
    arena_release(&arena);
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("tally");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, sums_what_the_keys_do_not_tell_apart);
    tcase_add_test(cases, tells_what_was_eliminated);
    tcase_add_test(cases, cuts_the_run_at_marks);
    tcase_add_test(cases, conditions_choose_rows);
    tcase_add_test(cases, filters_name_methods_classes_and_patterns);
    tcase_add_test(cases, filters_name_methods_by_the_words_of_tables);
    tcase_add_test(cases, rules_that_contradict_themselves_have_a_fault);
    Suite *suite = suite_create("tally");
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
