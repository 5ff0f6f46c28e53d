/* RANDOM TEST: properties that hold for every program, over random ones.
 *
 * 1. Compiled code computes what the interpreter computes, also when every allocation collects.
 * 2. The events of allocation sites, times the size of the objects, equal the bytes that the
 * allocator handed out.
 * 3. The compiler does the same, at the same calls, with inserted code, with it cut out of the
 * class files, and with the source that has none.
 * 4. What inserted code reads is what it reads in the interpreter, or the compiler says that it
 * lost it.
 * 5. The known performance bugs change no result: only specs can see them.
 *
 * RANDOM_PROGRAMS says how many programs (default 25), RANDOM_SEED where they start (default 1). */
#include "base/check_run.h"
#include <stdio.h>
#include <stdlib.h>

#include "base/vec.h"
#include "tests/random_java.h"
#include "event/account.h"
#include "vm.h"

static long environment_number(const char *name, long otherwise) {
    const char *text = getenv(name);
    return text ? strtol(text, NULL, 10) : otherwise;
}

struct run {
    struct vm *vm;
    struct strbuf source;
    struct method *method;
};

static void run_begin_with(struct run *run, uint64_t seed, const struct vm_options *options,
                           const struct random_java_options *program, bool leaves_out) {
    *run = (struct run){0};
    struct diag diag = DIAG_INIT;
    char message[1400];
    run->vm = vm_create(options, &diag);
    ck_assert_msg(run->vm, "%s", diag_format(&diag, message, sizeof message));
    if (leaves_out) vm_leave_out_inserted_code(run->vm);
    random_java(seed, program, &run->source);
    struct java_source source = {"T.java", strbuf_text(&run->source), run->source.length, 1, 1,
                                 NULL};
    ck_assert_msg(vm_define_sources(run->vm, &source, 1, &diag), "seed %llu: %s",
                  (unsigned long long)seed, diag_format(&diag, message, sizeof message));
    run->method = vm_find_method(run->vm, "T.run", &diag);
    ck_assert_ptr_nonnull(run->method);
}

static void run_begin(struct run *run, uint64_t seed, const struct vm_options *options,
                      bool with_probes, bool leaves_out) {
    run_begin_with(run, seed, options,
                   &(struct random_java_options){.statements = 30, .with_probes = with_probes},
                   leaves_out);
}

static void run_end(struct run *run) {
    vm_destroy(run->vm);
    strbuf_release(&run->source);
}

static int64_t call(struct run *run, int index, bool interpreted) {
    const struct random_arguments *arguments = &random_java_arguments[index];
    union value values[] = {{.i = arguments->a}, {.i = arguments->b}, {.i = arguments->c}};
    struct vm_result result = interpreted ? vm_call_interpreted(run->vm, run->method, values)
                                          : vm_call(run->vm, run->method, values);
    ck_assert(!result.threw);
    return result.value.j;
}

/* Calls with all arguments until everything hot is compiled, comparing each result. */
static void compare(struct run *run, uint64_t seed, int rounds) {
    int64_t expected[16];
    for (int i = 0; i < random_java_argument_count; i++) expected[i] = call(run, i, true);
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < random_java_argument_count; i++) {
            int64_t got = call(run, i, false);
            ck_assert_msg(got == expected[i],
                          "seed %llu, run(%d, %d, %d), round %d: interpreted %lld, compiled %lld",
                          (unsigned long long)seed, random_java_arguments[i].a,
                          random_java_arguments[i].b, random_java_arguments[i].c, round,
                          (long long)expected[i], (long long)got);
        }
    }
}

static struct vm_options small_threshold(void) {
    struct vm_options options = vm_options_default();
    options.compile_threshold = 20;
    options.loop_threshold = 40;
    return options;
}

static uint64_t seed_of(int i) { return (uint64_t)(environment_number("RANDOM_SEED", 1) + i); }

START_TEST(compiled_code_computes_what_the_interpreter_computes) {
    struct vm_options options = small_threshold();
    struct run run;
    run_begin(&run, seed_of(_i), &options, false, false);
    compare(&run, seed_of(_i), 12);
    run_end(&run);
}
END_TEST

START_TEST(collecting_at_every_allocation_changes_no_result) {
    struct vm_options options = small_threshold();
    options.collect_always = true;
    struct run run;
    run_begin(&run, seed_of(_i), &options, false, false);
    compare(&run, seed_of(_i), 6);
    run_end(&run);
}
END_TEST

START_TEST(failing_every_guard_once_changes_no_result) {
    struct vm_options options = small_threshold();
    options.deoptimize_always = true;
    struct run run;
    run_begin(&run, seed_of(_i), &options, false, false);
    compare(&run, seed_of(_i), 12);
    run_end(&run);
}
END_TEST

