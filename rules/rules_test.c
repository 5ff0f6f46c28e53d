/* RULES: what files of profilers and lists of rules say, and every error with its place. */
#include "rules/rules.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check_run.h"
#include "base/strbuf.h"
#include "base/vec.h"

static struct arena arena;
static char message[2048];

static void set_up(void) { arena_init(&arena); }
static void tear_down(void) { arena_release(&arena); }

/* NULL with the error in message. */
static const struct profiler_file *load(const char *text) {
    struct diag diag = DIAG_INIT;
    const struct profiler_file *profiler =
        profiler_read_text(&arena, "p.yaml", text, strlen(text), &diag);
    diag_format(&diag, message, sizeof message);
    ck_assert_int_eq(profiler != NULL, !diag.is_set);
    return profiler;
}

static const struct profiler_file *load_good(const char *text) {
    const struct profiler_file *profiler = load(text);
    ck_assert_msg(profiler, "%s", message);
    return profiler;
}

#define RULES "profiler: p\nrules:\n"
/* The rule of a text in flow style. */
static const struct vm_rule *rule_of(const char *text) {
    return load_good(arena_format(&arena, RULES "  - {%s}\n", text))->rules;
}

#define ck_assert_refuses(text, expected)                                                          \
    do {                                                                                           \
        ck_assert_msg(!load(text), "accepted: %s", text);                                          \
        ck_assert_str_eq(message, expected);                                                       \
    } while (0)

/* A condition as a text in which every joint has its parentheses. */
static void add_condition(struct strbuf *out, const struct vm_condition *condition) {
    static const char *const signs[] = {"==", "!=", "<", "<=", ">", ">="};
    static const char *const joints[] = {"all", "any", "none"};
    if (condition->kind == VM_COMPARES) {
        strbuf_addf(out, "%s %s ", key_name(condition->key), signs[condition->comparison]);
        if (condition->text)
            strbuf_addf(out, "'%s'", condition->text);
        else
            strbuf_addf(out, "%lld", (long long)condition->number);
        return;
    }
    strbuf_addf(out, "%s(", joints[condition->kind]);
    for (size_t i = 0; i < condition->part_count; i++) {
        if (i) strbuf_add_text(out, ", ");
        add_condition(out, condition->parts[i]);
    }
    strbuf_add_char(out, ')');
}

#define ck_assert_condition(point, text, expected)                                                 \
    do {                                                                                           \
        struct strbuf said = STRBUF_INIT;                                                          \
        add_condition(&said, rule_of("at: " point ", count: [], if: \"" text "\"")->condition);    \
        ck_assert_str_eq(strbuf_text(&said), expected);                                            \
        strbuf_release(&said);                                                                     \
    } while (0)

/* The column is that of the text inside of the quotes, from 1. */
#define ck_assert_no_condition(point, text, column, expected)                                      \
    ck_assert_refuses(RULES "  - { at: " point ", count: [], if: \"" text "\" }\n",                \
                      arena_format(&arena, "p.yaml:3:%d: %s",                                      \
                                   (int)strlen("  - { at: " point ", count: [], if: \"") + column, \
                                   expected))

START_TEST(a_file_is_a_profiler) {
    const struct profiler_file *profiler =
        load_good("profiler: contended\n"
                  "meaning: locks that were not taken by their bias, by thread\n"
                  "rules:\n"
                  "  - after: lock\n"
                  "    in: a.b.*\n"
                  "    of: a.C\n"
                  "    if: compiled and kind == CAS\n"
                  "    count: [site, class, thread]\n"
                  "  - { at: new, count: class, sum: [bytes, length] }\n"
                  "print: { columns: [site, class, count, bytes], sort: bytes, top: 20 }\n");
    ck_assert_str_eq(profiler->name, "contended");
    ck_assert_str_eq(profiler->meaning, "locks that were not taken by their bias, by thread");
    ck_assert_uint_eq(profiler->rule_count, 2);
    const struct vm_rule *lock = &profiler->rules[0], *new = &profiler->rules[1];
    ck_assert_int_eq(lock->point, POINT_lock);
    ck_assert_int_eq(lock->anchor, VM_PRED);
    ck_assert_str_eq(lock->in, "a.b.*");
    ck_assert_str_eq(lock->of, "a.C");
    ck_assert_uint_eq(lock->key_count, 3);
    ck_assert_int_eq(lock->keys[1], BY_class);
    ck_assert_uint_eq(lock->amounts, 1U << VM_AMOUNT_COUNT);
    ck_assert_str_eq(lock->place.file, "p.yaml");
    ck_assert_int_eq(lock->place.line, 4);
    ck_assert_int_eq(lock->place.column, 5);
    ck_assert_int_eq(new->anchor, VM_HERE);
    ck_assert_uint_eq(new->amounts,
                      1U << VM_AMOUNT_COUNT | 1U << VM_AMOUNT_BYTES | 1U << VM_AMOUNT_LENGTH);
    ck_assert_ptr_null(new->in);
    ck_assert_ptr_null(new->condition);
    const struct profiler_print *print = &profiler->print;
    ck_assert_uint_eq(print->column_count, 4);
    ck_assert_int_eq(print->columns[1].key, BY_class);
    ck_assert(print->columns[3].is_amount && print->columns[3].amount == VM_AMOUNT_BYTES);
    ck_assert_uint_eq(print->sort, 3);
    ck_assert_uint_eq(print->top, 20);
}
END_TEST

