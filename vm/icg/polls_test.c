/* Polls: what each stands for, on graphs that are known and on random ones. Each block of these has a counter. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "icg/icg_testing.h"
#include "icg/ways.h"

enum { BLOCKS_AT_MOST = 2000, ACTIVATIONS = 200, STEPS_AT_MOST = 10000000 };

/* By order of the blocks: with the poll at hand, and summed up over all polls. */
static double with_poll[BLOCKS_AT_MOST], sums[BLOCKS_AT_MOST];
static bool is_told[BLOCKS_AT_MOST]; /* as certain, by the last polls that were summed up */
static int64_t runs[BLOCKS_AT_MOST];

static void add_times(void *context, const struct icg_belief *belief, bool is_certain) {
    (void)context;
    ck_assert_ptr_eq(belief->block, belief->count->block);
    with_poll[belief->block->order] += belief->frequency;
    is_told[belief->block->order] = is_certain;
}

/* How often a poll happens. */
typedef double (*poll_count)(const struct node *poll);

static void end_poll(void *context, const struct node *poll) {
    double times = (*(const poll_count *)context)(poll);
    for (int i = 0; i < test.graph->order_count; i++) {
        sums[i] += times * with_poll[i];
        with_poll[i] = 0;
    }
}

static void sum_up(poll_count count) {
    memset(sums, 0, sizeof sums);
    memset(is_told, 0, sizeof is_told);
    icg_forecast_polls(set, test.graph, &(struct icg_poll_listener){&count, add_times, end_poll});
}

/* --- known graphs --- */

static const char *letters; /* the blocks' names */
static const struct block *wanted;

static double is_wanted(const struct node *poll) { return (poll ? poll->block : NULL) == wanted; }

/* In this block; NULL: the entry. [expected]: "a:1 b~0.5", of which b is believed; what is not there runs with other polls. */
static void assert_poll(const char *block, const char *expected) {
    wanted = block ? b(block) : NULL;
    char found[400] = "", *out = found;
    sum_up(is_wanted);
    for (const char *letter = letters; *letter; letter++) {
        int order = b((char[]){*letter, 0})->order;
        if (sums[order] > 0)
            out += sprintf(out, "%s%c%c%g", out == found ? "" : " ", *letter,
                           is_told[order] ? ':' : '~', sums[order]);
    }
    ck_assert_str_eq(found, expected);
}

static void begin_graph(const char *text) {
    begin(text);
    cfg_compute(test.graph);
    phase_polls(test.graph);
}

static void begin_known(const char *names, const char *text) {
    letters = names;
    begin_graph(text);
}

#define BLOCK(name, next) name ":\n    count \"c\"\n    " next "\n"
#define CALL(name, normal, thrown)                                                                 \
    name ":\n    count \"c\"\n    s" name " = state @1\n    invoke static A.f()V s" name           \
         " -> " normal ":1 " thrown ":0\n"
#define THROWN(name) name ":\n    e" name " = exception\n    unwind e" name "\n"
#define FAILED(name)                                                                               \
    name ":\n    count \"c\"\n    s" name " = state @1\n    deoptimize unresolved s" name "\n"
#define START A_CLASS "graph\np: int = parameter 0\n"

/* However long the loops are believed to be. */
START_TEST(rounds_stand_for_what_was_in_them_and_for_the_start_of_the_next) {
    static const double odds[] = {0.99, 0.5, 0.1};
    char text[1000];
    snprintf(text, sizeof text,
             START BLOCK("a", "goto h") BLOCK("h", "goto g") BLOCK("g", "if p -> i:%.2f j:%.2f")
                 BLOCK("i", "if p -> k:0.75 l:0.25") BLOCK("k", "goto g") BLOCK("j", "goto m")
                     BLOCK("l", "goto m") BLOCK("m", "if p -> y:%.2f z:%.2f") BLOCK("y", "goto h")
                         BLOCK("z", "return"),
             odds[_i], 1 - odds[_i], odds[_i], 1 - odds[_i]);
    begin_known("aghijklmyz", text);
    double left = (1 - odds[_i]) / (1 - odds[_i] * 0.75);
    char entered[100];
    snprintf(entered, sizeof entered, "g:1 h:1 i~%g j~%g l~%g m:1", odds[_i], left, 1 - left);
    char both[120];
    snprintf(both, sizeof both, "a:1 %s z:1", entered);
    assert_poll(NULL, both);
    snprintf(both, sizeof both, "%s y:1", entered);
    assert_poll("y", both);
    snprintf(both, sizeof both, "g:1 i~%g k:1", odds[_i]);
    assert_poll("k", both);
    graph_test_end(&test);
}
END_TEST

