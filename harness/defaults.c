#include "harness/defaults.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/vec.h"
#include "harness/spec_keys.h"
#include "sections/yaml_tree.h"

static const struct yaml_content content = {DEFAULTS_FILE, "vm or vms", ""};

static void add_names(struct arena *arena, const struct yaml_node *vms, struct defaults *out,
                      struct diag *diag) {
    for (uint32_t i = 0; vms && i < vms->pair_count; i++) {
        const struct yaml_pair *pair = &vms->pairs[i];
        if (pair->value->kind != YAML_SCALAR)
            diag_error(diag, pair->value->place,
                       "a VM is a text, as in %s: \"command:my-adapter --option\"",
                       pair->key->text);
        else if (!strcmp(pair->key->text, "own"))
            diag_error(diag, pair->key->place,
                       "'own' is the VM of jittest itself: give this one another name");
        else /* the nearest file's come first */
            arena_vec_push(arena, &out->names,
                           ((struct vm_alias){pair->key->text, pair->value->text}));
    }
}

static void read_file(struct arena *arena, const char *file, struct defaults *out,
                      struct diag *diag) {
    struct yaml_node *root = yaml_parse_file(arena, &content, file, diag);
    if (!root || !section_check(root, &section_defaults, diag)) return;
    const struct yaml_node *vm = yaml_get(root, "vm"), *vms = yaml_get(root, "vms");
    if (vm && !out->vm) {
        out->vm = vm->text;
        out->place = vm->place;
    }
    if (vms && vms->kind != YAML_MAP)
        diag_error(diag, vms->place, "'vms' is a map of names to VMs");
    else
        add_names(arena, vms, out, diag);
}

bool defaults_of(struct arena *arena, const char *path, struct defaults *out, struct diag *diag) {
    char *resolved = realpath(path, NULL), *end;
    bool was_set = diag->is_set;
    *out = (struct defaults){0};
    if (!resolved) return true;
    do {
        struct stat status;
        const char *file = arena_format(arena, "%s/" DEFAULTS_FILE, resolved);
        if (stat(file, &status) == 0 && S_ISREG(status.st_mode)) read_file(arena, file, out, diag);
        end = strrchr(resolved, '/');
        if (end) *end = 0;
    } while (end);
    free(resolved);
    return was_set || !diag->is_set;
}
