/* Between the files that read a kind of expectation each (e_*.c); nobody else includes this. What
 * is missing (NULL) leaves what it would be read into as it is, unless said otherwise; false: with
 * an error. */
#ifndef HARNESS_E_READ_H
#define HARNESS_E_READ_H

#include "harness/expectation_kind.h"

/* kind_x, whose keys are keys_of_x; what follows are further members. */
#define EXPECTATION_KIND(its_name, its_read, its_part, its_meaning, ...)                           \
    const struct expectation_kind kind_##its_name = {                                              \
        .section = {#its_name, #its_name, its_meaning, SECTION_KEYS(keys_of_##its_name),           \
                    .part = its_part},                                                             \
        .assertion = &assertion_##its_name,                                                        \
        .read = its_read,                                                                          \
        __VA_ARGS__}

/* Of what may hold whatever the compiler decides. */
#define CONTROL_KEY                                                                                \
    SECTION_KEY(control, SENTENCE, false, "",                                                      \
                "why it is here although it holds whatever the compiler decides; `jittest lint` "  \
                "skips it")

/* What a bound is about: hits per execution, the part of the executions that hit, a number that has
 * nothing to do with executions, or a whole one. None is negative. */
enum measure { MEASURE_RATE, MEASURE_SHARE, MEASURE_NUMBER, MEASURE_COUNT };

/* The keys is, epsilon, at_least and at_most of [map]. */
bool read_bound_keys(struct spec_reader *reader, const struct yaml_node *map, enum measure measure,
                     struct bound *out);
/* A number or a map; nothing when [node] is NULL. */
bool read_bound(struct spec_reader *reader, struct yaml_node *node, enum measure measure,
                struct bound *out);
/* Of a share that is not known exactly; [what] it is called in errors. [may_be_none]: only 0 is. */
bool read_estimate(struct spec_reader *reader, struct yaml_node *node, const char *what,
                   bool may_be_none, struct bound *out);

/* Keys that there are; [what] they are called in errors. */
struct known_keys {
    const char *what;
    const char *const *items;
    size_t count;
};
/* Shares by key, or one key, which has all; nothing when [node] is NULL. [known]: NULL: any key. */
bool read_portions(struct spec_reader *reader, struct yaml_node *node,
                   const struct known_keys *known, struct portions *out);

/* The keys in [node] are names. */
void name_portions(struct spec_reader *reader, struct spec_expectation *out,
                   const struct yaml_node *node);

/* "T.f -> T.g:12", or a list, as the steps of the expectation. [key]: which is read, for errors. */
bool read_steps(struct spec_reader *reader, const char *key, const struct yaml_node *node,
                struct spec_expectation *out);

/* One of the assertion's words. */
bool read_word(struct spec_reader *reader, const struct yaml_node *node,
               const struct assertion *assertion, const char **out);
/* After the decision's word, which limits the reasons. [what]: the word, or the kind. */
bool read_reason(struct spec_reader *reader, const struct yaml_node *node,
                 const struct expectation *expectation, const char *what, const char **because);

/* The name, whose place is kept; NULL when there is no node. */
const char *name_at(struct spec_reader *reader, struct spec_expectation *out, const char *name,
                    struct place place);
const char *name_of(struct spec_reader *reader, struct spec_expectation *out,
                    const struct yaml_node *node);

#endif
