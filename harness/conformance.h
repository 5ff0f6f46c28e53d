/* `jittest conformance -- ADAPTER [OPTION]...`: is the adapter right? The checks (conformance.def) talk with it as tests do, about
 * programs whose answers are known. */
#ifndef HARNESS_CONFORMANCE_H
#define HARNESS_CONFORMANCE_H

#include "harness/adapter.h"
#include "harness/target.h"

/* One check's conversation, in a process of its own. */
struct conforming {
    struct adapter adapter;
    struct arena *arena;
    struct target *target; /* that compiles the programs */
    json_t *hello;
    json_t *said;        /* the last answer; owned */
    bool spoils;         /* a method `return x;` of programs returns its number as a reference */
    const char *skipped; /* the check cannot say anything, and why; NULL: it can */
};

/* Each returns what was due; NULL: it holds. */
struct conformance_check {
    const char *name, *clause, *meaning;
    enum conformance_needs { NEEDS_NOTHING, NEEDS_CLASSES, NEEDS_SCRIPT, NEEDS_PROGRAM } needs;
    const char *(*check)(struct conforming *conforming);
};
/* conformance_checks.c, conformance_counted.c */
#define CHECK(name, clause, needs, meaning) const char *check_##name(struct conforming *conforming);
#include "harness/conformance.def"
#undef CHECK
extern const struct conformance_check conformance_checks[];
extern const size_t conformance_check_count;

/* With a fresh process of the adapter's, where only one program fits. */
void conforming_restart(struct conforming *conforming);

/* --- conformance_talk.c --- */

/* Asks; the answer is [said], too, and borrowed. Takes the reference of [question]. */
json_t *conforming_ask(struct conforming *conforming, json_t *question);
/* The question that defines the classes of [java]; "A.foo(Z)V" is called. */
json_t *conforming_definition(struct conforming *conforming, const char *java, const char *call,
                              bool is_static);
enum conformance_program {
#define PROGRAM(name, java, javascript, lua) PROGRAM_##name,
#include "harness/conformance_programs.def"
    PROGRAM_COUNT
};

/* Are its programs class files? */
bool conforming_takes_classes(const struct conforming *conforming);
/* Are they in another language of conformance_programs.def? */
bool conforming_takes_scripts(const struct conforming *conforming);
/* The question that defines the program in the adapter's language; the method of [call] or, in others, the function A.foo is called. */
json_t *conforming_program(struct conforming *conforming, enum conformance_program program,
                           const char *call);
/* NULL: it is defined; else what was due. */
const char *conforming_define_program(struct conforming *conforming,
                                      enum conformance_program program, const char *call);
/* Likewise, of Java alone. */
const char *conforming_define(struct conforming *conforming, const char *java, const char *call);
/* [rows] is JSON. Until it is compiled, with a few calls more. NULL; else what was due. */
const char *conforming_warm_up(struct conforming *conforming, const char *rows);
/* Makes so many calls, and is done: what they returned is in [said]. */
const char *conforming_calls(struct conforming *conforming, const char *rows, int64_t calls);
const char *conforming_run(struct conforming *conforming, const char *rows);

/* Does the last answer have this in [key]? Numbers that are equal are the same but for their sign, runs by what they say. */
bool conforming_said(const struct conforming *conforming, const char *key, const char *json);
/* Objects in the last `observed`, not counting those of code that was left, of class [subject] (NULL: all) in methods
 * whose names begin with [method], or made by the bytecode "A.foo(Z)V:3". */
int64_t conforming_objects(const struct conforming *conforming, const char *subject,
                           const char *method);
/* Are those of one site there so many in each execution, as these runs say? */
bool conforming_allocated(const struct conforming *conforming, const char *method,
                          const char *json);
/* Bytes likewise. */
int64_t conforming_bytes(const struct conforming *conforming);

#endif
