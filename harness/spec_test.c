/* Specs that are wrong, and the exact message and place of each; and what right ones mean. */
#include <unistd.h>

#include "harness/spec_testing.h"

#include "assertions/a_deoptimizations.h"
#include "assertions/a_ledger.h"
#include "assertions/a_returns.h"

#include <math.h>
#include <stdio.h>

#include "base/vec.h"
#include "harness/spec_reference.h"

START_TEST(what_is_not_yaml_is_refused_with_its_place) {
    ck_assert_refuses("", "s.yaml:1:1: the file is empty: a spec needs target, run and expect");
    ck_assert_refuses("# nothing\n",
                      "s.yaml:1:1: the file is empty: a spec needs target, run and expect");
    ck_assert_refuses(
        "a: [1\nb: 2\n",
        "s.yaml:2:2: did not find expected ',' or ']' while parsing a flow sequence (from line 1)");
    ck_assert_refuses("a: b: c\n",
                      "s.yaml:1:5: mapping values are not allowed in this context: put the text in "
                      "quotes, or give the key a line of its own, indented as its neighbours");
    ck_assert_refuses("a: \"\\q\"\n",
                      "s.yaml:1:5: found unknown escape character while parsing a quoted scalar "
                      "(from line 1): write \\\\ for a backslash, or single quotes");
    ck_assert_refuses("a: 1\n\tb: 2\n",
                      "s.yaml:2:1: a tab: write spaces, YAML does not indent by tabs");
    ck_assert_refuses("\xff\xfe"
                      "a",
                      "s.yaml:1:1: the file is UTF-16: save it as UTF-8");
    ck_assert_refuses("\xef\xbb\xbfword\n",
                      "s.yaml:1:1: spec must be a map, not text: write target, run and expect");
    ck_assert_refuses("a: 1\nb: \xff\n",
                      "s.yaml:2:4: the file is not UTF-8 text: invalid leading UTF-8 octet");
    ck_assert_refuses("a: 1\n---\nb: 2\n", "s.yaml:2:1: a second document: a file holds one spec");
    ck_assert_refuses(
        "a: &x 1\nb: *x\n",
        "s.yaml:1:4: anchors are not supported ('&x'): write the value out, or use matrix");
    ck_assert_refuses(
        "a: *x\n",
        "s.yaml:1:4: aliases are not supported ('*x'): write the value out, or use matrix");
    ck_assert_refuses("a: !!int 1\n",
                      "s.yaml:1:4: tags are not supported ('tag:yaml.org,2002:int'): leave it out");
    ck_assert_refuses("run: 1\nrun: 2\n", "s.yaml:2:1: duplicate key 'run' (first on line 1)");
    ck_assert_refuses("? [a]\n: 1\n", "s.yaml:1:3: a key must be text, not a list");
    ck_assert_refuses("\"a\\0b\": 1\n", "s.yaml:1:1: the text contains a NUL character");
    ck_assert_refuses("[a]\n",
                      "s.yaml:1:1: spec must be a map, not a list: write target, run and expect");
    ck_assert_refuses("word\n",
                      "s.yaml:1:1: spec must be a map, not text: write target, run and expect");
}
END_TEST

START_TEST(keys_are_checked_against_the_table) {
    ck_assert_refuses(TARGET RUN EXPECT "expcet: 1\n",
                      "s.yaml:4:1: unknown key 'expcet', did you mean 'expect'?");
    ck_assert_refuses(TARGET "run: { call: A.foo, iteratons: 10 }\n" EXPECT,
                      "s.yaml:2:21: unknown key 'iteratons', did you mean 'iterations'?");
    ck_assert_refuses(
        TARGET RUN,
        "s.yaml:1:1: spec needs 'expect': expectations; the first key of each is its kind");
    ck_assert_refuses(TARGET "run: { call: A.foo }\n" EXPECT,
                      "s.yaml:2:6: run needs 'iterations': measured calls, 1 to 100000000");
    ck_assert_refuses(TARGET "run: { call: A.foo, iterations: many }\n" EXPECT,
                      "s.yaml:2:33: 'iterations' must be an integer from 0, not text");
    ck_assert_refuses(TARGET "run: { call: A.foo, iterations: '10' }\n" EXPECT,
                      "s.yaml:2:33: 'iterations' must be an integer from 0, not '10' in quotes, "
                      "which is text: write 10");
    ck_assert_refuses(TARGET "run: { call: A.foo, iterations: 1e5 }\n" EXPECT,
                      "s.yaml:2:33: 'iterations' must be an integer from 0, not 1e5: write 100000");
    ck_assert_refuses(TARGET RUN EXPECT "compiler: { options: { collect_always: yes } }\n",
                      "s.yaml:4:40: 'collect_always' must be true or false, not yes: write true");
    ck_assert_refuses(TARGET RUN EXPECT "compiler: { code_cache: 256k }\n",
                      "s.yaml:4:25: 'code_cache' must be an integer from 0, not text");
    ck_assert_refuses(TARGET RUN EXPECT "compiler: { code_cache: 999999999 }\n",
                      "s.yaml:4:25: 'code_cache' is 0 to 536870912, not 999999999");
    ck_assert_refuses(TARGET RUN EXPECT
                      "compiler: { code_cache: 4096, options: { code_cache: 4096 } }\n",
                      "s.yaml:4:25: 'code_cache' is among the options, too");
    ck_assert_refuses(TARGET RUN EXPECT "compiler: { options: { code_cache_retention: oldest } }\n",
                      "s.yaml:4:46: unknown retention 'oldest'; known are links, executions, age, "
                      "random");
    ck_assert_refuses(TARGET "run: { call: A.foo, iterations: -1 }\n" EXPECT,
                      "s.yaml:2:33: 'iterations' must be an integer from 0, not -1");
    ck_assert_refuses(TARGET "run: { call: A.foo, iterations: 0 }\n" EXPECT,
                      "s.yaml:2:33: 'iterations' is 1 to 100000000, not 0");
    ck_assert_refuses(TARGET RUN "expect: [{ call: A.bar, line: 2, is: inlined }]\n",
                      "s.yaml:3:25: 'line' narrows the place: write it there, call: { of: ..., "
                      "line: ... }");
    ck_assert_refuses(TARGET "run: { call: , iterations: 1 }\n" EXPECT,
                      "s.yaml:2:14: 'call' must be text, not nothing");
    ck_assert_refuses(TARGET RUN EXPECT "known_failure: { why: '' }\n",
                      "s.yaml:4:23: 'why' must be text, not an empty text");
    ck_assert_refuses(TARGET "run: [A.foo]\n" EXPECT,
                      "s.yaml:2:6: 'run' must be a map, not a list");
}
END_TEST

