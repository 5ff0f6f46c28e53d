#include "harness/overlay.h"

#include <string.h>

#include "base/memory.h"
#include "base/vec.h"

struct overlay {
    struct arena *arena;
    const struct vm_identity *vm;
    struct diag *diag;
    VEC(struct yaml_node *) others;
};

/* --- maps --- */

static struct yaml_pair *pair_of(const struct yaml_node *map, const char *key) {
    for (uint32_t i = 0; map && map->kind == YAML_MAP && i < map->pair_count; i++)
        if (!strcmp(map->pairs[i].key->text, key)) return &map->pairs[i];
    return NULL;
}

static void remove_pair(struct yaml_node *map, const char *key) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < map->pair_count; i++)
        if (strcmp(map->pairs[i].key->text, key)) map->pairs[kept++] = map->pairs[i];
    map->pair_count = kept;
}

static void put_pair(struct overlay *overlay, struct yaml_node *map, struct yaml_pair pair) {
    struct yaml_pair *old = pair_of(map, pair.key->text);
    if (old) {
        *old = pair;
        return;
    }
    struct yaml_pair *pairs = ARENA_ARRAY(overlay->arena, struct yaml_pair, map->pair_count + 1);
    memory_copy(pairs, map->pairs, map->pair_count * sizeof *pairs);
    pairs[map->pair_count++] = pair;
    map->pairs = pairs;
}

static struct yaml_node *copy_of(struct overlay *overlay, const struct yaml_node *map) {
    struct yaml_node *copy = ARENA_NEW(overlay->arena, struct yaml_node);
    *copy = *map;
    copy->pairs = ARENA_ARRAY(overlay->arena, struct yaml_pair, map->pair_count);
    memory_copy(copy->pairs, map->pairs, map->pair_count * sizeof *map->pairs);
    return copy;
}

/* --- conditions --- */

bool overlay_means(const struct yaml_node *condition, const struct vm_identity *vm,
                   struct diag *diag) {
    if (condition->kind == YAML_LIST) {
        bool is_one = false;
        for (uint32_t i = 0; i < condition->item_count; i++)
            is_one |= overlay_means(condition->items[i], vm, diag);
        return is_one;
    }
    return vm_condition_check(condition->text, condition->place, diag) &&
           vm_is(vm, condition->text);
}

static bool is_meant(struct overlay *overlay, const struct yaml_node *condition) {
    return overlay_means(condition, overlay->vm, overlay->diag);
}

/* The value for this VM of a map by VMs: of several that mean it, the last; NULL: none does. */
static struct yaml_node *value_for(struct overlay *overlay, const struct yaml_node *map) {
    struct yaml_node *value = NULL;
    for (uint32_t i = 0; i < map->pair_count; i++)
        if (is_meant(overlay, map->pairs[i].key)) value = map->pairs[i].value;
    return value;
}

/* --- expectations --- */

static void choose_names(struct overlay *overlay, struct yaml_node *place) {
    static const char *const keys[] = {"in", "of"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        struct yaml_pair *pair = pair_of(place, keys[i]);
        if (!pair || pair->value->kind != YAML_MAP) continue;
        struct yaml_node *value = value_for(overlay, pair->value);
        if (value) {
            pair->value = value;
            continue;
        }
        diag_error(overlay->diag, pair->value->place, "'%s' has no name for %s", keys[i],
                   overlay->vm->name);
        remove_pair(place, keys[i]);
    }
}

static void put_all(struct overlay *overlay, struct yaml_node *map, const struct yaml_node *keys) {
    for (uint32_t i = 0; i < keys->pair_count; i++) put_pair(overlay, map, keys->pairs[i]);
}

static void apply_alternatives(struct overlay *overlay, struct yaml_node *map,
                               const struct yaml_node *base, const struct yaml_node *on) {
    for (uint32_t i = 0; i < on->pair_count; i++) {
        const struct yaml_pair *alternative = &on->pairs[i];
        if (alternative->value->kind != YAML_MAP) {
            diag_error(overlay->diag, alternative->value->place,
                       "'on' has keys of this expectation for a VM, as in on: { c2: { rate: 1 } }");
            continue;
        }
        bool is_this = is_meant(overlay, alternative->key);
        struct yaml_node *other = is_this ? map : copy_of(overlay, base);
        put_all(overlay, other, alternative->value);
        if (!is_this) arena_vec_push(overlay->arena, &overlay->others, other);
    }
}

static void choose_expectation(struct overlay *overlay, struct yaml_node *map) {
    if (map->kind != YAML_MAP) return;
    struct yaml_pair *on = pair_of(map, "on");
    struct yaml_node *alternatives = on ? on->value : NULL;
    for (uint32_t i = 0; i < map->pair_count; i++) choose_names(overlay, map->pairs[i].value);
    if (!alternatives) return;
    remove_pair(map, "on");
    if (alternatives->kind != YAML_MAP) {
        diag_error(overlay->diag, alternatives->place,
                   "'on' has keys of this expectation for a VM, as in on: { c2: { rate: 1 } }");
        return;
    }
    apply_alternatives(overlay, map, copy_of(overlay, map), alternatives);
}

/* --- what the spec relies on --- */

/* A plain list is of the phases of the VM of this repository. */
static void choose_reliance(struct overlay *overlay, struct yaml_node *root) {
    struct yaml_pair *pair = pair_of(root, "relies_on");
    if (!pair) return;
    bool is_by_vm = pair->value->kind == YAML_MAP && !pair_of(pair->value, "none");
    struct yaml_node *value = is_by_vm ? value_for(overlay, pair->value) : NULL;
    if (is_by_vm && value)
        pair->value = value;
    else if (is_by_vm || overlay->vm->command)
        remove_pair(root, "relies_on");
}

bool overlay_apply(struct arena *arena, struct yaml_node *root, const struct vm_identity *vm,
                   struct diag *diag, struct yaml_node **others) {
    struct overlay overlay = {.arena = arena, .vm = vm, .diag = diag};
    struct yaml_pair *expect = pair_of(root, "expect");
    bool was_set = diag->is_set;
    *others = ARENA_NEW(arena, struct yaml_node);
    if (root->kind != YAML_MAP) return true;
    for (uint32_t i = 0;
         expect && expect->value->kind == YAML_LIST && i < expect->value->item_count; i++)
        choose_expectation(&overlay, expect->value->items[i]);
    choose_reliance(&overlay, root);
    **others = (struct yaml_node){.kind = YAML_LIST, .items = overlay.others.items};
    (*others)->item_count = overlay.others.count;
    return was_set || !diag->is_set;
}
