/* Windows that a timer opens: of a number of samples, or of a time, on a machine whose clock is the test's; and options. */
#define _GNU_SOURCE /* sched_getaffinity, pthread_getaffinity_np */
#include <sched.h>

#include "tests/sampled_calls.h"

/* --- the timer --- */

START_TEST(a_timer_opens_windows_while_the_program_runs) {
    struct vm_sampling_options options = {.every_ms = 0.05, .window = 3};
    struct fixture f = {.threshold = _i ? 5 : NEVER};
    struct diag diag = DIAG_INIT;
    begin(&f, six);
    ck_assert(vm_sample_calls(f.vm, &options, &diag));
    for (int64_t i = 0; vm_sampling(f.vm).samples < 200; i++) {
        ck_assert_int_lt(i, 100000000);
        call(&f, "T.f", (int)(i % 100));
    }
    struct vm_sampling sampling = vm_sampling(f.vm);
    ck_assert_int_ge(sampling.ticks, sampling.windows);
    ck_assert_int_ge(sampling.windows * 3, sampling.samples);
    end(&f);
}
END_TEST

/* --- time --- */

/* Of a machine on which nothing takes any but what Java asks for, samples, and who reads its clock, in nanoseconds. Ticks follow what
 * Java asks for. */
static struct machine {
    struct windows *windows;
    int64_t now, reading, sample;
    double compiling; /* seconds, before it began */
    int64_t until_tick;
    int64_t taken; /* samples, each as often as it stands for */
    int64_t cost;  /* what the VM reckons that windows took, had each been opened */
    bool waits;    /* ticks wait for calls that take an odd time */
    struct rng random;
} machine;
enum { TICKS_APART = 100000, A_SAMPLE = 500, A_READING = 60 };

static int64_t read_machine(void) { return machine.now += machine.reading; }

/* What compiling really takes is none of its time. */
static union value work(struct thread *thread, union value *arguments) {
    thread->compiling = llround(machine.compiling * 1e9);
    int64_t left = arguments[0].i;
    bool may_tick = !machine.waits || left % 2 == 1;
    for (; may_tick && left >= machine.until_tick;
         machine.until_tick = rng_around(&machine.random, TICKS_APART)) {
        int64_t until = machine.until_tick > 0 ? machine.until_tick : 0;
        machine.now += until;
        left -= until;
        windows_tick(machine.windows, 1);
    }
    machine.now += left;
    machine.until_tick -= left;
    return (union value){.j = 0};
}

static void take_time(void *context, const struct vm_happening *happening) {
    (void)context;
    (void)happening;
    machine.now += machine.sample;
}

static void take_sample(struct thread *thread, const struct object *receiver, int64_t weight) {
    (void)thread;
    (void)receiver;
    machine.taken += weight;
}

static double machine_seconds(clockid_t unused) {
    (void)unused;
    return machine.compiling + (double)machine.now * 1e-9;
}

struct budget {
    double most_share;   /* of the time; 0: any */
    int64_t fades_after; /* ticks */
    double compiling;    /* seconds that the thread has compiled before */
    int64_t sample;      /* nanoseconds that one takes, 0: A_SAMPLE */
    double pass;         /* nanoseconds that passing is taken for, 0: as measured; it takes none */
    int64_t walk;        /* nanoseconds that finding a whole context takes, 0: none is found */
    bool waits;          /* ticks, for calls that take an odd time */
};

/* What is sampled in as many calls of T.f, with T.work, while who reads the clock takes so long, for so much of the time. The
 * timer has no tick of its own. */