START_TEST(what_is_printed_is_all_that_rules_have_unless_it_is_said) {
    const struct profiler_print *print =
        &load_good(RULES "  - { at: new, count: [site], sum: bytes }\n"
                         "  - { at: call, count: [callee, site] }\n")
             ->print;
    ck_assert_uint_eq(print->column_count, 4);
    ck_assert_int_eq(print->columns[0].key, BY_site);
    ck_assert_int_eq(print->columns[1].key, BY_callee);
    ck_assert(print->columns[2].is_amount && print->columns[2].amount == VM_AMOUNT_COUNT);
    ck_assert(print->columns[3].is_amount && print->columns[3].amount == VM_AMOUNT_BYTES);
    ck_assert_uint_eq(print->sort, 2);
    ck_assert_uint_eq(print->top, 0);
    print = &load_good(RULES "  - { at: new, count: [class], sum: bytes }\n"
                             "print: { columns: [class, bytes] }\n")
                 ->print;
    ck_assert_uint_eq(print->sort, 1);
    print = &load_good(RULES "  - { at: new, count: [class] }\nprint: { sort: class }\n")->print;
    ck_assert_uint_eq(print->sort, 0);
}
END_TEST

START_TEST(words_choose_the_anchor_that_the_point_has) {
    ck_assert_int_eq(rule_of("after: new, count: []")->anchor, VM_PRED);
    ck_assert_int_eq(rule_of("before: call, count: []")->anchor, VM_SUCC);
    ck_assert_int_eq(rule_of("before: entry, count: []")->anchor, VM_HERE);
    ck_assert_int_eq(rule_of("after: catch, count: []")->anchor, VM_HERE);
    ck_assert_int_eq(rule_of("on: new, count: []")->anchor, VM_HERE);
    ck_assert_int_eq(rule_of("HERE: new, count: []")->anchor, VM_HERE);
    ck_assert_int_eq(rule_of("SUCC: new, count: []")->anchor, VM_SUCC);
    ck_assert_int_eq(rule_of("PRED: call, count: []")->anchor, VM_PRED);
    ck_assert_refuses(RULES "  - { before: new, count: [] }\n",
                      "p.yaml:3:7: the point 'new' is counted after its operation: write after, at "
                      "or on");
    ck_assert_refuses(RULES "  - { count: [], after: call }\n",
                      "p.yaml:3:18: the point 'call' is counted before its operation: write "
                      "before, at or on");
    ck_assert_refuses(RULES "  - { PRED: entry, count: [] }\n",
                      "p.yaml:3:7: the point 'entry' is no operation that PRED could follow: write "
                      "at or on");
}
END_TEST

START_TEST(a_rule_says_what_ends_a_block) {
    ck_assert(!rule_of("at: block, count: site")->ends_blocks_at_calls);
    ck_assert(!rule_of("at: block, count: site, blocks: branches")->ends_blocks_at_calls);
    ck_assert(rule_of("at: block, count: site, blocks: calls")->ends_blocks_at_calls);
    ck_assert_refuses(RULES "  - { at: block, count: [site], blocks: call }\n",
                      "p.yaml:3:41: unknown end of blocks 'call', did you mean 'calls'?");
    ck_assert_refuses(RULES "  - { at: call, count: [site], blocks: calls }\n",
                      "p.yaml:3:40: 'blocks' is of the point block");
}
END_TEST

