/* Cross-profiling: what a run would have cost on a processor of which a cycle model is known, from
 * its calling-context tree with executions of basic blocks and its classes. A call costs by the method
 * that it enters, a return by the one that it goes back to: both are loaded, where the cache does not
 * have them. */
#ifndef METRICS_CROSS_H
#define METRICS_CROSS_H

#include "base/strbuf.h"
#include "metrics/dump.h"
#include "metrics/model.h"
#include "trees/tree.h"

struct cross_estimate {
    double *cycles; /* by node, in itself */
    double sum;
    uint64_t instructions;
    uint64_t unknown[OPCODE_COUNT]; /* executions of what the model does not know: 0 cycles */
};

/* In [arena]; [codes] of dump_of_tree. False: a formula gave no number from 0, with an error at its place. */
bool cross_estimate(struct cross_estimate *estimate, const struct cycle_model *model,
                    const struct method_cache *cache, const struct tree *tree,
                    const struct dump_code *const *codes, struct arena *arena, struct diag *diag);

/* What is printed of it: the program's; a line a method, the most expensive first; a line a context. */
enum cross_view { CROSS_PROGRAM, CROSS_METHOD, CROSS_CONTEXT, CROSS_VIEWS };
const char *cross_view_name(enum cross_view view);
void cross_print(struct strbuf *out, const struct cross_estimate *estimate,
                 const struct cycle_model *model, const struct method_cache *cache,
                 const struct tree *tree, enum cross_view view);

/* Loads of methods that miss, by node. Of a cache of blocks the tree does not say in which order its
 * methods were called, so this is an upper bound of what a cache misses that drops what was used
 * longest ago: where all methods below a context fit in together, each is loaded at most once for
 * each call of the context; a return finds its caller when both and all that was called in between
 * fit; every other call misses. */
struct method_loads {
    uint64_t *call_misses; /* of the node's calls */
    bool *return_misses;   /* all of its returns do, or none */
};
void method_loads_find(struct method_loads *loads, const struct method_cache *cache,
                       const struct tree *tree, const struct dump_code *const *codes,
                       struct arena *arena);

#endif
