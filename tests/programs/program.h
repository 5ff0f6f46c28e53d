/* Random Java programs as javac takes them: classes, interfaces, enums, records, lambdas,
 * collections, exceptions, strings, threads that join. Each ends, and prints the same on every JVM.
 * The same seed gives the same program. */
#ifndef TESTS_PROGRAMS_PROGRAM_H
#define TESTS_PROGRAMS_PROGRAM_H

#include <stdint.h>

#include "base/strbuf.h"

/* The source of a class [name] with a method  static String run()  and a main, in the Java of
 * [release] (8, 11, 17). */
void random_program(uint64_t seed, int release, const char *name, struct strbuf *out);

#endif
