/* When to compile, and where the code is kept. Code that was invalidated stays until the code cache
 * or the jit is released: an activation of it may still run. */
#include "jit/internal.h"

#include "backend/bridge.h"
#include "backend/code_space.h"
#include "base/clock.h"
#include "base/die.h"
#include "directives.h"
#include "interp/profile.h"
#include "runtime/timing.h"
#include "tally/tally.h"

#include <stdint.h>
#include <string.h>

static struct jit *the_jit; /* one per process, like the VM */

struct jit *jit_current(void) {
    return the_jit;
}

void jit_init(struct jit *jit, struct runtime *runtime) {
    const char *violation = pipeline_order_violation(NULL, 0);
    ASSERT(!violation, "%s", violation);
    *jit = (struct jit){.runtime = runtime, .lock = LOCK_INIT};
    meta_world_init(&jit->world);
    sites_init(&jit->sites, &runtime->cells);
    memcpy(jit->limits, limit_defaults, sizeof jit->limits);
    jit->backend.vm = runtime->options;
    stubs_fill(jit->backend.stubs);
    the_jit = jit;
    cache_init(jit);
    if (runtime->options->background) background_init(jit);
}

void jit_release(struct jit *jit) {
    bridge_watch((struct code_sink){0});
    while (jit->codes) {
        struct method_code *code = jit->codes;
        jit->codes = code->next;
        machine_code_release(&code->machine, false);
        memory_free(code);
    }
    background_release(jit);
    sites_release(&jit->sites);
    executions_release(jit);
    vec_release(&jit->cache.lost_loops);
    vec_release(&jit->losses);
    vec_release(&jit->compile_only);
    meta_world_release(&jit->world);
    the_jit = NULL;
}

/* --- loops --- */

/* Read without the lock: code that was taken off the list goes on existing. */
static struct method_code *find_loop(const struct method *method, int bci) {
    struct method_code *code = __atomic_load_n(&method->loops, __ATOMIC_ACQUIRE);
    while (code && code->loop_bci != bci)
        code = __atomic_load_n(&code->next_loop, __ATOMIC_ACQUIRE);
    return code;
}

static void install_loop(struct method *method, struct method_code *code) {
    code->next_loop = method->loops;
    __atomic_store_n(&method->loops, code, __ATOMIC_RELEASE);
    __atomic_store_n(&method->profile->loop_limit, 0, __ATOMIC_RELAXED);
}

static void invalidate_loop(struct method_code *code) {
    struct method_code **at = &code->method->loops;
    while (*at && *at != code) at = &(*at)->next_loop;
    if (*at) __atomic_store_n(at, code->next_loop, __ATOMIC_RELEASE);
    code->is_valid = false;
}

/* --- compiling --- */

const char *code_kind(int loop_bci) { return loop_bci < 0 ? "method" : "loop"; }

/* Of what is told: of a job that the program's end overtakes neither counts. */
static void count_seconds(const struct job *job) {
    job->jit->phase_seconds += job->phase_seconds;
    job->jit->backend_seconds += job->generator_seconds;
}

/* Where the job enters the method. */
static struct position entry_of(const struct job *job) {
    return (struct position){.method = method_full_name(job->method),
                             .bci = job->loop_bci,
                             .line = method_line(job->method, job->loop_bci)};
}

static void tell_given_up(struct job *job, enum reason reason, const struct position *position) {
    count_seconds(job);
    const struct position entry = entry_of(job);
    if (!position && job->loop_bci >= 0) position = &entry;
    const double values[] = {job->phase_seconds, job->generator_seconds};
    compilation_tell(&job->compilation,
                     (struct event){.kind = EVENT_bailed_out,
                                    .reason = reason,
                                    .position = position,
                                    .subject = code_kind(job->loop_bci),
                                    .frequency = -1,
                                    .duration = job->phase_seconds + job->generator_seconds,
                                    .values = values,
                                    .value_count = 2});
}

