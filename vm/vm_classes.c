/* The embedding API's classes: defining them from sources and bytes, finding them and their methods
 * by name. */
#include "vm_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/intern.h"
#include "base/java_names.h"
#include "base/modified_utf8.h"
#include "class_image.h"
#include "classfile/blocks.h"
#include "classfile/bytes.h"
#include "classfile/classfile.h"
#include "classfile/opcodes.h"
#include "frontend/frontend.h"

/* --- defining --- */

/* What the frontend knows of classes that it does not compile. */
static const struct classfile *find_classfile(void *context, const char *name) {
    struct vm *vm = context;
    struct class *class = class_loaded(&vm->runtime, name);
    if (class) return class->file;
    vec_each(struct class_path_entry, entry, &vm->runtime.class_path) {
        const uint8_t *bytes;
        size_t size;
        struct diag ignored = DIAG_INIT;
        if (entry->find(entry->context, name, &bytes, &size))
            return classfile_read(&vm->arena, name, bytes, size, &ignored);
    }
    return NULL;
}

static bool add_source(struct vm *vm, const char *name, const uint8_t *bytes, size_t size,
                       struct diag *diag) {
    const uint8_t *there;
    size_t its_size;
    if (class_loaded(&vm->runtime, name) || vm_find_source(vm, name, &there, &its_size))
        return diag_error(diag, (struct place){0}, "class %s is defined already", name);
    if (class_image_find(name))
        return diag_error(diag, (struct place){0},
                          "class %s is in the class library: give yours another name", name);
    vec_push(&vm->sources, (struct class_bytes){intern(name), bytes, size});
    return true;
}

static bool load_source(struct vm *vm, const char *name, struct diag *diag) {
    struct class *class = class_load(vm_thread(vm), name);
    if (!class) return vm_report_exception(vm, diag, "cannot define class");
    vec_push(&vm->defined, class);
    return true;
}

bool vm_define_sources(struct vm *vm, const struct java_source *sources, size_t count,
                       struct diag *diag) {
    struct java_class_path path = {find_classfile, vm};
    struct java_options options = java_options_default();
    struct java_classes classes = {0};
    if (!java_compile(&vm->arena, sources, count, &path, &options, diag, &classes)) return false;
    for (uint32_t i = 0; i < classes.count; i++) {
        const struct java_class *class = &classes.items[i];
        if (!add_source(vm, class->name, class->bytes, class->size, diag)) return false;
    }
    vec_each(const char *, import, &classes.imports) vec_push(&vm->imports, *import);
    for (uint32_t i = 0; i < classes.count; i++)
        if (!load_source(vm, classes.items[i].name, diag)) return false;
    return true;
}

const char *vm_internal_name(const char *binary_name) {
    char *name = memory_duplicate(binary_name);
    for (char *c = name; *c; c++)
        if (*c == '.') *c = '/';
    const char *internal_name = intern(name);
    memory_free(name);
    return internal_name;
}

bool vm_define_class(struct vm *vm, const char *name, const uint8_t *bytes, size_t size,
                     struct diag *diag) {
    uint8_t *copy = arena_allocate(&vm->arena, size + 1);
    memcpy(copy, bytes, size);
    const char *internal_name = vm_internal_name(name);
    return add_source(vm, internal_name, copy, size, diag) && load_source(vm, internal_name, diag);
}

size_t vm_defined_classes(struct vm *vm, struct class **out, size_t capacity) {
    for (uint32_t i = 0; i < vm->defined.count && i < capacity; i++) out[i] = vm->defined.items[i];
    return vm->defined.count;
}

/* --- finding --- */

bool vm_is_of_library(struct vm *vm, const char *method) {
    const char *end = strchr(method, '(');
    while (end && end > method && *end != '.') end--;
    if (!end) return true;
    char *name = arena_copy_text(&vm->arena, method, (size_t)(end - method));
    const struct class *class = class_loaded(&vm->runtime, vm_internal_name(name));
    return !class || class->is_trusted;
}

typedef VEC(const char *) name_list;

static void suggest(struct diag *diag, const char *what, const char *name, const char *nearest) {
    if (nearest)
        diag_error(diag, (struct place){0}, "%s '%s' does not exist; did you mean '%s'?", what,
                   name, nearest);
    else
        diag_error(diag, (struct place){0}, "%s '%s' does not exist", what, name);
}

/* The binary name of the class whose simple name is [name], if [import] ("java/util/List", or
 * "java/util/" for all of a package) brings it; else NULL. */
