/* Between the files that read the Code attribute. */
#ifndef CLASSFILE_READ_CODE_H
#define CLASSFILE_READ_CODE_H

#include "base/bitset.h"
#include "base/vec.h"
#include "classfile/opcodes.h"
#include "classfile/reader.h"

struct code_check {
    struct reader *reader;
    const struct member_info *method;
    struct code *code;
    size_t offset; /* of the code's first byte in the file */
    struct bitset starts;
    bool are_frames_wrong;
    VEC(struct local_variable) generic_locals; /* of LocalVariableTypeTable */
};

static inline bool code_is_start(const struct code_check *check, int64_t bci) {
    return bci >= 0 && bci < check->code->length && bitset_has(&check->starts, (uint32_t)bci);
}
/* Records the code's first fault. Returns false. */
bool code_fail(struct code_check *check, uint32_t bci, const char *what);

#endif
