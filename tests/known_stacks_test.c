/* Stacks that samples found before: what is counted of them waits until it is read, and is what would have been counted at once. */
#include "tests/sampled_calls.h"

#include <inttypes.h>

/* Where contexts are kept, each sample asks for its own; else those of a stack that was there before add to what that one did. */
static void assert_known(struct run *run, int levels, bool evicts) {
    struct sampled known = {0}, asked[2] = {0};
    execute_in(run, levels, evicts, &known);
    run->rules = 2;
    execute_in(run, levels, evicts, asked);
    assert_equal(&asked[0], &known);
    release(&known);
    release(&asked[0]);
    release(&asked[1]);
}

START_TEST(stacks_that_are_known_count_as_those_that_are_not) {
    static const int levels[] = {1, 3, VM_ALL_LEVELS};
    struct run run = {kinds, kinds_apart,
                      20,    _i % 2 ? 5 : NEVER,
                      1,     {.every_polls = 2, .window = 3, .stride = 2}};
    assert_known(&run, levels[_i / 2], false);
}
END_TEST

START_TEST(receivers_of_the_same_stack_are_told_apart) {
    static const char *const apart[] = {"A.of", "T.f", NULL};
    struct run run = {
        "class A { int of(int k) { return k; } } class B extends A { }"
        "class T { static int f(int n) { int s = 0; A a = n % 2 == 0 ? new A() : new B();"
        "    for (int i = 0; i < 20; i++) s += a.of(i);"
        "    return s; } }",
        apart,
        20,
        _i ? 5 : NEVER,
        1,
        {.every_polls = 2, .window = 3, .stride = 2}};
    assert_known(&run, VM_ALL_LEVELS, false);
}
END_TEST

/* The one caller has the addresses of the other then. */
static const char in_turn[] =
    "interface I { int go(int k); }"
    "class A implements I { public int go(int k) { return T.leaf(k) * 3; } }"
    "class B implements I { public int go(int k) { return T.leaf(k) * 5; } }"
    "class T { static int leaf(int k) { return k + 1; }"
    "  static int f(int n) { int s = 0; I callee = n % 2 == 0 ? new A() : new B();"
    "    for (int i = 0; i < 100; i++) s += callee.go(i);"
    "    return s; } }";
static const char *const in_turn_apart[] = {"T.leaf", "A.go", "B.go", "T.f", NULL};

START_TEST(stacks_of_code_that_is_released_are_forgotten) {
    struct run run = {
        in_turn, in_turn_apart, 8, 20, 1, {.every_polls = 2, .window = 3, .stride = 2}};
    assert_known(&run, 1, true);
}
END_TEST

/* Each call is the sample of a stack of its own: 32,767 in one call of f. */
START_TEST(more_stacks_than_are_kept_count_as_few_do) {
    struct run run = {
        "class T { static int walk(int k) { return k > 0 ? walk(k - 1) + walk(k - 1) : 1; }"
        "  static int f(int n) { return walk(14); } }",
        (const char *const[]){"T.walk", "T.f", NULL},
        1,
        20,
        1,
        {.every_polls = 1, .window = 1, .stride = 1}};
    assert_known(&run, VM_ALL_LEVELS, false);
}
END_TEST

/* W makes 1000 calls of T.h before T.f returns, waits for T.g, and makes as many again. */
static const char waiting[] =
    "class W extends Thread { public void run() { many(); T.tell(1); T.await(2); many(); }"
    "  void many() { for (int i = 0; i < 1000; i++) T.h(i); } }"
    "class T { static int state; static final Object lock = new Object();"
    "  static int h(int k) { return k * 3; }"
    "  static void tell(int next) { synchronized (lock) { state = next; lock.notifyAll(); } }"
    "  static void await(int next) { synchronized (lock) {"
    "    while (state != next) try { lock.wait(); } catch (InterruptedException e) { } } }"
    "  static int f(int n) { new W().start(); await(1); return n; }"
    "  static int g(int n) { tell(2); return n; } }";

static void add_text(void *context, const struct vm_row *row) {
    strbuf_addf(context, "%s %s %" PRId64 "\n", row->keys[BY_mark].text, row->keys[BY_thread].text,
                row->amounts[VM_AMOUNT_COUNT]);
}

/* Of samples at each call, by mark and thread. */
static struct vm_profile *begin_rule(struct fixture *f, const char *text, const char *const *apart,
                                     struct vm_rule rule) {
    static const enum vm_key keys[] = {BY_mark, BY_thread};
    struct run run = {
        .text = text, .apart = apart, .sampling = {.every_polls = 1, .window = 1, .stride = 1}};
    struct diag diag = DIAG_INIT;
    rule.point = POINT_sample;
    rule.anchor = VM_HERE;
    rule.keys = keys;
    rule.key_count = 2;
    begin_sampling(f, &run);
    struct vm_profile *profile = vm_profile_begin(f->vm, &rule, 1, &diag);
    ck_assert_msg(profile, "%s", diag.message);
    return profile;
}