static void execute_on_machine(const struct run *run, int64_t reading, struct budget budget,
                               struct sampled *out) {
    static const enum vm_key keys[] = {BY_context};
    const struct vm_rule rule = {.point = POINT_sample,
                                 .anchor = VM_HERE,
                                 .keys = keys,
                                 .key_count = 1,
                                 .levels = budget.walk ? VM_ALL_LEVELS : 1,
                                 .tell = take_time};
    struct diag diag = DIAG_INIT;
    struct vm_sampling_options options = run->sampling;
    struct fixture f = {.threshold = run->threshold};
    options.every_ms = 1e6;
    options.is_fixed = !budget.waits;
    begin(&f, run->text);
    for (const char *const *name = run->apart; *name; name++)
        vm_direct(f.vm, method(&f, *name), VM_NEVER_INLINE);
    method(&f, "T.work")->native = work;
    ck_assert_msg(vm_sample_calls(f.vm, &options, &diag), "%s", diag.message);
    machine = (struct machine){.windows = f.vm->runtime.windows,
                               .reading = A_READING,
                               .sample = (budget.sample ? budget.sample : A_SAMPLE) + budget.walk,
                               .until_tick = TICKS_APART,
                               .waits = budget.waits};
    rng_init(&machine.random, 5);
    if (options.window_us > 0)
        windows_use_clock(
            machine.windows,
            (struct cycle_clock){.counter = read_machine, .reads_counter = true, .rate = 1e9});
    machine.reading = reading;
    machine.windows->processor_seconds = machine_seconds;
    f.vm->runtime.on_sample = take_sample;
    machine.windows->most_share = budget.most_share;
    machine.windows->fades_after = budget.fades_after;
    if (budget.pass > 0) machine.windows->pass = budget.pass;
    machine.compiling = budget.compiling;
    struct vm_profile *profile = vm_profile_begin(f.vm, &rule, 1, &diag);
    ck_assert_msg(profile, "%s", diag.message);
    for (int i = 0; i < run->calls; i++) call(&f, "T.f", i);
    vm_profile_each(profile, 0, 1, add_row, &(struct reading){profile, out});
    out->sampling = vm_sampling(f.vm);
    machine.cost = thread_current()->windows.cost_of_all;
    end(&f);
}

/* Nearly all calls are dense's: while they are made, and while others are far apart, windows of as many samples see the same number. */
static const char *const apart_in_phases[] = {"T.dense", "T.sparse", NULL};

static const char in_phases[] = "class T { static native void work(int nanoseconds);\n"
                                "static void dense() { work(20); }\n"
                                "static void sparse() { work(10000); }\n"
                                "static int f(int k) {\n"
                                "for (int i = 0; i < 20000; i++) dense();\n"
                                "for (int i = 0; i < 1000; i++) sparse();\n"
                                "return k; } }";

static double share_of_dense(const struct sampled *sampled) {
    double dense = count_of_method(sampled, "T.dense()V <");
    return dense / (dense + count_of_method(sampled, "T.sparse()V <"));
}

START_TEST(windows_of_a_time_see_calls_where_they_are) {
    struct run run = {in_phases, apart_in_phases,
                      20,        20,
                      1,         {.window = _i ? 16 : 0, .window_us = _i ? 0 : 3, .stride = 3}};
    struct sampled sampled = {0};
    execute_on_machine(&run, A_READING, (struct budget){0}, &sampled);
    double share = share_of_dense(&sampled), samples = count_of_method(&sampled, "T.dense()V <") +
                                                       count_of_method(&sampled, "T.sparse()V <");
    /* From dense's poll to work's none passes, of which two nanoseconds are told. */
    double told = 20000 * 20 / 22.0;
    ck_assert_msg(_i ? share < 0.3 : fabs(share - told / (told + 1000)) < 0.01, "%g of %g samples",
                  share, samples);
    /* Of 20 calls of f, 3 % of the time is in windows, and each third call there is a sample. */
    if (!_i) ck_assert_double_lt(fabs(samples / (20 * (told + 1000) * 0.03 / 3) - 1), 0.15);
    release(&sampled);
}
END_TEST

/* Sparse's calls are further apart than a window is long: those that would pass after it are no part of the next one. */
START_TEST(what_passes_ends_with_the_next_tick) {
    struct run run = {in_phases, apart_in_phases, 1200, 20, 1, {.window_us = 3, .stride = 100}};
    struct sampled sampled = {0};
    execute_on_machine(&run, A_READING, (struct budget){0}, &sampled);
    double dense = count_of_method(&sampled, "T.dense()V <"),
           sparse = count_of_method(&sampled, "T.sparse()V <");
    ck_assert_msg(fabs(20 * sparse / dense - 1) < 0.2, "%g and %g", dense, sparse);
    release(&sampled);
}
END_TEST

