/* Class files of the program as other VMs get them. */
#include "vm_internal.h"

#include <string.h>

#include "base/java_names.h"
#include "classfile/classfile.h"
#include "classfile/splice.h"

/* --- of the class path --- */

static void load_named_by(struct vm *vm, const struct class *class) {
    const struct classfile *file = class->file;
    struct thread *thread = vm_thread(vm);
    for (int i = 1; i < file->constant_count; i++) {
        const struct constant *constant = &file->constants[i];
        if (constant->tag != CONSTANT_CLASS || *constant->name == '[') continue;
        class_load(thread, constant->name);
        thread->exception = NULL;
    }
}

static bool is_of_program(const struct class *class) {
    return class->file && !class->is_trusted && !class->host;
}

void vm_load_named(struct vm *vm) {
    VEC(const struct class *) waiting = {0};
    const struct class *known = NULL; /* with those before it, which are older */
    do {
        for (const struct class *class = vm->runtime.classes; class != known; class = class->next)
            if (is_of_program(class)) vec_push(&waiting, class);
        known = vm->runtime.classes;
        while (waiting.count) load_named_by(vm, vec_pop(&waiting));
    } while (vm->runtime.classes != known);
    vec_release(&waiting);
}

static bool has_regions(const struct classfile *file) {
    for (int i = 0; i < file->method_count; i++)
        if (file->methods[i].code && file->methods[i].code->regions) return true;
    return false;
}

/* The bytes of a class whose methods have inserted code; false: it is compiled from text, or has none. */
static bool find_inserted(struct vm *vm, const struct class *class, struct class_bytes *out) {
    const uint8_t *bytes;
    size_t size;
    struct diag ignored = DIAG_INIT;
    if (!is_of_program(class) || vm_find_source(vm, class->name, &bytes, &size)) return false;
    vec_each(struct class_path_entry, entry, &vm->runtime.class_path) {
        if (!entry->find(entry->context, class->name, &bytes, &size)) continue;
        const struct classfile *file =
            classfile_read(&vm->arena, class->name, bytes, size, &ignored);
        *out = (struct class_bytes){class->name, bytes, size};
        return file && has_regions(file);
    }
    return false;
}

/* --- without inserted code --- */

struct class_frames {
    struct vm *vm;
    struct class *class;
};

static bool make_frames(void *context, const struct member_info *method, struct code *code,
                        struct diag *diag) {
    struct class_frames *frames = context;
    struct thread *thread = vm_thread(frames->vm);
    bool is_made = class_make_frames(thread, frames->class, method, code, diag);
    thread->exception = NULL;
    return is_made;
}

static bool class_file_of(struct vm *vm, struct arena *arena, const struct class_bytes *source,
                          struct vm_class_file *out, struct diag *diag) {
    const struct classfile *file =
        classfile_read(&vm->arena, source->name, source->bytes, source->size, diag);
    struct class_frames frames = {vm, class_loaded(&vm->runtime, source->name)};
    struct frame_maker maker = {make_frames, &frames};
    if (!file) return false;
    out->name = binary_name_of(source->name);
    out->bytes = classfile_bytes_without_regions(arena, file, source->bytes, source->size, &maker,
                                                 diag, &out->size);
    return out->bytes != NULL;
}

static struct vm_class_file whole_class_file(const struct class_bytes *source) {
    return (struct vm_class_file){binary_name_of(source->name), source->bytes, source->size};
}

bool vm_class_files(struct vm *vm, bool has_inserted_code, struct arena *arena,
                    const struct vm_class_file **files, size_t *count, struct diag *diag) {
    VEC(struct vm_class_file) all = {0};
    struct class_bytes found;
    struct vm_class_file cut;
    vec_each(const struct class_bytes, source, &vm->sources) {
        if (has_inserted_code)
            cut = whole_class_file(source);
        else if (!class_file_of(vm, arena, source, &cut, diag))
            return false;
        arena_vec_push(arena, &all, cut);
    }
    for (const struct class *class = vm->runtime.classes; class; class = class->next) {
        if (has_inserted_code || !find_inserted(vm, class, &found)) continue;
        if (!class_file_of(vm, arena, &found, &cut, diag)) return false;
        arena_vec_push(arena, &all, cut);
    }
    *files = all.items;
    *count = all.count;
    return true;
}
