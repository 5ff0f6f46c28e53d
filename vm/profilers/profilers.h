/* Profilers in a run: chosen by their names, begun before the program, read as tables when it has ended. */
#ifndef PROFILERS_PROFILERS_H
#define PROFILERS_PROFILERS_H

#include <pthread.h>

#include "event/profiler_file.h"
#include "profilers/profiler.h"

/* NULL past the end. */
const struct profiler *profiler_at(size_t index);

struct profiling_options {
    const char *by;    /* "root,kind": what the tables are by; NULL: what each profiler says */
    const char *marks; /* a method, each return of which is a mark; NULL: none */
    bool is_perturbed; /* rules are ordinary program code */
    int64_t every;     /* of rules that do not say it themselves, as vm_rule has it */
    const char *
        levels; /* the tables are by contexts, too, of so many calls or "all"; NULL: where they are asked for */
    const char
        *kept_contexts; /* the options of those that are, each behind a space; NULL: all are */
    struct vm_timing_options timing;     /* of cycles */
    bool writes_trees;                   /* what is in trees counts by contexts, too */
    bool ends_blocks_at_calls;           /* of rules at blocks */
    struct vm_sampling_options sampling; /* of rules at samples of calls */
};

/* All profilers of a run. {.arena = ..., .hearing = ..., .mutex = ...} is empty; all belongs to the arenas. */
struct profilings {
    struct arena *arena;
    struct profiling *items;
    size_t count;
    struct vm *vm;
    struct vm_profile *profile;
    const struct vm_rule *others; /* rules of somebody else that share the profile: its first */
    size_t other_count;
    size_t from; /* the mark from which tables count; 0: the beginning */
    const char *marks;
    bool is_perturbed;
    _Atomic int64_t returns; /* of the method that marks, which marked */
    const char *command;
    pthread_mutex_t mutex; /* events come from several threads */
    struct arena *hearing; /* for what they say */
};

/* In place of call_graph, with windows of one call each. */
extern const struct profiler profiler_exact_call_graph;

/* Of profilers.def; NULL with an error: none is called so. */
const struct profiler *profiler_called(const char *name, struct diag *diag);
/* Of a file, in [arena]. */
const struct profiler *profiler_written(struct arena *arena, const struct profiler_file *file);
/* May fail: an unknown key, one that the profiler's points do not have, the profiler is there already. */
bool profilings_add(struct profilings *all, const struct profiler *profiler,
                    const struct profiling_options *options, struct diag *diag);
/* The next word of a list, "a,b", whose rest [list] then is; NULL: there is none. In [arena]. */
const char *profile_next_word(struct arena *arena, const char **list);
/* Before any code of the program has run, which [command] names. May fail. */
bool profilings_begin(struct profilings *all, struct vm *vm,
                      const struct profiling_options *options, const char *command,
                      struct diag *diag);
/* Tables count from now on, where a mark of this text is. */
void profilings_restart(struct profilings *all, const char *mark);
/* The one of this profiler; NULL: it was not chosen. */
struct profiling *profilings_of(const struct profilings *all, const struct profiler *profiler);
/* Does one of them ask for the VM's events? They are then told by profilings_hear. */
bool profilings_listen(const struct profilings *all);
void profilings_hear(struct profilings *all, const struct event *event);
/* The one that is called so, whose counts trees have; NULL: it was not chosen. */
const struct profiling *profilings_in_trees(const struct profilings *all, const char *name);
/* What they counted so far. */
struct profile_tables profilings_read(struct profilings *all);

#endif
