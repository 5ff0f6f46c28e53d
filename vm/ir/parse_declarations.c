/* Classes, fields and methods of text graphs: mirrors without a runtime. Objects are laid out
 * behind a header of 16 bytes, each field aligned to its size. */
#include "base/intern.h"
#include "ir/parsing.h"
#include "ir/words.h"

#define HEADER_BYTES 16

static void add_supertype(struct meta_world *world, struct meta_class *class,
                          struct meta_class *super) {
    vec_each(struct meta_class *, known, &class->supertypes) {
        if (*known == super) return;
    }
    arena_vec_push(&world->arena, &class->supertypes, super);
}

static void add_supertypes(struct meta_world *world, struct meta_class *class,
                           const struct meta_class *super) {
    vec_each(struct meta_class *, item, &super->supertypes) add_supertype(world, class, *item);
}

static struct meta_class *new_class(struct meta_world *world, const char *name) {
    struct meta_class *class = ARENA_NEW(&world->arena, struct meta_class);
    class->name = intern(name);
    class->instance_size = HEADER_BYTES;
    class->is_initialized = true;
    add_supertype(world, class, class);
    arena_vec_push(&world->arena, &world->classes, class);
    return class;
}

static struct meta_class *root_class(struct meta_world *world) {
    struct meta_class *root = meta_find_class(world, "java.lang.Object");
    return root ? root : new_class(world, "java.lang.Object");
}

static struct meta_class *array_class(struct parsing *p, struct graph_token name, size_t length) {
    struct meta_world *world = p->compilation->world;
    struct graph_token element = name;
    element.text = intern_bytes(name.text, length - 2);
    int type = word_index(element.text, java_type_words, JAVA_TYPE_COUNT);
    struct meta_class *element_class = NULL;
    if (type < 0 || type == JAVA_REFERENCE) {
        type = JAVA_REFERENCE;
        element_class = parsing_class(p, element);
        if (!element_class) return NULL;
    }
    struct meta_class *class = new_class(world, name.text);
    class->is_array = true;
    class->element_type = (enum java_type)type;
    class->element_class = element_class;
    class->is_final = !element_class || element_class->is_final;
    class->super = root_class(world);
    add_supertypes(world, class, class->super);
    return class;
}

struct meta_class *parsing_class(struct parsing *p, struct graph_token name) {
    struct meta_world *world = p->compilation->world;
    if (p->diag->is_set) return NULL;
    struct meta_class *class = meta_find_class(world, name.text);
    if (class) return class;
    if (!strcmp(name.text, "java.lang.Object")) return root_class(world);
    size_t length = strlen(name.text);
    if (length > 255) {
        parsing_fail(p, name.place, "the name is too long");
        return NULL;
    }
    if (length > 2 && !strcmp(name.text + length - 2, "[]")) return array_class(p, name, length);
    arena_vec_push(p->arena, &p->unknown_classes, name);
    return new_class(world, name.text);
}

enum java_type parsing_java_type(struct parsing *p) {
    struct graph_token token = parsing_word(p, "a type");
    int type = word_index(token.text, java_type_words, JAVA_TYPE_COUNT);
    if (type < 0) {
        parsing_fail(p, token.place, "'%s' is not a type", token.text);
        return JAVA_INT;
    }
    return (enum java_type)type;
}

/* --- fields --- */

static uint32_t place_field(struct meta_class *class, enum java_type type) {
    uint32_t size = (uint32_t)java_type_size(type);
    uint32_t offset = (class->instance_size + size - 1) / size * size;
    class->instance_size = offset + size;
    return offset;
}

