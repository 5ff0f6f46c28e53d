/* The adapter `v8`: V8, through node. */
#include <string.h>
#include <unistd.h>

#include "base/vec.h"
#include "harness/vms.h"

static bool command(const struct vm_words *words, struct arena *arena, command_words *out,
                    struct diag *diag) {
    const char *program = program_beside(arena, "jittest-v8");
    if (words->place || words->options.count)
        return diag_error(diag, (struct place){0}, "v8 takes no options");
    arena_vec_push(arena, out, program);
    return true;
}

const struct adapter_kind adapter_v8 = {command, "V8, through node", NULL};