START_TEST(all_that_is_wrong_is_told_at_once_in_the_order_of_lines) {
    ck_assert_str_eq(all_errors("expect:\n"
                                "  - is: removed\n"
                                "    allocation: A\n"
                                "  - { rate: hits, is: 1, epsilon: -3 }\n"
                                "  - { call: A.foo -> A.bar, is: inlind, becase: too_big }\n"
                                "  - { ledger: hits }\n"
                                "target: { jav: 'class A {}' }\n"
                                "run: { call: A.foo, args: [{ likely: 2 }, { uniform: 1 }] }\n"
                                "compiler: { options: { tlab_bytes: 99999, heap_bytes: 1 } }\n"
                                "known_failure: {}\n"
                                "run: 7\n"
                                "relies_on: [escap, peel]\n"),
                     "s.yaml:2:5: the kind comes first: write 'allocation' before 'is'\n"
                     "s.yaml:4:35: 'epsilon' is 0 or more, not -3\n"
                     "s.yaml:5:33: unknown decision 'inlind', did you mean 'inlined'?\n"
                     "s.yaml:5:41: unknown key 'becase', did you mean 'because'?\n"
                     "s.yaml:6:5: ledger needs 'exactly_when': argument N (from 0), or returned\n"
                     "s.yaml:7:11: unknown key 'jav', did you mean 'java'?\n"
                     "s.yaml:8:6: run needs 'iterations': measured calls, 1 to 100000000\n"
                     "s.yaml:8:38: a probability is 0 to 1, not 2\n"
                     "s.yaml:8:54: 'uniform' must be a list, not 1\n"
                     "s.yaml:9:36: 'tlab_bytes' is 0 to 32768, not 99999\n"
                     "s.yaml:9:55: 'heap_bytes' is 1048576 to 68719476736, not 1\n"
                     "s.yaml:10:16: known_failure needs 'why': the reason, one sentence\n"
                     "s.yaml:11:1: duplicate key 'run' (first on line 8)\n"
                     "s.yaml:12:13: unknown phase or rule 'escap', did you mean 'escape'?\n");
}
END_TEST

START_TEST(a_reason_is_a_sentence) {
    ck_assert_refuses(TARGET RUN EXPECT "skip: false\n",
                      "s.yaml:4:7: 'skip' must be text, or a map (see skip), not false: write the "
                      "reason, or leave it out");
    ck_assert_refuses(
        TARGET RUN EXPECT "relies_on: { none: yes }\n",
        "s.yaml:4:20: 'none' must be text, not yes: write the reason, or leave it out");
}
END_TEST

START_TEST(a_fixed_number_of_calls_waits_for_nothing) {
    ck_assert_refuses(
        TARGET "run: { call: A.foo, iterations: 1, warm_up: { calls: 5, at_most: 9 } }\n" EXPECT,
        "s.yaml:2:66: 'at_most' goes with 'until', not with 'calls'");
    ck_assert_refuses(TARGET "run: { call: A.foo, iterations: 99999999999999999999 }\n" EXPECT,
                      "s.yaml:2:33: 'iterations' must be an integer from 0, not "
                      "99999999999999999999, which is too large");
}
END_TEST

START_TEST(a_node_has_a_kind_a_step_and_a_number) {
    ck_assert_refuses(TARGET RUN "expect: [{ node: new }]\n",
                      "s.yaml:3:10: a bound is missing: is (with epsilon), at_least or at_most");
    ck_assert_refuses(TARGET RUN "expect: [{ node: new, before: gvn, is: 1 }]\n",
                      "s.yaml:3:23: unknown key 'before'; known are node, after, is, epsilon, "
                      "at_least, at_most, control");
    ck_assert_refuses(TARGET RUN "expect: [{ node: new, is: -1 }]\n",
                      "s.yaml:3:10: nothing is below 0, so this never holds");
}
END_TEST

