/* Arithmetic of matrix values: "1 - $p", "$n * ($n + 1) / 2". Operators are + - * /, with a space
 * on both sides so that "$major-$minor" stays text; a minus before an operand needs none. */
#ifndef HARNESS_ARITHMETIC_H
#define HARNESS_ARITHMETIC_H

#include <stdbool.h>
#include <stddef.h>

/* The number that the name of [length] letters stands for; false when it is not one. */
typedef bool arithmetic_lookup(const void *context, const char *name, size_t length, double *out);

enum arithmetic_end {
    ARITHMETIC_NONE, /* the text is not arithmetic */
    ARITHMETIC_DONE,
    ARITHMETIC_NO_NUMBER,  /* lookup did not know a name in it */
    ARITHMETIC_NOT_FINITE, /* a division by zero, or too large */
    ARITHMETIC_NOT_EXACT,  /* a whole number that may have lost its last digits */
};

enum arithmetic_end arithmetic_evaluate(const char *text, arithmetic_lookup *lookup,
                                        const void *context, double *out);

#endif
