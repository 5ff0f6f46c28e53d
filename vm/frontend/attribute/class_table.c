/* CLASS TABLE: the classes of a compilation by internal name; those of the class path are loaded
 * when they are first asked for. */
#include <string.h>

#include "base/intern.h"
#include "frontend/compiler.h"
#include "frontend/passes.h"
#include <uthash.h>

struct class_table {
    UT_hash_handle hh;
    const char *name;
    struct class_symbol *class;   /* NULL: looked for in vain */
    struct class_symbol *missing; /* stands for it in the signatures of others */
};

static struct class_table *find_row(struct compiler *compiler, const char *name) {
    struct class_table *row;
    HASH_FIND_PTR(compiler->table, &name, row);
    return row;
}

static struct class_table *add_row(struct compiler *compiler, const char *name,
                                   struct class_symbol *class) {
    struct class_table *row = ARENA_NEW(compiler->arena, struct class_table);
    row->name = name;
    row->class = class;
    HASH_ADD_PTR(compiler->table, name, row);
    return row;
}

bool class_is_entered(struct compiler *compiler, const char *internal_name) {
    const struct class_table *row = find_row(compiler, internal_name);
    return row && row->class && row->class->declaration;
}

void class_table_release(struct compiler *compiler) { HASH_CLEAR(hh, compiler->table); }

static void init_type(struct class_symbol *class) {
    class->type = (struct type){.kind = KIND_CLASS,
                                .java = JAVA_REFERENCE,
                                .descriptor = intern_format("L%s;", class->name),
                                .class = class};
    class->this_type = &class->type;
    class->unboxed = JAVA_VOID;
    if (strncmp(class->name, "java/lang/", 10) == 0)
        for (int java = 0; java < JAVA_TYPE_COUNT; java++)
            if (java != JAVA_REFERENCE && java != JAVA_VOID &&
                strcmp(class->name, primitive_class_name((enum java_type)java)) == 0)
                class->unboxed = (enum java_type)java;
}

void class_enter(struct compiler *compiler, struct class_symbol *class) {
    init_type(class);
    add_row(compiler, class->name, class);
}

bool symbol_is_interface(const struct class_symbol *class) { return class->access & ACC_INTERFACE; }

uint64_t class_walk_new(void) {
    static _Thread_local uint64_t last;
    return ++last;
}

bool class_visit(const struct class_symbol *class, uint64_t walk) {
    bool is_first = class->walk != walk;
    ((struct class_symbol *)class)->walk = walk;
    return is_first;
}

static bool is_below(const struct class_symbol *class, const struct class_symbol *super,
                     uint64_t walk) {
    for (const struct class_symbol *c = class; c && class_visit(c, walk); c = c->super) {
        if (c == super) return true;
        if (!symbol_is_interface(super)) continue;
        for (uint32_t i = 0; i < c->interfaces.count; i++)
            if (is_below(c->interfaces.items[i], super, walk)) return true;
    }
    return false;
}

bool class_is_subclass(const struct class_symbol *class, const struct class_symbol *super) {
    if (class == super || strcmp(super->name, "java/lang/Object") == 0) return true;
    return is_below(class, super, class_walk_new());
}

struct class_symbol *class_outermost(struct class_symbol *class) {
    while (class->outer) class = class->outer;
    return class;
}

const char *class_display_name(struct compiler *compiler, const char *internal_name) {
    char *name = arena_copy_text(compiler->arena, internal_name, strlen(internal_name));
    for (char *c = name; *c; c++)
        if (*c == '/') *c = '.';
    return name;
}

/* ---- the class path */

static void load_names(struct class_symbol *class) {
    const char *slash = strrchr(class->name, '/');
    class->package = slash ? intern_bytes(class->name, (size_t)(slash - class->name)) : intern("");
    const char *simple = slash ? slash + 1 : class->name;
    const char *dollar = strrchr(simple, '$');
    class->simple_name = intern(dollar && dollar > simple && dollar[1] ? dollar + 1 : simple);
}

struct class_symbol *class_referenced(struct compiler *compiler, const char *internal_name) {
    struct class_symbol *class = class_find(compiler, internal_name);
    if (class) return class;
    struct class_table *row = find_row(compiler, intern(internal_name));
    if (row->missing) return row->missing;
    struct class_symbol *missing = ARENA_NEW(compiler->arena, struct class_symbol);
    missing->name = row->name;
    missing->access = ACC_PUBLIC;
    missing->state = CLASS_COMPLETE;
    missing->super = class_known(compiler, "java/lang/Object");
    missing->super_type = &missing->super->type;
    load_names(missing);
    init_type(missing);
    return row->missing = missing;
}