START_TEST(calls_stand_for_what_runs_as_often_before_and_behind_them) {
    begin_known("abcdefghklmno",
                START BLOCK("a", "if p -> b:0.1 d:0.9") BLOCK("b", "if p -> f:0.3 g:0.7")
                    BLOCK("f", "goto c") BLOCK("g", "goto c") CALL("c", "h", "x")
                        BLOCK("h", "goto k") CALL("k", "l", "y") BLOCK("l", "if p -> m:0.2 n:0.8")
                            BLOCK("m", "goto o") BLOCK("n", "goto o") BLOCK("o", "goto e")
                                BLOCK("d", "goto e") BLOCK("e", "return") THROWN("x") THROWN("y"));
    assert_poll(NULL, "a:1 d~0.9 e:1");
    assert_poll("c", "b:1 c:1 f~0.3 g~0.7 h:1 k:1 l:1 m~0.2 n~0.8 o:1");
    assert_poll("k", "");
    graph_test_end(&test);
}
END_TEST

START_TEST(a_round_with_a_call_stands_for_nothing_else) {
    begin_known("acdhz", START BLOCK("a", "goto h") BLOCK("h", "if p -> c:0.9 z:0.1") CALL(
                             "c", "d", "x") BLOCK("d", "goto h") BLOCK("z", "return") THROWN("x"));
    assert_poll(NULL, "a:1 h:1 z:1");
    assert_poll("c", "c:1 d:1 h:1");
    assert_poll("d", "");
    graph_test_end(&test);
}
END_TEST

START_TEST(a_loop_that_is_believed_to_be_long_is_left_at_last) {
    begin_known("ahiz", START BLOCK("a", "goto h") BLOCK("h", "if p -> i:0.99999 z:0.00001")
                            BLOCK("i", "goto h") BLOCK("z", "return"));
    assert_poll(NULL, "a:1 h:1 z:1");
    assert_poll("i", "h:1 i:1");
    graph_test_end(&test);
}
END_TEST

/* What a check that fails is as good as never tells no classes apart. What a branch never did when the code was compiled does not,
 * either, but is believed; the program's own throws are no checks. */
START_TEST(what_is_as_good_as_never_taken_tells_no_classes_apart) {
    begin_known("abctu", START BLOCK("a", "if p -> t:0.0005 b:0.9995") FAILED("t")
                             BLOCK("b", "if p -> u:0.01 c:0.99") FAILED("u") BLOCK("c", "return"));
    assert_poll(NULL, "a:1 b:1 c~0.99 t~0.0005 u~0.01");
    graph_test_end(&test);
    begin_known("abcd", START BLOCK("a", "if p -> b:0.0005 c:0.9995") BLOCK("b", "goto d")
                            BLOCK("c", "goto d") BLOCK("d", "return"));
    assert_poll(NULL, "a:1 b~0.0005 c~1 d:1");
    graph_test_end(&test);
    begin_known("abcdx",
                START BLOCK("a", "goto b") CALL("b", "d", "x") BLOCK("d", "goto c")
                    BLOCK("c", "return") "x:\n    ex = exception\n    count \"c\"\n    goto c\n");
    assert_poll(NULL, "a:1 b:1 c:1 d:1");
    graph_test_end(&test);
    begin_known("abt", START BLOCK("a", "if p -> t:0.0005 b:0.9995") BLOCK("t", "return")
                           BLOCK("b", "return"));
    assert_poll(NULL, "a:1 b~1 t~0.0005");
    graph_test_end(&test);
    begin_known(
        "abt",
        START "o: reference = parameter 1\n" BLOCK(
            "a",
            "if p -> t:0.0005 b:0.9995") "t:\n    count \"c\"\n    unwind o\n" BLOCK("b",
                                                                                     "return"));
    assert_poll(NULL, "a:1 b~1 t~0.0005");
    graph_test_end(&test);
    begin_known(
        "abt",
        START BLOCK(
            "a",
            "if p -> t:0.0005 b:0.9995") "t:\n    count \"c\"\n    e = "
                                         "implicitexception division_by_zero\n    unwind e\n" BLOCK(
                                             "b", "return"));
    assert_poll(NULL, "a:1 b:1 t~0.0005");
    graph_test_end(&test);
    begin_known("ahikz", START BLOCK("a", "goto h") BLOCK("h", "if p -> i:0.9 z:0.1")
                             BLOCK("i", "if p -> t:0.00001 k:0.99999") FAILED("t")
                                 BLOCK("k", "goto h") BLOCK("z", "return"));
    assert_poll(NULL, "a:1 h:1 z:1");
    assert_poll("k", "h:1 i:1 k:1");
    graph_test_end(&test);
    begin_known("ahiktz", START BLOCK("a", "goto h") BLOCK("h", "if p -> i:0.9 z:0.1")
                              BLOCK("i", "if p -> t:0.00001 k:0.99999") BLOCK("t", "return")
                                  BLOCK("k", "goto h") BLOCK("z", "return"));
    assert_poll(NULL, "a:1 h:1 t~8.99919e-05 z~1");
    assert_poll("k", "h:1 i~1 k:1");
    graph_test_end(&test);
}
END_TEST