static void assert_rows(struct vm_profile *profile, const char *expected) {
    struct strbuf text = STRBUF_INIT;
    vm_profile_each(profile, 0, vm_profile_marks(profile) + 1, add_text, &text);
    ck_assert_str_eq(strbuf_text(&text), expected);
    strbuf_release(&text);
}

START_TEST(what_waits_of_another_thread_is_read_while_it_stands_still_and_when_it_has_ended) {
    struct fixture f = {.threshold = _i ? 20 : NEVER};
    struct vm_profile *profile =
        begin_rule(&f, waiting, (const char *const[]){"T.h", NULL}, (struct vm_rule){.in = "T.h"});
    call(&f, "T.f", 1);
    vm_profile_mark(profile, "one");
    call(&f, "T.g", 1);
    vm_join_threads(f.vm);
    assert_rows(profile, "end Thread-0 1000\none Thread-0 1000\n");
    end(&f);
}
END_TEST

/* Ten calls of T.f make 1000 of T.leaf, each a sample. */
static struct vm_profile *sample_leaves(struct fixture *f, struct vm_rule rule) {
    *f = (struct fixture){.threshold = 20};
    struct vm_profile *profile = begin_rule(f, in_turn, in_turn_apart, rule);
    for (int i = 0; i < 10; i++) call(f, "T.f", i);
    return profile;
}

/* As from `do: Profile.mark(...)`. */
START_TEST(what_waits_is_read_from_inserted_code_as_well) {
    struct fixture f;
    struct vm_profile *profile = sample_leaves(&f, (struct vm_rule){.in = "T.leaf"});
    thread_current()->interpret_only += INSERTED_CODE;
    vm_profile_mark(profile, "one");
    thread_current()->interpret_only -= INSERTED_CODE;
    assert_rows(profile, "one main 1000\n");
    end(&f);
}
END_TEST

static void *read_outside(void *profile) {
    assert_rows(profile, "end main 1000\n");
    return NULL;
}

/* As when a signal ends the process and a thread does not stop. */
START_TEST(what_waits_is_read_by_a_thread_that_is_none_of_the_vm) {
    struct fixture f;
    pthread_t thread;
    struct vm_profile *profile = sample_leaves(&f, (struct vm_rule){.in = "T.leaf"});
    ck_assert_int_eq(pthread_create(&thread, NULL, read_outside, profile), 0);
    pthread_join(thread, NULL);
    end(&f);
}
END_TEST

static void count_told(void *context, const struct vm_happening *happening) {
    int *told = context;
    (void)happening;
    ++*told;
}

START_TEST(samples_do_not_wait_where_somebody_is_told_of_each_or_chooses) {
    struct fixture f;
    int told = 0;
    struct vm_profile *profile = sample_leaves(
        &f, (struct vm_rule){.in = "T.leaf", .tell = count_told, .tell_context = &told});
    ck_assert_int_eq(told, 1000);
    assert_rows(profile, "end main 1000\n");
    end(&f);
    profile = sample_leaves(&f, (struct vm_rule){.in = "T.leaf", .every = 10});
    assert_rows(profile, "end main 1000\n");
    end(&f);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("known stacks");
    TCase *cases = tcase_create("cases");
    tcase_set_timeout(cases, 600);
    tcase_set_tags(cases, ONE_THREAD);
    tcase_add_loop_test(cases, stacks_that_are_known_count_as_those_that_are_not, 0, 6);
    tcase_add_loop_test(cases, receivers_of_the_same_stack_are_told_apart, 0, 2);
    tcase_add_test(cases, stacks_of_code_that_is_released_are_forgotten);
    tcase_add_test(cases, more_stacks_than_are_kept_count_as_few_do);
    tcase_add_test(cases, samples_do_not_wait_where_somebody_is_told_of_each_or_chooses);
    TCase *of_threads = tcase_create("threads");
    tcase_set_timeout(of_threads, 600);
    tcase_add_loop_test(
        of_threads,
        what_waits_of_another_thread_is_read_while_it_stands_still_and_when_it_has_ended, 0, 2);
    tcase_add_test(of_threads, what_waits_is_read_from_inserted_code_as_well);
    tcase_add_test(of_threads, what_waits_is_read_by_a_thread_that_is_none_of_the_vm);
    suite_add_tcase(suite, cases);
    suite_add_tcase(suite, of_threads);
    return check_run(suite);
}