START_TEST(a_loop_has_a_place_and_what_was_done_to_it) {
    const struct spec *spec = load_good(
        TARGET RUN
        "expect: [{ loop: A.foo, is: kept }, { loop: { line: 1, nth: 2 }, predicted: 3 }]\n");
    const struct site_expectation *whole = (const void *)spec->expectations.items[0].expectation;
    const struct site_expectation *line = (const void *)spec->expectations.items[1].expectation;
    ck_assert_str_eq(whole->in_method, "A.foo");
    ck_assert_ptr_null(whole->subject);
    ck_assert_int_eq(line->nth, 2);
    ck_assert_uint_eq(spec->profile, PROFILE_OF(SITE_ALLOCATION));
    ck_assert_refuses(TARGET RUN "expect: [{ loop: { of: A }, is: kept }]\n",
                      "s.yaml:3:20: unknown key 'of'; known are in, line, via, nth");
    ck_assert_refuses(TARGET RUN "expect: [{ loop: A.foo, is: peled }]\n",
                      "s.yaml:3:29: unknown decision 'peled', did you mean 'peeled'?");
    ck_assert_refuses(
        TARGET RUN "expect: [{ loop: A.foo, is: kept, because: loop_entry_invariant }]\n",
        "s.yaml:3:44: 'loop_entry_invariant' is not a reason for 'kept', which has none");
    ck_assert_refuses(
        TARGET RUN "expect: [{ loop: A.foo, rate: 1 }]\n",
        "s.yaml:3:25: unknown key 'rate'; known are loop, is, because, predicted, control");
    ck_assert_refuses(TARGET RUN "expect: [{ loop: A.foo }]\n",
                      "s.yaml:3:10: this expects nothing: say is, because or predicted");
}
END_TEST

START_TEST(what_is_planned_is_not_called_unknown) {
    ck_assert_refuses(TARGET "run: { call: A.foo, iterations: 1, calls: [] }\n" EXPECT,
                      "s.yaml:2:36: 'calls' is not supported yet (several calls that interleave)");
    ck_assert_refuses(
        TARGET RUN "expect: [{ check: A.foo, is: removed }]\n",
        "s.yaml:3:12: 'check' is not supported yet (null, bounds and type checks that remain)");
    ck_assert_refuses(TARGET RUN EXPECT "only_if: x\n",
                      "s.yaml:4:1: 'only_if' is not supported yet (run only if a condition holds)");
}
END_TEST

#define PROBES(text) TARGET RUN EXPECT "probes:\n  - " text "\n"
START_TEST(probes_are_rules_that_hit_counters) {
    const struct spec *spec = load_good(PROBES(
        "{ after: new, of: A, in: A.foo, if: compiled, hit: made }\n  - { at: call, hit: c }"));
    ck_assert_uint_eq(spec->rules.count, 2);
    const struct vm_rule *rule = &spec->rules.items[0];
    ck_assert_int_eq(rule->point, POINT_new);
    ck_assert_int_eq(rule->anchor, VM_PRED);
    ck_assert_str_eq(rule->hit, "made");
    ck_assert_int_eq(rule->place.line, 5);
    ck_assert_refuses(PROBES("{ at: nwe, hit: n }"),
                      "s.yaml:5:11: unknown point 'nwe', did you mean 'new'?");
    ck_assert_refuses(
        PROBES("{ at: new }"),
        "s.yaml:5:5: a probe needs 'hit': the counter that each execution increments");
    ck_assert_refuses(PROBES("{ at: new, every: 2, hit: n }"),
                      "s.yaml:5:16: 'every' makes estimates of counts, and a spec counts exactly");
    ck_assert_refuses(PROBES("{ at: new, count: [context], hit: n }"),
                      "s.yaml:5:24: a probe of a spec cannot count by context: expect 'contexts'");
    ck_assert_refuses(PROBES("{ at: new, sum: [bytes] }"),
                      "s.yaml:5:16: 'sum' is for profilers: a probe of a spec hits a counter, "
                      "'hit: name'");
    ck_assert_refuses(PROBES("{ at: lock, if: kind == TLAB, hit: n }"),
                      "s.yaml:5:29: unknown kind of 'lock' 'TLAB'; known are BIASED, RECURSIVE, "
                      "CAS, ELIMINATED");
    ck_assert_refuses(TARGET RUN EXPECT "probes: []\n",
                      "s.yaml:4:9: the list of rules is empty: nothing would be counted");
    ck_assert_refuses(TARGET RUN EXPECT "probes: { at: new, hit: n }\n",
                      "s.yaml:4:9: 'probes' must be a list, not a map");
}
END_TEST

START_TEST(probes_take_values_of_the_matrix) {
    load_good(PROBES("{ at: $where, hit: $name }") "matrix: { where: [new, call], name: [a] }\n");
    ck_assert_uint_eq(specs.count, 2);
    ck_assert_int_eq(specs.items[1].rules.items[0].point, POINT_call);
    ck_assert_str_eq(specs.items[1].rules.items[0].hit, "a");
}
END_TEST

static const char *profiler_written(const char *text) {
    static char path[] = "/tmp/profileXXXXXX.yaml";
    memcpy(strstr(path, "profile"), "profileXXXXXX", strlen("profileXXXXXX"));
    FILE *file = fdopen(mkstemps(path, 5), "w");
    fputs(text, file);
    fclose(file);
    return path;
}