/* --- where they are --- */

/* Of the blocks that have a name. */
static void assert_polls(const char *expected) {
    char found[40] = "", *out = found;
    for (const char *letter = letters; *letter; letter++) {
        const struct block *block = b((char[]){*letter, 0});
        if (block_poll(block)) *out++ = *letter;
    }
    *out = 0;
    ck_assert_str_eq(found, expected);
}

/* Of a method that is inlined at that bytecode. */
#define INLINED(name, call, next)                                                                  \
    name ":\n    count \"c\" at A.f()V:0:1 < A.g(LA;)I:" call ":1\n    " next "\n"
#define LOOP                                                                                       \
    START BLOCK("a", "goto h") BLOCK("h", "if p -> i:0.9 z:0.1") BLOCK("z", "return")              \
        BLOCK("m", "goto h")

START_TEST(ways_to_what_is_inlined_are_told_apart) {
    begin_known("ahijkmz", LOOP BLOCK("i", "if p -> j:0.9999 k:0.0001") INLINED("j", "1", "goto m")
                               BLOCK("k", "goto m"));
    assert_polls("jk");
    assert_poll(NULL, "a:1 h:1 z:1");
    assert_poll("j", "h:1 i:1 j:1 m:1");
    assert_poll("k", "h:1 i:1 k:1 m:1");
    graph_test_end(&test);
}
END_TEST

START_TEST(nothing_moves_where_the_branch_is_inlined_itself) {
    begin_known("ahijkmz", LOOP "i:\n    if p -> j k at A.f()V:0:1 < A.g(LA;)I:1:1\n" INLINED(
                               "j", "1", "goto m") BLOCK("k", "goto m"));
    assert_polls("m");
    graph_test_end(&test);
}
END_TEST

START_TEST(nothing_moves_where_the_loop_is_inlined_itself) {
    begin_known("ahijkmz",
                START BLOCK("a", "goto h") BLOCK("h", "if p -> i z") BLOCK("z", "return")
                    BLOCK("i", "if p -> j k") INLINED("j", "1", "goto m")
                        BLOCK("k", "goto m") "m:\n    goto h at A.f()V:0:1 < A.g(LA;)I:1:1\n");
    assert_polls("m");
    graph_test_end(&test);
}
END_TEST

START_TEST(the_branch_behind_which_most_is_inlined_is_told) {
    begin_known("ahijklmnoz", LOOP BLOCK("i", "if p -> j k") INLINED("j", "1", "goto l")
                                  BLOCK("k", "goto l") BLOCK("l", "if p -> n o")
                                      INLINED("n", "2", "goto m") INLINED("o", "3", "goto m"));
    assert_polls("no");
    assert_poll("n", "h:1 i:1 j~0.5 k~0.5 l:1 m:1 n:1");
    graph_test_end(&test);
}
END_TEST

