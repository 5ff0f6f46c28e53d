/* The whole harness on the target `fake`: what the commands print and how they exit. */
#define _GNU_SOURCE
#include "harness/cli.h"

#include "base/check_run.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "harness/target.h"
#include "harness/spec_files.h"

static char output[1 << 20];

/* A spec whose target says [word] and which expects a rate of [rate] and [more]. */
static void write_usual(const char *name, const char *word, const char *rate, const char *more) {
    write_file(name,
               "target:\n"
               "  java: |\n"
               "    class A { /* %s */ Probe.hit(\"allocated\"); }\n"
               "run:\n"
               "  call: A.foo\n"
               "  args: [{ likely: 0.8 }]\n"
               "  iterations: 10000\n"
               "expect:\n"
               "  - rate: allocated\n"
               "    is: %s\n"
               "    epsilon: 0.02\n"
               "%s",
               word, rate, more);
}

static int run_with(int out, const char *const *words, int count) {
    char *copies[32] = {"jittest"};
    for (int i = 0; i < count; i++) copies[i + 1] = (char *)words[i];
    fflush(NULL);
    pid_t process = fork();
    if (process == 0) {
        dup2(out, STDOUT_FILENO);
        dup2(out, STDERR_FILENO);
        if (chdir(directory) != 0) _exit(99);
        int code = cli_main(count + 1, copies);
        fflush(NULL);
        _exit(code);
    }
    int status;
    waitpid(process, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

/* Leaves the position alone, at which a child may write. */
static void read_output(FILE *file) {
    ssize_t length = pread(fileno(file), output, sizeof output - 1, 0);
    output[length > 0 ? length : 0] = 0;
}

/* Runs jittest in the directory of the specs; its output is in [output]. */
static int run(int count, ...) {
    const char *words[32];
    va_list list;
    va_start(list, count);
    for (int i = 0; i < count; i++) words[i] = va_arg(list, const char *);
    va_end(list);
    FILE *file = tmpfile();
    int code = run_with(fileno(file), words, count);
    read_output(file);
    fclose(file);
    return code;
}

#define ck_assert_says(text)                                                                       \
    ck_assert_msg(strstr(output, text), "'%s' is not in:\n%s", text, output)

START_TEST(a_spec_that_holds_is_green) {
    write_usual("good.yaml", "", "0.8", "  - ledger: allocated\n    exactly_when: argument 0\n");
    ck_assert_int_eq(run(3, "-v", "-j2", "."), EXIT_GREEN);
    ck_assert_says("PASS");
    ck_assert_says("compiled and interpreted runs agree");
}
END_TEST

START_TEST(without_its_phase_it_is_red_and_says_the_rate) {
    write_usual("good.yaml", "", "0.8", "");
    ck_assert_int_eq(run(3, "--without", "escape", "good.yaml"), EXIT_RED);
    ck_assert_says("good.yaml:9:5: rate: allocated");
    ck_assert_says("10000 of 10000");
    ck_assert_says("reproduce: jittest --without escape good.yaml");
}
END_TEST

START_TEST(crashes_and_hangs_are_results_and_others_go_on) {
    write_usual("a.yaml", "CRASH", "0.8", "");
    write_usual("b.yaml", "HANG", "0.8", "");
    write_usual("c.yaml", "", "0.8", "");
    ck_assert_int_eq(run(4, "-j2", "--timeout", "5", "."), EXIT_RED);
    ck_assert_says("CRASH");
    ck_assert_says("SIGSEGV");
    ck_assert_says("stack:");
    ck_assert_says("after 5 s, compiling A.foo(Z)I (gvn), in warm-up call 11\n");
    ck_assert_says("PASS");
}
END_TEST

START_TEST(a_dead_worker_is_a_fault_of_the_harness) {
    write_usual("a.yaml", "KILL_WORKER", "0.8", "");
    write_usual("b.yaml", "", "0.8", "");
    ck_assert_int_eq(run(2, "-j1", "."), EXIT_FAULT);
    ck_assert_says("fault of the harness: the worker process was killed by SIGKILL");
    ck_assert_says("PASS");
}
END_TEST

START_TEST(compiled_code_that_disagrees_with_the_interpreter_is_red_unasked) {
    write_usual("a.yaml", "WRONG", "0.8", "");
    ck_assert_int_eq(run(1, "."), EXIT_RED);
    ck_assert_says("when interpreted, but returned");
    ck_assert_says("execution 390");
}
END_TEST

START_TEST(a_spec_under_an_allocation_that_fails_need_only_survive) {
    write_usual("a.yaml", "", "0.1", "");
    ck_assert_int_eq(run(1, "."), EXIT_RED);
    ck_assert_int_eq(run(3, "--stress", "fail=50", "."), EXIT_GREEN);
    ck_assert_int_eq(run(4, "-v", "--stress", "fail=50", "."), EXIT_GREEN);
    ck_assert_says("survives an allocation that fails");
    write_usual("a.yaml", "WRONG", "0.1", "");
    ck_assert_int_eq(run(3, "--stress", "fail=50", "."), EXIT_RED);
    ck_assert_says("when interpreted, but returned");
    write_usual("a.yaml", "", "0.1", "known_failure: { why: it is slow }\n");
    ck_assert_int_eq(run(1, "."), EXIT_GREEN);
    ck_assert_int_eq(run(4, "-v", "--stress", "fail=50", "."), EXIT_GREEN);
    ck_assert_says("PASS: a");
    ck_assert_int_eq(run(3, "--stress", "fail=0", "."), EXIT_USAGE);
    ck_assert_says("--stress is collect, tlab or fail=N, not 'fail=0'");
}
END_TEST

START_TEST(bytes_that_no_probe_saw_are_red_unasked) {
    const char *allocation = "  - allocation: A\n    is: moved\n";
    write_usual("a.yaml", "", "0.8", allocation);
    ck_assert_int_eq(run(1, "."), EXIT_GREEN);
    write_usual("a.yaml", "LEAK", "0.8", allocation);
    ck_assert_int_eq(run(1, "."), EXIT_RED);
    ck_assert_says("by the probes");
    write_usual("a.yaml", "TWICE", "0.8", allocation);
    ck_assert_int_eq(run(1, "."), EXIT_RED);
    ck_assert_says("by the probes");
}
END_TEST

START_TEST(probes_that_change_what_the_compiler_does_are_red_unasked) {
    write_usual("a.yaml", "", "0.8", "");
    ck_assert_int_eq(run(1, "."), EXIT_GREEN);
    write_usual("a.yaml", "PERTURB", "0.8", "");
    ck_assert_int_eq(run(1, "."), EXIT_RED);
    ck_assert_says("graph of A.foo(Z)I 'optimised: x', without inserted code graph of A.foo(Z)I "
                   "'optimised: y'");
    write_usual("a.yaml", "PERTURB THREADS", "0.8", "");
    ck_assert_int_eq(run(2, "-v", "."), EXIT_GREEN);
    ck_assert_says("not compared: the target starts threads");
}
END_TEST

START_TEST(never_compiled_and_deoptimised_are_not_evaluated) {
    write_usual("a.yaml", "NEVER", "0.8", "");
    ck_assert_int_eq(run(1, "."), EXIT_RED);
    ck_assert_says("never compiled: the bytecode has an irreducible loop");
    write_usual("a.yaml", "DEOPT", "0.8", "");
    ck_assert_int_eq(run(1, "."), EXIT_RED);
    ck_assert_says("90 of 10000 executions ran in compiled code that stayed valid");
}
END_TEST

START_TEST(spec_errors_are_red_and_exit_2_while_others_run) {
    write_usual("a.yaml", "", "0.8", "iteration: 5\n");
    write_usual("b.yaml", "SYNTAX", "0.8", "");
    write_usual("c.yaml", "", "0.8", "relies_on: [escap]\n");
    write_usual("d.yaml", "", "0.8", "  - count: alocated\n    is: 0\n");
    write_usual("e.yaml", "", "0.8", "");
    ck_assert_int_eq(run(1, "."), EXIT_USAGE);
    ck_assert_says("./a.yaml:12:1: unknown key 'iteration'");
    ck_assert_says("./b.yaml:3:5: ';' expected");
    ck_assert_says("./c.yaml:12:13: unknown phase or rule 'escap', did you mean 'escape'?");
    ck_assert_says("./d.yaml:12:12: unknown counter 'alocated', did you mean 'allocated'?");
    ck_assert_says("PASS");
}
END_TEST

START_TEST(a_rate_that_chance_alone_would_miss_is_a_spec_error) {
    write_usual("a.yaml", "", "0.5", "");
    ck_assert_int_eq(run(1, "."), EXIT_USAGE);
    ck_assert_says(
        "a.yaml:9:5: a correct compiler would fail 'rate: allocated' with probability 6");
    ck_assert_says("iterations, or an epsilon of");
}
END_TEST

START_TEST(nothing_selected_is_not_success) {
    ck_assert_int_eq(run(1, "."), EXIT_USAGE);
    ck_assert_says("no test selected");
    write_usual("a.yaml", "", "0.8", "");
    ck_assert_int_eq(run(3, "--filter", "zzz", "."), EXIT_USAGE);
    ck_assert_says("nothing matches 'zzz'");
    ck_assert_int_eq(run(1, "missing"), EXIT_USAGE);
    ck_assert_int_eq(run(0), EXIT_USAGE);
    ck_assert_int_eq(run(3, "--without", "escap", "."), EXIT_USAGE);
    ck_assert_says("did you mean 'escape'");
    ck_assert_int_eq(run(2, "--wat", "."), EXIT_USAGE);
    ck_assert_int_eq(run(2, "-j0", "."), EXIT_USAGE);
    ck_assert_int_eq(run(2, "-j0x2", "."), EXIT_USAGE);
    ck_assert_int_eq(run(3, "--timeout", "0x5", "."), EXIT_USAGE);
}
END_TEST

START_TEST(list_prints_names_and_runs_nothing) {
    write_usual("b.yaml", "CRASH", "0.8", "matrix: { p: [1, 2] }\nskip: $p\n");
    write_usual("a.yaml", "CRASH", "0.8", "");
    ck_assert_int_eq(run(2, "--list", "."), EXIT_GREEN);
    ck_assert_str_eq(output, "a\nb [p=1]\nb [p=2]\n");
    ck_assert_int_eq(run(4, "--list", "--filter", "[p=2]", "."), EXIT_GREEN);
    ck_assert_str_eq(output, "b [p=2]\n");
}
END_TEST

START_TEST(a_combination_is_found_by_the_name_that_is_shown) {
    write_usual("b.yaml", "", "0.8", "matrix: { p: [\"1\\n2\", 3] }\nskip: $p\n");
    ck_assert_int_eq(run(4, "--list", "--filter", "[p=1 2]", "."), EXIT_GREEN);
    ck_assert_str_eq(output, "b [p=1 2]\n");
}
END_TEST

START_TEST(known_failures_are_green_until_they_pass) {
    const char *known = "known_failure: { why: it is known, issue: 7 }\n";
    write_usual("a.yaml", "", "0.9", known);
    ck_assert_int_eq(run(1, "."), EXIT_GREEN);
    ck_assert_says("KNOWN FAILURE");
    write_usual("a.yaml", "", "0.8", known);
    ck_assert_int_eq(run(1, "."), EXIT_RED);
    ck_assert_says("UNEXPECTED PASS");
    write_usual("a.yaml", "CRASH", "0.3", "skip: not today\n");
    ck_assert_int_eq(run(1, "."), EXIT_GREEN);
    ck_assert_says("not today");
}
END_TEST

START_TEST(a_known_failure_covers_the_end_that_it_names_and_no_other) {
    write_usual("a.yaml", "CRASH", "0.8", "known_failure: { why: it is slow }\n");
    ck_assert_int_eq(run(1, "."), EXIT_RED);
    ck_assert_says("CRASH: a");
    ck_assert_says("the known failure (it is slow) is a FAIL");
    write_usual("a.yaml", "CRASH", "0.8", "known_failure: { why: it dies, verdict: crash }\n");
    ck_assert_int_eq(run(1, "."), EXIT_GREEN);
    write_usual("a.yaml", "", "0.9", "known_failure: { why: it dies, verdict: crash }\n");
    ck_assert_int_eq(run(1, "."), EXIT_RED);
    write_usual("a.yaml", "NEVER", "0.8", "known_failure: { why: it is slow }\n");
    ck_assert_int_eq(run(1, "."), EXIT_RED);
    write_usual("a.yaml", "NEVER", "0.8",
                "known_failure: { why: it waits, verdict: not_evaluated }\n");
    ck_assert_int_eq(run(1, "."), EXIT_GREEN);
    write_usual("a.yaml", "", "0.8", "known_failure: { why: it waits, verdict: crashes }\n");
    ck_assert_int_eq(run(1, "."), EXIT_USAGE);
    ck_assert_says("unknown verdict 'crashes', did you mean 'crash'?");
}
END_TEST

START_TEST(prove_wants_every_spec_red_without_what_it_relies_on) {
    write_usual("a.yaml", "", "0.8", "relies_on: [escape]\n");
    ck_assert_int_eq(run(2, "prove", "."), EXIT_GREEN);
    write_usual("b.yaml", "", "0.8", "relies_on: [gvn, escape]\n");
    write_usual("c.yaml", "", "0.8", "");
    int code = run(2, "prove", ".");
    ck_assert_msg(code == EXIT_RED, "%s", output);
    ck_assert_says("a without escape");
    ck_assert_says("the spec does not rely on it, or does not observe it");
    ck_assert_says("without relies_on nothing shows that the spec can fail");
}
END_TEST

START_TEST(coverage_lists_what_no_spec_pins) {
    write_usual("a.yaml", "", "0.8", "relies_on: [escape, size=3]\n");
    ck_assert_int_eq(run(3, "prove", "--coverage", "."), EXIT_RED);
    ck_assert_says("rule     gvn                      no spec fails without it: NOT EXPLAINED");
    ck_assert_says("limit    size                     no spec fails with a smaller one");
    ck_assert_says("reason   irreducible_loop         no spec asks for it: no Java source makes");
    ck_assert_ptr_null(strstr(output, "rule     escape"));
    write_usual("a.yaml", "", "0.8", "relies_on: [escape, size=1, size=4]\n");
    run(3, "prove", "--coverage", ".");
    ck_assert_ptr_null(strstr(output, "limit    size"));
    write_usual("a.yaml", "", "0.8", "relies_on: [escape, size=0.9, size=5]\n");
    run(3, "prove", "--coverage", ".");
    ck_assert_says("limit    size                     no spec fails with another one");
    ck_assert_int_eq(run(2, "prove", "."), EXIT_GREEN);
    ck_assert_ptr_null(strstr(output, "NOT EXPLAINED"));
}
END_TEST

START_TEST(a_spec_that_goes_red_for_want_of_evidence_is_no_proof) {
    write_usual("a.yaml", "NEEDS_ESCAPE", "0.8", "relies_on: escape\n");
    ck_assert_int_eq(run(2, "prove", "."), EXIT_RED);
    ck_assert_says("observed  1 of 1 tests went red for lack of evidence");
    ck_assert_says("NOT EVALUATED: a without escape: rate of allocated was not evaluated: "
                   "A.foo(Z)I was never compiled");
    write_usual("a.yaml", "CRASH", "0.8", "relies_on: escape\n");
    ck_assert_int_eq(run(2, "prove", "."), EXIT_RED);
    ck_assert_says("because   the spec could not be evaluated");
}
END_TEST

START_TEST(what_fails_in_part_is_a_proof_though_the_rest_is_not_known) {
    write_file("a.yaml", "target: { java: 'class A { \"allocated\" /* UNTOLD */ }' }\n"
                         "run: { call: A.foo, args: [false], iterations: 100 }\n"
                         "expect: [{ allocation: A, is: moved, predicted: 0.5 }]\n"
                         "relies_on: escape\n");
    ck_assert_int_eq(run(3, "--without", "escape", "."), EXIT_RED);
    ck_assert_says("NOT EVALUATED: a (1 of 1)");
    ck_assert_int_eq(run(2, "prove", "."), EXIT_GREEN);
}
END_TEST

START_TEST(a_spec_that_rests_on_no_phase_says_why) {
    write_usual("a.yaml", "", "0.8", "relies_on: { none: the runtime decides }\n");
    ck_assert_int_eq(run(2, "prove", "."), EXIT_GREEN);
    ck_assert_says("SKIP: a relies on no phase");
    ck_assert_says("the runtime decides");
    write_usual("a.yaml", "", "0.8", "relies_on: { none: }\n");
    ck_assert_int_eq(run(2, "prove", "."), EXIT_USAGE);
    ck_assert_says("'none' must be text, not nothing");
}
END_TEST

START_TEST(lint_tells_what_is_vacuous_with_its_place_and_cure) {
    write_usual("a.yaml", "", "0.8", "relies_on: escape\n");
    ck_assert_int_eq(run(2, "lint", "."), EXIT_GREEN);
    ck_assert_str_eq(output, "0 findings in 1 spec\n");
    write_usual("a.yaml", "", "0.8", "  - count: allocated\n    at_least: 1\nrelies_on: escape\n");
    ck_assert_int_eq(run(2, "lint", "."), EXIT_RED);
    ck_assert_str_eq(output,
                     "./a.yaml:12:5: count: allocated: it holds with every phase of the compiler "
                     "switched off too\n"
                     "    expect what the compiler decides (is, because, predicted), or say why "
                     "not (control: ...)\n1 finding in 1 spec\n");
    write_usual("a.yaml", "", "0.8",
                "  - count: allocated\n    at_least: 1\n    control: it is made at all\n"
                "relies_on: escape\n");
    ck_assert_int_eq(run(2, "lint", "."), EXIT_GREEN);
    write_usual("a.yaml", "", "0.8", "    control: it is made at all\nrelies_on: escape\n");
    ck_assert_int_eq(run(2, "lint", "."), EXIT_RED);
    ck_assert_says("it does not hold with every phase of the compiler switched off");
    write_usual("a.yaml", "", "0.8", "");
    ck_assert_int_eq(run(2, "lint", "."), EXIT_RED);
    ck_assert_says("./a.yaml:1:1: nothing shows that this spec can fail");
    write_usual("a.yaml", "", "0.9", "relies_on: escape\n");
    ck_assert_int_eq(run(2, "lint", "."), EXIT_RED);
    ck_assert_str_eq(output, "./a.yaml:1:1: it is not green, so it was not run without phases\n    "
                             "see what `jittest` says of it first\n1 finding in 1 "
                             "spec\n");
    write_usual("a.yaml", "", "0.8", "relies_on: { none: the runtime decides }\n");
    ck_assert_int_eq(run(2, "lint", "."), EXIT_RED);
    ck_assert_says("./a.yaml:9:5: rate: allocated: it fails with every phase of the compiler "
                   "switched off, and the spec says that it relies on none");
    write_usual("a.yaml", "", "0.9", "relies_on: escape\nknown_failure: { why: it is slow }\n");
    ck_assert_int_eq(run(2, "lint", "."), EXIT_GREEN);
    write_usual("a.yaml", "", "0.8",
                "  - count: allocated\n    at_least: 1\nrelies_on: [escape, size=1]\n");
    ck_assert_int_eq(run(2, "lint", "."), EXIT_GREEN);
    write_usual("a.yaml", "NEVER", "0.8", "relies_on: escape\n");
    ck_assert_int_eq(run(2, "lint", "."), EXIT_RED);
    ck_assert_says("./a.yaml:9:5: rate: allocated: nothing was measured for it\n    A.foo(Z)I was "
                   "never compiled");
    write_usual("a.yaml", "", "0.8", "  - count: allocated\n    at_least: 0\nrelies_on: escape\n");
    ck_assert_int_eq(run(2, "lint", "."), EXIT_USAGE);
    ck_assert_says("./a.yaml:13:15: nothing is below 0: leave 'at_least' out, or expect more");
}
END_TEST

START_TEST(lint_says_once_what_a_spec_lacks) {
    const char *text = "target: { java: 'class A { \"allocated\" }' }\n"
                       "run: { call: A.foo, args: [{ likely: 0.8 }], iterations: 100 }\n"
                       "expect: [{ deoptimizations: 0 }]\n";
    write_file("a.yaml", "%s", text);
    ck_assert_int_eq(run(2, "lint", "."), EXIT_RED);
    ck_assert_says("nothing shows that this spec can fail");
    ck_assert_says("1 finding in 1 spec");
    write_file("a.yaml", "%srelies_on: escape\n", text);
    ck_assert_int_eq(run(2, "lint", "."), EXIT_RED);
    ck_assert_says("all of it holds with every phase of the compiler switched off too");
}
END_TEST

START_TEST(lint_looks_at_no_spec_of_which_one_combination_is_red) {
    write_file("m.yaml", "matrix: { p: [0.1, 0.8] }\n"
                         "target: { java: 'class A { \"allocated\" }' }\n"
                         "run: { call: A.foo, args: [{ likely: 0.8 }], iterations: 10000 }\n"
                         "expect: [{ rate: allocated, is: $p, epsilon: 0.02 }]\n"
                         "relies_on: escape\n");
    ck_assert_int_eq(run(2, "lint", "."), EXIT_RED);
    ck_assert_says("it is not green, so it was not run without phases");
}
END_TEST

START_TEST(list_prints_what_specs_may_name) {
    ck_assert_int_eq(run(2, "list", "phases"), EXIT_GREEN);
    ck_assert_says("escape");
    ck_assert_int_eq(run(2, "list", "reasons"), EXIT_GREEN);
    ck_assert_says("does_not_escape          it does not escape (virtualised, lock removed)");
    ck_assert_int_eq(run(2, "list", "events"), EXIT_GREEN);
    ck_assert_says("lock_kept                lock kept; of: class");
    ck_assert_int_eq(run(1, "list"), EXIT_GREEN);
    ck_assert_says("sabotages                what `sabotage` accepts");
    ck_assert_int_eq(run(3, "list", "phases", "reson"), EXIT_USAGE);
    ck_assert_str_eq(output, "jittest: unknown list 'reson', did you mean 'reasons'?\n");
}
END_TEST

START_TEST(prove_is_content_when_one_combination_goes_red) {
    write_file("m.yaml", "matrix: { p: [0.8, 1] }\n"
                         "target: { java: 'class A { \"allocated\" }' }\n"
                         "run: { call: A.foo, args: [{ likely: $p }], iterations: 10000 }\n"
                         "expect: [{ rate: allocated, is: $p, epsilon: 0.02 }]\n"
                         "relies_on: escape\n");
    ck_assert_int_eq(run(3, "prove", "-v", "."), EXIT_GREEN);
    ck_assert_says("1 of 2 tests fail");
}
END_TEST

START_TEST(explain_tells_decisions_draws_and_sites) {
    write_usual("a.yaml", "", "0.8", "  - allocation: A\n    is: moved\n");
    ck_assert_int_eq(run(3, "explain", "--graphs", "a.yaml"), EXIT_GREEN);
    ck_assert_says("compiled at call 10");
    ck_assert_says("argument 0  likely: 0.8: true in");
    ck_assert_says("materialised A");
    ck_assert_says("it is passed to a call");
    ck_assert_says("allocation of A at A.foo(Z)I:0 (line 3)\n    10000 reached, ");
    ck_assert_says(" took effect: rate 0.8");
    ck_assert_says(
        ", predicted 0.5000 per call\n    virtualised\n    materialised: it is passed to "
        "a call\n");
    ck_assert_says("the graph of A.foo(Z)I");
}
END_TEST

START_TEST(the_same_seed_gives_the_same_draws_on_any_number_of_workers) {
    static char first[sizeof output];
    write_usual("a.yaml", "", "0.8", "");
    run(5, "explain", "-j1", "--seed", "5", ".");
    strcpy(first, output);
    run(5, "explain", "-j3", "--seed", "5", ".");
    ck_assert_str_eq(first, output);
    run(5, "explain", "-j3", "--seed", "6", ".");
    ck_assert_str_ne(first, output);
}
END_TEST

START_TEST(reports_go_to_files_and_a_full_disk_is_a_fault) {
    write_usual("a.yaml", "SPEAK", "0.8", "");
    ck_assert_int_eq(
        run(7, "--tap", "out.tap", "--json", "out.json", "--junit-xml", "out.xml", "."),
        EXIT_GREEN);
    char path[512];
    snprintf(path, sizeof path, "%s/out.xml", directory);
    ck_assert_int_eq(access(path, R_OK), 0);
    ck_assert_int_eq(run(3, "--tap", "-", "."), EXIT_GREEN);
    ck_assert_says("TAP version 14");
    ck_assert_int_eq(run(3, "--tap", "/missing/out.tap", "."), EXIT_USAGE);
    ck_assert_int_eq(run(3, "--json", "/dev/full", "."), EXIT_FAULT);
    const char *words[] = {"."};
    int full = open("/dev/full", O_WRONLY);
    ck_assert_int_eq(run_with(full, words, 1), EXIT_FAULT);
    close(full);
}
END_TEST

START_TEST(ctrl_c_leaves_a_partial_report_and_exits_130) {
    write_usual("a.yaml", "", "0.8", "");
    write_usual("b.yaml", "HANG", "0.8", "");
    char command[700];
    char *words[] = {"jittest", "-j1", "."};
    FILE *file = tmpfile();
    pid_t process = fork();
    if (process == 0) {
        dup2(fileno(file), STDOUT_FILENO);
        if (chdir(directory) != 0) _exit(99);
        int code = cli_main(3, words);
        fflush(NULL);
        _exit(code);
    }
    while (read_output(file), !strstr(output, "PASS")) usleep(10000);
    kill(process, SIGINT);
    int status;
    waitpid(process, &status, 0);
    read_output(file);
    fclose(file);
    snprintf(command, sizeof command, "%d", WEXITSTATUS(status));
    ck_assert_str_eq(command, "130");
    ck_assert_says("PASS");
}
END_TEST

START_TEST(help_and_reference_are_made_from_the_tables) {
    ck_assert_int_eq(run(1, "--help"), EXIT_GREEN);
    ck_assert_says("--junit-xml FILE");
    ck_assert_says("-j, --jobs N");
    ck_assert_int_eq(run(1, "--version"), EXIT_GREEN);
    ck_assert_int_eq(run(1, "spec-reference"), EXIT_GREEN);
    ck_assert_says("| `iterations` | an integer from 0 | required |");
    ck_assert_int_eq(run(1, "profiler-reference"), EXIT_GREEN);
    ck_assert_says("| `top` | an integer from 1 | all | at most this many rows |");
}
END_TEST

int main(void) {
    target_choose("fake");
    Suite *suite = suite_create("cli");
    TCase *test_case = tcase_create("cli");
    tcase_set_timeout(test_case, 60);
    tcase_add_checked_fixture(test_case, directory_make, directory_remove);
    tcase_add_test(test_case, a_spec_that_holds_is_green);
    tcase_add_test(test_case, without_its_phase_it_is_red_and_says_the_rate);
    tcase_add_test(test_case, crashes_and_hangs_are_results_and_others_go_on);
    tcase_add_test(test_case, a_dead_worker_is_a_fault_of_the_harness);
    tcase_add_test(test_case, compiled_code_that_disagrees_with_the_interpreter_is_red_unasked);
    tcase_add_test(test_case, a_spec_under_an_allocation_that_fails_need_only_survive);
    tcase_add_test(test_case, bytes_that_no_probe_saw_are_red_unasked);
    tcase_add_test(test_case, probes_that_change_what_the_compiler_does_are_red_unasked);
    tcase_add_test(test_case, never_compiled_and_deoptimised_are_not_evaluated);
    tcase_add_test(test_case, spec_errors_are_red_and_exit_2_while_others_run);
    tcase_add_test(test_case, a_rate_that_chance_alone_would_miss_is_a_spec_error);
    tcase_add_test(test_case, nothing_selected_is_not_success);
    tcase_add_test(test_case, list_prints_names_and_runs_nothing);
    tcase_add_test(test_case, a_combination_is_found_by_the_name_that_is_shown);
    tcase_add_test(test_case, known_failures_are_green_until_they_pass);
    tcase_add_test(test_case, a_known_failure_covers_the_end_that_it_names_and_no_other);
    tcase_add_test(test_case, a_spec_that_goes_red_for_want_of_evidence_is_no_proof);
    tcase_add_test(test_case, what_fails_in_part_is_a_proof_though_the_rest_is_not_known);
    tcase_add_test(test_case, a_spec_that_rests_on_no_phase_says_why);
    tcase_add_test(test_case, lint_tells_what_is_vacuous_with_its_place_and_cure);
    tcase_add_test(test_case, lint_says_once_what_a_spec_lacks);
    tcase_add_test(test_case, lint_looks_at_no_spec_of_which_one_combination_is_red);
    tcase_add_test(test_case, list_prints_what_specs_may_name);
    tcase_add_test(test_case, prove_wants_every_spec_red_without_what_it_relies_on);
    tcase_add_test(test_case, coverage_lists_what_no_spec_pins);
    tcase_add_test(test_case, prove_is_content_when_one_combination_goes_red);
    tcase_add_test(test_case, explain_tells_decisions_draws_and_sites);
    tcase_add_test(test_case, the_same_seed_gives_the_same_draws_on_any_number_of_workers);
    tcase_add_test(test_case, reports_go_to_files_and_a_full_disk_is_a_fault);
    tcase_add_test(test_case, ctrl_c_leaves_a_partial_report_and_exits_130);
    tcase_add_test(test_case, help_and_reference_are_made_from_the_tables);
    suite_add_tcase(suite, test_case);
    return check_run(suite);
}