START_TEST(files_of_profilers_have_tables_and_hit_counters_too) {
    const char *path = profiler_written("profiler: p\nrules:\n  - { at: new, count: [site] }\n"
                                        "  - { at: call, count: [], hit: called, do: 'int i;' }\n");
    const struct spec *spec =
        load_good(arena_format(&arena, TARGET RUN EXPECT "profile: [locks, %s]\n", path));
    ck_assert_uint_eq(spec->rules.count, 1);
    ck_assert_str_eq(spec->rules.items[0].hit, "called");
    ck_assert_uint_eq(spec->profile, PROFILE_OF(SITE_ALLOCATION) | PROFILE_OF(SITE_LOCK));
    ck_assert_uint_eq(spec->profilers.count, 2);
    ck_assert_str_eq(spec->profilers.items[0].name, "locks");
    ck_assert_ptr_null(spec->profilers.items[0].file);
    ck_assert_str_eq(spec->profilers.items[1].name, "p");
    ck_assert_uint_eq(spec->profilers.items[1].file->rule_count, 2);
    ck_assert_ptr_null(spec->profilers.items[1].file->rules[1].hit);
    ck_assert_ptr_nonnull(spec->rules.items[0].java);
    ck_assert_ptr_null(spec->profilers.items[1].file->rules[1].java);
    ck_assert_refuses(arena_format(&arena, TARGET RUN EXPECT "profile: [%s, %s]\n", path, path),
                      arena_format(&arena, "s.yaml:4:%zu: the profiler 'p' is named twice",
                                   strlen("profile: [") + strlen(path) + 3));
    unlink(path);
    path = profiler_written("profiler: locks\nrules: [{ at: new, count: [site] }]\n");
    ck_assert_uint_eq(
        load_good(arena_format(&arena, TARGET RUN EXPECT "profile: %s\n", path))->profilers.count,
        1);
    ck_assert_refuses(arena_format(&arena, TARGET RUN EXPECT "profile: [locks, %s]\n", path),
                      "s.yaml:4:18: the profiler 'locks' is named twice");
    unlink(path);
    path = profiler_written("profiler: p\nrules: [{ at: nwe, count: [site] }]\n");
    ck_assert_refuses(
        arena_format(&arena, TARGET RUN EXPECT "profile: %s\n", path),
        arena_format(&arena, "%s:2:15: unknown point 'nwe', did you mean 'new'?", path));
    unlink(path);
    ck_assert_refuses(TARGET RUN EXPECT "profile: [/nowhere/p.yaml]\n",
                      "s.yaml:4:11: cannot open '/nowhere/p.yaml': No such file or directory");
    ck_assert_uint_eq(load_good(TARGET RUN EXPECT "profile: [blocks, inlining]\n")->profilers.count,
                      2);
    ck_assert_refuses(TARGET RUN EXPECT "profile: [blocks, blocks]\n",
                      "s.yaml:4:19: the profiler 'blocks' is named twice");
    ck_assert_refuses(TARGET RUN EXPECT "profile: [lock]\n",
                      "s.yaml:4:11: unknown profile 'lock', did you mean 'locks'?");
}
END_TEST

START_TEST(a_target_needs_code_whose_lines_are_known) {
    ck_assert_refuses("target: { never_inline: A.bar }\n" RUN EXPECT,
                      "s.yaml:1:9: target needs 'java', 'java_file' or 'classpath'");
    ck_assert_refuses(
        "target:\n  java: >\n    class A {\n    }\n" RUN EXPECT,
        "s.yaml:2:9: write Java as a literal block, 'java: |', so that its lines stay lines");
    ck_assert_refuses(
        "target:\n  java: 'class A {\n    }'\n" RUN EXPECT,
        "s.yaml:2:9: write Java as a literal block, 'java: |', so that its lines stay lines");
}
END_TEST

static void check_java(const char *text, int line, int column, const char *java) {
    const struct spec *spec = load_good(text);
    ck_assert_str_eq(spec->target.java.text, java);
    ck_assert_int_eq(spec->target.java.place.line, line);
    ck_assert_int_eq(spec->target.java.place.column, column);
    specs.count = 0;
}

START_TEST(java_knows_its_lines_and_columns_in_the_file) {
    check_java("target:\n  java: |\n    class A {\n      int x;\n    }\n" RUN EXPECT, 3, 5,
               "class A {\n  int x;\n}\n");
    check_java("target:\n  java: |\n\n\n      class A {\n      }\n" RUN EXPECT, 3, 7,
               "\n\nclass A {\n}\n");
    check_java("target:\n  java: |2\n      class A {\n    }\n" RUN EXPECT, 3, 5,
               "  class A {\n}\n");
    check_java("target:\n  java: | # words\n   class A {}\n" RUN EXPECT, 3, 4, "class A {}\n");
    check_java("target: { java: 'class A {}' }\n" RUN EXPECT, 1, 18, "class A {}");
    check_java("target:\n  java: class A {}\n" RUN EXPECT, 2, 9, "class A {}");
}
END_TEST

START_TEST(options_of_the_vm_are_refused_where_it_could_not_start) {
#define OPTIONS(text) TARGET RUN EXPECT "compiler: { options: { " text " } }\n"
    ck_assert_refuses(OPTIONS("heap_bytes: 10"),
                      "s.yaml:4:36: 'heap_bytes' is 1048576 to 68719476736, not 10");
    ck_assert_refuses(OPTIONS("tlab_bytes: 99999999999"),
                      "s.yaml:4:36: 'tlab_bytes' is 0 to 32768, not 99999999999");
    ck_assert_refuses(OPTIONS("optimization_level: 4"),
                      "s.yaml:4:44: 'optimization_level' is 0 to 3, not 4");
#undef OPTIONS
}
END_TEST