/* k is a branch again, l a loop that is left to where something was found, and to where nothing was. */
START_TEST(a_way_is_told_apart_further) {
    begin_known("ahijkmnoz",
                LOOP BLOCK("i", "if p -> j k") INLINED("j", "1", "goto m") BLOCK("k", "if p -> n o")
                    INLINED("n", "2", "goto m") BLOCK("o", "goto m"));
    assert_polls("jno");
    assert_poll("j", "h:1 i:1 j:1 m:1");
    assert_poll("n", "h:1 i:1 k:1 m:1 n:1");
    assert_poll("o", "h:1 i:1 k:1 m:1 o:1");
    graph_test_end(&test);
    begin_known("ahijklmnoxyz",
                LOOP BLOCK("i", "if p -> j k") BLOCK("j", "goto m") BLOCK("k", "goto l")
                    BLOCK("l", "if p -> x n") BLOCK("x", "if p -> y o") BLOCK("y", "goto l")
                        INLINED("n", "2", "goto m") INLINED("o", "3", "goto m"));
    assert_polls("jnoy");
    assert_poll("n", "h:1 i:1 k:1 l:1 m:1 n:1 x~0.5");
    assert_poll("o", "h:1 i:1 k:1 l:1 m:1 o:1 x~0.5");
    assert_poll("y", "l:1 x~0.5 y:1");
    graph_test_end(&test);
}
END_TEST

/* Who calls on the way is told by that; who leaves the loop does not come back; who catches an exception goes past. */
START_TEST(a_branch_that_does_not_tell_all_rounds_has_no_polls) {
    begin_known("ahijkmz",
                LOOP BLOCK("i", "if p -> j k") INLINED("j", "1", "return") BLOCK("k", "goto m"));
    assert_polls("m");
    graph_test_end(&test);
    begin_known("ahijkmz", LOOP BLOCK("i", "if p -> j k") INLINED("j", "1", "goto l") CALL(
                               "l", "d", "u") THROWN("u") "d:\n    goto m\n" BLOCK("k", "goto m"));
    assert_polls("m");
    graph_test_end(&test);
    begin_known("ahijklmz",
                LOOP CALL("i", "l", "u") "u:\n    e = exception\n    goto m\n" BLOCK(
                    "l", "if p -> j k") INLINED("j", "1", "goto m") BLOCK("k", "goto m"));
    assert_polls("m");
    graph_test_end(&test);
}
END_TEST

START_TEST(a_call_is_no_branch) {
    begin_known(
        "ahijmz",
        LOOP CALL("i", "j", "u") BLOCK(
            "j", "goto m") "u:\n    e = exception\n    count \"c\" at A.f()V:0:1 < A.g(LA;)I:1:1\n"
                           "    goto m\n");
    assert_polls("m");
    graph_test_end(&test);
}
END_TEST

START_TEST(ways_out_of_compiled_code_do_not_poll) {
    begin_known("ahijkmtz", LOOP BLOCK("i", "switch p 0 1 -> j:0.5 k:0.4999 t:0.0001")
                                INLINED("j", "1", "goto m") BLOCK("k", "goto m") FAILED("t"));
    assert_polls("jk");
    graph_test_end(&test);
}
END_TEST

/* Whether something is inserted there or not. */
START_TEST(what_marks_inserted_code_has_no_say) {
    begin_known(
        "ahijkmz",
        LOOP BLOCK("i", "if p -> j k") "j:\n    placeholder 0 at A.f()V:0:1 < A.g(LA;)I:1:1\n"
                                       "    goto m\n" BLOCK("k", "goto m"));
    assert_polls("m");
    graph_test_end(&test);
}
END_TEST

START_TEST(many_ways_are_not_told_apart) {
    struct strbuf text = STRBUF_INIT;
    strbuf_add_text(&text, LOOP "i:\n    switch p");
    for (int i = 0; i < 15 + _i; i++) strbuf_addf(&text, " %d", i);
    strbuf_add_text(&text, " ->");
    for (int i = 0; i < 15 + _i; i++) strbuf_addf(&text, " s%d", i);
    strbuf_add_text(&text, " j\n" INLINED("j", "1", "goto m"));
    for (int i = 0; i < 15 + _i; i++) strbuf_addf(&text, "s%d:\n    goto m\n", i);
    begin_known("ahijmz", strbuf_text(&text));
    assert_polls(_i ? "m" : "j");
    graph_test_end(&test);
    strbuf_release(&text);
}
END_TEST

START_TEST(what_polls_already_is_left) {
    begin_known("ahijkmz",
                LOOP BLOCK("i", "if p -> j k") INLINED("j", "1", "goto m") BLOCK("k", "goto m"));
    uint32_t nodes = test.graph->next_node_id;
    phase_polls(test.graph);
    ck_assert_uint_eq(test.graph->next_node_id, nodes);
    graph_test_end(&test);
}
END_TEST

