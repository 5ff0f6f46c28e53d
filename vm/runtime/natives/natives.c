/* NATIVES: the table of natives.def. */
#include "runtime/natives.h"

#include <pthread.h>
#include <string.h>

#include "base/intern.h"

static const struct {
    const char *class_name, *name, *descriptor;
    native_function function;
} rows[] = {
#define NATIVE(class, method, descriptor, function) {class, method, descriptor, function},
#include "runtime/natives.def"
#undef NATIVE
};
enum { ROWS = sizeof rows / sizeof *rows };

static const char *class_names[ROWS]; /* interned */

static void intern_class_names(void) {
    for (int i = 0; i < ROWS; i++) class_names[i] = intern(rows[i].class_name);
}

int natives_of(const char *class_name) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, intern_class_names);
    int row = 0;
    while (row < ROWS && class_names[row] != class_name) row++;
    return row;
}

native_function native_find(int first_row, const char *class_name, const char *name,
                            const char *descriptor) {
    for (int i = first_row; i < ROWS; i++)
        if (class_names[i] == class_name && !strcmp(rows[i].name, name) &&
            !strcmp(rows[i].descriptor, descriptor))
            return rows[i].function;
    return NULL;
}