static void tell_compiled(struct job *job, const struct machine_code *code) {
    count_seconds(job);
    const struct elf_image *image = &code->image;
    const struct position entry = entry_of(job);
    const double values[] = {(double)image->data_bytes, (double)image->size,
                             (double)code->cache_count, job->phase_seconds,
                             job->generator_seconds,    (double)code_space_state().used};
    compilation_tell(&job->compilation,
                     (struct event){.kind = EVENT_compiled,
                                    .reason = job->why,
                                    .position = job->loop_bci < 0 ? NULL : &entry,
                                    .subject = code_kind(job->loop_bci),
                                    .amount = (int64_t)image->code_bytes,
                                    .frequency = -1,
                                    .duration = job->phase_seconds + job->generator_seconds,
                                    .values = values,
                                    .value_count = 6});
}

/* Code of a method, or of its loop, that is wanted or given up outside of a compilation. */
static void notice(const struct jit *jit, enum event_kind kind, enum reason reason,
                   const struct method *method, int loop_bci, int64_t amount) {
    const struct event_sink *sink = &jit->runtime->notices;
    if (!sink->receive) return;
    struct position position = {
        .method = method_full_name(method), .bci = loop_bci, .line = method_line(method, loop_bci)};
    event_send(sink, &(struct event){.kind = kind,
                                     .reason = reason,
                                     .root = position.method,
                                     .position = loop_bci < 0 ? NULL : &position,
                                     .subject = code_kind(loop_bci),
                                     .amount = amount,
                                     .frequency = -1});
}

static bool give_up(struct job *job, enum reason reason, const struct position *position) {
    if (job->loop_bci < 0) job->method->bailout = reason;
    tell_given_up(job, reason, position);
    job->jit->bailouts++;
    return false;
}

static void install_method(struct method *method, struct method_code *code) {
    if (method->compiled) method->compiled->is_valid = false;
    __atomic_store_n(&method->compiled, code, __ATOMIC_RELEASE);
    __atomic_store_n(&method->compiled_entry, code->machine.entry, __ATOMIC_RELEASE);
    __atomic_store_n(&method->entry, bridge_to_compiled(method), __ATOMIC_RELEASE);
    method->bailout = REASON_none;
    method->compilation_count++;
}

static void install(struct job *job) {
    struct jit *jit = job->jit;
    struct method *method = job->method;
    struct method_code *code = memory_allocate(sizeof *code);
    *code = (struct method_code){.machine = job->machine,
                                 .method = method,
                                 .compilation = job->compilation.number,
                                 .lessons = job->lessons,
                                 .executions = job->executions,
                                 .is_valid = true,
                                 .loop_bci = job->loop_bci,
                                 .born = clock_seconds(),
                                 .next = jit->codes};
    jit->codes = code;
    struct graph *graph = job->compilation.graph;
    if (graph->flow) tallies_share(jit->runtime->profile, graph->flow);
    graph->flow = NULL;
    job->machine = (struct machine_code){0};
    job->executions = (struct executions){0};
    const struct elf_image *image = &code->machine.image;
    code_space_own(image->memory, image->size, &code->machine);
    bool is_loop = job->loop_bci >= 0;
    if (is_loop)
        install_loop(method, code);
    else
        install_method(method, code);
    tell_compiled(job, &code->machine);
    placed_tell(jit, code, false);
    jit->cache.recompilations += job->why == REASON_evicted_before;
    cache_watch(jit);
    jit->compilations++;
    jit->code_bytes += (int64_t)image->code_bytes;
}

/* Once: the library is missing, or what GCC refuses now it will refuse again. */
static void tell_failure(struct jit *jit, const struct diag *diag) {
    if (jit->has_told_failure) return;
    jit->has_told_failure = true;
    fprintf(jit->runtime->options->err, "warning: %s; methods stay interpreted\n", diag->message);
}