/* --- random graphs --- */

enum { LOOPS_AT_MOST = 5 };

struct generator {
    struct rng rng;
    struct strbuf out;
    int names, depth; /* of the loops that are open */
    int loops[LOOPS_AT_MOST];
};

static void add_statements(struct generator *g, int depth);

static void add_if(struct generator *g, const char *yes, const char *no, int name) {
    double odds = 0.3 + 0.4 * rng_unit(&g->rng);
    strbuf_addf(&g->out, "    if p -> %s%d:%.17g %s%d:%.17g\n", yes, name, odds, no, name,
                1 - odds);
}

/* In the method itself, or in one that is inlined there. */
static void add_block(struct generator *g, const char *prefix, int name) {
    strbuf_addf(&g->out, "%s%d:\n    count \"c\" at A.f()V:0:1", prefix, name);
    if (rng_likely(&g->rng, 0.3)) strbuf_addf(&g->out, " < A.g(LA;)I:%d:1", name);
    strbuf_addf(&g->out, "\n");
}

static void add_branch(struct generator *g, int depth) {
    int name = g->names++;
    add_if(g, "yes", "no", name);
    add_block(g, "yes", name);
    add_statements(g, depth - 1);
    strbuf_addf(&g->out, "    goto join%d\n", name);
    add_block(g, "no", name);
    add_statements(g, depth - 1);
    strbuf_addf(&g->out, "    goto join%d\n", name);
    add_block(g, "join", name);
}

/* Tested in front of each round, or behind it. */
static void add_loop(struct generator *g, int depth) {
    int name = g->names++;
    bool is_while = rng_likely(&g->rng, 0.6);
    strbuf_addf(&g->out, "    goto head%d\n", name);
    add_block(g, "head", name);
    if (is_while) {
        add_if(g, "body", "exit", name);
        add_block(g, "body", name);
    }
    g->loops[g->depth++] = name;
    add_statements(g, depth - 1);
    g->depth--;
    if (!is_while) {
        add_if(g, "again", "exit", name);
        add_block(g, "again", name);
    }
    strbuf_addf(&g->out, "    goto head%d\n", name);
    add_block(g, "exit", name);
    strbuf_addf(&g->out, "    goto end%d\n", name);
    add_block(g, "end", name);
}

static void add_call(struct generator *g) {
    int name = g->names++;
    strbuf_addf(&g->out,
                "    s%d = state @1\n    invoke static A.f()V s%d -> behind%d:1 thrown%d:0\n"
                "thrown%d:\n    e%d = exception\n    unwind e%d\n",
                name, name, name, name, name, name, name);
    add_block(g, "behind", name);
}

/* Out of one of the loops, to its next round, or out of the method. */
static void add_leave(struct generator *g) {
    int name = g->names++;
    add_if(g, "leave", "stay", name);
    add_block(g, "leave", name);
    if (g->depth && rng_likely(&g->rng, 0.8))
        strbuf_addf(&g->out, "    goto %s%d\n", rng_likely(&g->rng, 0.5) ? "end" : "head",
                    g->loops[rng_below(&g->rng, (uint64_t)g->depth)]);
    else
        strbuf_addf(&g->out, "    return\n");
    add_block(g, "stay", name);
}

static void add_statements(struct generator *g, int depth) {
    for (uint64_t i = rng_below(&g->rng, 4); i > 0; i--) {
        switch (rng_below(&g->rng, depth > 0 ? 5 : 2)) {
        case 0: add_call(g); break;
        case 1: add_leave(g); break;
        case 2: add_branch(g, depth); break;
        default: add_loop(g, depth); break;
        }
    }
}

static void begin_random(uint64_t seed) {
    struct generator g = {.out = STRBUF_INIT};
    rng_init(&g.rng, seed);
    strbuf_addf(&g.out, "%sin:\n    count \"c\"\n", START);
    add_statements(&g, LOOPS_AT_MOST - 1);
    strbuf_addf(&g.out, "    return\n");
    begin_graph(strbuf_text(&g.out));
    strbuf_release(&g.out);
    ck_assert_int_lt(test.graph->order_count, BLOCKS_AT_MOST);
}

static double count_as_believed(const struct node *poll) {
    return poll ? poll->block->frequency : 1;
}

