/* Between the files that read a kind of expectation each (e_*.c); nobody else but spec_expect.c
 * includes this. What is missing (NULL) leaves what it would be read into as it is, unless said
 * otherwise; false: with an error. */
#ifndef HARNESS_E_READ_H
#define HARNESS_E_READ_H

#include "harness/spec_keys.h"
#include "harness/spec_read.h"

/* Makes [out]->expectation from the map and the value of its first key, which is the kind. */
#define ASSERTION(name, meaning)                                                                   \
    bool read_##name(struct spec_reader *reader, const struct yaml_node *map,                      \
                     struct yaml_node *value, struct spec_expectation *out);
#include "assertions/assertions.def"
#undef ASSERTION

/* What a bound is about: hits per execution, the part of the executions that hit, or a number that
 * has nothing to do with executions. None is negative. */
enum measure { MEASURE_RATE, MEASURE_SHARE, MEASURE_NUMBER };

/* The keys is, epsilon, at_least and at_most of [map]. */
bool read_bound_keys(struct spec_reader *reader, const struct yaml_node *map, enum measure measure,
                     struct bound *out);
/* A number or a map; nothing when [node] is NULL. */
bool read_bound(struct spec_reader *reader, struct yaml_node *node, enum measure measure,
                struct bound *out);
/* A bound that nothing can violate would be green whatever the compiler does. */
bool check_violable(struct spec_reader *reader, const struct yaml_node *map,
                    const struct bound *bound, enum measure measure);

/* A word of decision_words.def for the kind of this name. */
bool read_word(struct spec_reader *reader, const struct yaml_node *node, const char *kind,
               const char **out);
/* After the decision's word, which limits the reasons. [what]: the word, or the kind. */
bool read_reason(struct spec_reader *reader, const struct yaml_node *node,
                 const struct expectation *expectation, const char *what, const char **because);

/* The name, whose place is kept; NULL when there is no node. */
const char *name_at(struct spec_reader *reader, struct spec_expectation *out, const char *name,
                    struct place place);
const char *name_of(struct spec_reader *reader, struct spec_expectation *out,
                    const struct yaml_node *node);

#endif
