/* The adapter `luajit`: LuaJIT. */
#include <string.h>
#include <unistd.h>

#include "base/vec.h"
#include "harness/vms.h"

static bool command(const struct vm_words *words, struct arena *arena, command_words *out,
                    struct diag *diag) {
    const char *program = program_beside(arena, "jittest-luajit");
    if (words->place || words->options.count)
        return diag_error(diag, (struct place){0}, "luajit takes no options");
    arena_vec_push(arena, out, program);
    return true;
}

const struct adapter_kind adapter_luajit = {command, "LuaJIT", NULL};