START_TEST(arguments_are_refused_where_they_cannot_be_drawn) {
#define ARGS(text) TARGET "run:\n  call: A.foo\n  iterations: 10\n  args: [" text "]\n" EXPECT
    ck_assert_refuses(ARGS("{ likly: 0.5 }"),
                      "s.yaml:5:12: unknown key 'likly', did you mean 'likely'?");
    ck_assert_refuses(ARGS("{ likely: 1.5 }"), "s.yaml:5:20: a probability is 0 to 1, not 1.5");
    ck_assert_refuses(ARGS("{ likely: often }"),
                      "s.yaml:5:20: 'likely' must be a number, not text");
    ck_assert_refuses(ARGS("{ uniform: [1] }"),
                      "s.yaml:5:21: 'uniform' must be two numbers, [lowest, highest]");
    ck_assert_refuses(ARGS("{ uniform: [2, 1] }"),
                      "s.yaml:5:21: the lowest value is greater than the highest");
    ck_assert_refuses(ARGS("{ choose: [] }"), "s.yaml:5:20: 'choose' needs at least one value");
    ck_assert_refuses(ARGS("{ choose: [1, 2], weights: [1] }"),
                      "s.yaml:5:37: 1 weight for 2 values");
    ck_assert_refuses(ARGS("{ choose: [1, 2], weights: [0, 0] }"),
                      "s.yaml:5:37: the weights are all 0");
    ck_assert_refuses(ARGS("{ cycle: [1], weights: [1] }"),
                      "s.yaml:5:24: 'weights' does not go with 'cycle'");
    ck_assert_refuses(ARGS("{ weights: [1], choose: [1] }"),
                      "s.yaml:5:12: 'weights' is not a generator: the generator comes first");
    ck_assert_refuses(ARGS("[1, 2]"), "s.yaml:5:10: an argument must be a value or a generator, "
                                      "not a list: an array is written { array: int, of: [...] }");
    ck_assert_refuses(ARGS("{ array: int }"), "s.yaml:5:10: an array needs 'of': its elements");
    ck_assert_refuses(ARGS("{ array: int, of: 3 }"),
                      "s.yaml:5:28: 'of' must be a list of elements, or needs 'length'");
}
END_TEST

START_TEST(options_that_a_spec_gives_take_the_place_of_the_command_lines) {
    struct vm_options options = {
        .collect_always = true, .deoptimize_always = true, .tlab_bytes = 128, .heap_bytes = 7};
    load(TARGET RUN EXPECT "compiler: { options: { collect_always: false, tlab_bytes: 0, "
                           "prune_unreached_branches: true } }\n");
    ck_assert_uint_eq(specs.count, 1);
    ck_assert(spec_options_are_given(&specs.items[0].compiler.options));
    spec_options_apply(&specs.items[0].compiler.options, &options);
    ck_assert(!options.collect_always && options.deoptimize_always);
    ck_assert(options.prune_unreached_branches);
    ck_assert_uint_eq(options.tlab_bytes, 0);
    ck_assert_uint_eq(options.heap_bytes, 7);
}
END_TEST

START_TEST(arguments_keep_how_they_were_written) {
    const struct spec *spec = load_good(
        ARGS("{ likely: 0.8 }, { choose: [{ new: A }, null], weights: [3, 1] }, -7, 'text'"));
    const struct generator *generators = spec->run.arguments.items;
    ck_assert_uint_eq(spec->run.arguments.count, 4);
    ck_assert_str_eq(generators[0].text, "likely: 0.8");
    ck_assert(generator_is_drawn(&generators[0]));
    ck_assert_double_eq(generators[1].weights[0], 0.75);
    ck_assert_str_eq(generators[1].choices[0].name.text, "A");
    ck_assert_int_eq(generators[2].constant.integer, -7);
    ck_assert_int_eq(generators[3].constant.kind, SPEC_TEXT);
    ck_assert(spec->run.warm_up.until_compiled);
}
END_TEST

START_TEST(expectations_are_refused_when_they_say_nothing_or_too_much) {
    ck_assert_refuses(TARGET RUN "expect: []\n",
                      "s.yaml:3:9: 'expect' is empty: a spec that expects nothing is never green");
    ck_assert_refuses(EXPECTS("{ rat: x }"),
                      "s.yaml:4:7: unknown kind of expectation 'rat', did you mean 'rate'?");
    ck_assert_refuses(
        EXPECTS("hits"),
        "s.yaml:4:5: an expectation must be a map that starts with its kind, not text");
    ck_assert_refuses(EXPECTS("{ rate: x }"),
                      "s.yaml:4:5: a bound is missing: is (with epsilon), at_least or at_most");
    ck_assert_refuses(EXPECTS("{ rate: x, is: 1, at_most: 2 }"),
                      "s.yaml:4:5: 'is' does not go with 'at_least' or 'at_most'");
    ck_assert_refuses(EXPECTS("{ rate: x, at_most: 2, epsilon: 1 }"),
                      "s.yaml:4:37: 'epsilon' goes with 'is' only");
    ck_assert_refuses(EXPECTS("{ rate: x, is: half }"),
                      "s.yaml:4:20: 'is' must be a number, not text");
    ck_assert_refuses(EXPECTS("{ rate: x, at_least: 2, at_most: 1 }"),
                      "s.yaml:4:5: 'at_least' is greater than 'at_most'");
    ck_assert_refuses(EXPECTS("{ ledger: x, exactly_when: argument one }"),
                      "s.yaml:4:32: 'exactly_when' must be 'argument N' (from 0) or 'returned', "
                      "not 'argument one'");
    ck_assert_refuses(EXPECTS("{ allocation: A }"),
                      "s.yaml:4:5: this expects nothing: say is, because, rate or predicted");
    ck_assert_refuses(EXPECTS("{ allocation: A, is: gone }"),
                      "s.yaml:4:26: unknown decision 'gone'; known are removed, moved, kept");
    ck_assert_refuses(EXPECTS("{ allocation: { off: A }, is: removed }"),
                      "s.yaml:4:21: unknown key 'off', did you mean 'of'?");
    ck_assert_refuses(EXPECTS("{ call: A.foo ->, is: inlined }"),
                      "s.yaml:4:13: write a call as 'A.foo -> A.bar': caller and callee");
    ck_assert_refuses(EXPECTS("{ call: { in: A.foo, of: A.foo -> A.bar }, is: inlined }"),
                      "s.yaml:4:30: the caller stands in 'in' already: write 'of: A.bar'");
    ck_assert_refuses(EXPECTS("{ call: A.bar, is: inlined, because: never_inlined }"),
                      "s.yaml:4:42: unknown reason 'never_inlined', did you mean 'never_inline'?");
    ck_assert_refuses(EXPECTS("{ returns: [1] }"),
                      "s.yaml:4:16: 'returns' must be a constant or a map, not a list");
    ck_assert_refuses(EXPECTS("{ returns: { message: x } }"),
                      "s.yaml:4:16: an outcome is 'throws' or 'object'");
}
END_TEST

