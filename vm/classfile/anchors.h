/* What inserted code is anchored to, by the bytecode alone, so that every compiler's class files
 * mean the same.
 *
 * PRED belongs to the operation before it. If that is a store to a local or a pop, it belongs to
 * the operation that produced the value, where casts and conversions are looked through, and a
 * constructor call counts as the allocation; otherwise it is a call, a lock or a store to the heap.
 * SUCC belongs to the next call, allocation, lock, store to the heap or branch. Where there is none
 * (a constant, another local, a computed value, a branch or merge of control in between), PRED and
 * SUCC are errors of the target. */
#ifndef CLASSFILE_ANCHORS_H
#define CLASSFILE_ANCHORS_H

#include "classfile/regions.h"

struct region_anchor {
    enum region_place place;
    int line;              /* of the region, 0 when not known */
    const char *operation; /* "new A", "call of A.bar"; NULL: HERE, or none */
    uint32_t bci;          /* the operation's */
    int operation_line;    /* 0 when not known */
    const char *trouble;   /* "is anchored to nothing: the value before it is a constant": it
                              cannot be where it asks to be; else NULL */
    const char *cure;      /* of the trouble: what to write instead */
};

/* One for each of the code's regions, in their order; NULL when it has none. */
const struct region_anchor *code_anchors(struct arena *arena, const struct classfile *file,
                                         const struct code *code);

/* "probe 'a'", "the probe at line 7". */
const char *region_name_text(struct arena *arena, const struct region_anchor *anchor,
                             const char *counter);
/* "probe 'a' is anchored to new A at line 5", or to nothing. [counter]: the probe's name, or NULL.
 */
const char *region_anchor_text(struct arena *arena, const struct region_anchor *anchor,
                               const char *counter);

/* Of code whose regions have a fault: what is wrong with which. [counter] receives its name or
 * NULL. */
struct region_anchor code_region_fault(struct arena *arena, const struct classfile *file,
                                       const struct code *code, const char **counter);

/* What the literal in front of the hit at [bci] names, when the instruction at [previous], in front
 * of it, is one; else NULL. */
const char *code_hit_name(const struct classfile *file, const struct code *code, uint32_t previous,
                          uint32_t bci);
/* The name of the region's n-th hit of a literal, in the order of the code; NULL past the end. */
const char *code_region_hit(const struct classfile *file, const struct code *code,
                            const struct code_region *region, uint32_t n);

/* Is it nothing but a hit of one literal where the method is compiled, as in
 * `if (CompilerDecision.isMethodCompiled()) Probe.hit("allocated");`? */
bool code_region_is_plain(const struct classfile *file, const struct code *code,
                          const struct code_region *region);

#endif
