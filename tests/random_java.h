/* Random programs in the Java subset of the built-in frontend: objects that escape or not, merges,
 * loops, locks, exceptions, virtual calls, arrays, arithmetic of every primitive type. Each
 * terminates, depends on nothing but its arguments, and means the same on any JVM. The same seed
 * gives the same program.
 *
 * Every program has
 *
 *     class T {
 *         static long run(int a, int b, boolean c);
 *         static void main(String[] args);
 *     }
 *
 * With threads, run is a method of an object that has what are statics else, and
 *
 *     static long runNumber(int number);   runs a row of the list of arguments, counted round and round
 *     static void work(int times);         takes the next numbers, of all threads', and runs them
 *
 * Which thread runs which row is up to the system; what all of them do together is not, once one thread has worked through
 * the list (so that all classes are initialised).
 *
 * run resets the program's statics, calls its body and returns a checksum of the result and of what
 * is reachable from the statics; exceptions count as results. main prints run for a list of
 * arguments. */
#ifndef TESTS_RANDOM_JAVA_H
#define TESTS_RANDOM_JAVA_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

struct random_java_options {
    int statements;   /* about so many in the body; more make more complicated programs */
    bool with_probes; /* sprinkles inserted code (DelimitationAPI, Probe) over the body */
    bool with_reads;  /* inserted code that hits, HERE, a counter by the value of a local */
    bool with_intricate_probes; /* inserted code of every shape, in every place */
    bool
        with_threads; /* whatever threads run it at once: they share locks, and no data but a sum */
    bool has_probes_left_out; /* the same program without its intricate probes, line by line */
};

void random_java(uint64_t seed, const struct random_java_options *options, struct strbuf *out);

/* The arguments that main uses, for callers that run `run` themselves. */
struct random_arguments {
    int32_t a, b;
    bool c;
};
extern const struct random_arguments random_java_arguments[];
extern const int random_java_argument_count;

#endif