static void field_declaration(struct parsing *p, struct meta_class *class) {
    struct arena *arena = &p->compilation->world->arena;
    struct meta_field *field = ARENA_NEW(arena, struct meta_field);
    for (;;) {
        if (parsing_accept(p, "static"))
            field->is_static = true;
        else if (parsing_accept(p, "final"))
            field->is_final = true;
        else if (parsing_accept(p, "volatile"))
            field->is_volatile = true;
        else
            break;
    }
    struct graph_token type = parsing_word(p, "the field's type");
    int primitive = word_index(type.text, java_type_words, JAVA_TYPE_COUNT);
    field->type = primitive >= 0 ? (enum java_type)primitive : JAVA_REFERENCE;
    if (primitive < 0) field->type_class = parsing_class(p, type);
    if (primitive == JAVA_VOID) parsing_fail(p, type.place, "a field cannot be void");
    struct graph_token name = parsing_word(p, "the field's name");
    if (p->diag->is_set) return;
    field->class = class;
    field->name = name.text;
    field->full_name = intern_format("%s.%s", class->name, name.text);
    if (field->is_static) {
        arena_vec_push(arena, &class->statics, field);
        return;
    }
    field->offset = place_field(class, field->type);
    field->index = (int)class->fields.count;
    arena_vec_push(arena, &class->fields, field);
}

struct meta_field *parsing_field(struct parsing *p, struct graph_token name) {
    const char *dot = strrchr(name.text, '.');
    if (p->diag->is_set) return NULL;
    struct meta_field *field = NULL;
    if (dot) {
        struct graph_token class = name;
        class.text = intern_bytes(name.text, (size_t)(dot - name.text));
        struct meta_class *owner = meta_find_class(p->compilation->world, class.text);
        field = owner ? meta_find_field(owner, dot + 1) : NULL;
    }
    if (!field) parsing_fail(p, name.place, "there is no field '%s'", name.text);
    return field;
}

/* --- classes --- */

static struct meta_class *declared_class(struct parsing *p, struct graph_token name) {
    struct meta_class *root = root_class(p->compilation->world);
    struct meta_class *class = meta_find_class(p->compilation->world, name.text);
    if (!class) return new_class(p->compilation->world, name.text);
    if (class == root) {
        parsing_fail(p, name.place, "%s is built in", name.text);
        return NULL;
    }
    for (uint32_t i = 0; i < p->unknown_classes.count; i++) {
        if (p->unknown_classes.items[i].text != name.text) continue;
        vec_remove(&p->unknown_classes, i);
        return class;
    }
    parsing_fail(p, name.place, "class %s is declared twice", name.text);
    return NULL;
}

/* A supertype of [below]. */
static struct meta_class *known_class(struct parsing *p, struct graph_token name,
                                      const struct meta_class *below) {
    struct meta_class *class = meta_find_class(p->compilation->world, name.text);
    if (class == below) class = NULL;
    vec_each(struct graph_token, unknown, &p->unknown_classes) {
        if (unknown->text == name.text) class = NULL;
    }
    if (!class && !p->diag->is_set) {
        parsing_fail(p, name.place, "class %s must be declared before", name.text);
    }
    return class;
}

static void inherit(struct meta_world *world, struct meta_class *class, struct meta_class *super) {
    class->super = super;
    add_supertypes(world, class, super);
    class->instance_size = super->instance_size;
    vec_each(struct meta_field *, field, &super->fields) {
        arena_vec_push(&world->arena, &class->fields, *field);
    }
}

static void class_body(struct parsing *p, struct meta_class *class) {
    struct meta_world *world = p->compilation->world;
    struct meta_class *super = root_class(world);
    if (parsing_accept(p, "extends"))
        super = known_class(p, parsing_word(p, "the superclass"), class);
    if (p->diag->is_set) return;
    inherit(world, class, super);
    if (parsing_accept(p, "implements")) {
        do {
            struct meta_class *interface = known_class(p, parsing_word(p, "an interface"), class);
            if (!interface) return;
            add_supertypes(world, class, interface);
        } while (parsing_accept(p, ","));
    }
    if (!parsing_accept(p, "{")) return;
    if (!token_is(p, "}")) {
        do field_declaration(p, class);
        while (parsing_accept(p, ","));
    }
    parsing_expect(p, "}");
}

