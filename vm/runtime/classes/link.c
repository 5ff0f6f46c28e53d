/* LINK: a class's shape in memory and its methods, given its class file, superclass and interfaces
 * (JVMS 5.4). Fields follow the superclass's, wide ones first. A method takes over the vtable slots
 * of those it overrides. */
#include <string.h>

#include "base/die.h"
#include "base/intern.h"
#include "classfile/regions.h"
#include "runtime/internal.h"
#include "runtime/natives.h"

static void display_fill(struct class *class) {
    int depth = 0;
    if (class->super) memcpy(class->display, class->super->display, sizeof class->display);
    while (depth < CLASS_DISPLAY && class->display[depth]) depth++;
    bool has_place = depth < CLASS_DISPLAY && !class_is_interface(class) && !class_is_array(class);
    if (has_place) class->display[depth] = class;
    class->display_index = has_place ? depth : -1;
}

struct classes {
    struct class **items;
    uint32_t count, capacity;
};

static void add_once(struct classes *all, struct class *const *more, int count) {
    for (int i = 0; i < count; i++) {
        bool known = false;
        for (uint32_t j = 0; j < all->count && !known; j++) known = all->items[j] == more[i];
        if (!known) vec_push(all, more[i]);
    }
}

/* The list, in the class's memory; [all] is released. */
static struct class **keep(struct class *class, struct classes *all, int32_t *count) {
    struct class **kept = ARENA_ARRAY(&class->runtime->arena, struct class *, all->count);
    memory_copy(kept, all->items, all->count * sizeof *kept);
    *count = (int32_t)all->count;
    vec_release(all);
    return kept;
}

static bool has_default_methods(const struct class *interface) {
    for (int i = 0; i < interface->method_count; i++)
        if (!(interface->methods[i].access & (ACC_STATIC | ACC_ABSTRACT))) return true;
    return false;
}

static void collect_initialized_first(struct class *class) {
    struct classes all = {0};
    for (int i = 0; i < class->interface_count; i++) {
        struct class *interface = class->interfaces[i];
        add_once(&all, interface->initialized_first, interface->initialized_first_count);
        if (has_default_methods(interface)) add_once(&all, &interface, 1);
    }
    class->initialized_first = keep(class, &all, &class->initialized_first_count);
}

void class_collect_supertypes(struct class *class) {
    display_fill(class);
    struct classes all = {0};
    vec_push(&all, class);
    for (int from = -1; from < class->interface_count; from++) {
        const struct class *base = from < 0 ? class->super : class->interfaces[from];
        if (base) add_once(&all, base->supertypes, base->supertype_count);
    }
    class->supertypes = keep(class, &all, &class->supertype_count);
    collect_initialized_first(class);
}

/* --- fields */

static void field_init(struct class *class, struct field *field, const struct member_info *info) {
    const char *cursor = info->descriptor, *type_class;
    enum java_type type = descriptor_next(&cursor, &type_class);
    *field = (struct field){
        .class = class,
        .name = info->name,
        .descriptor = info->descriptor,
        .access = info->access,
        .type = type,
        .type_class = type_class,
        .constant = info->constant,
    };
    if (info->access & ACC_STATIC) field->cell = ARENA_NEW(&class->runtime->arena, union value);
}

static void fields_place(struct class *class) {
    uint32_t end = class->super ? class->super->fields_end : OBJECT_HEADER;
    for (uint32_t size = 8; size > 0; size /= 2)
        for (int i = 0; i < class->field_count; i++) {
            struct field *field = &class->fields[i];
            if (field->cell || (uint32_t)java_type_size(field->type) != size) continue;
            end = (end + size - 1) & ~(size - 1);
            field->offset = end;
            end += size;
        }
    class->fields_end = end;
    bool is_mirror = !strcmp(class->name, "java/lang/Class");
    class->instance_size = (uint32_t)object_align(end + (is_mirror ? MIRROR_SLOT_BYTES : 0));
}

static bool is_traced(const struct field *field) {
    const struct runtime *runtime = field->class->runtime;
    return !field->cell && field->type == JAVA_REFERENCE && field != runtime->fields.referent;
}

