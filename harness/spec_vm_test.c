/* What a spec says for some VMs alone. */
#include "harness/spec_testing.h"

#include "assertions/expectation.h"

static const char *const c2_tags[] = {"hotspot", "c2"};
static const struct vm_identity c2 = {.name = "hotspot",
                                      .command = c2_tags,
                                      .vm = "OpenJDK",
                                      .version = "21.0.1+2",
                                      .language = "class files",
                                      .tags = c2_tags,
                                      .tag_count = 2};

static const struct site_expectation *site_on(const struct vm_identity *vm, const char *text) {
    vm_choose(vm);
    const struct site_expectation *site = AS(site, expects(text));
    vm_choose(NULL);
    return site;
}

#define ALTERNATIVES                                                                               \
    EXPECTS("{ allocation: { in: A.foo, of: { own: A, c2: B } }, is: moved, "                      \
            "on: { hotspot: { is: kept, rate: 1 }, 'hotspot<17': { is: removed } } }")

START_TEST(an_expectation_is_another_on_another_vm) {
    const struct site_expectation *here = site_on(NULL, ALTERNATIVES);
    ck_assert_str_eq(here->is, "moved");
    ck_assert_str_eq(here->subject, "A");
    ck_assert(!bound_is_given(&here->rate));
    const struct site_expectation *there = site_on(&c2, ALTERNATIVES);
    ck_assert_str_eq(there->is, "kept");
    ck_assert_str_eq(there->subject, "B");
    ck_assert(bound_is_given(&there->rate));
}
END_TEST

