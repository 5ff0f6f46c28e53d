/* What a condition that is known to hold, or not to hold, says about another. */
#ifndef OPT_FACTS_H
#define OPT_FACTS_H

#include "ir/node.h"

enum tristate { TRISTATE_UNKNOWN = -1, TRISTATE_NO = 0, TRISTATE_YES = 1 };

/* Does it ask for the class of an object? */
bool is_type_test(const struct node *node);
/* Does [condition] being [holds] decide [query]? Both are nodes that give 0 or 1. */
enum tristate fact_implies(const struct node *condition, bool holds, const struct node *query);
/* Does [condition] being [holds] leave nothing of [query], a test of a reference's type, but
 * whether the reference is null? */
bool fact_leaves_null_test(const struct node *condition, bool holds, const struct node *query);
/* The constant that [value] must be when [condition] is [holds]; NULL when it may still vary. */
struct node *fact_constant(struct node *condition, bool holds, const struct node *value);

#endif
