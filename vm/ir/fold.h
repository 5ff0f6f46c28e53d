/* What is known of a value without running the program: folds (folds.def), nullness and classes.
 * Pure questions: the only thing that may appear in the graph is a shared constant. */
#ifndef IR_FOLD_H
#define IR_FOLD_H

#include "ir/node.h"

/* The value of [node] if its inputs were [inputs] (node->input_count of them): a constant, an input
 * or an input's input; NULL when nothing simpler is known. Java's semantics exactly: shifts, MIN /
 * -1, NaN, -0.0, narrowing, saturation. */
struct node *fold_value(const struct node *node, struct node *const *inputs);
/* The constant that [node] computes from constant [inputs], or NULL. */
struct node *fold_constants(const struct node *node, struct node *const *inputs);
/* The only value that the phi stands for when its inputs are [inputs] (each is this value or the
 * phi itself), or NULL. */
struct node *fold_phi_same(const struct node *phi, struct node *const *inputs);
/* Does the relation hold? [order] is negative, 0, positive. */
bool condition_holds(enum condition condition, int order);
/* Of swapped operands; of the opposite answer (ordered operands). */
enum condition condition_swapped(enum condition condition);
enum condition condition_negated(enum condition condition);
/* The same of swapped operands? */
bool condition_is_symmetric(enum condition condition);

/* An int or long constant's value. */
bool value_is_integer(const struct node *value, int64_t *out);
/* The object's class, when it is known exactly; the value is then never null. */
struct meta_class *value_exact_class(const struct node *value);
/* A class of which the value is an instance unless it is null; NULL when none is known. */
struct meta_class *value_class(const struct node *value);
/* Is it null or an instance of [class]? False when that is not known. */
bool value_is_of_class(const struct node *value, const struct meta_class *class);
/* Is it 0 or 1? */
bool value_is_boolean(const struct node *value);
/* Does converting the value to [type] and back leave it as it is? */
bool value_fits(const struct node *value, enum java_type type);

#endif