START_TEST(conditions_compare_the_first_number_of_the_version) {
    static const struct {
        const char *condition;
        bool holds;
    } rows[] = {{"hotspot", true},     {"c2", true},          {"c1", false},   {"own", false},
                {"hotspot>=21", true}, {"hotspot>21", false}, {"c2<22", true}, {"c2<=20", false},
                {"hotspot=21", true},  {"hotspot=17", false}, {"hot", false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ck_assert_msg(vm_is(&c2, rows[i].condition) == rows[i].holds, "%s", rows[i].condition);
    ck_assert(vm_is(vm_own(), "own"));
}
END_TEST

START_TEST(mistakes_for_other_vms_show_wherever_the_spec_runs) {
    ck_assert_refuses(EXPECTS("{ returns: 1, on: { c2: { retruns: 2 } } }"),
                      "s.yaml:4:31: unknown key 'retruns', did you mean 'returns'?");
    ck_assert_refuses(
        EXPECTS("{ returns: 1, on: { 'c2>=x': { returns: 2 } } }"),
        "s.yaml:4:25: 'c2>=x' is no VM: write a name such as own, hotspot or c2, alone "
        "or with a version as in \"hotspot>=22\"");
    ck_assert_refuses(EXPECTS("{ returns: 1, on: c2 }"),
                      "s.yaml:4:23: 'on' has keys of this expectation for a VM, as in on: { c2: { "
                      "rate: 1 } }");
    ck_assert_refuses(EXPECTS("{ allocation: { in: A.foo, of: { c2: A } }, rate: 1 }"),
                      "s.yaml:4:36: 'of' has no name for own");
    ck_assert_refuses(TARGET RUN EXPECT "known_failure: { because: wrong, why: so, on: c2 }\n",
                      "s.yaml:4:18: unknown key 'because'; known are why, issue, verdict, on");
    ck_assert_refuses(TARGET RUN EXPECT "known_failure: { why: so, verdict: gone, on: c2 }\n",
                      "s.yaml:4:36: unknown verdict 'gone'; known are fail, crash, timeout, "
                      "not_evaluated");
    ck_assert_refuses(TARGET RUN EXPECT "skip: { on: c2 }\n",
                      "s.yaml:4:7: skip needs 'why': the reason, one sentence");
    ck_assert_refuses(TARGET RUN EXPECT "skip: { why: slow, on: { c2: yes } }\n",
                      "s.yaml:4:24: 'on' must be a name or a list of names, not a map");
    ck_assert_refuses(TARGET RUN EXPECT "skip: { why: slow, on: [c1, 'c2>='] }\n",
                      "s.yaml:4:29: 'c2>=' is no VM: write a name such as own, hotspot or c2, "
                      "alone or with a version as in \"hotspot>=22\"");
}
END_TEST

START_TEST(a_spec_is_skipped_and_known_to_fail_on_some_vms) {
    const char *text = TARGET RUN EXPECT "skip: { why: slow, on: [c2, c1] }\n"
                                         "known_failure: { why: wrong, on: own }\n";
    const struct spec *here = load_good(text);
    ck_assert_ptr_null(here->skip);
    ck_assert_ptr_nonnull(here->known_failure);
    vm_choose(&c2);
    specs.count = 0;
    const struct spec *there = load_good(text);
    vm_choose(NULL);
    ck_assert_str_eq(there->skip, "slow");
    ck_assert_ptr_null(there->known_failure);
}
END_TEST

START_TEST(a_spec_in_another_language_is_skipped) {
    static const char *const script = "target: { lua: 'function f() end', vm: own }\n"
                                      "run: { call: f, iterations: 10 }\n" EXPECT;
    ck_assert_str_eq(load_good(script)->skip, "the target is lua, and own takes class files");
    vm_choose(&c2);
    specs.count = 0;
    const char *there = load_good(script)->skip;
    vm_choose(NULL);
    ck_assert_str_eq(there, "the target is lua, and hotspot takes class files");
}
END_TEST

START_TEST(the_command_line_chooses_the_vm_whatever_specs_say) {
    const char *text =
        "target: { java: 'class A { static int foo() { return 1; } }', vm: own }\n" RUN EXPECT;
    ck_assert_ptr_eq(load_good(text)->vm, vm_own());
    vm_choose(&c2);
    specs.count = 0;
    const struct vm_identity *vm = load_good(text)->vm;
    vm_choose(NULL);
    ck_assert_ptr_eq(vm, &c2);
}
END_TEST

START_TEST(what_a_spec_relies_on_is_of_its_vm) {
    ck_assert_int_eq(load_good(TARGET RUN EXPECT "relies_on: [escape]\n")->relies_on.count, 1);
    const struct spec *here =
        (specs.count = 0, load_good(TARGET RUN EXPECT "relies_on: { own: [gvn], c2: [X] }\n"));
    ck_assert_str_eq(here->relies_on.items[0].text, "gvn");
    vm_choose(&c2);
    specs.count = 0;
    ck_assert_int_eq(load_good(TARGET RUN EXPECT "relies_on: [escape]\n")->relies_on.count, 0);
    vm_choose(NULL);
}
END_TEST

START_TEST(options_of_other_vms_need_one) {
    const char *text =
        TARGET RUN EXPECT "compiler: { tier: c1, background: true, vm_options: ['-XX:-Inline'] }\n";
    ck_assert_refuses(text,
                      "s.yaml:4:19: 'tier' is for other VMs: say which one by target.vm or --vm");
    vm_choose(&c2);
    specs.count = 0;
    const struct compiler_spec *compiler = &load_good(text)->compiler;
    vm_choose(NULL);
    ck_assert_str_eq(compiler->tier, "c1");
    ck_assert(compiler->is_in_background);
    ck_assert_str_eq(compiler->vm_options.items[0].text, "-XX:-Inline");
}
END_TEST

START_TEST(an_unknown_vm_is_an_error_with_the_known_ones) {
    ck_assert_refuses("target: { java: 'class A {}', vm: hotspit }\n" RUN EXPECT,
                      "s.yaml:1:35: unknown VM 'hotspit', did you mean 'hotspot'?");
}
END_TEST

static void add(TCase *tests) {
    tcase_add_test(tests, an_expectation_is_another_on_another_vm);
    tcase_add_test(tests, conditions_compare_the_first_number_of_the_version);
    tcase_add_test(tests, mistakes_for_other_vms_show_wherever_the_spec_runs);
    tcase_add_test(tests, a_spec_is_skipped_and_known_to_fail_on_some_vms);
    tcase_add_test(tests, a_spec_in_another_language_is_skipped);
    tcase_add_test(tests, the_command_line_chooses_the_vm_whatever_specs_say);
    tcase_add_test(tests, what_a_spec_relies_on_is_of_its_vm);
    tcase_add_test(tests, options_of_other_vms_need_one);
    tcase_add_test(tests, an_unknown_vm_is_an_error_with_the_known_ones);
}

int main(void) { return run_spec_tests("specs for several VMs", add); }