START_TEST(events_are_sampled) {
    ck_assert_int_eq(rule_of("at: call, count: callee")->every, 0);
    ck_assert_int_eq(rule_of("at: call, count: callee, every: 1000")->every, 1000);
    ck_assert_int_eq(rule_of("after: lock, count: kind, every: 2")->every, 2);
    ck_assert_int_eq(rule_of("at: call, count: kind, every: 2")->every, 2);
    ck_assert_refuses(RULES "  - { at: call, count: [], every: 0 }\n",
                      "p.yaml:3:35: 'every' must be an integer from 1, not 0");
    ck_assert_refuses(RULES "  - { at: call, count: [], every: often }\n",
                      "p.yaml:3:35: 'every' must be an integer from 1, not text");
    ck_assert_refuses(RULES "  - { at: call, count: [], every: 3000000000 }\n",
                      "p.yaml:3:5: 'every' is a number from 1 to 2147483647");
    ck_assert_int_eq(rule_of("at: call, count: context, every: 2")->every, 2);
    ck_assert_refuses(RULES "  - { at: call, hit: n, every: 2 }\n",
                      "p.yaml:3:5: a counter that is hit is exact: 'every' has no place there");
}
END_TEST

START_TEST(a_context_has_levels) {
    ck_assert_int_eq(rule_of("at: call, count: context")->levels, VM_ALL_LEVELS);
    ck_assert_int_eq(rule_of("at: call, count: context, levels: all")->levels, VM_ALL_LEVELS);
    ck_assert_int_eq(rule_of("at: call, count: context, levels: 3")->levels, 3);
    ck_assert_int_eq(rule_of("at: call, count: context, levels: 0")->levels, 0);
    ck_assert_refuses(RULES "  - { at: call, count: [context], levels: -1 }\n",
                      "p.yaml:3:43: 'levels' must be an integer from 0, or all");
    ck_assert_refuses(RULES "  - { at: call, count: [context], levels: [1] }\n",
                      "p.yaml:3:43: 'levels' must be an integer from 0, or all");
    ck_assert_refuses(RULES "  - { at: call, count: [site], levels: 1 }\n",
                      "p.yaml:3:40: 'levels' is of the key context, which 'count' does not have");
}
END_TEST

START_TEST(conditions_are_comparisons_joined) {
    ck_assert_condition("lock", "compiled", "tier != 'interpreted'");
    ck_assert_condition("lock", "interpreted", "tier == 'interpreted'");
    ck_assert_condition("lock", "inlined", "inlined == 1");
    ck_assert_condition("lock", "inlined != true", "inlined != 1");
    ck_assert_condition("lock", "inlined == false", "inlined == 0");
    ck_assert_condition("lock", "kind == CAS", "kind == 'CAS'");
    ck_assert_condition("lock", "kind==CAS", "kind == 'CAS'");
    ck_assert_condition("lock", "tier == on-stack", "tier == 'on-stack'");
    ck_assert_condition("lock", "code >= 2 and code>=-7", "all(code >= 2, code >= -7)");
    ck_assert_condition("lock", "code > 2 or code < 1", "any(code > 2, code < 1)");
    ck_assert_condition("lock", "compiled and not inlined or kind == BIASED and code == 1",
                        "any(all(tier != 'interpreted', none(inlined == 1)), all(kind == 'BIASED', "
                        "code == 1))");
    ck_assert_condition("lock", "compiled and (inlined or code == 1) and inlined",
                        "all(tier != 'interpreted', any(inlined == 1, code == 1), inlined == 1)");
    ck_assert_condition("lock", "not not(inlined)", "none(none(inlined == 1))");
    ck_assert_condition("lock", "(root == A.foo)", "root == 'A.foo'");
    ck_assert_condition("lock", "((root == A.foo(I[B)V)and inlined)",
                        "all(root == 'A.foo(I[B)V', inlined == 1)");
    ck_assert_condition("lock", "(root == A.foo(int, long[]) and inlined)",
                        "all(root == 'A.foo(int, long[])', inlined == 1)");
    ck_assert_condition("lock", "method != a.b.* and thread == 'the main one'",
                        "all(method != 'a.b.*', thread == 'the main one')");
    ck_assert_condition("switch", "case == default or case == 3",
                        "any(case == 'default', case == '3')");
}
END_TEST

