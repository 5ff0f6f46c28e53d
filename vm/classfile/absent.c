/* ABSENT: classes that exist by name only, and the text that errors about them end with. */
#include "classfile/absent.h"

#include <stdio.h>
#include <string.h>

#include "classfile/classfile.h"

const struct absent_class absent_classes[] = {
#define ABSENT(name, super_name, flags, words) {name, super_name, ACC_PUBLIC | flags, words},
#include "classfile/absent.def"
#undef ABSENT
};
const int absent_class_count = sizeof absent_classes / sizeof *absent_classes;

static const struct absent_class *find(const char *internal_name) {
    for (int i = 0; i < absent_class_count; i++)
        if (!strcmp(absent_classes[i].name, internal_name)) return &absent_classes[i];
    return NULL;
}

const char *absent_class_note(const char *internal_name) {
    static _Thread_local char note[256];
    const struct absent_class *absent = find(internal_name);
    if (!absent) return "";
    int length = snprintf(note, sizeof note, "; the class library knows %s by name only: %s",
                          absent->name, absent->words);
    for (char *c = note; c < note + length; c++)
        if (*c == '/') *c = '.';
    return note;
}