static void load_fields(struct compiler *compiler, struct class_symbol *class) {
    for (uint16_t i = 0; i < class->file->field_count; i++) {
        const struct member_info *info = &class->file->fields[i];
        if (info->access & ACC_SYNTHETIC) continue;
        struct variable *field = ARENA_NEW(compiler->arena, struct variable);
        const char *cursor = info->descriptor;
        field->name = info->name;
        field->access = info->access;
        field->owner = class;
        field->constant_state = CONSTANT_KNOWN;
        field->type = type_of_descriptor(compiler, &cursor);
        if (info->signature) signature_read_field(compiler, field, info->signature);
        if (info->constant && info->access & ACC_FINAL) {
            struct constant_value *value = ARENA_NEW(compiler->arena, struct constant_value);
            value->java = field->type->java;
            value->long_value = info->constant->long_value;
            if (info->constant->tag == CONSTANT_STRING) value->text = info->constant->name;
            if (info->constant->tag == CONSTANT_INTEGER) value->integer = info->constant->integer;
            if (info->constant->tag == CONSTANT_FLOAT)
                value->float_value = info->constant->float_value;
            field->constant = value;
        }
        class_add_field(compiler, class, field);
    }
}

static void load_method(struct compiler *compiler, struct class_symbol *class,
                        const struct member_info *info) {
    enum { ACC_VARARGS = 0x0080 };
    struct method_symbol *method = ARENA_NEW(compiler->arena, struct method_symbol);
    method->name = info->name;
    method->descriptor = info->descriptor;
    method->access = info->access;
    method->is_variable_arity = info->access & ACC_VARARGS;
    method->owner = class;
    const char *cursor = info->descriptor + 1;
    while (*cursor != ')') {
        struct type *parameter = type_of_descriptor(compiler, &cursor);
        arena_vec_push(compiler->arena, &method->parameters, parameter);
    }
    cursor++;
    method->result = type_of_descriptor(compiler, &cursor);
    for (uint16_t i = 0; i < info->exception_count; i++) {
        struct type *exception = &class_referenced(compiler, info->exceptions[i])->type;
        arena_vec_push(compiler->arena, &method->exceptions, exception);
    }
    if (info->signature) signature_read_method(compiler, method, info->signature);
    class_add_method(compiler, class, method);
}

static void load_header(struct compiler *compiler, struct class_symbol *class) {
    if (class->state != CLASS_ENTERED) return;
    class->state = CLASS_HEADER_KNOWN;
    if (class->file->super_name) class->super = class_referenced(compiler, class->file->super_name);
    for (uint16_t i = 0; i < class->file->interface_count; i++) {
        struct class_symbol *interface = class_referenced(compiler, class->file->interfaces[i]);
        arena_vec_push(compiler->arena, &class->interfaces, interface);
    }
    signature_read_class(compiler, class);
    if (class->super_type) return;
    if (class->super) class->super_type = &class->super->type;
    class->interface_types.count = 0;
    for (uint32_t i = 0; i < class->interfaces.count; i++)
        arena_vec_push(compiler->arena, &class->interface_types, &class->interfaces.items[i]->type);
}

void class_load_members(struct compiler *compiler, struct class_symbol *class) {
    if (!class->file || class->state == CLASS_COMPLETE) return;
    class->state = CLASS_COMPLETE;
    load_fields(compiler, class);
    for (uint16_t i = 0; i < class->file->method_count; i++) {
        const struct member_info *info = &class->file->methods[i];
        if (!(info->access & ACC_SYNTHETIC) && strcmp(info->name, "<clinit>") != 0)
            load_method(compiler, class, info);
    }
}

static struct class_symbol *load_class(struct compiler *compiler, const char *name) {
    const struct classfile *file = NULL;
    if (compiler->path && compiler->path->find)
        file = compiler->path->find(compiler->path->context, name);
    if (compiler->diag->is_set) longjmp(compiler->on_error, 1); /* a broken class file */
    if (!file) return NULL;
    struct class_symbol *class = ARENA_NEW(compiler->arena, struct class_symbol);
    class->name = name;
    class->file = file;
    class->access = file->access;
    if (file->is_nested) class->access = (file->access & ACC_INTERFACE) | file->nested_access;
    load_names(class);
    if (file->is_nested) {
        const char *dollar = strrchr(name, '$');
        class->outer =
            dollar ? class_find(compiler, intern_bytes(name, (size_t)(dollar - name))) : NULL;
        class->is_inner = class->outer && !(class->access & (ACC_STATIC | ACC_INTERFACE));
    }
    return class;
}

struct class_symbol *class_find(struct compiler *compiler, const char *internal_name) {
    internal_name = intern(internal_name);
    const struct class_table *row = find_row(compiler, internal_name);
    if (row) return row->class;
    struct class_symbol *class = load_class(compiler, internal_name);
    row = find_row(compiler, internal_name); /* loading the class around it may have loaded it */
    if (row) return row->class;
    if (class) {
        class_enter(compiler, class);
        load_header(compiler, class);
    } else {
        add_row(compiler, internal_name, NULL);
    }
    return class;
}

struct class_symbol *class_known(struct compiler *compiler, const char *internal_name) {
    struct class_symbol *class = class_find(compiler, internal_name);
    struct place place = {0};
    if (compiler->unit_count) place.file = compiler->units[0].source->file;
    if (!class)
        compile_error(compiler, place,
                      "class %s not found, neither in the sources nor on the "
                      "class path",
                      class_display_name(compiler, internal_name));
    return class;
}