START_TEST(a_condition_that_can_never_hold_is_refused) {
    ck_assert_no_condition("new", "kind == TLAB and kind == HEAP", 18,
                           "'kind == TLAB' and 'kind == HEAP' can never hold together");
    ck_assert_no_condition("new", "inlined and tier == interpreted", 13,
                           "'inlined' and 'tier == interpreted' can never hold together");
    ck_assert_no_condition("new", "compiled and tier == interpreted", 14,
                           "'compiled' and 'tier == interpreted' can never hold together");
    ck_assert_no_condition("new", "interpreted and (inlined or compiled)", 18,
                           "'interpreted' and 'inlined' can never hold together");
    ck_assert_no_condition("new", "not (inlined or code > 1) and not (code < 3 or compiled)", 36,
                           "'not code > 1' and 'not code < 3' can never hold together");
    ck_assert_no_condition("new", "inlined and not not not inlined", 25,
                           "'inlined' and 'not inlined' can never hold together");
    ck_assert_no_condition("new", "not not inlined and not not interpreted", 29,
                           "'inlined' and 'interpreted' can never hold together");
    ck_assert_no_condition("new", "compiled and thread == a and code == 0", 30,
                           "'compiled' and 'code == 0' can never hold together");
    ck_assert_no_condition("new", "inlined and code == 0", 13,
                           "'inlined' and 'code == 0' can never hold together");
    ck_assert_no_condition("call", "interpreted and kind == VIRTUAL", 17,
                           "'interpreted' and 'kind == VIRTUAL' can never hold together");
    ck_assert_no_condition("new", "code > 3 and code < 5 and code != 4", 27,
                           "'code != 4' can never hold together with all that must hold before it");
    ck_assert_no_condition("new", "code < 0", 1, "'code < 0' can never hold");
    ck_assert_no_condition("new", "root == A.foo and (inlined or root == A.bar)", 31,
                           "'root == A.foo' and 'root == A.bar' can never hold together");
    ck_assert_no_condition("new", "root == A.foo(int) and root != A.foo", 24,
                           "'root == A.foo(int)' and 'root != A.foo' can never hold together");
    ck_assert_no_condition("switch", "case == 1 and case == default", 15,
                           "'case == 1' and 'case == default' can never hold together");
    ck_assert_no_condition("branch", "taken == true and taken == false", 19,
                           "'taken == true' and 'taken == false' can never hold together");
}
END_TEST

START_TEST(a_condition_that_can_hold_is_none_that_contradicts_itself) {
    static const char *const conditions[] = {
        "interpreted and kind == NATIVE",
        "interpreted and kind != TLAB and kind != HEAP and kind != NATIVE and kind != ELIMINATED",
        "compiled and kind == REMATERIALISED",
        "interpreted and code == 0 and not inlined",
        "tier != compiled and compiled and inlined and code > 7 and code < 9",
        "code >= 9223372036854775807",
        "root == A and root == A.foo and root == A.foo(int)",
        "root == A.foo(int) and root == A.foo(I)V and root != A.foo(I)I",
        "root == A.* and root == *.foo and root != A.f",
        "root == A and root == A.f*",
        "root != A.foo and root != *",
        "inlined and root == A.foo and method == A.bar and class == A.foo",
        "interpreted or compiled and (inlined or code == 3)",
        "thread == 'a b' and thread != a",
    };
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
        (void)rule_of(arena_format(&arena, "at: new, count: [], if: \"%s\"", conditions[i]));
    }
}
END_TEST