static bool generate(struct job *job) {
    struct diag diag = DIAG_INIT;
    struct backend_options options = job->jit->backend;
    options.is_dumped = dump_is_wanted(job);
    options.loop_bci = job->loop_bci;
    options.polls = job->polls.items;
    options.poll_count = job->polls.count;
    options.are_inferred = runtime_infers(job->jit->runtime);
    job->executions = executions_begin(job->jit, &options);
    if (!job->jit->strips_inserted_code) options.timing = job->jit->runtime->timing;
    if (job->jit->strips_inserted_code) options.contexts = NULL;
    double start = clock_seconds();
    job->compilation.phase = PHASE_generate;
    bool done = background_is_current(job->jit)
                    ? background_generate(job, &options, &diag)
                    : backend_generate(job->compilation.graph, &options, &job->machine, &diag);
    struct step_done step = {STEP_generate, phase_name(PHASE_generate), false,
                             clock_seconds() - start};
    job->generator_seconds = step.seconds;
    job_tell_step(job, &step, job->compilation.graph);
    enum reason reason = done ? cache_load(job, &diag) : REASON_code_generator_failed;
    if (reason == REASON_code_generator_failed) tell_failure(job->jit, &diag);
    if (reason) return give_up(job, reason, NULL);
    install(job);
    return true;
}

static struct lost_loop *find_lost_loop(struct jit *jit, const struct method *method, int bci) {
    vec_each(struct lost_loop, loop, &jit->cache.lost_loops) {
        if (loop->method == method && loop->bci == bci) return loop;
    }
    return NULL;
}

static void remember_loss(struct jit *jit, struct method *method, int loop_bci,
                          enum reason reason) {
    if (loop_bci < 0) {
        method->lost = reason;
        return;
    }
    struct lost_loop *known = find_lost_loop(jit, method, loop_bci);
    if (known)
        known->reason = reason;
    else
        vec_push(&jit->cache.lost_loops, ((struct lost_loop){method, loop_bci, reason}));
}

static enum reason why_compiled(struct jit *jit, const struct method *method, int loop_bci) {
    if (loop_bci < 0) return method->lost == REASON_none ? REASON_hot : method->lost;
    const struct lost_loop *lost = find_lost_loop(jit, method, loop_bci);
    return lost ? lost->reason : REASON_hot_loop;
}

/* [why]: REASON_none when it is hot. */
static bool compile(struct jit *jit, struct method *method, int loop_bci, enum reason why) {
    stack_clear(STACK_CLEARED); /* words of calls that are over would keep code in the cache */
    struct job *job = memory_allocate(sizeof *job);
    job_init(job, jit, method, &jit->runtime->sink);
    job->loop_bci = loop_bci;
    job->why = why ? why : why_compiled(jit, method, loop_bci);
    background_hold(jit, job);
    job->environment.runs_no_java = background_is_current(jit);
    if (jit->trace.receive) job->trace = &jit->trace;
    job->keeps_graphs = jit->graph_sink.receive != NULL;
    struct thread *thread = thread_current();
    double before = clock_processor_seconds(CLOCK_THREAD_CPUTIME_ID);
    int64_t *caller = timing_enter_part(thread, TIMED_compiler);
    double start = clock_seconds();
    bool done = job_run(job);
    job->phase_seconds = clock_seconds() - start;
    done = done ? generate(job)
                : give_up(job, job->compilation.bailout, job->compilation.bailout_position);
    timing_leave_part(thread, caller);
    double used = clock_processor_seconds(CLOCK_THREAD_CPUTIME_ID) - before;
    __atomic_fetch_add(&thread->compiling, (int64_t)(used * 1e9), __ATOMIC_RELAXED);
    background_hold(jit, NULL);
    executions_end(jit, &job->executions);
    job_release(job);
    memory_free(job);
    return done;
}

bool jit_compile(struct jit *jit, struct method *method) {
    struct thread *thread = thread_current();
    lock_enter(thread, &jit->lock);
    notice(jit, EVENT_code_needed, REASON_asked, method, -1, 0);
    bool done = compile(jit, method, -1, REASON_asked);
    lock_leave(thread, &jit->lock);
    return done;
}