/* As where the timer's waking slows one phase down and not the other. */
START_TEST(windows_know_nothing_of_where_ticks_come) {
    static const char text[] = "class T { static native void work(int nanoseconds);\n"
                               "static void ticked() { work(81); }\n"
                               "static void other() { work(80); }\n"
                               "static int f(int k) {\n"
                               "for (int i = 0; i < 25; i++) ticked();\n"
                               "for (int i = 0; i < 25; i++) other();\n"
                               "return k; } }";
    static const char *const apart[] = {"T.ticked", "T.other", NULL};
    struct run run = {text, apart, 20000, 20, 1, {.window_us = 3, .stride = 3}};
    struct sampled sampled = {0};
    execute_on_machine(&run, A_READING, (struct budget){.waits = true}, &sampled);
    double ticked = count_of_method(&sampled, "T.ticked()V <"),
           other = count_of_method(&sampled, "T.other()V <");
    ck_assert_msg(fabs(ticked / other - 1) < 0.05, "%g and %g", ticked, other);
    release(&sampled);
}
END_TEST

/* A window that stands for several counts with the calls of these: no numbers with the same sum have smaller squares than equal ones.
 * What is seen in a window has at most [edges]. */
static void check_squares(const struct vm_sampling *seen, int edges) {
    double calls = (double)(seen->calls + seen->inferred);
    ck_assert_double_ge((double)seen->window_squares * (double)seen->windows, calls * calls);
    ck_assert_int_ge(seen->edge_squares * edges, seen->window_squares);
    ck_assert_int_le(seen->edge_squares, seen->window_squares);
}

static const struct run slow_phases = {"class T { static native void work(int nanoseconds);\n"
                                       "static void dense() { work(200); }\n"
                                       "static void sparse() { work(100000); }\n"
                                       "static int f(int k) {\n"
                                       "for (int i = 0; i < 20000; i++) dense();\n"
                                       "for (int i = 0; i < 1000; i++) sparse();\n"
                                       "return k; } }",
                                       apart_in_phases,
                                       500,
                                       20,
                                       1,
                                       {.window_us = 3, .stride = 3, .seed = 1}};
static const double NS_OF_SLOW_PHASES = 20000 * 200.0 + 1000 * 100000.0;

/* They would take an eighth of the time while dense's calls are made, and little while sparse's are. What is opened stands for what
 * is not, so that the shares are those of all calls. Where each is opened, one in twenty ends with the next tick. Of fifty seconds of
 * compiling in advance half count, which are spent three times: in the beginning windows stand for fewer. */
START_TEST(windows_take_as_much_time_as_they_may) {
    const double most = 0.002, expected = _i ? 2.5 : 1;
    const struct budget any = {.sample = 2500}, little = {.sample = any.sample,
                                                          .most_share = most,
                                                          .compiling = _i ? 50 : 0};
    struct sampled all = {0}, sampled = {0};
    execute_on_machine(&slow_phases, A_READING, any, &all);
    execute_on_machine(&slow_phases, A_READING, little, &sampled);
    double share = share_of_dense(&sampled), program = slow_phases.calls * NS_OF_SLOW_PHASES,
           timer = (double)(sampled.sampling.windows * A_READING), /* when it asks */
        took = 1 - (program + timer) / (double)machine.now;
    ck_assert_msg(fabs(share - share_of_dense(&all)) < 0.01, "%g", share);
    ck_assert_msg(fabs(took / most - expected) < 0.15 * expected, "%g", took);
    ck_assert_double_lt(fabs(sum_of(&sampled) / sum_of(&all) - 1), 0.12);
    ck_assert_double_lt((double)sampled.sampling.samples * 5,
                        expected * (double)all.sampling.samples);
    check_squares(&sampled.sampling, 4);
    release(&all);
    release(&sampled);
}
END_TEST