static void class_declaration(struct parsing *p) {
    bool is_abstract = false, is_final = false, is_initialized = true, is_interface = false;
    for (;;) {
        if (parsing_accept(p, "abstract"))
            is_abstract = true;
        else if (parsing_accept(p, "final"))
            is_final = true;
        else if (parsing_accept(p, "uninitialized"))
            is_initialized = false;
        else
            break;
    }
    if (parsing_accept(p, "interface"))
        is_interface = true;
    else if (!parsing_expect(p, "class"))
        return;
    struct graph_token name = parsing_word(p, "the class's name");
    if (p->diag->is_set) return;
    struct meta_class *class = declared_class(p, name);
    if (!class) return;
    class->is_abstract = is_abstract;
    class->is_final = is_final;
    class->is_initialized = is_initialized;
    class->is_interface = is_interface;
    class_body(p, class);
}

/* --- methods --- */

static struct meta_method *new_method(struct parsing *p, struct graph_token name, bool is_static) {
    const char *open = strchr(name.text, '(');
    const char *dot = NULL;
    for (const char *c = name.text; open && c < open; c++) {
        if (*c == '.') dot = c;
    }
    if (!dot || dot + 1 == open || !descriptor_is_method(open)) {
        parsing_fail(p, name.place, "'%s' is not a method such as A.foo(I)V", name.text);
        return NULL;
    }
    struct graph_token owner = name;
    owner.text = intern_bytes(name.text, (size_t)(dot - name.text));
    struct meta_class *class = parsing_class(p, owner);
    const struct method_shape *shape = method_shape_of(intern(open));
    int count = shape->parameter_count + !is_static;
    if (!class) return NULL;
    if (count > UINT8_MAX) {
        parsing_fail(p, name.place, "the method has too many parameters");
        return NULL;
    }
    struct meta_world *world = p->compilation->world;
    struct meta_method *method = ARENA_NEW(&world->arena, struct meta_method);
    method->class = class;
    method->name = intern_bytes(dot + 1, (size_t)(open - dot - 1));
    method->full_name = name.text;
    method->return_type = shape->return_type;
    method->is_static = is_static;
    method->argument_count = (uint8_t)count;
    method->argument_types = ARENA_ARRAY(&world->arena, enum java_type, count + 1);
    if (!is_static) method->argument_types[0] = JAVA_REFERENCE;
    for (int i = 0; i < shape->parameter_count; i++) {
        method->argument_types[i + !is_static] = java_stack_type(shape->parameters[i]);
    }
    arena_vec_push(&world->arena, &world->methods, method);
    return method;
}

struct meta_method *parsing_method(struct parsing *p, struct graph_token name, bool is_static) {
    if (p->diag->is_set) return NULL;
    struct meta_method *method = meta_find_method(p->compilation->world, name.text);
    return method ? method : new_method(p, name, is_static);
}

static void method_declaration(struct parsing *p) {
    struct meta_method flags = {0};
    for (;;) {
        int64_t directives;
        if (parsing_accept(p, "static"))
            flags.is_static = true;
        else if (parsing_accept(p, "final"))
            flags.is_final = true;
        else if (parsing_accept(p, "native"))
            flags.is_native = true;
        else if (parsing_accept(p, "abstract"))
            flags.is_abstract = true;
        else if (parsing_accept(p, "synchronized"))
            flags.is_synchronized = true;
        else if (parsing_accept(p, "directives")) {
            if (!parsing_integer(p, 0, UINT32_MAX, &directives)) return;
            flags.directives = (unsigned)directives;
        } else
            break;
    }
    struct graph_token name = parsing_word(p, "the method");
    if (p->diag->is_set) return;
    if (meta_find_method(p->compilation->world, name.text)) {
        parsing_fail(p, name.place, "method %s is declared twice", name.text);
        return;
    }
    struct meta_method *method = new_method(p, name, flags.is_static);
    if (!method) return;
    method->is_final = flags.is_final;
    method->is_native = flags.is_native;
    method->is_abstract = flags.is_abstract;
    method->is_synchronized = flags.is_synchronized;
    method->directives = flags.directives;
}

bool parsing_declaration(struct parsing *p) {
    static const char *const starts[] = {"class", "interface", "abstract", "final",
                                         "uninitialized"};
    if (parsing_accept(p, "method")) {
        method_declaration(p);
        return true;
    }
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        if (!token_is(p, starts[i])) continue;
        class_declaration(p);
        return true;
    }
    return false;
}
