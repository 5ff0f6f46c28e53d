/* The shape of heap memory: blocks of lines of granules. Objects start on granules, holes on lines.
 */
#ifndef HEAP_LAYOUT_H
#define HEAP_LAYOUT_H

enum {
    GRANULE_BYTES = 16,
    LINE_BYTES = 128,
    BLOCK_BYTES = 32 * 1024,
    LARGE_OBJECT_BYTES = 8 * 1024, /* larger ones get pages of their own, unless a TLAB has room */

    RESERVE_BYTES = 1 << 20, /* beyond the limit */

    GRANULES_PER_LINE = LINE_BYTES / GRANULE_BYTES,
    GRANULES_PER_BLOCK = BLOCK_BYTES / GRANULE_BYTES,
    LINES_PER_BLOCK = BLOCK_BYTES / LINE_BYTES,
};
_Static_assert(GRANULES_PER_BLOCK % 64 == 0, "a block's mark bits are whole words");

#endif