/* Samples that take longer than known ones do, as those that find something new, are all reckoned with where all windows open. */
START_TEST(what_samples_take_once_is_part_of_the_cost) {
    struct sampled all = {0};
    execute_on_machine(&slow_phases, A_READING, (struct budget){.sample = 200 * A_READING}, &all);
    double program = slow_phases.calls * NS_OF_SLOW_PHASES,
           took = (double)(machine.now - all.sampling.ticks * A_READING) - program;
    ck_assert_msg(fabs((double)machine.cost / took - 1) < 0.05, "%g", (double)machine.cost / took);
    release(&all);
}
END_TEST

/* One in n windows when n times as many ticks have come: of 26 times as many, 1 + ln 26. */
START_TEST(windows_that_fade_stand_for_those_that_are_not_opened) {
    enum { FADES_AFTER = 20000 };
    struct sampled all = {0}, sampled = {0};
    execute_on_machine(&slow_phases, A_READING, (struct budget){0}, &all);
    execute_on_machine(&slow_phases, A_READING, (struct budget){.fades_after = FADES_AFTER},
                       &sampled);
    double share = share_of_dense(&sampled), ticks = (double)all.sampling.ticks,
           windows = FADES_AFTER * (1 + log(ticks / FADES_AFTER));
    ck_assert_int_eq(sampled.sampling.ticks, all.sampling.ticks);
    ck_assert_int_eq(machine.taken, sampled.sampling.calls);
    ck_assert_msg(fabs(share - share_of_dense(&all)) < 0.01, "%g", share);
    ck_assert_msg(fabs((double)sampled.sampling.windows / windows - 1) < 0.1, "%lld, not %g",
                  (long long)sampled.sampling.windows, windows);
    ck_assert_double_lt(fabs(sum_of(&sampled) / sum_of(&all) - 1), 0.12);
    release(&all);
    release(&sampled);
}
END_TEST

/* A stack of 1,500 frames is walked for each sample: that is neither new once nor an interruption. */
START_TEST(walks_through_deep_stacks_are_part_of_what_windows_take) {
    static const char *const apart[] = {"T.deep", "T.dense", NULL};
    struct run run = {"class T { static native void work(int nanoseconds);\n"
                      "static void dense() { work(2000); }\n"
                      "static void deep(int n) {\n"
                      "if (n > 0) deep(n - 1);\n"
                      "else for (int i = 0; i < 200000; i++) dense(); }\n"
                      "static int f(int k) { deep(1500); return k; } }",
                      apart,
                      1000,
                      20,
                      1,
                      {.window_us = 3, .stride = 1, .seed = 1}};
    const double most = 0.003;
    struct sampled sampled = {0};
    execute_on_machine(&run, A_READING, (struct budget){.most_share = most, .walk = 100000},
                       &sampled);
    double program = run.calls * 200000 * 2000.0,
           timer = (double)(sampled.sampling.windows * A_READING),
           took = 1 - (program + timer) / (double)machine.now;
    ck_assert_int_gt(sampled.sampling.samples, 100);
    ck_assert_msg(fabs(took / most - 1) < 0.2, "%g", took);
    release(&sampled);
}
END_TEST

static int64_t next_ticks(struct vm *vm, int64_t before) {
    int64_t ticks;
    while ((ticks = vm_sampling(vm).ticks) == before) sched_yield();
    return ticks;
}

/* The timer sleeps through ticks at which it asks nobody: who begins meanwhile has all of them. */
START_TEST(threads_that_begin_are_met_at_the_next_tick) {
    struct vm_sampling_options options = {.every_ms = 20, .is_fixed = true};
    struct fixture f = {.threshold = NEVER};
    struct diag diag = DIAG_INIT;
    begin(&f, "class T extends Thread { public void run() {}\n"
              "static int f(int n) { new T().start(); return n; } }");
    ck_assert(vm_sample_calls(f.vm, &options, &diag));
    struct world *world = &f.vm->runtime.world;
    pthread_mutex_lock(&world->lock);
    thread_current()->windows.until_asked = 1000;
    int64_t ticks = vm_sampling(f.vm).ticks;
    pthread_mutex_unlock(&world->lock);
    ticks = next_ticks(f.vm, ticks);
    call(&f, "T.f", 1);
    ck_assert_int_lt(next_ticks(f.vm, ticks) - ticks, 60);
    vm_join_threads(f.vm);
    end(&f);
}
END_TEST

