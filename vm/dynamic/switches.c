/* SWITCHES: SwitchBootstraps' call sites: the number of the first label, from a given one on, that
 * a value matches; -1 for null, the number of labels when none does. */
#include "dynamic/site.h"

#include <string.h>

#include "base/intern.h"

enum { LOCAL_VALUE, LOCAL_FIRST };

#define CHARACTER "java/lang/Character"
#define EQUALS    "(Ljava/lang/Object;)Z"

/* Each leaves an int that says whether the value matches. */
static void match_class(struct assembler *assembler, const char *name) {
    assemble_load(assembler, JAVA_REFERENCE, LOCAL_VALUE);
    assemble_class(assembler, OP_instanceof, name);
}

static void match_text(struct assembler *assembler, const char *text) {
    assemble_constant(assembler, class_writer_string(assembler->writer, text), JAVA_REFERENCE);
    assemble_load(assembler, JAVA_REFERENCE, LOCAL_VALUE);
    assemble_invoke(assembler, OP_invokevirtual, CONSTANT_METHOD, "java/lang/String", "equals",
                    EQUALS);
}

static void match_enum_name(struct assembler *assembler, const char *name) {
    assemble_constant(assembler, class_writer_string(assembler->writer, name), JAVA_REFERENCE);
    assemble_load(assembler, JAVA_REFERENCE, LOCAL_VALUE);
    assemble_class(assembler, OP_checkcast, "java/lang/Enum");
    assemble_invoke(assembler, OP_invokevirtual, CONSTANT_METHOD, "java/lang/Enum", "name",
                    "()Ljava/lang/String;");
    assemble_invoke(assembler, OP_invokevirtual, CONSTANT_METHOD, "java/lang/String", "equals",
                    EQUALS);
}

static void push_number(struct assembler *assembler, int32_t number) {
    assemble_constant(assembler, class_writer_integer(assembler->writer, number), JAVA_INT);
}

/* A Number whose int value it is, or that character. */
static void match_number(struct assembler *assembler, int32_t number) {
    match_class(assembler, "java/lang/Number");
    struct forward_jump is_number = assemble_jump(assembler, OP_ifne);
    match_class(assembler, CHARACTER);
    struct forward_jump is_character = assemble_jump(assembler, OP_ifne);
    assemble(assembler, OP_iconst_0);
    struct forward_jump done = assemble_jump(assembler, OP_goto);
    assemble_target(assembler, is_character);
    assemble_load(assembler, JAVA_REFERENCE, LOCAL_VALUE);
    assemble_class(assembler, OP_checkcast, CHARACTER);
    assemble_invoke(assembler, OP_invokevirtual, CONSTANT_METHOD, CHARACTER, "charValue", "()C");
    struct forward_jump compare = assemble_jump(assembler, OP_goto);
    assemble_target(assembler, is_number);
    assemble_load(assembler, JAVA_REFERENCE, LOCAL_VALUE);
    assemble_class(assembler, OP_checkcast, "java/lang/Number");
    assemble_invoke(assembler, OP_invokevirtual, CONSTANT_METHOD, "java/lang/Number", "intValue",
                    "()I");
    assemble_target(assembler, compare);
    push_number(assembler, number);
    struct forward_jump equal = assemble_jump(assembler, OP_if_icmpeq);
    assemble(assembler, OP_iconst_0);
    struct forward_jump differs = assemble_jump(assembler, OP_goto);
    assemble_target(assembler, equal);
    assemble(assembler, OP_iconst_1);
    assemble_target(assembler, differs);
    assemble_target(assembler, done);
}

static bool match_label(struct bootstrap_site *site, struct assembler *assembler, int index,
                        bool is_enum) {
    const struct constant *label = &site->constants[site->arguments[index]];
    if (label->tag == CONSTANT_CLASS)
        match_class(assembler, label->name);
    else if (label->tag == CONSTANT_STRING && is_enum)
        match_enum_name(assembler, label->name);
    else if (label->tag == CONSTANT_STRING)
        match_text(assembler, label->name);
    else if (label->tag == CONSTANT_INTEGER && !is_enum)
        match_number(assembler, label->integer);
    else
        return site_fail(site, "label %d of a pattern switch is of another kind", index + 1);
    return true;
}

static bool has_switch_shape(const struct method_shape *shape) {
    return shape->parameter_count == 2 && shape->parameters[0] == JAVA_REFERENCE &&
           shape->parameters[1] == JAVA_INT && shape->return_type == JAVA_INT;
}

static bool make(struct bootstrap_site *site, bool is_enum) {
    if (!has_switch_shape(site->shape))
        return site_fail(site, "a pattern switch of type %s", site->descriptor);
    bool is_right = true;
    struct assembler assembler;
    site_begin_class(site, "Switch");
    assembler_init(&assembler, &site->writer);
    assemble_load(&assembler, JAVA_REFERENCE, LOCAL_VALUE);
    struct forward_jump not_null = assemble_jump(&assembler, OP_ifnonnull);
    assemble_integer(&assembler, -1);
    assemble_return(&assembler, JAVA_INT);
    assemble_target(&assembler, not_null);
    for (int i = 0; i < site->argument_count && is_right; i++) {
        assemble_load(&assembler, JAVA_INT, LOCAL_FIRST);
        push_number(&assembler, i);
        struct forward_jump is_later = assemble_jump(&assembler, OP_if_icmpgt);
        is_right = match_label(site, &assembler, i, is_enum);
        if (!is_right) break;
        struct forward_jump differs = assemble_jump(&assembler, OP_ifeq);
        push_number(&assembler, i);
        assemble_return(&assembler, JAVA_INT);
        assemble_target(&assembler, differs);
        assemble_target(&assembler, is_later);
    }
    push_number(&assembler, site->argument_count);
    assemble_return(&assembler, JAVA_INT);
    site->method_name = "switch";
    assembler_finish(&assembler, ACC_STATIC, site->method_name, site->descriptor);
    return is_right;
}

bool make_type_switch(struct bootstrap_site *site) { return make(site, false); }
bool make_enum_switch(struct bootstrap_site *site) { return make(site, true); }
