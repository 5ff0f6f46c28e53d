/* A spec as its author wrote it, checked as far as that is possible without loading the target: one
 * struct spec for each combination of the file's matrix. Needs no VM, only its table of options.
 * All memory is in the arena given to spec_load. */
#ifndef HARNESS_SPEC_H
#define HARNESS_SPEC_H

#include <stdbool.h>
#include <stdint.h>

#include "assertions/expectation.h"
#include "base/arena.h"
#include "base/diag.h"
#include "base/vec.h"
#include "event/profiler_file.h"
#include "harness/vms.h"
#include "options.h"

/* Text of the spec with its place, for errors that only the loaded target can show. text NULL: not
 * given. */
struct spec_text {
    const char *text;
    struct place place;
};

struct spec_texts {
    struct spec_text *items;
    uint32_t count, capacity;
};

enum generator_kind {
    GENERATOR_constant,
#define GENERATOR(name, example, meaning) GENERATOR_##name,
#include "harness/generators.def"
#undef GENERATOR
    GENERATOR_KIND_COUNT
};

enum spec_value_kind { SPEC_NULL, SPEC_BOOLEAN, SPEC_INTEGER, SPEC_REAL, SPEC_TEXT };

struct spec_value {
    enum spec_value_kind kind;
    int64_t integer;  /* of BOOLEAN too */
    double real;      /* of INTEGER and BOOLEAN too */
    const char *text; /* as written */
};

/* How one argument is drawn. */
struct generator {
    enum generator_kind kind;
    struct place place;
    const char *text; /* as the spec wrote it: "likely: 0.8" */
    struct spec_value constant;
    double probability;          /* likely */
    struct spec_value low, high; /* uniform */
    struct spec_text name;       /* new: the class; array: the element type */
    struct generator *choices;   /* choose, cycle, elements of an array */
    double *weights;             /* choose; they sum to 1 */
    uint32_t choice_count;
    int32_t length; /* array: -1 as many as choices; else choices[0] draws each element */
};

struct target_spec {
    struct spec_text java; /* place: where the text starts (java_source.first_line, first_column) */
    const char *language;  /* "class files", "javascript", "lua": what goes to the VM */
    struct spec_text script; /* of the other languages; text NULL: it is Java */
    struct spec_text twin,
        twin_of; /* of a script: what makes one object in each call, and its name */
    struct spec_texts java_files, class_path; /* paths as the harness reaches them */
    struct spec_texts never_inline, always_inline, never_compile;
    struct spec_text profile_of; /* a path; NULL: the profile is trained */
};

struct generators {
    struct generator *items;
    uint32_t count, capacity;
};

struct warm_up {
    bool until_compiled;
    int64_t calls; /* when not until_compiled */
    int64_t at_most, after_compilation;
    struct generators arguments; /* when has_arguments, else the run's */
    bool has_arguments;
};

enum agreement {
#define AGREEMENT(name, outcomes, output) AGREES_##name,
#include "harness/agreements.def"
#undef AGREEMENT
    AGREEMENT_COUNT
};

struct run_spec {
    struct spec_text call;
    struct generator *receiver; /* NULL: not given */
    struct place arguments_place;
    struct generators arguments;
    struct warm_up warm_up;
    int64_t iterations;
    int64_t threads; /* that make each of them together */
    enum agreement agrees;
};

/* Of the VM (options.def), those that the spec gives. */
struct spec_options {
    struct vm_options values;
    bool is_given[VM_OPTION_COUNT];
};

struct compiler_spec {
    struct spec_texts without, sabotage, compile;
    bool compile_all;
    struct spec_options options;
    const char *tier;             /* of another VM; NULL: its own choice */
    bool is_in_background;        /* likewise: compilation */
    struct spec_texts vm_options; /* likewise */
    int64_t chosen_threshold;     /* compile_threshold, where the spec leaves that to the harness:
                                 spec_threshold_needed; 0: the spec's own, or the VM's */
};

struct spec_expectation {
    const struct expectation_kind *kind; /* expectation_kind.h */
    const struct expectation *expectation;
    struct place place;
    struct spec_texts names;       /* that it holds, with their places */
    struct site_expectation *site; /* the expectation, whose lines are placed later; NULL: it is
                                      about no site */
    struct {
        struct via *items;
        uint32_t count, capacity;
    } steps;             /* of a path that it holds, whose lines are placed later */
    const char *text;    /* one line, as the spec wrote it: "rate: allocated" */
    const char *control; /* why it is here though the compiler plays no part in it; NULL: it does */
};

/* The place of the name that the expectation holds. */
struct place spec_place_of(const struct spec_expectation *expectation, const char *name);

struct spec_expectations {
    struct spec_expectation *items;
    uint32_t count, capacity;
};

struct spec_rules {
    struct vm_rule *items;
    uint32_t count, capacity;
};

/* Whose table is shown. */
struct spec_profiler {
    const char *name;
    struct place place;
    const struct profiler_file *file; /* NULL: it is built in */
};

struct spec_profilers {
    struct spec_profiler *items;
    uint32_t count, capacity;
};

struct spec {
    const struct vm_identity *vm; /* that it runs on */
    const char *name;             /* "escape/on_one_branch [p=0.8]" */
    const char *file;
    int line;
    struct target_spec target;
    struct run_spec run;
    struct compiler_spec compiler;
    unsigned
        profile; /* sites that are recorded (PROFILE_OF): asked for, or needed by an expectation */
    struct spec_profilers profilers;
    struct spec_rules rules; /* of probes and of files of profilers; each hits a counter */
    struct spec_expectations expectations;
    struct spec_texts relies_on;
    const char *relies_on_nothing;   /* why; NULL: the spec does not say so */
    const char *known_failure;       /* why and the issue; NULL: none */
    enum verdict_kind known_verdict; /* of the known failure */
    const char *skip;                /* the reason; NULL: none */
};

struct specs {
    struct spec *items;
    uint32_t count, capacity;
    bool is_of_profiler; /* the file is a profiler's, which specs may name, and has no specs */
};

/* The greatest probability that a correct compiler turns an expectation red. */
#define SPEC_FALSE_ALARM_LIMIT 1e-6

/* Appends one spec for each combination of the file's matrix to [out], or none with [diag]. [name]:
 * without values. */
bool spec_load(struct arena *arena, const char *file, const char *name, struct diag *diag,
               struct specs *out);
bool spec_load_text(struct arena *arena, const char *file, const char *name, const char *text,
                    size_t length, struct diag *diag, struct specs *out);

bool spec_options_are_given(const struct spec_options *options);
/* Overwrites what the spec gives. */
void spec_options_apply(const struct spec_options *options, struct vm_options *out);

/* Does chance choose, here or in what this is made of? */
bool generator_is_drawn(const struct generator *generator);

/* Does chance choose the arguments that the compiler's profile is from? */
bool spec_profile_is_drawn(const struct spec *spec);

/* The fewest profiled calls, more than the VM's, that keep the risk of all that is predicted below
 * the limit; 0 when the VM's do, the spec says how many, or the warm-up does not make so many. */
int64_t spec_threshold_needed(const struct spec *spec);

/* An error of [place] in an expectation that so many iterations cannot violate, or whose own chance
 * of a false alarm exceeds the limit; true when there is none. */
bool spec_check_false_alarms(const struct spec *spec, struct diag *diag);

#endif
