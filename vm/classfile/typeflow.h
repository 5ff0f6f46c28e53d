/* The types of locals and stack at every instruction of a method, by abstract interpretation: the
 * type checker of JVMS 4.10, without help from StackMapTable. It serves to verify code, to write
 * frames for code of the frontend's, and to build graphs.
 *
 * A reference is a set of class names: where control meets, sets are joined and no class needs to
 * be loaded. A set may be used as a class when each of its names may. Interfaces are treated as
 * Object: their calls check the receiver at run time. Unreachable code is ignored. jsr and ret are
 * refused. */
#ifndef CLASSFILE_TYPEFLOW_H
#define CLASSFILE_TYPEFLOW_H

#include "classfile/blocks.h"
#include "classfile/frames.h"

enum hierarchy_answer { ANSWER_NO, ANSWER_YES, ANSWER_FAILED /* a class could not be loaded */ };

/* What is asked about classes. Names are of classes and interfaces, not of arrays; interned. */
struct class_hierarchy {
    void *context;
    /* Is [to] an interface, or a superclass of [from]? The names differ; [to] is not Object. */
    enum hierarchy_answer (*is_assignable)(void *context, const char *from, const char *to);
    /* The nearest superclass of both; Object for interfaces. NULL when a class could not be
     * loaded. Asked for frames, and where very many classes meet. */
    const char *(*common_superclass)(void *context, const char *a, const char *b);
    /* Is the member protected, and inherited by the class whose code this is from a superclass in
     * another package? NULL: never. */
    enum hierarchy_answer (*is_foreign_protected)(void *context, const struct constant *member);
};

/* What a slot holds. A long or double has the next slot too. */
enum slot_kind {
    SLOT_TOP, /* nothing that may be read */
    SLOT_INT,
    SLOT_FLOAT,
    SLOT_LONG,
    SLOT_DOUBLE,
    SLOT_SECOND, /* half of the long or double below */
    SLOT_NULL,
    SLOT_UNINITIALIZED_THIS,
    SLOT_UNINITIALIZED,
    SLOT_REFERENCE,
};

enum typeflow_verdict {
    TYPEFLOW_RIGHT,
    TYPEFLOW_WRONG,   /* diag says why */
    TYPEFLOW_STOPPED, /* the hierarchy failed */
};

struct typeflow;

/* Requires code from classfile_read (what it found faulty is wrong), or with the same guarantees.
 * The result lives in [arena]; NULL unless right. [file]: name, super_name, interfaces, major and
 * constants are needed. */
enum typeflow_verdict typeflow_analyze(struct arena *arena, const struct classfile *file,
                                       const struct member_info *method,
                                       const struct class_hierarchy *hierarchy, struct diag *diag,
                                       struct typeflow **result);

/* The frames that StackMapTable must have: where branches and handlers lead, and behind what never
 * goes on. [code] receives them. Stops at code that cannot be reached, which has no types. */
enum typeflow_verdict typeflow_frames(struct arena *arena, const struct classfile *file,
                                      const struct member_info *method,
                                      const struct class_hierarchy *hierarchy, struct diag *diag,
                                      struct code *code);

/* --- kinds alone, for the graph builder --- */

/* Of code that was checked already, or is trusted: classes are not told apart. NULL when the code
 * is wrong all the same. Blocks are numbered as in [blocks]. */
struct typeflow *typeflow_kinds(struct arena *arena, const struct classfile *file,
                                const struct member_info *method, const struct code_blocks *blocks);

/* What the block is entered with; none of the others may be asked unless it is reached. */
bool typeflow_reaches(const struct typeflow *flow, uint32_t block);
enum slot_kind typeflow_local(const struct typeflow *flow, uint32_t block, uint32_t local);
uint32_t typeflow_depth(const struct typeflow *flow, uint32_t block); /* of the stack, in slots */
enum slot_kind typeflow_operand(const struct typeflow *flow, uint32_t block, uint32_t from_bottom);
/* Monitors entered by monitorenter and not left. */
enum { LOCKS_UNKNOWN = UINT32_MAX /* they differ by where control came from */ };
uint32_t typeflow_locks(const struct typeflow *flow, uint32_t block);

#endif
