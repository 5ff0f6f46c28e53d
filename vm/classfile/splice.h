/* Class files whose methods have other code: everything else stays as the bytes have it. */
#ifndef CLASSFILE_SPLICE_H
#define CLASSFILE_SPLICE_H

#include "classfile/classfile.h"

/* Gives [code], which is [method]'s without its regions, the frames that StackMapTable must have. May fail. */
struct frame_maker {
    bool (*make)(void *context, const struct member_info *method, struct code *code,
                 struct diag *diag);
    void *context;
};

/* The class file without the inserted code of its methods (regions.h), in [arena]: those whose regions cannot be taken apart
 * stay as they are. [bytes] are what [file] was read from; they are returned where there is nothing to take out. NULL with [diag]
 * where the frames cannot be made, or the file would exceed a limit of the format. */
const uint8_t *classfile_bytes_without_regions(struct arena *arena, const struct classfile *file,
                                               const uint8_t *bytes, size_t size,
                                               const struct frame_maker *frames, struct diag *diag,
                                               size_t *new_size);

#endif