START_TEST(a_reason_that_the_decision_never_has_is_refused) {
    ck_assert_refuses(
        TARGET RUN "expect: [{ allocation: A, is: removed, because: passed_to_call }]\n",
        "s.yaml:3:49: 'passed_to_call' is not a reason for 'removed'; there are: does_not_escape");
    ck_assert_refuses(TARGET RUN "expect: [{ deoptimizations: 0, because: cold_call }]\n",
                      "s.yaml:3:41: 'cold_call' is not a reason for 'deoptimizations'; there are: "
                      "null_pointer, array_bounds, division_by_zero, class_cast, array_store, "
                      "negative_length, receiver_type, unreached_branch, uninitialized_class, "
                      "failed_class, unresolved, out_of_memory");
    ck_assert_refuses(TARGET RUN
                      "expect: [{ compilations: 1, is: compiled, because: holds_locks }]\n",
                      "s.yaml:3:52: 'holds_locks' is not a reason for 'compiled', which has none");
    specs.count = 0;
    load_good(TARGET RUN "expect: [{ lock: A, is: kept, because: passed_to_call }]\n");
}
END_TEST

START_TEST(a_bound_that_nothing_can_violate_is_refused) {
    ck_assert_refuses(EXPECTS("{ rate: x, at_least: 0 }"),
                      "s.yaml:4:26: nothing is below 0: leave 'at_least' out, or expect more");
    ck_assert_refuses(EXPECTS("{ allocation: A, rate: { at_least: 0, at_most: 1 } }"),
                      "s.yaml:4:40: nothing is below 0: leave 'at_least' out, or expect more");
    ck_assert_refuses(EXPECTS("{ deoptimizations: { at_least: -1 } }"),
                      "s.yaml:4:36: nothing is below -1: leave 'at_least' out, or expect more");
    ck_assert_refuses(EXPECTS("{ rate: x, is: 0.5, epsilon: 100 }"),
                      "s.yaml:4:34: 0.5 ± 100 admits everything from never to every time: use a "
                      "smaller 'epsilon'");
    ck_assert_refuses(EXPECTS("{ lock: A, predicted: { is: 0.5, epsilon: 0.5 } }"),
                      "s.yaml:4:47: 0.5 ± 0.5 admits everything from never to every time: use a "
                      "smaller 'epsilon'");
    ck_assert_refuses(EXPECTS("{ call: A.bar, share: { at_most: 1 } }"),
                      "s.yaml:4:38: no share is above 1: leave 'at_most' out, or expect less");
    ck_assert_refuses(EXPECTS("{ evictions: 0.5 }"),
                      "s.yaml:4:18: this is a count, and no whole number is 0.5, so this never "
                      "holds");
    ck_assert_refuses(EXPECTS("{ compilations: { is: 1.5, epsilon: 0.4 } }"),
                      "s.yaml:4:21: this is a count, and no whole number is 1.5 ± 0.4, so this "
                      "never holds");
    ck_assert_refuses(EXPECTS("{ node: Phi, at_least: 1.25, at_most: 1.75 }"),
                      "s.yaml:4:5: this is a count, and no whole number is 1.25 to 1.75, so this "
                      "never holds");
    static const char *const counts[] = {
        EXPECTS("{ deoptimizations: 0.5 }"), EXPECTS("{ recompilations: 0.5 }"),
        EXPECTS("{ occupancy: 0.5 }"),       EXPECTS("{ working_set: 0.5 }"),
        EXPECTS("{ count: x, is: 0.5 }"),    EXPECTS("{ working_set: 1, bytes: 0.5 }"),
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        ck_assert_msg(!load(counts[i]), "accepted: %s", counts[i]);
        ck_assert_ptr_nonnull(strstr(message, "this is a count, and no whole number is 0.5"));
    }
    load_good(TARGET RUN "expect: [{ evictions: { at_least: 0.5 } }, { allocates: 0.5 }]\n");
    const struct spec *spec = load_good(
        TARGET
        "run: { call: A.foo, iterations: 50 }\nexpect: [{ count: x, is: 25, epsilon: 25 }]\n");
    ck_assert(!spec_check_false_alarms(spec, &error));
    ck_assert_str_eq(error.message, "25 ± 25 admits everything from never to every time in 50 "
                                    "iterations: use a smaller 'epsilon'");
    specs.count = 0;
    spec = load_good(
        TARGET
        "run: { call: A.foo, iterations: 51 }\nexpect: [{ count: x, is: 25, epsilon: 25 }]\n");
    ck_assert(spec_check_false_alarms(spec, &error));
    expects(EXPECTS("{ rate: x, at_most: 1 }"));
    expects(EXPECTS("{ rate: x, is: 0.01, epsilon: 0.02 }"));
    expects(EXPECTS("{ compilations: { is: 1, epsilon: 1 } }"));
}
END_TEST

START_TEST(a_bound_that_nothing_can_satisfy_is_refused) {
    static const char *const below[] = {"{ rate: x, is: -1 }", "{ count: x, at_most: -1 }",
                                        "{ allocates: -8 }", "{ allocation: A, bytes: -1 }"};
    for (size_t i = 0; i < sizeof below / sizeof *below; i++) {
        ck_assert(!load(arena_format(&arena, TARGET RUN "expect: [%s]\n", below[i])));
        ck_assert_str_eq(error.message, "nothing is below 0, so this never holds");
    }
    ck_assert_refuses(EXPECTS("{ call: A.bar, share: 1.5 }"),
                      "s.yaml:4:27: no share is above 1, so this never holds");
    ck_assert_refuses(EXPECTS("{ call: A.bar, share: { at_least: 2 } }"),
                      "s.yaml:4:27: no share is above 1, so this never holds");
}
END_TEST