static int64_t site_bytes(struct vm *vm) {
    int64_t bytes = 0;
    struct vm_site site;
    for (size_t i = 0; vm_list_sites(vm, i, &site); i++)
        if (site.kind == VM_PROBE_ALLOCATIONS) bytes += count_value(site.bytes);
    return bytes;
}

START_TEST(allocation_events_account_for_every_byte_of_the_allocator) {
    struct vm_options options = small_threshold();
    struct run run;
    run_begin(&run, seed_of(_i), &options, true, false);
    vm_probe_sites(run.vm, VM_PROBE_ALLOCATIONS);
    compare(&run, seed_of(_i), 12);
    for (int i = 0; i < random_java_argument_count; i++) {
        int64_t allocated = vm_compiled_bytes(run.vm), counted = site_bytes(run.vm);
        call(&run, i, false);
        ck_assert_msg(vm_compiled_bytes(run.vm) - allocated == site_bytes(run.vm) - counted,
                      "seed %llu, arguments %d: %lld bytes allocated, %lld counted",
                      (unsigned long long)seed_of(_i), i,
                      (long long)(vm_compiled_bytes(run.vm) - allocated),
                      (long long)(site_bytes(run.vm) - counted));
    }
    run_end(&run);
}
END_TEST

static void hear_event(void *context, const struct event *event) {
    account_add_event(context, event);
}

static void hear_graph(void *context, const char *root, const char *step, const char *text) {
    account_add_graph(context, root, step, text);
}

enum { ROUNDS = 12 };
enum inserted { INSERTED, CUT_OUT, LEFT_OUT_OF_SOURCE };

static void give_account(uint64_t seed, const struct vm_options *options,
                         struct random_java_options program, enum inserted inserted,
                         struct account *out) {
    struct run run;
    program.has_probes_left_out = inserted == LEFT_OUT_OF_SOURCE;
    run_begin_with(&run, seed, options, &program, inserted == CUT_OUT);
    vm_probe_sites(run.vm, VM_PROBE_ALLOCATIONS | VM_PROBE_LOCKS | VM_PROBE_CALLS);
    vm_listen(run.vm, (struct event_sink){hear_event, out});
    vm_keep_graphs(run.vm, (struct graph_sink){hear_graph, out});
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < random_java_argument_count; i++, out->call++) {
            int64_t result = call(&run, i, false);
            strbuf_addf(&out->text, "%lld\tresult\t%lld\n", (long long)out->call,
                        (long long)result);
        }
    run_end(&run);
}

static void compare_accounts(uint64_t seed, const struct vm_options *options,
                             struct random_java_options program, enum inserted inserted,
                             const struct account *with) {
    static const char *const words[] = {
        [CUT_OUT] = "the class files", [LEFT_OUT_OF_SOURCE] = "the source"};
    struct account without = {0};
    struct strbuf difference = STRBUF_INIT;
    give_account(seed, options, program, inserted, &without);
    ck_assert_msg(
        account_compare(strbuf_text(&with->text), strbuf_text(&without.text), &difference),
        "seed %llu, against %s without: %s", (unsigned long long)seed, words[inserted],
        strbuf_text(&difference));
    strbuf_release(&difference);
    account_release(&without);
}

START_TEST(the_compiler_does_what_it_does_without_inserted_code) {
    struct vm_options options = small_threshold();
    struct random_java_options program = {.statements = 30, .with_probes = true};
    struct account with = {0};
    give_account(seed_of(_i), &options, program, INSERTED, &with);
    compare_accounts(seed_of(_i), &options, program, CUT_OUT, &with);
    account_release(&with);
}
END_TEST

/* Under other policies from one program to the next. */
START_TEST(no_inserted_code_in_any_place_is_noticed) {
    struct vm_options options = small_threshold();
    struct random_java_options program = {.statements = 15, .with_intricate_probes = true};
    struct account with = {0};
    options.optimization_level = 0;
    options.prune_unreached_branches = seed_of(_i) % 2;
    options.loop_threshold = seed_of(_i) % 3 ? 40 : 0;
    options.deoptimize_always = seed_of(_i) % 5 == 4;
    give_account(seed_of(_i), &options, program, INSERTED, &with);
    compare_accounts(seed_of(_i), &options, program, CUT_OUT, &with);
    compare_accounts(seed_of(_i), &options, program, LEFT_OUT_OF_SOURCE, &with);
    account_release(&with);
}
END_TEST

struct reads {
    VEC(const char *) names;
};

static struct reads reads_of(const struct run *run) {
    static const char call[] = "Probe.hit(\"";
    struct reads reads = {0};
    for (const char *at = strbuf_text(&run->source); (at = strstr(at, call)); at++) {
        const char *name = at + strlen(call);
        char *copy = memory_duplicate(name);
        *strchr(copy, '"') = 0;
        vec_push(&reads.names, copy);
    }
    return reads;
}

