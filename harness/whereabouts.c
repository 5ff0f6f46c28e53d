/* Text for where a test is: what it was doing, and the frame, loop or phase that it was in. Exact
 * at a safepoint; otherwise what a signal handler can read safely. */
#include "harness/whereabouts.h"

#include <stdio.h>
#include <unistd.h>

#include "harness/runner.h"

enum { LONGEST = 900 };

static struct {
    struct target *target; /* NULL: not started, or nothing is told */
    enum activity activity;
    int64_t call;
    const char *first_throw; /* NULL: every call returned */
    const char *question;    /* that an adapter has not answered; NULL: none */
} now;

/* Room for one text; snprintf allocates nothing here. */
struct text {
    char bytes[LONGEST];
    size_t length;
};

#define ADD(text, ...)                                                                             \
    do {                                                                                           \
        int added = snprintf((text)->bytes + (text)->length, sizeof(text)->bytes - (text)->length, \
                             __VA_ARGS__);                                                         \
        (text)->length += added > 0 ? (size_t)added : 0;                                           \
        if ((text)->length >= sizeof(text)->bytes) (text)->length = sizeof(text)->bytes - 1;       \
    } while (0)

static void add_activity(struct text *text) {
    long long call = now.call;
    switch (now.activity) {
    case ACTIVITY_loading: ADD(text, "while the target was loaded"); break;
    case ACTIVITY_warming_up: ADD(text, "in warm-up call %lld", call); break;
    case ACTIVITY_measuring: ADD(text, "in execution %lld", call); break;
    case ACTIVITY_interpreting:
        ADD(text, "while the interpreter made the same calls, to compare with");
        break;
    case ACTIVITY_comparing:
        ADD(text, "while the code was compared with that without probes");
        break;
    }
    if (now.first_throw) ADD(text, "; %s", now.first_throw);
}

/* "T.f()V (line 5)" */
static void add_frame(struct text *text, const struct target_frame *frame) {
    ADD(text, "%s", frame->method);
    if (frame->line) ADD(text, " (line %d)", frame->line);
}

/* For a frame of the class library, the program's frame that called it. */
static void add_caller(struct text *text, const struct target_frame *frames, size_t count) {
    size_t own = 0;
    while (own < count && frames[own].is_of_library) own++;
    if (!own || own == count) return;
    ADD(text, ", called from ");
    add_frame(text, &frames[own]);
}

static void add_loop(struct text *text, const struct target_frame *frames, size_t count) {
    size_t i = 0;
    while (i < count && !frames[i].loop_line) i++;
    if (i < count && i > 0)
        ADD(text, ", called in the loop of %s at line %d", frames[i].method, frames[i].loop_line);
    else if (i < count)
        ADD(text, ", in its loop at line %d", frames[i].loop_line);
    if (i == count || frames[i].is_of_library) add_caller(text, frames, count);
}

/* At a safepoint: exact. */
static void stopped(void *context) {
    struct target_stand at;
    struct text text = {.length = 0};
    now.target->stands(now.target, &at);
    if (!at.frame_count) return;
    ADD(&text, at.frames[0].is_compiled ? "in compiled code of " : "interpreting ");
    add_frame(&text, &at.frames[0]);
    add_loop(&text, at.frames, at.frame_count);
    ADD(&text, ", ");
    add_activity(&text);
    runner_tell(JOB_TIMED_OUT, text.bytes);
    _exit(0);
}

static void halts(void *context, int status) {
    struct target_stand at;
    struct text text = {.length = 0};
    size_t own = 0;
    now.target->stands(now.target, &at);
    while (own < at.frame_count && at.frames[own].is_of_library) own++;
    ADD(&text, "the target ended the process with status %d", status);
    if (own < at.frame_count) {
        ADD(&text, ", in ");
        add_frame(&text, &at.frames[own]);
    }
    ADD(&text, ", ");
    add_activity(&text);
    runner_tell(JOB_STOPPED, text.bytes);
    _exit(0);
}

void whereabouts_start(struct target *target) {
    now.target = target;
    target->watch(target, &(struct target_watcher){.halts = halts, .stopped = stopped});
}

void whereabouts_are(enum activity activity) { now.activity = activity; }

void whereabouts_call(int64_t call, const char *first_throw) {
    now.call = call;
    now.first_throw = first_throw;
}

void whereabouts_asked(const char *question) { now.question = question; }

void whereabouts_forget(void) {
    now.target->watch(now.target, &(struct target_watcher){0});
    now.target = NULL;
}

/* Where it waits, or what it does that touches no object. */
static bool add_standstill(struct text *text, const struct target_stand *at) {
    if (at->native_class) {
        ADD(text, "in the native method %s.%s", at->native_class, at->native_method);
    } else if (at->frame_count) {
        ADD(text, at->waits_to_lock ? "waiting for a lock in " : "waiting in ");
        add_frame(text, &at->frames[0]);
    } else {
        return false;
    }
    add_caller(text, at->frames, at->frame_count);
    ADD(text, ", ");
    return true;
}

/* In a signal handler, again and again: what can be told if no safepoint comes. A place that was told stands until another is known. */
void whereabouts_time_out(void *context) {
    static bool has_place;
    struct text text = {.length = 0};
    struct target_stand at = {0};
    if (now.question) {
        ADD(&text, "the adapter was asked '%s' and did not answer", now.question);
        runner_tell(JOB_TIMED_OUT, text.bytes);
        _exit(0);
    }
    if (now.target) now.target->stands_in_handler(now.target, &at);
    bool is_known = true;
    if (at.compiling)
        ADD(&text, "compiling %s (%s), ", at.compiling, at.phase ? at.phase : "build");
    else if (at.is_collecting)
        ADD(&text, "collecting garbage, ");
    else
        is_known = add_standstill(&text, &at);
    add_activity(&text);
    if (is_known || !has_place) runner_tell(JOB_TIMED_OUT, text.bytes);
    has_place |= is_known;
    if (now.target) now.target->ask_to_stop(now.target);
}