START_TEST(places_and_calls_are_counted_from_one) {
    ck_assert_refuses(EXPECTS("{ allocation: { nth: 0 }, is: kept }"),
                      "s.yaml:4:26: 'nth' must be an integer from 1, not 0");
    ck_assert_refuses(EXPECTS("{ allocation: { line: 0 }, is: kept }"),
                      "s.yaml:4:27: 'line' must be an integer from 1, not 0");
    ck_assert_refuses(EXPECTS("{ compilations: 1, by_call: 0 }"),
                      "s.yaml:4:33: 'by_call' must be an integer from 1, not 0");
    ck_assert_refuses(EXPECTS("{ allocation: { nth: 2.0 }, is: kept }"),
                      "s.yaml:4:26: 'nth' must be an integer from 1, not 2.0: write 2");
}
END_TEST

START_TEST(what_is_not_known_says_where_it_is_listed) {
    ck_assert_refuses(EXPECTS("{ allocation: A, because: nonsense }"),
                      "s.yaml:4:31: unknown reason 'nonsense'; `jittest list reasons` lists them");
    ck_assert_refuses(EXPECTS("{ allocates: nothing }"),
                      "s.yaml:4:18: 'allocates' must be a number of bytes, or a map of bytes and "
                      "objects, not text");
    ck_assert_refuses(
        "relies_on: none\n" EXPECTS("{ rate: x, is: 1 }"),
        "s.yaml:1:12: 'none' needs the reason: write relies_on: { none: which part of "
        "the VM decides }");
}
END_TEST

#define LEDGER(text) AS(ledger, expects(EXPECTS(text)))

START_TEST(a_ledger_is_held_against_a_number_or_a_character) {
    ck_assert_double_eq(LEDGER("{ ledger: x, exactly_when: returned, equals: a }")->equals, 'a');
    ck_assert_refuses(
        EXPECTS("{ ledger: x, exactly_when: returned, equals: ab }"),
        "s.yaml:4:50: 'equals' must be true, false, a number or a character, not text");
}
END_TEST

START_TEST(expectations_mean_what_they_say) {
    const struct spec_expectation *rate = expects(EXPECTS("{ rate: x, is: 0.8, epsilon: 0.02 }"));
    const struct counter_expectation *wanted = AS(counter, rate);
    ck_assert_str_eq(rate->text, "rate: x");
    ck_assert_double_eq(wanted->hits.is, 0.8);
    ck_assert_double_eq(wanted->hits.epsilon, 0.02);
    ck_assert_int_eq(rate->place.line, 4);
    const struct site_expectation *call = AS(
        site, expects(EXPECTS("{ call: A.foo -> A.bar, is: not inlined, because: never_inline }")));
    ck_assert_str_eq(call->in_method, "A.foo");
    ck_assert_str_eq(call->subject, "A.bar");
    ck_assert_str_eq(call->is, "not inlined");
    ck_assert_str_eq(call->because, "never_inline");
    const struct site_expectation *site =
        AS(site, expects(EXPECTS("{ allocation: { in: A.foo, of: A, line: 1 }, predicted: 0 }")));
    ck_assert_int_eq(site->line, 1);
    ck_assert_double_eq(site->predicted.is, 0);
    ck_assert(isnan(site->rate.is));
    ck_assert_uint_eq(specs.items[0].profile, PROFILE_OF(SITE_ALLOCATION));
    ck_assert_double_eq(AS(deoptimizations, expects(EXPECTS("{ deoptimizations: 0 }")))->count.is,
                        0);
    ck_assert_int_eq(LEDGER("{ ledger: x, exactly_when: argument 2, equals: 5 }")->argument, 2);
    ck_assert_int_eq(AS(returns, expects(EXPECTS("{ returns: 3 }")))->outcome->kind,
                     OUTCOME_INTEGER);
    ck_assert_int_eq(AS(returns, expects(EXPECTS("{ returns: '3' }")))->outcome->kind,
                     OUTCOME_TEXT);
    ck_assert_int_eq(AS(returns, expects(EXPECTS("{ returns: null }")))->outcome->kind,
                     OUTCOME_NULL);
    ck_assert_int_eq(AS(returns, expects(EXPECTS("{ returns: { throws: E } }")))->outcome->kind,
                     OUTCOME_THREW);
}
END_TEST

START_TEST(lines_of_sites_count_from_the_first_line_of_the_java_text) {
#define LINES(line)                                                                                \
    "target:\n  java: |\n    class A {\n    }\n" RUN "expect: [{ allocation: { line: " line        \
    " }, is: kept }]\n"
    ck_assert_int_eq(AS(site, expects(LINES("2")))->line, 4);
    ck_assert_refuses(LINES("3"), "s.yaml:6:10: there is no line 3: the Java text has 2 lines");
}
END_TEST

static const struct site_expectation *via_of(const char *via) {
    const char *text = arena_format(&arena,
                                    "target:\n  java: |\n    class A {\n    }\n" RUN
                                    "expect: [{ allocation: { via: %s }, is: kept }]\n",
                                    via);
    return AS(site, expects(text));
}

