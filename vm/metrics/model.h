/* A cycle model of a processor, from YAML: what each instruction costs, and what loading a method
 * does when it is called or returned to. docs/metrics.md has the format. */
#ifndef METRICS_MODEL_H
#define METRICS_MODEL_H

#include "base/strbuf.h"
#include "classfile/opcodes.h"
#include "metrics/formula.h"

enum cache_regime { CACHE_HITS, CACHE_MISSES, CACHE_BLOCKS };

struct method_cache {
    enum cache_regime regime;
    uint32_t blocks, block_bytes; /* of CACHE_BLOCKS, or 0 */
};

enum { MODEL_LENGTH, MODEL_LOAD, MODEL_CONSTANTS }; /* indices of the names of formulas */

struct cycle_model {
    const char *name, *meaning;
    struct method_cache cache;
    struct formula_names names;       /* length, load, then constants */
    const struct formula *hit, *miss; /* cycles that loading a method takes, by its length */
    const struct formula *cycles[OPCODE_COUNT]; /* NULL: the model does not know */
    struct place places[OPCODE_COUNT];          /* of the formulas */
    bool depends[OPCODE_COUNT]; /* on the method that is loaded: a call's or return's */
};

/* In [arena]. NULL with the first mistake at file:line:column. */
const struct cycle_model *model_read(struct arena *arena, const char *path, struct diag *diag);
const struct cycle_model *model_read_text(struct arena *arena, const char *file, const char *text,
                                          size_t length, struct diag *diag);
/* "hits", "misses" or a number of blocks, whose size stays; false: it is none of them. */
bool cache_read(const char *text, struct method_cache *cache);
/* "that always hits", "of 16 blocks of 256 bytes" */
void cache_add_text(struct strbuf *out, const struct method_cache *cache);

/* Cycles of one execution, when a method of so many bytes is loaded; 0: none is. Whether they are a number from 0 is not checked. */
double model_cycles(const struct cycle_model *model, enum opcode opcode, uint32_t length,
                    bool misses);

#endif
