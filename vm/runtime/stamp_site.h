/* A place in compiled code that stamps objects, as rules ask whose function does nothing else (vm_rule.only_stamps). */
#ifndef RUNTIME_STAMP_SITE_H
#define RUNTIME_STAMP_SITE_H

#include <stdbool.h>
#include <stdint.h>

#include "heap/heap.h"

struct stamp_site {
    const uint64_t *clock; /* what is put into them */
    struct heap_stamps stamps;
    /* The reference that is overwritten there, whose object is stamped, too: a static field's, or one at so many bytes in the
     * object, or that of an element; else there is none. */
    struct object **cell;
    uint32_t offset;
    bool is_element;
};

#endif
