/* What compiled code leaves behind for a guard: how to rebuild the interpreter's frames from the
 * values that the failing guard stores into thread->deoptimization_values. Plain data in malloc
 * memory, owned by the machine code. */
#ifndef BACKEND_DEOPTIMIZATION_SITE_H
#define BACKEND_DEOPTIMIZATION_SITE_H

#include "event/event.h"
#include "runtime/class.h"

enum location_kind { LOCATION_DEAD, LOCATION_VALUE, LOCATION_CONSTANT, LOCATION_OBJECT };

/* Where a slot's value comes from. */
struct location {
    enum location_kind kind;
    uint8_t type;         /* enum node_type */
    int32_t index;        /* VALUE: of deoptimization_values; OBJECT: of site->objects */
    union value constant; /* objects in constants are kept alive by the runtime */
};

struct site_frame {
    struct method *method;
    int bci;
    bool after_call;
    int local_count, stack_count, lock_count;
    struct location *slots; /* locals, stack, locks */
};

struct call_site;

/* A virtual object to be made. */
struct site_object {
    struct class *class;
    int length; /* arrays: elements; else number of fields */
    int lock_count, origin_count;
    struct position **origins; /* the allocations that it may be of: each in one piece of memory
                                  with its callers */
    const struct call_site *made_at; /* if it is of one allocation: where that is */
    uint32_t *offsets;               /* of each entry from the object's start */
    enum java_type *types;
    struct location *entries;
};

struct deoptimization_site {
    enum reason reason;
    struct position position; /* of the guard; without callers */
    char *path;               /* formatted inlined position */
    int frame_count, object_count, value_count;
    struct site_frame *frames; /* innermost first */
    struct site_object *objects;
    struct method *root;
    int compilation;     /* the number of the code's */
    bool is_loop;        /* in code that was entered at a loop of root */
    struct count **lost; /* to be incremented: what inserted code may read is lost */
    int lost_count;
    struct count *failed; /* counts its failures, from which others follow; NULL: none do */
    int32_t failures;
    bool is_tolerated;  /* the jit keeps the code, however often it fails */
    int32_t has_failed; /* backend_options.deoptimize_always: it has already failed once */
};

#endif