START_TEST(who_says_how_often_has_all_windows) {
    struct vm_sampling_options options = {.every_ms = _i};
    struct fixture f = {.threshold = NEVER};
    struct diag diag = DIAG_INIT;
    begin(&f, six);
    ck_assert(vm_sample_calls(f.vm, &options, &diag));
    ck_assert_int_eq(f.vm->runtime.windows->most_share > 0, _i == 0);
    end(&f);
}
END_TEST

START_TEST(time_on_processors_to_compile_is_told) {
    struct fixture f = {0};
    begin(&f, six);
    ck_assert_int_eq(thread_current()->compiling, 0);
    double before = clock_processor_seconds(CLOCK_THREAD_CPUTIME_ID);
    while (!vm_is_compiled(method(&f, "T.f"))) call(&f, "T.f", 1);
    double used = clock_processor_seconds(CLOCK_THREAD_CPUTIME_ID) - before,
           compiling = (double)thread_current()->compiling * 1e-9;
    ck_assert_msg(compiling > 0.2 * used && compiling <= used, "%g of %g", compiling, used);
    end(&f);
}
END_TEST

/* Calls are sampled, and the timer has no tick of its own. */
static struct windows *begin_without_ticks(struct fixture *f, const char *text) {
    struct vm_sampling_options options = {.every_ms = 1e6, .is_fixed = true};
    struct diag diag = DIAG_INIT;
    begin(f, text);
    ck_assert_msg(vm_sample_calls(f->vm, &options, &diag), "%s", diag.message);
    return f->vm->runtime.windows;
}

/* One reading in seven is interrupted: the way is what no poll exceeds by much, and polls cost what they usually do. */
static int64_t read_interrupted(void) {
    static int64_t readings;
    return machine.now += ++readings % 7 ? A_READING : 100 * A_READING;
}

START_TEST(interruptions_are_no_part_of_what_polls_cost) {
    struct fixture f = {.threshold = NEVER};
    struct windows *windows = begin_without_ticks(&f, six);
    windows_use_clock(
        windows,
        (struct cycle_clock){.counter = read_interrupted, .reads_counter = true, .rate = 1e9});
    ck_assert_int_ge(windows->way, 100 * A_READING);
    ck_assert_int_le(windows->usual_way, 2 * A_READING);
    end(&f);
}
END_TEST

/* By more than dense's calls take: two nanoseconds are told of each poll, so that a window of three microseconds has 1500 at most. */
START_TEST(windows_end_where_the_way_to_a_poll_was_shorter_than_measured) {
    struct run run = {in_phases, apart_in_phases, 5, 20, 1, {.window_us = 3, .stride = 1}};
    struct sampled sampled = {0};
    execute_on_machine(&run, A_READING / 2, (struct budget){0}, &sampled);
    double each = count_of_method(&sampled, "T.dense()V <") / (5 * 20000 * 20.0 / TICKS_APART);
    ck_assert_msg(each > 400 && each <= 1500, "%g samples of dense a window", each);
    release(&sampled);
}
END_TEST

/* What passing is taken for may be what the program did meanwhile: half of 20 nanoseconds are its own, so that a window of three
 * microseconds has 300 of dense's calls at most, and each tenth of them is a sample. */
START_TEST(half_of_what_passes_is_the_program) {
    struct run run = {in_phases, apart_in_phases, 100, 20, 1, {.window_us = 3, .stride = 10}};
    struct sampled sampled = {0};
    execute_on_machine(&run, A_READING, (struct budget){.pass = 19}, &sampled);
    double each = count_of_method(&sampled, "T.dense()V <") / (100 * 20000 * 20.0 / TICKS_APART);
    ck_assert_msg(each > 20 && each <= 30, "%g samples of dense a window", each);
    release(&sampled);
}
END_TEST

