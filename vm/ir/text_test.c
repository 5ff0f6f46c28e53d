/* Text graphs: what is printed is read again and printed the same; wrong text gives an error with
 * its place. */
#include "base/check_run.h"
#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"
#include "ir/testing.h"

static const char everything[] =
    "class A { int x, A next, static int count, volatile long l }\n"
    "interface I\n"
    "final class B extends A implements I { final double d, int[] cells }\n"
    "abstract uninitialized class C\n"
    "method static A.foo(I)I\n"
    "method A.bar(IJ)V\n"
    "method synchronized A.get()LA;\n"
    "graph A.foo(I)I\n"
    "p = parameter 0\n"
    "entry:\n"
    "    s = state @0 locals p -\n"
    "    a = new A s\n"
    "    n = newarray int[] 4 s\n"
    "    o = object \"a \\\"string\\\"\\x0a\"\n"
    "    storefield A.x a p\n"
    "    storefield A.next a o\n"
    "    loadfield A.l a\n"
    "    storestatic A.count p\n"
    "    len = arraylength n\n"
    "    ok = compare lt p len\n"
    "    guard array_bounds ok s at A.foo(I)I:3:7 < A.bar(IJ)V:1:2\n"
    "    e = loadelement int n p\n"
    "    f = float -1.5\n"
    "    d = double bits 0x7ff8000000000001\n"
    "    fd: double = convert f\n"
    "    sum = add d fd\n"
    "    c3 = compare3 -1 sum 2.5\n"
    "    b = narrow byte e\n"
    "    io = instanceof B a\n"
    "    if io -> yes:0.25 no\n"
    "yes:\n"
    "    enter 0 a\n"
    "    exit 0 a\n"
    "    v = virtual A 3 0\n"
    "    vs = objectstate 1 v p v -\n"
    "    s2 = state A.bar(IJ)V@7 locals v stack p locks v caller s objects vs after_call\n"
    "    r = invoke virtual A.get()LA; profile B 0.5 3 sampled 0.25 other A 0.4375 a s2 -> go "
    "caught\n"
    "caught:\n"
    "    x = exception\n"
    "    unwind x\n"
    "go:\n"
    "    count \"hits\"\n"
    "    q = query allocation\n"
    "    placeholder 0\n"
    "    goto loop\n"
    "no:\n"
    "    switch b 1 -5 -> one five other\n"
    "one:\n"
    "    goto loop\n"
    "five:\n"
    "    deoptimize unreached_branch s\n"
    "other:\n"
    "    return 3\n"
    "loop from go one latch:\n"
    "    i: int = phi 0 p j\n"
    "    j = add i 1\n"
    "    again = compare lt j 100\n"
    "    if again -> latch:0.875 out:0.125\n"
    "latch:\n"
    "    goto loop\n"
    "out:\n"
    "    return j\n";

static const struct print_options all = {
    .with_positions = true, .with_states = true, .with_declarations = true};

START_TEST(what_is_printed_is_read_and_printed_the_same) {
    struct graph_test first, second;
    graph_test_begin(&first, everything);
    const char *printed = graph_test_text(&first, &all);
    graph_test_begin(&second, printed);
    ck_assert_str_eq(printed, graph_test_text(&second, &all));
    ck_assert_int_eq(graph_count(second.graph, NODE_phi), 1);
    ck_assert_int_eq(graph_count(second.graph, NODE_frame_state), 2);
    graph_test_end(&second);
    graph_test_end(&first);
}
END_TEST

START_TEST(a_parameter_that_only_an_unused_state_mentions_is_printed_once) {
    struct graph_test first, second, third;
    graph_test_begin(&first, "graph\n"
                             "p: int = parameter 0\n"
                             "e:\n"
                             "    s = state @0 locals p\n"
                             "    return\n");
    ck_assert_ptr_nonnull(strstr(graph_test_text(&first, &all), "parameter"));
    graph_test_begin(&second, graph_test_text(&first, &all));
    const char *printed = graph_test_text(&second, &all);
    ck_assert_ptr_null(strstr(printed, "parameter"));
    graph_test_begin(&third, printed);
    ck_assert_str_eq(printed, graph_test_text(&third, &all));
    graph_test_end(&third);
    graph_test_end(&second);
    graph_test_end(&first);
}
END_TEST