enum reason jit_explain(struct jit *jit, struct method *method,
                        const struct step_listener *observer) {
    struct thread *thread = thread_current();
    lock_enter(thread, &jit->lock);
    struct job *job = memory_allocate(sizeof *job);
    job_init(job, jit, method, &jit->runtime->sink);
    job->observer = observer;
    enum reason reason = job_run(job) ? REASON_none : job->compilation.bailout;
    if (reason) tell_given_up(job, reason, job->compilation.bailout_position);
    job_release(job);
    memory_free(job);
    lock_leave(thread, &jit->lock);
    return reason;
}

/* --- policy --- */

static bool is_wanted(const struct jit *jit, const struct method *method) {
    if (jit->runtime->options->interpret_library && method->class->is_trusted) return false;
    if (!jit->compile_only.count) return true;
    for (uint32_t i = 0; i < jit->compile_only.count; i++)
        if (jit->compile_only.items[i] == method) return true;
    return false;
}

static void set_heat(struct method *method, int32_t heat) {
    __atomic_store_n(&method->heat, heat, __ATOMIC_RELAXED);
}

/* Its heat stays 0 until then, so that nobody asks again. */
void compile_hot_method(struct jit *jit, struct method *method) {
    bool is_given_up = false; /* as it will be again */
    if (!method->compiled && method->code && is_wanted(jit, method)) {
        bool is_forbidden = method->directives & VM_NEVER_COMPILE;
        if (is_forbidden) method->bailout = REASON_never_compile;
        is_given_up = is_forbidden || (!compile(jit, method, -1, REASON_none) &&
                                       method->bailout != REASON_cache_full);
    }
    set_heat(method, is_given_up ? INT32_MAX : jit->runtime->options->compile_threshold);
}

void jit_on_hot(struct thread *thread, struct method *method) {
    if (the_jit->background) {
        background_request(thread, the_jit, method, -1);
        return;
    }
    lock_enter(thread, &the_jit->lock);
    compile_hot_method(the_jit, method);
    lock_leave(thread, &the_jit->lock);
}

static bool is_time_for_loop(const struct method *method) {
    return __atomic_load_n(&method->profile->back_edges, __ATOMIC_RELAXED) >=
           __atomic_load_n(&method->profile->next_loop, __ATOMIC_RELAXED);
}

/* Without code of any of the method's loops there is nothing to ask for until [next]. */
static void wait_for_loop(struct method *method, int64_t next) {
    int32_t limit = next < INT32_MAX ? (int32_t)next : INT32_MAX;
    __atomic_store_n(&method->profile->next_loop, limit, __ATOMIC_RELAXED);
    if (!method->loops) __atomic_store_n(&method->profile->loop_limit, limit, __ATOMIC_RELAXED);
}

void compile_hot_loop(struct jit *jit, struct method *method, int bci) {
    int64_t back_edges = __atomic_load_n(&method->profile->back_edges, __ATOMIC_RELAXED);
    const struct method_code *code = find_loop(method, bci);
    if (!code) notice(jit, EVENT_code_needed, REASON_on_stack_entry, method, bci, 0);
    bool is_done = code || (is_wanted(jit, method) && !(method->directives & VM_NEVER_COMPILE) &&
                            compile(jit, method, bci, REASON_none));
    /* What was given up will be given up again, unless it is another loop. */
    wait_for_loop(method,
                  is_done ? back_edges + jit->runtime->options->loop_threshold : 4 * back_edges);
}

/* The first thread requests the compilation for all. */
static void request_loop(struct thread *thread, struct jit *jit, struct method *method, int bci) {
    int32_t next = __atomic_exchange_n(&method->profile->next_loop, INT32_MAX, __ATOMIC_RELAXED);
    if (next == INT32_MAX) return;
    if (!__atomic_load_n(&method->loops, __ATOMIC_RELAXED))
        __atomic_store_n(&method->profile->loop_limit, INT32_MAX, __ATOMIC_RELAXED);
    background_request(thread, jit, method, bci);
}