/* Each third poll looks at the clock, 300 nanoseconds after the one before. Two that pass are taken for 2 * 20, and a fifteenth of what
 * is left for the program, which has 243.75; or for 2 * 2, and no more than 2.1 times that: it has 287.6. Here they take nothing, so that
 * more of them fit into windows; in the first case 2 % fewer than so reckoned. */
START_TEST(what_passes_takes_more_where_more_is_between) {
    const double expected = _i ? 300 / 287.6 : 300 / 243.75, tolerance = _i ? 0.008 : 0.024;
    struct sampled passing = {0}, none = {0};
    execute_on_machine(&slow_phases, A_READING, (struct budget){.pass = _i ? 2 : 20}, &passing);
    execute_on_machine(&slow_phases, A_READING, (struct budget){0}, &none);
    double more =
        count_of_method(&passing, "T.dense()V <") / count_of_method(&none, "T.dense()V <");
    ck_assert_msg(fabs(more - expected) < tolerance, "%g, not %g", more, expected);
    release(&passing);
    release(&none);
}
END_TEST

/* Of windows that stand for ten each one in ten opens, whatever was opened before: a program with a period of ten ticks is seen in all of
 * it. */
START_TEST(which_windows_open_is_chance) {
    enum { WEIGHT = 10, TICKS = 20000 };
    struct fixture f = {.threshold = NEVER};
    struct windows *windows = begin_without_ticks(&f, six);
    struct thread_windows *own = &thread_current()->windows;
    windows->fades_after = 1000000;
    windows->ticks = WEIGHT * windows->fades_after;
    int opened = 0, phases[WEIGHT] = {0}, neighbours = 0;
    for (int tick = 0, last = -1; tick < TICKS; tick++) {
        int64_t before = own->asked_at;
        windows_tick(windows, 1);
        if (own->asked_at == before) continue;
        neighbours += tick == last + 1;
        last = tick;
        opened++;
        phases[tick % WEIGHT]++;
    }
    ck_assert_int_lt(abs(opened - TICKS / WEIGHT), 150);
    ck_assert_int_lt(abs(neighbours - opened / WEIGHT), 50);
    for (int phase = 0; phase < WEIGHT; phase++)
        ck_assert_int_lt(abs(phases[phase] - opened / WEIGHT), 60);
    end(&f);
}
END_TEST

/* The processor that a thread was on is left to it, where there is another. */
START_TEST(the_timer_runs_beside_the_thread) {
    struct fixture f = {.threshold = NEVER};
    cpu_set_t all, timer, expected;
    struct windows *windows = begin_without_ticks(&f, loop_alone);
    ck_assert_int_eq(sched_getaffinity(0, sizeof all, &all), 0);
    for (int processor = 0; processor < CPU_SETSIZE; processor++) {
        if (!CPU_ISSET(processor, &all)) continue;
        thread_current()->windows.processor = 1 + processor;
        windows_tick(windows, 1);
        expected = all;
        if (CPU_COUNT(&all) > 1) CPU_CLR(processor, &expected);
        pthread_getaffinity_np(windows->timer.thread, sizeof timer, &timer);
        ck_assert(CPU_EQUAL(&timer, &expected));
    }
    windows_run_beside(windows, &all); /* threads are everywhere */
    pthread_getaffinity_np(windows->timer.thread, sizeof timer, &timer);
    ck_assert(CPU_EQUAL(&timer, &all));
    end(&f);
}
END_TEST

/* The thread is in one call of compiled code all the time. */
START_TEST(a_loop_has_samples_of_the_timer) {
    struct vm_sampling_options options = {.every_ms = 0.05, .has_loops = true};
    struct fixture f = {.threshold = _i ? 5 : NEVER};
    struct diag diag = DIAG_INIT;
    begin(&f, _i ? loop_with_call : loop_alone);
    ck_assert(vm_sample_calls(f.vm, &options, &diag));
    for (int64_t i = 0; vm_sampling(f.vm).loop_samples < 200; i++) {
        ck_assert_int_lt(i, 100000000);
        call(&f, "T.f", (int)(i % 100));
    }
    end(&f);
}
END_TEST