/* Where all happens as believed, all blocks are told as often as they run. */
START_TEST(beliefs_that_hold_are_told_back) {
    begin_random((uint64_t)_i);
    sum_up(count_as_believed);
    for (int i = 0; i < test.graph->order_count; i++) {
        const struct block *block = test.graph->order[i];
        if (block->first->kind != NODE_count) continue;
        ck_assert_msg(fabs(sums[i] - block->frequency) <= 1e-9 * (1 + block->frequency),
                      "graph %d, block %d: %g of %g", _i, i, sums[i], block->frequency);
    }
    graph_test_end(&test);
}
END_TEST

static double count_as_run(const struct node *poll) {
    return poll ? (double)runs[poll->block->order] : ACTIVATIONS;
}

/* Each round has one. */
static void count_polls(const struct block *at) {
    static int polls[BLOCKS_AT_MOST]; /* of the round, by its header's order */
    if (block_is_loop_header(at)) polls[at->order] = 0;
    block_each_node(node, at) {
        if (node->kind == NODE_poll) polls[at->loop->order]++;
    }
    const struct block *next = at->successor_count == 1 ? at->successors[0] : NULL;
    if (next && edge_is_back_edge(at, next)) ck_assert_int_eq(polls[next->order], 1);
}

/* With odds of its own for each branch. */
static void run(uint64_t seed) {
    struct rng rng;
    double odds[BLOCKS_AT_MOST];
    int steps = 0;
    rng_init(&rng, seed);
    memset(runs, 0, sizeof runs);
    for (int i = 0; i < BLOCKS_AT_MOST; i++) odds[i] = 0.25 + 0.5 * rng_unit(&rng);
    for (int i = 0; i < ACTIVATIONS; i++) {
        for (const struct block *at = test.graph->order[0]; at;) {
            ck_assert_int_lt(steps++, STEPS_AT_MOST);
            runs[at->order]++;
            count_polls(at);
            bool is_if = at->last->kind == NODE_if;
            int k = is_if && !rng_likely(&rng, odds[at->order]);
            at = at->successor_count ? at->successors[k] : NULL;
        }
    }
}

/* Whatever is believed, what is certain runs as often as the poll that stands for it. */
START_TEST(what_runs_with_a_poll_is_told_as_often_as_it_runs) {
    begin_random((uint64_t)_i);
    run((uint64_t)_i);
    sum_up(count_as_run);
    for (int i = 0; i < test.graph->order_count; i++)
        ck_assert_msg(!is_told[i] || sums[i] == (double)runs[i], "graph %d, block %d: %g of %d", _i,
                      i, sums[i], (int)runs[i]);
    graph_test_end(&test);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("polls");
    TCase *tcase = tcase_create("polls");
    tcase_add_loop_test(tcase, rounds_stand_for_what_was_in_them_and_for_the_start_of_the_next, 0,
                        3);
    tcase_add_test(tcase, calls_stand_for_what_runs_as_often_before_and_behind_them);
    tcase_add_test(tcase, a_round_with_a_call_stands_for_nothing_else);
    tcase_add_test(tcase, a_loop_that_is_believed_to_be_long_is_left_at_last);
    tcase_add_test(tcase, what_is_as_good_as_never_taken_tells_no_classes_apart);
    tcase_add_loop_test(tcase, beliefs_that_hold_are_told_back, 0, 300);
    tcase_add_loop_test(tcase, what_runs_with_a_poll_is_told_as_often_as_it_runs, 0, 300);
    tcase_add_test(tcase, ways_to_what_is_inlined_are_told_apart);
    tcase_add_test(tcase, nothing_moves_where_the_branch_is_inlined_itself);
    tcase_add_test(tcase, nothing_moves_where_the_loop_is_inlined_itself);
    tcase_add_test(tcase, the_branch_behind_which_most_is_inlined_is_told);
    tcase_add_test(tcase, a_way_is_told_apart_further);
    tcase_add_test(tcase, a_branch_that_does_not_tell_all_rounds_has_no_polls);
    tcase_add_test(tcase, a_call_is_no_branch);
    tcase_add_test(tcase, ways_out_of_compiled_code_do_not_poll);
    tcase_add_test(tcase, what_marks_inserted_code_has_no_say);
    tcase_add_loop_test(tcase, many_ways_are_not_told_apart, 0, 2);
    tcase_add_test(tcase, what_polls_already_is_left);
    suite_add_tcase(suite, tcase);
    return check_run(suite);
}