START_TEST(the_inlined_path_of_a_site_is_written_with_arrows_or_as_a_list) {
    const char *const same[] = {"A.f -> A.g:2", "[A.f, 'A.g:2']", "[A.f->A.g:2]"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        const struct site_expectation *read = via_of(same[i]);
        ck_assert_uint_eq(read->via_count, 2);
        ck_assert_str_eq(read->via[0].method, "A.f");
        ck_assert_int_eq(read->via[0].line, 0);
        ck_assert_str_eq(read->via[1].method, "A.g");
        ck_assert_int_eq(read->via[1].line, 4);
    }
#define VIA(via)                                                                                   \
    "target:\n  java: |\n    class A {\n    }\n" RUN "expect: [{ allocation: { via: " via          \
    " }, is: kept }]\n"
    ck_assert_refuses(VIA("A.f:7"), "s.yaml:6:31: there is no line 7: the Java text has 2 lines");
    ck_assert_refuses(VIA("'A.f:x'"), "s.yaml:6:31: write a step of 'via' as 'T.f', or as "
                                      "'T.f:12' with the line of the call, not 'A.f:x'");
    ck_assert_refuses(VIA("A.f ->"), "s.yaml:6:31: a step of 'via' is missing: write 'T.f -> "
                                     "T.g', or a list of methods");
    ck_assert_refuses(VIA("{ a: b }"), "s.yaml:6:31: 'via' must be methods, as 'T.f -> T.g' or a "
                                       "list, not a map");
}
END_TEST

START_TEST(status_and_paths_are_kept) {
    const struct spec *spec = load_good(
        "target: { java_file: a/B.java, classpath: [/x] }\n" RUN EXPECT
        "skip: not today\nknown_failure: { why: it is, issue: 3 }\nrelies_on: [escape, gvn]\n");
    ck_assert_str_eq(spec->skip, "not today");
    ck_assert_str_eq(spec->known_failure, "it is (3)");
    ck_assert_uint_eq(spec->relies_on.count, 2);
    ck_assert_str_eq(spec->target.java_files.items[0].text, "a/B.java");
    ck_assert_str_eq(spec->target.class_path.items[0].text, "/x");
    ck_assert_int_eq(spec->known_verdict, VERDICT_FAIL);
    ck_assert_ptr_null(spec->relies_on_nothing);
    specs.count = 0;
    spec = load_good(TARGET RUN EXPECT "relies_on: { none: it does }\n");
    ck_assert_str_eq(spec->relies_on_nothing, "it does");
    ck_assert(!load(TARGET RUN EXPECT "known_failure: { issue: 3 }\n"));
    ck_assert_str_eq(message, "s.yaml:4:16: known_failure needs 'why': the reason, one sentence");
}
END_TEST

static char *read_all(FILE *file) {
    static char text[1 << 18];
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    return strdup(text);
}

START_TEST(the_reference_in_docs_is_the_printed_one) {
    FILE *printed = tmpfile(), *kept = fopen(SOURCE_DIR "/docs/spec-reference.md", "r");
    ck_assert_ptr_nonnull(kept);
    spec_reference_print(printed);
    char *a = read_all(printed), *b = read_all(kept);
    ck_assert_msg(strcmp(a, b) == 0,
                  "docs/spec-reference.md is old: jittest spec-reference > docs/spec-reference.md");
    free(a), free(b);
}
END_TEST

static void add_tests(TCase *tests) {
    tcase_add_test(tests, what_is_not_yaml_is_refused_with_its_place);
    tcase_add_test(tests, keys_are_checked_against_the_table);
    tcase_add_test(tests, all_that_is_wrong_is_told_at_once_in_the_order_of_lines);
    tcase_add_test(tests, a_reason_is_a_sentence);
    tcase_add_test(tests, a_fixed_number_of_calls_waits_for_nothing);
    tcase_add_test(tests, a_node_has_a_kind_a_step_and_a_number);
    tcase_add_test(tests, a_loop_has_a_place_and_what_was_done_to_it);
    tcase_add_test(tests, what_is_planned_is_not_called_unknown);
    tcase_add_test(tests, probes_are_rules_that_hit_counters);
    tcase_add_test(tests, probes_take_values_of_the_matrix);
    tcase_add_test(tests, files_of_profilers_have_tables_and_hit_counters_too);
    tcase_add_test(tests, a_target_needs_code_whose_lines_are_known);
    tcase_add_test(tests, java_knows_its_lines_and_columns_in_the_file);
    tcase_add_test(tests, arguments_are_refused_where_they_cannot_be_drawn);
    tcase_add_test(tests, options_of_the_vm_are_refused_where_it_could_not_start);
    tcase_add_test(tests, options_that_a_spec_gives_take_the_place_of_the_command_lines);
    tcase_add_test(tests, arguments_keep_how_they_were_written);
    tcase_add_test(tests, expectations_are_refused_when_they_say_nothing_or_too_much);
    tcase_add_test(tests, a_reason_that_the_decision_never_has_is_refused);
    tcase_add_test(tests, a_bound_that_nothing_can_violate_is_refused);
    tcase_add_test(tests, a_bound_that_nothing_can_satisfy_is_refused);
    tcase_add_test(tests, places_and_calls_are_counted_from_one);
    tcase_add_test(tests, what_is_not_known_says_where_it_is_listed);
    tcase_add_test(tests, a_ledger_is_held_against_a_number_or_a_character);
    tcase_add_test(tests, expectations_mean_what_they_say);
    tcase_add_test(tests, lines_of_sites_count_from_the_first_line_of_the_java_text);
    tcase_add_test(tests, the_inlined_path_of_a_site_is_written_with_arrows_or_as_a_list);
    tcase_add_test(tests, status_and_paths_are_kept);
    tcase_add_test(tests, the_reference_in_docs_is_the_printed_one);
}

int main(void) { return run_spec_tests("spec", add_tests); }