static const char *imported_name(struct vm *vm, const char *import, const char *name) {
    const char *simple = strrchr(import, '/') + 1;
    if (*simple && strcmp(simple, name) != 0) return NULL;
    const char *internal_name = *simple ? import : intern_format("%s%s", import, name);
    struct thread *thread = vm_thread(vm);
    struct class *class = class_load(thread, internal_name);
    thread->exception = NULL;
    return class ? class->binary_name : NULL;
}

/* What a source would mean by a class's simple name: what it imports, java.lang, java.util. */
static const char *find_imported(struct vm *vm, const char *name) {
    static const char *const everywhere[] = {"java/lang/", "java/util/"};
    const char *found = NULL;
    if (strchr(name, '.')) return NULL;
    for (uint32_t i = 0; i < vm->imports.count && !found; i++)
        if (strchr(vm->imports.items[i], '/'))
            found = imported_name(vm, vm->imports.items[i], name);
    for (size_t i = 0; i < sizeof everywhere / sizeof *everywhere && !found; i++)
        found = imported_name(vm, everywhere[i], name);
    return found;
}

static const char *simple_name(const char *binary_name) {
    const char *dot = strrchr(binary_name, '.');
    return dot ? dot + 1 : binary_name;
}

/* Simple names are compared with simple names. */
static const char *nearest_class(struct vm *vm, const char *name) {
    name_list names = {0}, full_names = {0};
    for (struct class *other = vm->runtime.classes; other; other = other->next)
        vec_push(&full_names, other->binary_name);
    vec_each(const char *, import, &vm->imports)
        if (import[0][strlen(*import) - 1] != '/') vec_push(&full_names, binary_name_of(*import));
    for (size_t i = 0; i < class_image_count; i++)
        vec_push(&full_names, binary_name_of(intern(class_image[i].name)));
    for (uint32_t i = 0; i < full_names.count; i++)
        vec_push(&names,
                 strchr(name, '.') ? full_names.items[i] : simple_name(full_names.items[i]));
    const char *nearest = diag_nearest(name, names.items, names.count);
    for (uint32_t i = 0; nearest && i < names.count; i++)
        if (names.items[i] == nearest) {
            nearest = full_names.items[i];
            break;
        }
    vec_release(&names);
    vec_release(&full_names);
    return nearest;
}

struct class *vm_find_class(struct vm *vm, const char *name, struct diag *diag) {
    struct thread *thread = vm_thread(vm);
    struct class *class = class_load(thread, vm_internal_name(name));
    if (class) return class;
    if (!exception_is(thread->exception, ERROR_no_class_definition)) {
        vm_report_exception(vm, diag, "cannot load class");
        return NULL;
    }
    thread->exception = NULL;
    const char *meant = find_imported(vm, name);
    suggest(diag, "class", name, meant ? meant : nearest_class(vm, name));
    return NULL;
}

static void method_error(struct class *class, const char *name, const char *text,
                         struct diag *diag) {
    struct strbuf overloads = STRBUF_INIT;
    name_list names = {0};
    for (int i = 0; i < class->method_count; i++) {
        const struct method *method = &class->methods[i];
        if (strcmp(method->name, name) == 0)
            strbuf_addf(&overloads, "%s%s", overloads.length ? ", " : "", method_full_name(method));
        vec_push(&names, intern_format("%s.%s", class->binary_name, method->name));
    }
    if (overloads.length) {
        diag_error(diag, (struct place){0},
                   "method '%s' is one of several or none: say which of %s", text,
                   strbuf_text(&overloads));
    } else {
        suggest(diag, "method", text, diag_nearest(text, names.items, names.count));
    }
    vec_release(&names);
    strbuf_release(&overloads);
}

/* The only method of this name, or of this name and descriptor or parameters, in the class or the nearest
 * superclass that has one. */
static struct method *unique_method(struct class *class, const char *name, const char *descriptor) {
    for (; class; class = class->super) {
        struct method *found = NULL;
        int count = 0;
        for (int i = 0; i < class->method_count; i++) {
            struct method *method = &class->methods[i];
            if (strcmp(method->name, name) != 0) continue;
            if (*descriptor && strcmp(method->descriptor, descriptor) != 0 &&
                !java_parameters_are(descriptor, method->descriptor))
                continue;
            found = method;
            count++;
        }
        if (count) return count == 1 ? found : NULL;
    }
    return NULL;
}

struct method *vm_find_method(struct vm *vm, const char *text, struct diag *diag) {
    size_t name_end = strcspn(text, "("), dot = name_end;
    while (dot > 0 && text[dot - 1] != '.') dot--;
    if (dot < 2) {
        diag_error(diag, (struct place){0}, "method '%s' has no class: write 'Class.method'", text);
        return NULL;
    }
    struct class *class = vm_find_class(vm, intern_bytes(text, dot - 1), diag);
    if (!class) return NULL;
    const char *name = intern_bytes(text + dot, name_end - dot);
    struct method *method = unique_method(class, name, text + name_end);
    if (!method) method_error(class, name, text, diag);
    return method;
}

