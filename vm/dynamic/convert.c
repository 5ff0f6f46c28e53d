/* CONVERT: from one type to another, as lambda objects adapt their arguments and results. Every
 * conversion between reference types that are not the same is a checked cast: the class made may
 * rely on nothing that the class file merely claims. */
#include "dynamic/site.h"

#include <string.h>

#include "base/intern.h"

static const struct wrapper {
    const char *class_name, *getter;
} wrappers[JAVA_TYPE_COUNT] = {
    [JAVA_INT] = {"java/lang/Integer", "intValue"},
    [JAVA_LONG] = {"java/lang/Long", "longValue"},
    [JAVA_FLOAT] = {"java/lang/Float", "floatValue"},
    [JAVA_DOUBLE] = {"java/lang/Double", "doubleValue"},
    [JAVA_BOOLEAN] = {"java/lang/Boolean", "booleanValue"},
    [JAVA_BYTE] = {"java/lang/Byte", "byteValue"},
    [JAVA_CHAR] = {"java/lang/Character", "charValue"},
    [JAVA_SHORT] = {"java/lang/Short", "shortValue"},
};

const char *wrapper_name(enum java_type primitive) { return wrappers[primitive].class_name; }

/* What the wrapper class wraps; JAVA_REFERENCE when it is none. */
static enum java_type wrapped_type(const char *class_name) {
    for (int type = 0; type < JAVA_TYPE_COUNT; type++)
        if (wrappers[type].class_name && !strcmp(wrappers[type].class_name, class_name))
            return (enum java_type)type;
    return JAVA_REFERENCE;
}

/* JLS 5.1.2, and from a type to itself. */
static bool is_widening(enum java_type from, enum java_type to) {
    static const int ranks[JAVA_TYPE_COUNT] = {
        [JAVA_BYTE] = 1, [JAVA_SHORT] = 2, [JAVA_INT] = 3,
        [JAVA_LONG] = 4, [JAVA_FLOAT] = 5, [JAVA_DOUBLE] = 6,
    };
    if (from == to) return true;
    if (from == JAVA_CHAR) return ranks[to] >= ranks[JAVA_INT];
    return ranks[from] > 0 && ranks[from] < ranks[to];
}

static void assemble_widening(struct assembler *assembler, enum java_type from, enum java_type to) {
    static const enum opcode conversions[JAVA_DOUBLE + 1][JAVA_DOUBLE + 1] = {
        [JAVA_INT] = {OP_nop, OP_i2l, OP_i2f, OP_i2d},
        [JAVA_LONG] = {OP_nop, OP_nop, OP_l2f, OP_l2d},
        [JAVA_FLOAT] = {OP_nop, OP_nop, OP_nop, OP_f2d},
    };
    enum opcode opcode = conversions[java_stack_type(from)][java_stack_type(to)];
    if (opcode != OP_nop) assemble(assembler, opcode);
}

static void assemble_cast(struct assembler *assembler, const char *from, const char *to) {
    if (from != to && strcmp(to, "java/lang/Object") != 0)
        assemble_class(assembler, OP_checkcast, to);
}

static void assemble_boxing(struct assembler *assembler, enum java_type type) {
    const char *name = wrappers[type].class_name;
    assemble_invoke(assembler, OP_invokestatic, CONSTANT_METHOD, name, "valueOf",
                    intern_format("(%c)L%s;", java_type_letter(type), name));
}

static void assemble_unboxing(struct assembler *assembler, const char *class_name,
                              enum java_type type) {
    assemble_invoke(assembler, OP_invokevirtual, CONSTANT_METHOD, class_name, wrappers[type].getter,
                    intern_format("()%c", java_type_letter(type)));
}

/* The primitive that is boxed on the way to a reference type: a wrapper may be wider. */
static enum java_type boxed_type(enum java_type from, struct value_type to) {
    enum java_type wrapped = wrapped_type(to.class_name);
    return wrapped == JAVA_REFERENCE ? from : wrapped;
}

static bool is_number(enum java_type type) { return type != JAVA_BOOLEAN && type != JAVA_CHAR; }

static struct value_type source_type(struct value_type from, struct value_type via) {
    return from.java == JAVA_REFERENCE && via.java == JAVA_REFERENCE ? via : from;
}

static bool is_convertible(struct value_type from, struct value_type via, struct value_type to) {
    struct value_type source = source_type(from, via);
    if (source.java == JAVA_VOID || to.java == JAVA_VOID) return source.java == to.java;
    if (source.java != JAVA_REFERENCE)
        return is_widening(source.java,
                           to.java == JAVA_REFERENCE ? boxed_type(source.java, to) : to.java);
    if (to.java == JAVA_REFERENCE) return true;
    enum java_type wrapped = wrapped_type(source.class_name);
    return wrapped == JAVA_REFERENCE || is_widening(wrapped, to.java);
}

static void assemble_to_primitive(struct assembler *assembler, const char *source,
                                  enum java_type to) {
    enum java_type wrapped = wrapped_type(source);
    if (wrapped != JAVA_REFERENCE) {
        assemble_unboxing(assembler, source, wrapped);
        assemble_widening(assembler, wrapped, to);
        return;
    }
    const char *box = is_number(to) ? "java/lang/Number" : wrappers[to].class_name;
    assemble_cast(assembler, source, box);
    assemble_unboxing(assembler, box, to);
}

bool assemble_conversion(struct assembler *assembler, struct value_type from, struct value_type via,
                         struct value_type to) {
    if (!is_convertible(from, via, to)) return false;
    struct value_type source = source_type(from, via);
    if (source.java == JAVA_VOID) return true;
    if (source.java == JAVA_REFERENCE) {
        assemble_cast(assembler, from.class_name, source.class_name);
        if (to.java == JAVA_REFERENCE)
            assemble_cast(assembler, source.class_name, to.class_name);
        else
            assemble_to_primitive(assembler, source.class_name, to.java);
        return true;
    }
    if (to.java != JAVA_REFERENCE) {
        assemble_widening(assembler, source.java, to.java);
        return true;
    }
    enum java_type boxed = boxed_type(source.java, to);
    assemble_widening(assembler, source.java, boxed);
    assemble_boxing(assembler, boxed);
    assemble_cast(assembler, intern(wrappers[boxed].class_name), to.class_name);
    return true;
}