struct attempt {
    struct arena arena;
    struct meta_world world;
    struct compilation compilation;
    struct diag diag;
    struct graph *graph;
};

static void attempt_begin(struct attempt *attempt, const char *text) {
    *attempt = (struct attempt){0};
    arena_init(&attempt->arena);
    meta_world_init(&attempt->world);
    attempt->compilation = (struct compilation){.arena = &attempt->arena, .world = &attempt->world};
    attempt->graph = graph_parse(&attempt->compilation, "g", text, &attempt->diag);
}

static void attempt_end(struct attempt *attempt) {
    meta_world_release(&attempt->world);
    arena_release(&attempt->arena);
}

static void assert_error(const char *text, const char *expected) {
    struct attempt attempt;
    attempt_begin(&attempt, text);
    char message[2048] = "no error";
    if (attempt.diag.is_set) diag_format(&attempt.diag, message, sizeof message);
    ck_assert_ptr_null(attempt.graph);
    ck_assert_str_eq(message, expected);
    attempt_end(&attempt);
}

START_TEST(the_example_of_the_manual_is_read) {
    FILE *file = fopen(SOURCE_DIR "/docs/graph-text.md", "r");
    ck_assert_ptr_nonnull(file);
    char manual[20000] = {0};
    ck_assert_uint_gt(fread(manual, 1, sizeof manual - 1, file), 0);
    fclose(file);
    char *example = strstr(manual, "```\n") + 4;
    *strstr(example, "```") = 0;
    struct graph_test test;
    graph_test_begin(&test, example);
    ck_assert_double_eq_tol(graph_frequency(test.graph, NODE_store_static), 0.1, 1e-9);
    graph_test_end(&test);
}
END_TEST

START_TEST(errors_name_line_and_column) {
    assert_error("graph\nb:\n    x = frob 1\n", "g:3:9: there is no kind of node 'frob'");
    assert_error("graph\nb:\n    return y\n", "g:3:12: there is no value 'y'");
    assert_error("graph\nb:\n    goto c\n", "g:3:10: block 'c' is not defined");
    assert_error("graph\nb:\n    x = new A\n    return\n", "g:3:13: class A is not declared");
    assert_error("class A extends A\n", "g:1:17: class A must be declared before");
    assert_error("graph\nb:\n    guard whim 1 s\n", "g:3:11: there is no reason 'whim'");
    assert_error("graph\nb:\n    x = parameter 0\n", "g:3:20: the type of parameter is missing");
    assert_error("", "g:1:1: there is no graph");
}
END_TEST

START_TEST(a_graph_that_does_not_verify_is_an_error) {
    assert_error("graph\nb:\n    x = add y 1\n    y = add x 1\n    return y\n",
                 "g:3:16: the type of add is missing");
    assert_error(
        "graph\nb:\n    x: int = add y 1\n    y = add x 1\n    return y\n",
        "g:6:1: block 1: node 2 (add) is used by node 1 (add), which it does not dominate");
    assert_error("graph\nb:\n    s = state @0 caller s\n    deoptimize unresolved s\n",
                 "g:5:1: node 1 (state): its callers go round in a circle");
}
END_TEST

