/* Which of the targets is this process's. */
#include "harness/target.h"

#include <string.h>

static const struct row {
    const char *name;
    struct target *(*target)(void);
} rows[] = {
#define TARGET(name) {#name, target_##name},
#define ADAPTER(name)
#include "harness/targets.def"
};

static const struct row *chosen = rows;

struct target *the_target(void) {
    return chosen->target();
}

bool target_choose(const char *name) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].name, name)) continue;
        chosen = &rows[i];
        return true;
    }
    return false;
}