/* --- what passes in compiled code --- */

/* A window is open, of whose polls as many pass. */
static struct thread *let_pass(struct fixture *f, const char *text, int32_t polls) {
    static const struct vm_sampling_options options = {
        .every_ms = 1e6, .window_us = 1, .has_loops = true};
    struct diag diag = DIAG_INIT;
    begin(f, text);
    vm_direct(f->vm, method(f, "T.g"), VM_NEVER_INLINE);
    for (int i = 0; i < 50; i++) call(f, "T.f", 2);
    ck_assert_int_gt(f->heard.counts[EVENT_compiled], 0);
    ck_assert_msg(vm_sample_calls(f->vm, &options, &diag), "%s", diag.message);
    struct thread *thread = thread_current();
    thread_ask_for_windows(thread, true);
    thread->windows.passes = thread->windows.passed = polls;
    return thread;
}

START_TEST(each_poll_passes_once) {
    struct fixture f = {.threshold = 5};
    const struct thread *thread = let_pass(
        &f,
        "class T { static int g(int k) { return k + 1; } static int h(int k) { return k * 3; }"
        "static int f(int n) { int s = n;"
        "for (int i = 0; i < n; i++) s = h(i) > 1000 ? g(s) : h(s); return s; } }",
        1000000);
    int32_t before = thread->windows.passes;
    call(&f, "T.f", 100);
    int32_t once = before - thread->windows.passes;
    call(&f, "T.f", 200);
    ck_assert_int_eq(once, 101);
    ck_assert_int_eq(before - thread->windows.passes, 302);
    end(&f);
}
END_TEST

START_TEST(a_stack_that_is_full_does_not_pass) {
    struct fixture f = {.threshold = 5};
    let_pass(&f,
             "class T { static int g(int k) { return k < 0 ? 0 : g(k + 1) + 1; }"
             "static int f(int n) { try { return n < 3 ? g(-n) : g(n); }"
             "catch (StackOverflowError e) { return -1; } } }",
             INT32_MAX);
    ck_assert_int_eq(call(&f, "T.f", 3), -1);
    end(&f);
}
END_TEST

/* The other thread stops the world. All polls would pass in minutes: a round takes long. */
START_TEST(who_is_to_stop_does_not_pass) {
    struct fixture f = {.threshold = 5};
    const struct thread *thread =
        let_pass(&f,
                 "class T { static volatile int collected = 2; static long by = 7;"
                 "static void g(int n) {"
                 "if (n > 2) new Thread(() -> { System.gc(); collected = n; }).start(); }"
                 "static long h(long k) { return k / by / by / by / by + 5000000000L; }"
                 "static int f(int n) { long s = 1L << 60; g(n);"
                 "for (int i = 0; i < 9 || collected < n; i++) s = h(s);"
                 "return (int) s; } }",
                 INT32_MAX);
    call(&f, "T.f", 3);
    ck_assert_int_gt(thread->windows.passes, INT32_MAX / 2);
    vm_join_threads(f.vm);
    end(&f);
}
END_TEST

/* --- what makes no sense --- */

static const struct {
    struct vm_sampling_options options;
    const char *message;
} refused[] = {
    {{.every_ms = -1}, "calls cannot be sampled: ticks are 0.001 to 1000000 ms apart"},
    {{.every_ms = 1e7}, "calls cannot be sampled: ticks are 0.001 to 1000000 ms apart"},
    {{.every_polls = -1}, "calls cannot be sampled: windows open after 1 to 1000000000 polls"},
    {{.window = -1}, "calls cannot be sampled: a window has 1 to 1000000000 samples"},
    {{.window_us = -1}, "calls cannot be sampled: a window takes 0.1 to 1000000 microseconds"},
    {{.window_us = 2e6}, "calls cannot be sampled: a window takes 0.1 to 1000000 microseconds"},
    {{.window_us = 1000},
     "calls cannot be sampled: a window takes less time than there is from tick to tick"},
    {{.window_us = 3, .window = 16},
     "calls cannot be sampled: a window takes a time, with a timer, or has samples"},
    {{.window_us = 3, .every_polls = 5},
     "calls cannot be sampled: a window takes a time, with a timer, or has samples"},
    {{.stride = -3}, "calls cannot be sampled: a stride is 1 to 1000000000 polls"},
};