START_TEST(a_condition_that_says_nothing_is_refused_at_its_character) {
    ck_assert_no_condition("lock", "root == A.foo(I and inlined", 14,
                           "the parenthesis is not closed");
    ck_assert_no_condition("lock", "compield", 1,
                           "unknown word 'compield', did you mean 'compiled'?");
    ck_assert_no_condition(
        "entry", "nonsense", 1,
        "unknown word 'nonsense'; known are compiled, interpreted, method, root, "
        "code, tier, inlined, thread, mark");
    ck_assert_no_condition("lock", "compiled and kind == CSA", 22,
                           "unknown kind of 'lock' 'CSA', did you mean 'CAS'?");
    ck_assert_no_condition("lock", "kind == TLAB", 9,
                           "unknown kind of 'lock' 'TLAB'; known are BIASED, RECURSIVE, CAS, "
                           "ELIMINATED");
    ck_assert_no_condition("lock", "tier == hot", 9,
                           "unknown tier 'hot'; known are interpreted, compiled, on-stack");
    ck_assert_no_condition("block", "inlined and kind == TLAB", 13,
                           "the point 'block' has no key 'kind'");
    ck_assert_no_condition("lock", "site == A.foo", 1,
                           "'site' cannot be compared: say the methods by 'in'");
    ck_assert_no_condition("lock", "root", 5, "'root' needs a comparison: == or !=, and a name");
    ck_assert_no_condition("lock", "code and inlined", 6,
                           "'code' needs a comparison: ==, !=, <, <=, > or >=, and a number");
    ck_assert_no_condition("lock", "kind = CAS", 6, "'=': write '=='");
    ck_assert_no_condition("lock", "root < A", 6, "'root' has no order: compare it by == or !=");
    ck_assert_no_condition("lock", "code == many", 9, "'code' is a number, not 'many'");
    ck_assert_no_condition("lock", "code == 99999999999999999999", 9,
                           "'code' is a number, not '99999999999999999999'");
    ck_assert_no_condition("lock", "inlined == 1", 12, "'inlined' is true or false, not '1'");
    ck_assert_no_condition("lock", "root == ", 9, "a value must follow '=='");
    ck_assert_no_condition("lock", "root == 'A", 9, "the quote is not closed");
    ck_assert_no_condition("lock", "compiled and", 13, "a condition is missing at the end");
    ck_assert_no_condition("lock", "compiled inlined", 10, "'and' or 'or' must stand here");
    ck_assert_no_condition("lock", "compiled && inlined", 10, "'and' or 'or' must stand here");
    ck_assert_no_condition("lock", "compiled and !inlined", 14, "'!': write 'not'");
    ck_assert_no_condition("lock", "not (compiled or inlined", 5, "the parenthesis is not closed");
    ck_assert_no_condition("lock", "(compiled inlined)", 11, "'and', 'or' or ')' must stand here");
    ck_assert_no_condition("lock", "()", 2, "a condition must stand here, not ')'");
    ck_assert_no_condition("lock", "compiled and é", 14, "a condition must stand here, not 'é'");
    ck_assert_no_condition(
        "lock", "root == é and nix", 15,
        "unknown word 'nix'; known are compiled, interpreted, method, root, code, "
        "tier, inlined, kind, class, thread, mark");
}
END_TEST

START_TEST(places_in_conditions_are_those_of_the_file) {
    ck_assert_refuses(RULES "  - at: lock\n    count: []\n    if: compiled and\n      nix == 1\n",
                      "p.yaml:5:9: unknown word 'nix'; known are compiled, interpreted, method, "
                      "root, code, tier, inlined, kind, class, thread, mark");
    ck_assert_refuses(RULES "  - at: lock\n    count: []\n    if: |\n      compiled and\n"
                            "      kind == CSA\n",
                      "p.yaml:7:15: unknown kind of 'lock' 'CSA', did you mean 'CAS'?");
    struct strbuf deep = STRBUF_INIT;
    strbuf_add_text(&deep, RULES "  - at: lock\n    count: []\n    if: ");
    for (int i = 0; i < 100000; i++) strbuf_add_char(&deep, '(');
    ck_assert_refuses(strbuf_text(&deep), "p.yaml:5:73: nested too deeply");
    strbuf_release(&deep);
}
END_TEST

START_TEST(a_rule_says_one_point_and_what_to_do) {
    ck_assert_refuses(
        RULES "  - { count: [site] }\n",
        "p.yaml:3:5: a rule needs a point: at, on, after, before, HERE, PRED or SUCC, "
        "as 'after: new'");
    ck_assert_refuses(RULES "  - { at: new, count: [], on: new }\n",
                      "p.yaml:3:27: 'at' and 'on': a rule has one point");
    ck_assert_refuses(RULES "  - { at: nwe, count: [] }\n",
                      "p.yaml:3:11: unknown point 'nwe', did you mean 'new'?");
    struct strbuf known = STRBUF_INIT;
    strbuf_addf(&known, "p.yaml:3:11: unknown point 'elephants'; known are ");
    for (int i = 0; i < POINT_COUNT; i++)
        strbuf_addf(&known, "%s%s", i ? ", " : "", point_name((enum vm_point)i));
    ck_assert_refuses(RULES "  - { at: elephants, count: [] }\n", strbuf_text(&known));
    strbuf_release(&known);
    ck_assert_refuses(RULES "  - { at: new }\n",
                      "p.yaml:3:5: a rule needs 'count', 'sum', 'hit' or 'do'");
    ck_assert_refuses(RULES "  - { at: new, hit: n }\n",
                      "p.yaml:3:3: no rule counts: write 'count' in one of them");
    ck_assert_refuses(RULES "  - new\n", "p.yaml:3:5: rule must be a map, not text");
    ck_assert_refuses(RULES "  - { at: new, of: A, count: [], cuont: [site] }\n",
                      "p.yaml:3:34: unknown key 'cuont', did you mean 'count'?");
    ck_assert_refuses(RULES "  - { at: entry, of: A, count: [] }\n",
                      "p.yaml:3:22: the point 'entry' is of no class and no callee");
    ck_assert_refuses(RULES "  - { at: new, in: [A, B], count: [] }\n",
                      "p.yaml:3:20: 'in' must be text, not a list");
}
END_TEST