START_TEST(literals_have_the_types_they_look_like) {
    struct graph_test test;
    graph_test_begin(&test, "graph\n"
                            "b:\n"
                            "    i = add 1 -2\n"
                            "    l = add 1L -2L\n"
                            "    d: double = add 1.5 -2e3\n"
                            "    f: float = add 1.5f -2f\n"
                            "    return\n");
    ck_assert_int_eq(graph_test_node(&test, "l")->type, TYPE_LONG);
    ck_assert_int_eq(graph_test_node(&test, "i")->type, TYPE_INT);
    ck_assert(graph_test_node(&test, "d")->inputs[1]->extra.real == -2000.0);
    ck_assert_int_eq(graph_test_node(&test, "f")->inputs[1]->kind, NODE_const_float);
    graph_test_end(&test);
}
END_TEST

START_TEST(the_base_graph_alone_has_no_placeholders) {
    struct graph_test test;
    graph_test_begin(&test, "graph\nb:\n    placeholder 0\n    return\n");
    ck_assert_str_eq(graph_test_text(&test, &(struct print_options){.without_placeholders = true}),
                     "graph\nb0:\n    return\n");
    graph_test_end(&test);
}
END_TEST

START_TEST(graphviz_names_every_block) {
    struct graph_test test;
    graph_test_begin(&test, "graph\nb:\n    goto c\nc:\n    return 1\n");
    struct strbuf out = STRBUF_INIT;
    graph_print_dot(test.graph, &out);
    ck_assert_ptr_nonnull(strstr(strbuf_text(&out), "b0 -> b1"));
    ck_assert_ptr_nonnull(strstr(strbuf_text(&out), "return 1"));
    strbuf_release(&out);
    graph_test_end(&test);
}
END_TEST

/* Cuts, doubles, swaps and overwrites pieces of a good text. */
static void mutate(struct rng *rng, char *text) {
    size_t length = strlen(text);
    for (uint64_t n = 1 + rng_below(rng, 4); n > 0 && length > 2; n--) {
        size_t at = rng_below(rng, length), from = rng_below(rng, length);
        size_t count = rng_below(rng, 12);
        if (from + count > length) count = length - from;
        switch (rng_below(rng, 3)) {
        case 0: memmove(text + from, text + from + count, length - from - count + 1); break;
        case 1:
            if (at + count < length) memmove(text + at, text + from, count);
            break;
        default: text[at] = " \n:=->{}\",#019azAZ.@-"[rng_below(rng, 21)];
        }
        length = strlen(text);
    }
}

START_TEST(changed_text_is_read_or_refused) {
    struct rng rng;
    rng_init(&rng, 1);
    char *text = memory_allocate(sizeof everything + 1);
    int read = 0;
    for (int round = 0; round < 3000; round++) {
        strcpy(text, everything);
        mutate(&rng, text);
        struct attempt attempt;
        attempt_begin(&attempt, text);
        ck_assert((attempt.graph != NULL) == !attempt.diag.is_set);
        if (attempt.graph) {
            struct strbuf out = STRBUF_INIT;
            graph_print(attempt.graph, &all, &out);
            struct attempt again;
            attempt_begin(&again, strbuf_text(&out));
            ck_assert_msg(again.graph != NULL, "%s\n%s", again.diag.message, strbuf_text(&out));
            attempt_end(&again);
            strbuf_release(&out);
            read++;
        }
        attempt_end(&attempt);
    }
    ck_assert_int_gt(read, 50);
    memory_free(text);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("text graphs");
    TCase *tcase = tcase_create("text graphs");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, what_is_printed_is_read_and_printed_the_same);
    tcase_add_test(tcase, a_parameter_that_only_an_unused_state_mentions_is_printed_once);
    tcase_add_test(tcase, the_example_of_the_manual_is_read);
    tcase_add_test(tcase, errors_name_line_and_column);
    tcase_add_test(tcase, a_graph_that_does_not_verify_is_an_error);
    tcase_add_test(tcase, literals_have_the_types_they_look_like);
    tcase_add_test(tcase, the_base_graph_alone_has_no_placeholders);
    tcase_add_test(tcase, graphviz_names_every_block);
    tcase_add_test(tcase, changed_text_is_read_or_refused);
    suite_add_tcase(suite, tcase);
    return check_run(suite);
}