START_TEST(options_that_make_no_sense_are_refused) {
    struct fixture f = {.threshold = NEVER};
    struct diag diag = DIAG_INIT;
    begin(&f, six);
    ck_assert(!vm_sample_calls(f.vm, &refused[_i].options, &diag));
    ck_assert_str_eq(diag.message, refused[_i].message);
    end(&f);
}
END_TEST

START_TEST(calls_are_sampled_once_and_before_a_rule_counts_them) {
    static const struct vm_rule rule = {.point = POINT_sample, .anchor = VM_HERE};
    static const struct vm_sampling_options options = {.every_polls = 1};
    struct fixture f = {.threshold = NEVER};
    struct diag none = DIAG_INIT, twice = DIAG_INIT;
    begin(&f, six);
    ck_assert(!vm_profile_begin(f.vm, &rule, 1, &none));
    ck_assert_str_eq(none.message, "calls are not sampled: no rule can be there");
    ck_assert(vm_sample_calls(f.vm, &options, &twice));
    ck_assert(!vm_sample_calls(f.vm, &options, &twice));
    ck_assert_str_eq(twice.message, "calls cannot be sampled: they are already");
    end(&f);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("windows of samples");
    TCase *timer = tcase_create("timer");
    tcase_set_timeout(timer, 600);
    tcase_add_loop_test(timer, a_timer_opens_windows_while_the_program_runs, 0, 2);
    tcase_add_loop_test(timer, a_loop_has_samples_of_the_timer, 0, 2);
    tcase_add_test(timer, which_windows_open_is_chance);
    tcase_add_test(timer, the_timer_runs_beside_the_thread);
    suite_add_tcase(suite, timer);
    TCase *on_machine = tcase_create("on a machine");
    tcase_set_tags(on_machine, ONE_THREAD);
    tcase_set_timeout(on_machine, 600);
    tcase_add_loop_test(on_machine, windows_of_a_time_see_calls_where_they_are, 0, 2);
    tcase_add_test(on_machine, what_passes_ends_with_the_next_tick);
    tcase_add_test(on_machine, windows_know_nothing_of_where_ticks_come);
    tcase_add_loop_test(on_machine, what_passes_takes_more_where_more_is_between, 0, 2);
    tcase_add_loop_test(on_machine, windows_take_as_much_time_as_they_may, 0, 2);
    tcase_add_test(on_machine, what_samples_take_once_is_part_of_the_cost);
    tcase_add_test(on_machine, windows_that_fade_stand_for_those_that_are_not_opened);
    tcase_add_test(on_machine, walks_through_deep_stacks_are_part_of_what_windows_take);
    suite_add_tcase(suite, on_machine);
    TCase *time = tcase_create("time");
    tcase_set_timeout(time, 600);
    tcase_add_test(time, each_poll_passes_once);
    tcase_add_test(time, a_stack_that_is_full_does_not_pass);
    tcase_add_test(time, who_is_to_stop_does_not_pass);
    tcase_add_test(time, threads_that_begin_are_met_at_the_next_tick);
    tcase_add_loop_test(time, who_says_how_often_has_all_windows, 0, 2);
    tcase_add_test(time, time_on_processors_to_compile_is_told);
    tcase_add_test(time, interruptions_are_no_part_of_what_polls_cost);
    tcase_add_test(time, windows_end_where_the_way_to_a_poll_was_shorter_than_measured);
    tcase_add_test(time, half_of_what_passes_is_the_program);
    suite_add_tcase(suite, time);
    TCase *options = tcase_create("options");
    tcase_set_timeout(options, 600);
    tcase_add_loop_test(options, options_that_make_no_sense_are_refused, 0,
                        sizeof refused / sizeof *refused);
    tcase_add_test(options, calls_are_sampled_once_and_before_a_rule_counts_them);
    suite_add_tcase(suite, options);
    return check_run(suite);
}