START_TEST(statements_are_java_with_their_place) {
    const struct profiler_file *profiler =
        load_good(RULES "  - at: write\n    count: []\n    do: |\n\n      if (old != null)\n"
                        "          old.notify();\n  - { at: new, do: \"int a;\" }\n");
    const struct java_source *java = profiler->rules[0].java;
    ck_assert_str_eq(java->text, "\nif (old != null)\n    old.notify();\n");
    ck_assert_str_eq(java->file, "p.yaml");
    ck_assert_int_eq(java->first_line, 6);
    ck_assert_int_eq(java->first_column, 7);
    ck_assert_str_eq(profiler->rules[1].java->text, "int a;");
    ck_assert_int_eq(profiler->rules[1].java->first_column, 21);
    ck_assert_refuses(RULES "  - at: new\n    count: []\n    do: >\n      int a;\n      int b;\n",
                      "p.yaml:5:9: write Java as a literal block, 'do: |', so that its lines stay "
                      "lines");
    ck_assert_refuses(RULES "  - { at: new, count: [], do: [a, b] }\n",
                      "p.yaml:3:31: 'do' must be text, not a list");
    ck_assert_refuses(RULES "  - { at: new, count: [], do: ' ' }\n",
                      "p.yaml:3:31: 'do' has no statements");
    ck_assert_refuses(RULES "  - { at: new, do: 'int a;' }\n",
                      "p.yaml:3:3: no rule counts: write 'count' in one of them");
    ck_assert_refuses(
        RULES "  - { at: new, if: kind == TLAB, count: [], do: 'int a;' }\n",
        "p.yaml:3:5: how a bytecode is carried out is known where it is: statements "
        "that run on a condition on kinds need 'after' or 'before', not 'at' or 'on'");
    ck_assert_refuses(
        RULES "  - { at: lock, count: [kind], sum: [waited, clock] }\n",
        "p.yaml:3:5: the clock may have gone on when a bytecode is carried out: a rule "
        "that sums it by kinds needs 'after' or 'before', not 'at' or 'on'");
    rule_of("after: lock, count: [kind], sum: [waited, clock]");
    ck_assert_refuses(RULES "  - { at: new, if: mark == end, count: [], do: 'int a;' }\n",
                      "p.yaml:3:5: which interval it is in is known when that ends: statements "
                      "cannot run on a condition on marks");
}
END_TEST

START_TEST(what_is_counted_is_known_at_the_point) {
    ck_assert_refuses(RULES "  - { at: new, count: [sit] }\n",
                      "p.yaml:3:24: unknown key 'sit', did you mean 'site'?");
    ck_assert_refuses(RULES "  - { at: new, count: [site, callee] }\n",
                      "p.yaml:3:30: the point 'new' has no key 'callee'");
    ck_assert_refuses(RULES "  - { at: new, count: [site, class, site] }\n",
                      "p.yaml:3:37: 'site' is twice in 'count'");
    ck_assert_refuses(RULES "  - { at: new, count: { site: 1 } }\n",
                      "p.yaml:3:23: 'count' must be a name or a list of names, not a map");
    ck_assert_refuses(RULES "  - { at: new, sum: byte }\n",
                      "p.yaml:3:21: unknown amount 'byte', did you mean 'bytes'?");
    ck_assert_refuses(
        RULES "  - { at: new, sum: count }\n",
        "p.yaml:3:21: unknown amount 'count'; known are bytes, length, waited, clock");
    ck_assert_refuses(RULES "  - { at: unlock, sum: waited }\n",
                      "p.yaml:3:24: the point 'unlock' has no waited");
    ck_assert_refuses(RULES "  - { at: new, sum: [bytes, bytes] }\n",
                      "p.yaml:3:29: 'bytes' is twice in 'sum'");
    ck_assert_refuses(RULES "  - { at: call, sum: bytes }\n",
                      "p.yaml:3:22: the point 'call' has no bytes");
}
END_TEST

