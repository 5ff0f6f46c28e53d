/* MIRRORS: meta_class, meta_method and meta_field of the runtime's classes, methods and fields, one
 * of each per world.
 *
 * A mirror is made at first sight and brought up to date whenever it is asked for, since a class
 * goes on changing until it is initialised. */
#include "build/build.h"

#include "base/intern.h"

struct mirror_map {
    struct {
        const void *key;
        void *mirror;
    } * rows;
    uint32_t count, capacity; /* a power of two */
};

/* --- the map: open addressing by address --- */

static uint32_t map_slot(const struct mirror_map *map, const void *key) {
    uint32_t slot = (uint32_t)(((uintptr_t)key >> 4) * UINT64_C(0x9E3779B97F4A7C15) >> 32);
    slot &= map->capacity - 1;
    while (map->rows[slot].key && map->rows[slot].key != key)
        slot = (slot + 1) & (map->capacity - 1);
    return slot;
}

static void *map_get(const struct mirror_map *map, const void *key) {
    return map ? map->rows[map_slot(map, key)].mirror : NULL;
}

static void map_grow(struct arena *arena, struct mirror_map *map) {
    struct mirror_map old = *map;
    map->capacity = old.capacity ? old.capacity * 2 : 256;
    map->rows = arena_allocate(arena, map->capacity * sizeof *map->rows);
    for (uint32_t i = 0; i < old.capacity; i++)
        if (old.rows[i].key) map->rows[map_slot(map, old.rows[i].key)] = old.rows[i];
}

static void map_put(struct meta_world *world, const void *key, void *mirror) {
    if (!world->mirrors) world->mirrors = ARENA_NEW(&world->arena, struct mirror_map);
    struct mirror_map *map = world->mirrors;
    if (map->count * 2 >= map->capacity) map_grow(&world->arena, map);
    uint32_t slot = map_slot(map, key);
    map->rows[slot].key = key;
    map->rows[slot].mirror = mirror;
    map->count++;
}

/* --- fields --- */

static struct class *declared_class(struct runtime *runtime, const char *internal_name) {
    return internal_name ? class_loaded(runtime, internal_name) : NULL;
}

/* For links between mirrors, which may go in circles: one that exists is left as it is. */
static struct meta_class *linked_class(struct compilation *compilation, struct class *class) {
    struct meta_class *mirror = map_get(compilation->world->mirrors, class);
    return mirror ? mirror : build_meta_class(compilation, class);
}

static void refresh_field(struct compilation *compilation, struct meta_field *mirror,
                          const struct field *field) {
    mirror->offset = field->offset;
    mirror->address = field->cell;
    if (mirror->type_class || !field->type_class) return;
    struct class *class = declared_class(field->class->runtime, field->type_class);
    if (class) mirror->type_class = linked_class(compilation, class);
}

static void add_field(struct compilation *compilation, struct meta_class *class,
                      struct field *field) {
    struct meta_world *world = compilation->world;
    struct meta_field *mirror = ARENA_NEW(&world->arena, struct meta_field);
    map_put(world, field, mirror);
    mirror->class = class;
    mirror->name = field->name;
    mirror->full_name = field_full_name(field);
    mirror->type = field->type;
    mirror->is_static = field->access & ACC_STATIC;
    mirror->is_final = field->access & ACC_FINAL;
    mirror->is_volatile = field->access & ACC_VOLATILE;
    if (mirror->is_static) {
        arena_vec_push(&world->arena, &class->statics, mirror);
    } else {
        mirror->index = (int)class->fields.count;
        arena_vec_push(&world->arena, &class->fields, mirror);
    }
}

struct meta_field *build_meta_field(struct compilation *compilation, struct field *field) {
    build_meta_class(compilation, field->class);
    struct meta_field *mirror = map_get(compilation->world->mirrors, field);
    refresh_field(compilation, mirror, field);
    return mirror;
}

/* --- classes --- */

static struct meta_class *class_of(struct compilation *compilation, struct class *class);