/* --- what classes and methods are --- */

const char *vm_class_name(const struct class *class) { return class->binary_name; }

const char *vm_class_words(const struct class *class) { return class_source_name(class); }
const char *vm_method_name(const struct method *method) { return method_full_name(method); }
void vm_add_java_name(struct strbuf *out, const char *method) { java_add_name(out, method); }
bool vm_method_is_static(const struct method *method) { return method_is_static(method); }
int vm_method_instruction(const struct method *method, int bci) {
    int number = 1;
    if (!method->code || bci < 0) return -1;
    for (uint32_t at = 0; at < method->code->length; number++) {
        if (at == (uint32_t)bci) return number;
        at += instruction_length(method->code, at);
    }
    return -1;
}

size_t vm_method_blocks(const struct method *method, bool ends_at_calls, struct arena *arena,
                        const struct vm_block **blocks) {
    if (!method->code) return 0;
    struct code_blocks found =
        code_blocks_by_rule(arena, method->code, ends_at_calls ? BLOCKS_CALLS : BLOCKS_BRANCHES);
    struct vm_block *told = ARENA_ARRAY(arena, struct vm_block, found.count);
    uint32_t bci = 0;
    int number = 0;
    for (uint32_t i = 0; i < found.count; i++) {
        told[i] = (struct vm_block){.bci = (int)found.items[i].start, .first = number + 1};
        for (; bci < found.items[i].end; bci += instruction_length(method->code, bci)) number++;
        told[i].last = number;
    }
    *blocks = told;
    return found.count;
}

int vm_method_line(const struct method *method) {
    return method->code ? method_line(method, 0) : 0;
}

bool vm_method_has_line(const struct method *method, int line) {
    const struct code *code = method->code;
    bool has_line = !code || !code->line_count;
    for (int i = 0; code && i < code->line_count; i++) has_line |= code->lines[i].line == line;
    return has_line;
}

/* Of an interface's method, or of one that is linked when it runs, what is called may have any name, as what a lambda runs has; and what
 * has none of its own, initialisers and constructors of exceptions, the VM calls. */
bool vm_method_may_call(const struct method *caller, int line, const struct method *callee) {
    const struct code *code = caller->code;
    if (!code || *callee->name == '<') return true;
    for (uint32_t bci = 0; bci < code->length; bci += instruction_length(code, bci)) {
        int op = code->bytes[bci];
        bool is_there = !line || !code->line_count || method_line(caller, (int)bci) == line;
        if (!is_there || !opcode_is_call(op)) continue;
        if (op == OP_invokeinterface || op == OP_invokedynamic) return true;
        int index = read_u16(code->bytes + bci + 1);
        if (strcmp(caller->class->file->constants[index].member.name, callee->name) == 0)
            return true;
    }
    return false;
}

const char *vm_source_file(struct vm *vm, const char *method) {
    if (!thread_current()) return NULL; /* the table of classes is locked by threads of the VM */
    size_t length = strcspn(method, "("), dot = length;
    while (dot && method[dot] != '.') dot--;
    char *name = memory_allocate(dot + 1);
    for (size_t i = 0; i < dot; i++) name[i] = method[i] == '.' ? '/' : method[i];
    const struct class *class = class_loaded(&vm->runtime, name);
    memory_free(name);
    return class ? class->file->source_file : NULL;
}
const struct method_shape *vm_method_shape(const struct method *method) { return method->shape; }
bool vm_method_has_code(const struct method *method) { return method->code != NULL; }

bool vm_method_is_abstract(const struct method *method) { return method_is_abstract(method); }

size_t vm_string_constants(struct vm *vm, const char **out, size_t capacity) {
    size_t count = 0;
    for (const struct class *class = vm->runtime.classes; class; class = class->next) {
        for (int i = 1; class->file && i < class->file->constant_count; i++) {
            const struct constant *constant = &class->file->constants[i];
            if (constant->tag != CONSTANT_STRING) continue;
            if (count < capacity) out[count] = intern_utf8_of_modified(constant->name);
            count++;
        }
    }
    return count;
}

size_t vm_class_size(const struct class *class) { return class->instance_size; }

bool vm_class_fits(struct vm *vm, struct class *class, const char *internal_name) {
    struct class *wanted = class_load(vm_thread(vm), internal_name);
    if (!wanted) vm_thread(vm)->exception = NULL;
    return wanted && class_is_subtype(class, wanted);
}
