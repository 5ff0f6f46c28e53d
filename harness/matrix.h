/* The matrix of a spec: every combination of its values, and the spec's tree with the values in
 * place of $name. */
#ifndef HARNESS_MATRIX_H
#define HARNESS_MATRIX_H

#include "sections/yaml_tree.h"

struct matrix {
    const struct yaml_node *map; /* name: [scalars]; NULL when the spec has none */
    uint32_t combinations;       /* 1 without a matrix */
    bool is_wrong;               /* what a $name stands for is not known */
};

/* False when the matrix is wrong, which leaves one combination for the errors in the rest. */
bool matrix_read(const struct yaml_node *root, struct matrix *out, struct diag *diag);

/* A copy of [root], without the matrix, where every "$name" that is a whole scalar is replaced by
 * the value, plain arithmetic of values and numbers ("1 - $p", arithmetic.h) by its result, and
 * every "$name" or "${name}" inside another scalar by its text. A scalar that is an unknown "$name"
 * is an error; inside text an unknown one is left alone, as Java's identifiers may contain $.
 * Places are those of the scalars replaced. */
struct yaml_node *matrix_substitute(struct arena *arena, const struct matrix *matrix,
                                    uint32_t combination, const struct yaml_node *root,
                                    struct diag *diag);

/* " [p=0.8, q=1]", or "" without a matrix. */
const char *matrix_name(struct arena *arena, const struct matrix *matrix, uint32_t combination);

#endif
