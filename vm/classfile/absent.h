/* Classes that the class library knows by name only (absent.def). */
#ifndef CLASSFILE_ABSENT_H
#define CLASSFILE_ABSENT_H

#include <stdint.h>

struct absent_class {
    const char *name, *super_name; /* internal form */
    uint16_t access;
    const char *words; /* what a user who needs it is told */
};

extern const struct absent_class absent_classes[];
extern const int absent_class_count;

/* What an error about a member of the class ends with: "; the class library knows … by name only:
 * …". "" when it is not an absent class. Valid until the next call in this thread. */
const char *absent_class_note(const char *internal_name);

#endif