method_entry jit_on_loop(struct thread *thread, struct method *method, int bci) {
    const struct method_code *code = find_loop(method, bci);
    if (!code && is_time_for_loop(method)) {
        if (the_jit->background) {
            request_loop(thread, the_jit, method, bci);
            return NULL;
        }
        lock_enter(thread, &the_jit->lock);
        /* Another thread may have been first. */
        if (!find_loop(method, bci) && is_time_for_loop(method))
            compile_hot_loop(the_jit, method, bci);
        code = find_loop(method, bci);
        lock_leave(thread, &the_jit->lock);
    }
    return code ? (method_entry)code->machine.entry : NULL;
}

void jit_invalidate(struct jit *jit, struct method *method) {
    if (!method->compiled) return;
    method->compiled->is_valid = false;
    __atomic_store_n(&method->compiled, NULL, __ATOMIC_RELEASE);
    __atomic_store_n(&method->compiled_entry, bridge_to_interpreted(method), __ATOMIC_RELEASE);
    __atomic_store_n(&method->entry, jit->runtime->interpret, __ATOMIC_RELEASE);
    set_heat(method, jit->runtime->options->compile_threshold);
}

void code_reset(struct jit *jit, struct method_code *code, enum reason reason) {
    remember_loss(jit, code->method, code->loop_bci, reason);
    if (code->loop_bci < 0) {
        jit_invalidate(jit, code->method);
        return;
    }
    const struct profile *profile = code->method->profile;
    int64_t back_edges = __atomic_load_n(&profile->back_edges, __ATOMIC_RELAXED);
    invalidate_loop(code);
    wait_for_loop(code->method, back_edges + jit->runtime->options->loop_threshold);
}

void code_invalidate(struct jit *jit, struct method_code *code, enum reason reason) {
    if (code->loop_bci < 0)
        jit_invalidate(jit, code->method);
    else
        invalidate_loop(code);
    remember_loss(jit, code->method, code->loop_bci, REASON_invalidated_before);
    notice(jit, EVENT_invalidated, reason, code->method, code->loop_bci,
           (int64_t)code->machine.image.size);
}

void jit_on_poll_work(struct thread *thread) { cache_poll(thread); }

void jit_on_exit(void) {
    executions_tell(the_jit);
    background_close(the_jit);
}

/* --- executions --- */

void jit_tell_executions(struct thread *thread) {
    if (!executions_are_counted(the_jit)) return;
    lock_enter(thread, &the_jit->lock);
    executions_tell(the_jit);
    lock_leave(thread, &the_jit->lock);
}

void jit_mark_executions(struct jit *jit) {
    struct thread *thread = thread_current();
    if (!executions_are_counted(jit)) return;
    lock_enter(thread, &jit->lock);
    executions_mark(jit);
    lock_leave(thread, &jit->lock);
}

struct executed_set jit_executions_since_mark(struct jit *jit) {
    struct thread *thread = thread_current();
    if (!executions_are_counted(jit)) return (struct executed_set){0};
    lock_enter(thread, &jit->lock);
    struct executed_set set = executions_since_mark(jit);
    lock_leave(thread, &jit->lock);
    return set;
}

/* An interrupt waits for the end of an instruction, which is rather one that takes long, and has the address of the next. */
const struct timed_unit *jit_find_unit(const void *address, int32_t *share) {
    const struct machine_code *code = code_space_owner(address);
    if (!code || !code->unit) return NULL;
    *share = machine_code_share(code, address);
    return code->unit;
}

const struct call_site *jit_find_call_site(const void *return_address) {
    const struct machine_code *code = code_space_owner((const char *)return_address - 1);
    return code ? machine_code_call_site(code, return_address) : NULL;
}