static void references_collect(struct class *class) {
    int inherited = class->super ? class->super->reference_count : 0, count = inherited;
    for (int i = 0; i < class->field_count; i++) count += is_traced(&class->fields[i]);
    class->reference_offsets = ARENA_ARRAY(&class->runtime->arena, uint32_t, count);
    if (inherited)
        memcpy(class->reference_offsets, class->super->reference_offsets,
               (size_t)inherited * sizeof(uint32_t));
    class->reference_count = inherited;
    for (int i = 0; i < class->field_count; i++)
        if (is_traced(&class->fields[i]))
            class->reference_offsets[class->reference_count++] = class->fields[i].offset;
}

static void fields_link(struct class *class) {
    class->field_count = class->file->field_count;
    class->fields = ARENA_ARRAY(&class->runtime->arena, struct field, class->field_count);
    for (int i = 0; i < class->field_count; i++)
        field_init(class, &class->fields[i], &class->file->fields[i]);
    fields_place(class);
    reference_link(class);
    references_collect(class);
}

/* --- methods */

/* A small method is inlined into its compiled callers: its own compilation can wait longer. */
static int32_t first_heat(const struct runtime *runtime, const struct code *code) {
    enum { SMALL_CODE = 40 };
    bool is_small = code && code_program(code)->length <= SMALL_CODE;
    const struct vm_options *options = runtime->options;
    return is_small && options->small_threshold ? options->small_threshold
                                                : options->compile_threshold;
}

static void method_init(struct class *class, struct method *method, const struct member_info *info,
                        int natives) {
    struct runtime *runtime = class->runtime;
    *method = (struct method){
        .entry = runtime->interpret,
        .compiled_entry = runtime->compiled_entry,
        .class = class,
        .name = info->name,
        .descriptor = info->descriptor,
        .access = info->access,
        .code = info->code,
        .vtable_index = -1,
        .native = native_find(natives, class->name, info->name, info->descriptor),
        .heat = first_heat(runtime, info->code),
        .shape = info->shape,
    };
    int receiver = method_is_static(method) ? 0 : 1;
    method->argument_count = (uint8_t)(method->shape->parameter_count + receiver);
}

static bool is_dispatched(const struct method *method) {
    return !(method->access & (ACC_STATIC | ACC_PRIVATE)) && method->name[0] != '<';
}

/* May [method] override [base] of a superclass (JVMS 5.4.5)? */
static bool overrides(const struct method *method, const struct method *base) {
    if (base->name != method->name || base->descriptor != method->descriptor) return false;
    return base->access & (ACC_PUBLIC | ACC_PROTECTED) ||
           class_same_package(base->class, method->class);
}

static bool vtable_add(struct thread *thread, struct class *class, struct method *method) {
    int inherited = class->super ? class->super->vtable_size : 0;
    for (int i = 0; i < inherited; i++) {
        struct method *base = class->super->vtable[i];
        if (!overrides(method, base)) continue;
        if (base->access & ACC_FINAL) {
            throw_new(thread, ERROR_incompatible_class_change, "class %s overrides final method %s",
                      class->binary_name, method_full_name(base));
            return false;
        }
        class->vtable[i] = method;
        if (method->vtable_index < 0) method->vtable_index = i;
    }
    if (method->vtable_index >= 0) return true;
    method->vtable_index = class->vtable_size;
    class->vtable[class->vtable_size++] = method;
    return true;
}

static bool vtable_link(struct thread *thread, struct class *class) {
    if (class_is_interface(class)) return true;
    int inherited = class->super ? class->super->vtable_size : 0;
    class->vtable =
        ARENA_ARRAY(&class->runtime->arena, struct method *, inherited + class->method_count);
    if (inherited)
        memcpy(class->vtable, class->super->vtable, (size_t)inherited * sizeof *class->vtable);
    class->vtable_size = inherited;
    for (int i = 0; i < class->method_count; i++)
        if (is_dispatched(&class->methods[i]) && !vtable_add(thread, class, &class->methods[i]))
            return false;
    return true;
}

bool class_link(struct thread *thread, struct class *class) {
    struct arena *arena = &class->runtime->arena;
    fields_link(class);
    class->method_count = class->file->method_count;
    class->methods = ARENA_ARRAY(arena, struct method, class->method_count);
    int natives = natives_of(class->name);
    for (int i = 0; i < class->method_count; i++)
        method_init(class, &class->methods[i], &class->file->methods[i], natives);
    class_collect_supertypes(class);
    class->resolved = ARENA_ARRAY(arena, struct resolved, class->file->constant_count);
    if (!vtable_link(thread, class)) return false;
    class->state = CLASS_LINKED;
    return true;
}
