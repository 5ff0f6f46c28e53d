/* Constant expressions (JLS 15.28): values, their conversions and operators. */
#ifndef FRONTEND_CONSTANT_H
#define FRONTEND_CONSTANT_H

#include "frontend/compiler.h"

/* The value in another type, by the conversion that a cast does (JLS 5.1.2, 5.1.3). A string stays.
 */
const struct constant_value *value_convert(struct compiler *compiler,
                                           const struct constant_value *value, enum java_type java);
/* Whether an int constant is a value of byte, short or char (JLS 5.2). */
bool constant_fits(const struct constant_value *value, enum java_type java);
bool value_is_true(const struct constant_value *value);

const struct constant_value *fold_unary(struct compiler *compiler, enum token_kind operator,
                                        const struct constant_value * operand);
/* The operands are converted to the type in which the operator computes, a shift's distance to int
 * or long. NULL for a division by zero, which is no constant. */
const struct constant_value *fold_binary(struct compiler *compiler, enum token_kind operator,
                                         const struct constant_value * left,
                                         const struct constant_value *right);
const struct constant_value *fold_concat(struct compiler *compiler,
                                         const struct constant_value *left,
                                         const struct constant_value *right);

#endif