static bool is_lost(const struct vm_loss *losses, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (losses[i].counter && !strcmp(losses[i].counter, name)) return true;
    return false;
}

static void count_hits(struct run *run, const struct reads *reads, int index, bool interpreted,
                       int64_t *hits) {
    for (uint32_t i = 0; i < reads->names.count; i++)
        hits[i] = -count_value(vm_counter(run->vm, reads->names.items[i]));
    call(run, index, interpreted);
    for (uint32_t i = 0; i < reads->names.count; i++)
        hits[i] += count_value(vm_counter(run->vm, reads->names.items[i]));
}

static void compare_reads(struct run *run, uint64_t seed, const struct reads *reads, int index,
                          const int64_t *interpreted) {
    int64_t compiled[reads->names.count + 1];
    count_hits(run, reads, index, false, compiled);
    struct arena arena;
    arena_init(&arena);
    const struct vm_loss *losses;
    size_t count = vm_losses(run->vm, &arena, &losses);
    for (uint32_t i = 0; i < reads->names.count; i++)
        ck_assert_msg(interpreted[i] == compiled[i] ||
                          is_lost(losses, count, reads->names.items[i]),
                      "seed %llu, arguments %d: %s is hit %lld times interpreted, %lld compiled",
                      (unsigned long long)seed, index, reads->names.items[i],
                      (long long)interpreted[i], (long long)compiled[i]);
    arena_release(&arena);
}

/* Where checks fail, too, and the interpreter goes on. */
static void check_reads(uint64_t seed, bool deoptimize_always, int rounds) {
    struct vm_options options = small_threshold();
    options.deoptimize_always = deoptimize_always;
    struct run run;
    run_begin_with(&run, seed, &options,
                   &(struct random_java_options){.statements = 30, .with_reads = true}, false);
    struct reads reads = reads_of(&run);
    int64_t interpreted[16][reads.names.count + 1];
    for (int i = 0; i < random_java_argument_count; i++)
        count_hits(&run, &reads, i, true, interpreted[i]);
    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < random_java_argument_count; i++)
            compare_reads(&run, seed, &reads, i, interpreted[i]);
    vec_each(const char *, name, &reads.names) memory_free((char *)*name);
    vec_release(&reads.names);
    run_end(&run);
}

START_TEST(what_inserted_code_reads_is_exact_or_lost_aloud) { check_reads(seed_of(_i), false, 8); }
END_TEST

START_TEST(what_inserted_code_reads_is_exact_or_lost_aloud_where_checks_fail) {
    check_reads(seed_of(_i), true, 8);
}
END_TEST

START_TEST(known_performance_bugs_change_no_result) {
    struct vm_options options = small_threshold();
    struct diag diag = DIAG_INIT;
    struct run run;
    run_begin(&run, seed_of(_i), &options, true, false);
    const char *name, *meaning;
    size_t count = 0;
    while (vm_list_sabotages(count, &name, &meaning)) count++;
    vm_list_sabotages((size_t)_i % count, &name, &meaning);
    ck_assert(vm_sabotage(run.vm, name, &diag));
    compare(&run, seed_of(_i), 6);
    run_end(&run);
}
END_TEST

int main(void) {
    int programs = (int)environment_number("RANDOM_PROGRAMS", 25);
    Suite *suite = suite_create("random programs");
    TCase *all = tcase_create("properties");
    tcase_set_timeout(all, 120);
    tcase_add_loop_test(all, compiled_code_computes_what_the_interpreter_computes, 0, programs);
    tcase_add_loop_test(all, collecting_at_every_allocation_changes_no_result, 0, programs);
    tcase_add_loop_test(all, failing_every_guard_once_changes_no_result, 0, programs);
    tcase_add_loop_test(all, allocation_events_account_for_every_byte_of_the_allocator, 0,
                        programs);
    tcase_add_loop_test(all, the_compiler_does_what_it_does_without_inserted_code, 0, programs);
    tcase_add_loop_test(all, known_performance_bugs_change_no_result, 0, programs);
    suite_add_tcase(suite, all);
    TCase *unperturbed = tcase_create("unperturbed");
    tcase_set_timeout(unperturbed, 120);
    tcase_add_loop_test(unperturbed, no_inserted_code_in_any_place_is_noticed, 0, programs);
    suite_add_tcase(suite, unperturbed);
    TCase *reads = tcase_create("reads");
    tcase_set_timeout(reads, 120);
    tcase_add_loop_test(reads, what_inserted_code_reads_is_exact_or_lost_aloud, 0, programs);
    tcase_add_loop_test(reads, what_inserted_code_reads_is_exact_or_lost_aloud_where_checks_fail, 0,
                        programs);
    suite_add_tcase(suite, reads);
    return check_run(suite);
}
