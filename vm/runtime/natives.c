/* NATIVES: the table of natives.def. */
#include "runtime/natives.h"

#include <string.h>

static const struct {
    const char *class_name, *name, *descriptor;
    native_function function;
} rows[] = {
#define NATIVE(class, method, descriptor, function) {class, method, descriptor, function},
#include "runtime/natives.def"
#undef NATIVE
};

native_function native_find(const char *class_name, const char *name, const char *descriptor) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (*rows[i].name == *name && !strcmp(rows[i].name, name) &&
            !strcmp(rows[i].class_name, class_name) && !strcmp(rows[i].descriptor, descriptor))
            return rows[i].function;
    return NULL;
}