START_TEST(columns_are_what_rules_have) {
#define PRINT RULES "  - { at: new, count: [site, class], sum: bytes }\n"
    ck_assert_refuses(PRINT "print: { columns: [thread, count] }\n",
                      "p.yaml:4:20: no rule counts by 'thread' or sums it");
    ck_assert_refuses(PRINT "print: { columns: [site, length] }\n",
                      "p.yaml:4:26: no rule counts by 'length' or sums it");
    ck_assert_refuses(PRINT "print: { columns: [clas, count] }\n",
                      "p.yaml:4:20: unknown column 'clas', did you mean 'class'?");
    ck_assert_refuses(PRINT "print: { columns: [everything] }\n",
                      "p.yaml:4:20: unknown column 'everything'; known are site, class, count, "
                      "bytes");
    ck_assert_refuses(PRINT "print: { columns: [count, count] }\n",
                      "p.yaml:4:27: 'count' is twice in 'columns'");
    ck_assert_refuses(PRINT "print: { columns: [site, class] }\n",
                      "p.yaml:4:19: 'columns' has no amount: add count");
    ck_assert_refuses(PRINT "print: { columns: [] }\n",
                      "p.yaml:4:19: 'columns' has no amount: add count");
    ck_assert_refuses(PRINT "print: { columns: [site, count], sort: class }\n",
                      "p.yaml:4:40: 'class' is not among the columns");
    ck_assert_refuses(PRINT "print: { sort: cuont }\n",
                      "p.yaml:4:16: unknown column 'cuont', did you mean 'count'?");
    ck_assert_refuses(PRINT "print: { top: 0 }\n",
                      "p.yaml:4:15: 'top' must be an integer from 1, not 0");
    ck_assert_refuses(PRINT "print: [site]\n", "p.yaml:4:8: 'print' must be a map, not a list");
    ck_assert_refuses(PRINT "print: { cloumns: [site] }\n",
                      "p.yaml:4:10: unknown key 'cloumns', did you mean 'columns'?");
}
END_TEST

START_TEST(a_file_holds_one_profiler) {
    ck_assert_refuses("", "p.yaml:1:1: the file is empty: a profiler needs profiler and rules");
    ck_assert_refuses("[a]\n", "p.yaml:1:1: profiler must be a map, not a list");
    ck_assert_refuses("rules: [{ at: new, count: [] }]\n",
                      "p.yaml:1:1: profiler needs 'profiler': its name");
    ck_assert_refuses("profiler: p\n",
                      "p.yaml:1:1: profiler needs 'rules': what is counted, where");
    ck_assert_refuses("profiler: p\nrules: []\n",
                      "p.yaml:2:8: the list of rules is empty: nothing would be counted");
    ck_assert_refuses("profiler: p\nrules: { at: new }\n",
                      "p.yaml:2:8: 'rules' must be a list, not a map");
    ck_assert_refuses("profiler: p\nprofiler: q\nrules: [{ at: new, count: [] }]\n",
                      "p.yaml:2:1: duplicate key 'profiler' (first on line 1)");
    ck_assert_refuses("profiler: [p]\nrules: [{ at: new, count: [] }]\n",
                      "p.yaml:1:11: 'profiler' must be text, not a list");
    ck_assert_refuses("profiler: p\nrules: &r [{ at: new, count: [] }]\n",
                      "p.yaml:2:8: anchors are not supported ('&r'): write the value out");
    ck_assert_refuses("profiler: p\nrules: [{ at: new, count: [] }]\n---\na: 1\n",
                      "p.yaml:3:1: a second document: a file holds one profiler");
    ck_assert_refuses("profiler: \xff\n",
                      "p.yaml:1:11: the file is not UTF-8 text: invalid leading "
                      "UTF-8 octet");
    ck_assert_refuses("\xff\xfep", "p.yaml:1:1: the file is UTF-16: save it as UTF-8");
    struct strbuf deep = STRBUF_INIT;
    for (int i = 0; i < 100; i++) strbuf_add_char(&deep, '[');
    ck_assert_refuses(strbuf_text(&deep), "p.yaml:1:65: nested too deeply");
    strbuf_release(&deep);
}
END_TEST

START_TEST(a_file_that_cannot_be_read_says_why) {
    struct diag diag = DIAG_INIT;
    ck_assert_ptr_null(profiler_read_file(&arena, "/nowhere/p.yaml", &diag));
    ck_assert_str_eq(diag.message, "cannot open '/nowhere/p.yaml': No such file or directory");
    diag = (struct diag)DIAG_INIT;
    ck_assert_ptr_null(profiler_read_file(&arena, "/", &diag));
    ck_assert_str_eq(diag.message, "cannot read '/': it is a directory, not a file");
    char path[] = "/tmp/profilerXXXXXX";
    FILE *file = fdopen(mkstemp(path), "w");
    fprintf(file, RULES "  - { at: new, count: [site] }\n");
    fclose(file);
    diag = (struct diag)DIAG_INIT;
    const struct profiler_file *profiler = profiler_read_file(&arena, path, &diag);
    unlink(path);
    ck_assert_ptr_nonnull(profiler);
    ck_assert_str_eq(profiler->rules[0].place.file, path);
}
END_TEST

