/* Inference of type arguments (JLS 18). A type that is being inferred is a KIND_INFERENCE with
 * bounds; comparing types adds bounds to it and what follows from them. A comparison that failed,
 * or was only a try, is undone. */
#ifndef FRONTEND_INFERENCE_H
#define FRONTEND_INFERENCE_H

#include "frontend/compiler.h"

struct inference {
    struct type *declared; /* the type variable that it is inferred for */
    struct type *solution; /* NULL while open */
    struct type_list equal, lower, upper;
    bool is_thrown; /* only in a throws clause: RuntimeException if nothing else is known */
};

enum bound_kind { BOUND_EQUAL, BOUND_LOWER, BOUND_UPPER };

/* The solution, or the type itself. */
struct type *inference_prune(struct type *type);
/* One new type for each of the type variables, with the bounds of these. */
struct type_list inference_variables(struct compiler *compiler, const struct type_list *parameters);
/* False when the bounds contradict each other. */
bool inference_add_bound(struct compiler *compiler, struct type *variable, enum bound_kind kind,
                         struct type *bound);

uint32_t inference_mark(const struct compiler *compiler);
void inference_undo(struct compiler *compiler, uint32_t mark);

/* Gives all of them a solution; false when there is none. */
bool inference_solve(struct compiler *compiler, const struct type_list *variables);
/* All that the type mentions. */
bool inference_solve_type(struct compiler *compiler, struct type *type);
bool type_is_inferred(const struct type *type); /* mentions one without a solution */
/* With solutions in the place of what was inferred. */
struct type *type_solved(struct compiler *compiler, struct type *type);
struct type_list types_solved(struct compiler *compiler, const struct type_list *types);

#endif
