/* Counter-based sampling of calls (Arnold and Grove, "Collecting and exploiting high-accuracy call graph profiles in virtual
 * machines", CGO 2005): a timer opens a window in each thread, which takes some samples, one every so many polls, and closes it.
 * Where windows are equally long in time, instead, all calls are equally likely. A poll is the entry of a method that is not inlined,
 * interpreted, compiled or native, and, where that is asked for, a round of a loop: of
 * compiled ones of those that inlined calls run with. */
#ifndef EVENT_SAMPLING_H
#define EVENT_SAMPLING_H

#include <stdbool.h>
#include <stdint.h>

#include "event/windows.h"

/* Polls of a window until its first sample. */
enum vm_skip {
#define SKIP(name, text, meaning) VM_SKIP_##name,
#include "event/skips.def"
#undef SKIP
    VM_SKIPS
};

/* What is 0 has the value in parentheses. */
struct vm_sampling_options {
    double every_ms; /* milliseconds from tick to tick of the timer (1) */
    int64_t
        every_polls; /* no timer: each thread opens a window after so many of its own polls, which is repeatable */
    int32_t window;   /* samples of a window; 0: it is a time */
    double window_us; /* microseconds of a window, with the timer (5); 0: it has samples (16) */
    int32_t stride;   /* polls from sample to sample (120; of samples 3) */
    enum vm_skip skip;
    bool
        has_loops; /* rounds of loops poll, too: calls that are inlined there are inferred from them */
    bool is_fixed; /* strides and ticks are as long as that, not drawn at random around it */
    uint64_t seed;
};

/* What was sampled until now. */
struct vm_sampling {
    struct vm_sampling_options options; /* with the values in parentheses */
    int64_t ticks, windows, samples;
    int64_t stood_for;    /* windows, by those that were opened: as many, or more */
    int64_t calls;        /* samples, each as often as its window stands for */
    int64_t loop_samples; /* beside these, in rounds of loops */
    int64_t inferred;     /* calls that are inlined and run with samples of both */
    int64_t weighted;     /* calls and inferred, each as often as its window stands for */
    int64_t
        edge_squares; /* of the calls that a window saw of an edge, where there is a profile: their sum */
    int64_t window_squares; /* likewise, of all calls that it saw */
    int64_t most;           /* the calls of the sample that has most of them, since it began */
    int64_t polls;          /* in windows that were closed */
    double poll_seconds;    /* these, with the way to them, where windows are of a time; else 0 */
    double seconds;         /* since it began */
};

/* A call as another run sampled it, for the inliner: (caller, bytecode) → receivers. */
struct vm_recorded_call {
    const char *caller; /* "A.foo(Z)V"; NULL: none, nothing is to be inlined there */
    int bci;
    const char *receiver; /* class, "a.b.C"; NULL: not known, or there is none */
    double samples;
};

/* So many independent calls are worth as much as those that were sampled. What a window sees is near each other in time, so windows are
 * what is drawn: the variances of all shares p together are Σ (x − p t)² / N², where a window saw x of its t calls on that edge. This is
 * (Σ x² − Σ p² Σ t²) / N² where edges are as frequent in windows of many calls as in those of few; that of n independent calls is
 * (1 − Σ p²) / n. They are worth no more than if each window's calls had been drawn one by one (Kish). [same]: Σ p². */
double vm_independent_calls(const struct vm_sampling *sampling, double same);

/* Of the table of skips; false past the end. */
bool vm_skip_row(enum vm_skip skip, const char **name, const char **meaning);

#endif