START_TEST(all_that_is_wrong_is_told_at_once) {
    static const char text[] = RULES "  - { at: new, count: [sit], if: compield, levles: 3 }\n"
                                     "  - { at: nwe, count: [] }\n"
                                     "  - { at: call, sum: bytes }\n";
    struct diags all = {.arena = &arena};
    struct diag diag = {.all = &all};
    ck_assert_ptr_null(profiler_read_text(&arena, "p.yaml", text, strlen(text), &diag));
    static const char *const expected[] = {
        "p.yaml:3:24: unknown key 'sit', did you mean 'site'?",
        "p.yaml:3:34: unknown word 'compield', did you mean 'compiled'?",
        "p.yaml:3:44: unknown key 'levles', did you mean 'levels'?",
        "p.yaml:4:11: unknown point 'nwe', did you mean 'new'?",
        "p.yaml:5:22: the point 'call' has no bytes"};
    ck_assert_uint_eq(all.count, sizeof expected / sizeof *expected);
    for (uint32_t i = 0; i < all.count; i++)
        ck_assert_str_eq(diag_format(all.items[i], message, sizeof message), expected[i]);
}
END_TEST

static const char *read_all(FILE *file) {
    struct strbuf text = STRBUF_INIT;
    char block[4096];
    size_t count;
    rewind(file);
    while ((count = fread(block, 1, sizeof block, file)) > 0) strbuf_add(&text, block, count);
    fclose(file);
    const char *copy = arena_copy_text(&arena, strbuf_text(&text), text.length);
    strbuf_release(&text);
    return copy;
}

START_TEST(the_reference_in_docs_is_the_printed_one) {
    FILE *printed = tmpfile(), *kept = fopen(SOURCE_DIR "/docs/profilers-reference.md", "r");
    ck_assert_ptr_nonnull(kept);
    rules_print_reference(printed);
    ck_assert_msg(strcmp(read_all(printed), read_all(kept)) == 0,
                  "docs/profilers-reference.md is old: jittest profiler-reference > "
                  "docs/profilers-reference.md");
}
END_TEST

START_TEST(profilers_that_are_shipped_are_read) {
    static const char *const names[] = {"contended", "arrays", "thrown", "messages"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct diag diag = DIAG_INIT;
        const char *file = arena_format(&arena, SOURCE_DIR "/profilers/%s.yaml", names[i]);
        const struct profiler_file *profiler = profiler_read_file(&arena, file, &diag);
        ck_assert_msg(profiler, "%s: %s", file, diag.message);
        ck_assert_str_eq(profiler->name, names[i]);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rules");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_add_test(all, a_file_is_a_profiler);
    tcase_add_test(all, what_is_printed_is_all_that_rules_have_unless_it_is_said);
    tcase_add_test(all, words_choose_the_anchor_that_the_point_has);
    tcase_add_test(all, a_context_has_levels);
    tcase_add_test(all, events_are_sampled);
    tcase_add_test(all, a_rule_says_what_ends_a_block);
    tcase_add_test(all, conditions_are_comparisons_joined);
    tcase_add_test(all, a_condition_that_can_never_hold_is_refused);
    tcase_add_test(all, a_condition_that_can_hold_is_none_that_contradicts_itself);
    tcase_add_test(all, a_condition_that_says_nothing_is_refused_at_its_character);
    tcase_add_test(all, places_in_conditions_are_those_of_the_file);
    tcase_add_test(all, a_rule_says_one_point_and_what_to_do);
    tcase_add_test(all, statements_are_java_with_their_place);
    tcase_add_test(all, what_is_counted_is_known_at_the_point);
    tcase_add_test(all, columns_are_what_rules_have);
    tcase_add_test(all, a_file_holds_one_profiler);
    tcase_add_test(all, a_file_that_cannot_be_read_says_why);
    tcase_add_test(all, all_that_is_wrong_is_told_at_once);
    tcase_add_test(all, the_reference_in_docs_is_the_printed_one);
    tcase_add_test(all, profilers_that_are_shipped_are_read);
    suite_add_tcase(suite, all);
    return check_run(suite);
}
