/* The adapter `command`: any program. */
#include <string.h>

#include "base/vec.h"
#include "harness/vms.h"

static bool command(const struct vm_words *words, struct arena *arena, command_words *out,
                    struct diag *diag) {
    const char *rest = words->place ? words->place : "";
    while (*(rest += strspn(rest, " "))) {
        size_t length = strcspn(rest, " ");
        arena_vec_push(arena, out, (const char *)arena_copy_text(arena, rest, length));
        rest += length;
    }
    return out->count ||
           diag_error(diag, (struct place){0}, "write the program: command:my-adapter --option");
}

const struct adapter_kind adapter_command = {
    command, "command:PROGRAM ARGUMENT..., an adapter (docs/protocol.md)", NULL};