static void derive(struct compilation *compilation, struct meta_class *mirror,
                   const struct class *class) {
    struct arena *arena = &compilation->world->arena;
    if (class->element_class) {
        mirror->element_class = class_of(compilation, class->element_class);
        mirror->is_final = mirror->element_class->is_final;
    }
    if (class->super) mirror->super = class_of(compilation, class->super);
    for (uint32_t i = 0; mirror->super && i < mirror->super->fields.count; i++)
        arena_vec_push(arena, &mirror->fields, mirror->super->fields.items[i]);
    for (int i = 0; i < class->supertype_count; i++) {
        struct class *supertype = class->supertypes[i];
        struct meta_class *other = supertype == class ? mirror : class_of(compilation, supertype);
        arena_vec_push(arena, &mirror->supertypes, other);
    }
}

/* Follows supertypes and element types alone, which do not go in circles: so a mirror is never seen
 * half made. */
static struct meta_class *new_class(struct compilation *compilation, struct class *class) {
    struct meta_class *mirror = ARENA_NEW(&compilation->world->arena, struct meta_class);
    mirror->name = class_source_name(class);
    mirror->runtime = class;
    mirror->instance_size = class->instance_size;
    mirror->is_interface = class_is_interface(class);
    mirror->is_abstract = class->access & ACC_ABSTRACT;
    mirror->is_final = class->access & ACC_FINAL;
    mirror->is_array = class_is_array(class);
    mirror->element_type = class->element_type;
    mirror->display_depth = class->display_index + 1;
    derive(compilation, mirror, class);
    map_put(compilation->world, class, mirror);
    arena_vec_push(&compilation->world->arena, &compilation->world->classes, mirror);
    for (int i = 0; i < class->field_count; i++) add_field(compilation, mirror, &class->fields[i]);
    return mirror;
}

static struct meta_class *class_of(struct compilation *compilation, struct class *class) {
    struct meta_class *mirror = map_get(compilation->world->mirrors, class);
    return mirror ? mirror : new_class(compilation, class);
}

/* Up to date when it was initialised at the last look. */
static void refresh_class(struct compilation *compilation, struct meta_class *mirror,
                          struct class *class) {
    if (mirror->is_initialized) return;
    mirror->is_initialized = class_is_initialized(class);
    for (int i = 0; i < class->field_count; i++) {
        struct meta_field *field = map_get(compilation->world->mirrors, &class->fields[i]);
        refresh_field(compilation, field, &class->fields[i]);
    }
    if (mirror->super) refresh_class(compilation, mirror->super, class->super);
}

struct meta_class *build_meta_class(struct compilation *compilation, struct class *class) {
    struct meta_class *mirror = class_of(compilation, class);
    refresh_class(compilation, mirror, class);
    return mirror;
}

/* --- methods --- */

static struct meta_method *new_method(struct compilation *compilation, struct method *method) {
    struct meta_world *world = compilation->world;
    struct meta_method *mirror = ARENA_NEW(&world->arena, struct meta_method);
    map_put(world, method, mirror);
    arena_vec_push(&world->arena, &world->methods, mirror);
    mirror->class = build_meta_class(compilation, method->class);
    mirror->name = method->name;
    mirror->full_name = method_full_name(method);
    mirror->return_type = method->shape->return_type;
    mirror->argument_count = method->argument_count;
    mirror->argument_types = ARENA_ARRAY(&world->arena, enum java_type, method->argument_count + 1);
    bool has_receiver = !method_is_static(method);
    if (has_receiver) mirror->argument_types[0] = JAVA_REFERENCE;
    for (int i = 0; i < method->shape->parameter_count; i++)
        mirror->argument_types[i + has_receiver] = java_stack_type(method->shape->parameters[i]);
    mirror->is_static = !has_receiver;
    mirror->is_final =
        method->access & (ACC_FINAL | ACC_PRIVATE) || method->class->access & ACC_FINAL;
    mirror->is_native = method->access & ACC_NATIVE;
    mirror->is_abstract = method_is_abstract(method);
    mirror->is_synchronized = method->access & ACC_SYNCHRONIZED;
    mirror->runtime = method;
    return mirror;
}

struct meta_method *build_meta_method(struct compilation *compilation, struct method *method) {
    struct meta_method *mirror = map_get(compilation->world->mirrors, method);
    if (!mirror) mirror = new_method(compilation, method);
    mirror->directives = method->directives;
    return mirror;
}
