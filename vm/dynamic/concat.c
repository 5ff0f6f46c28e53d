/* CONCAT: StringConcatFactory's call sites: a StringBuilder that everything is appended to, as
 * javac wrote it before it had the factory. */
#include "dynamic/site.h"

#include <string.h>

#include "base/intern.h"

#define BUILDER "java/lang/StringBuilder"

void assemble_builder(struct assembler *assembler) {
    assemble_class(assembler, OP_new, BUILDER);
    assemble(assembler, OP_dup);
    assemble_invoke(assembler, OP_invokespecial, CONSTANT_METHOD, BUILDER, "<init>", "()V");
}

/* As String.valueOf does: arrays of char are objects like any other here. */
void assemble_append(struct assembler *assembler, struct value_type type) {
    const char *appended;
    if (type.java != JAVA_REFERENCE)
        appended = type_descriptor((struct value_type){
            type.java == JAVA_BYTE || type.java == JAVA_SHORT ? JAVA_INT : type.java, NULL});
    else if (!strcmp(type.class_name, "java/lang/String"))
        appended = "Ljava/lang/String;";
    else
        appended = "Ljava/lang/Object;";
    assemble_invoke(assembler, OP_invokevirtual, CONSTANT_METHOD, BUILDER, "append",
                    intern_format("(%s)L" BUILDER ";", appended));
}

void assemble_append_text(struct assembler *assembler, const char *modified_utf8) {
    assemble_constant(assembler, class_writer_string(assembler->writer, modified_utf8),
                      JAVA_REFERENCE);
    assemble_append(assembler, class_type("java/lang/String"));
}

void assemble_builder_text(struct assembler *assembler) {
    assemble_invoke(assembler, OP_invokevirtual, CONSTANT_METHOD, BUILDER, "toString",
                    "()Ljava/lang/String;");
}

/* A constant of the recipe that is no string: its text is that of its value. */
static bool append_constant(struct bootstrap_site *site, struct assembler *assembler, int index) {
    const struct constant *constant =
        index < site->argument_count ? &site->constants[site->arguments[index]] : NULL;
    struct class_writer *writer = assembler->writer;
    uint16_t copy;
    struct value_type type = {JAVA_INT, NULL};
    if (constant && constant->tag == CONSTANT_STRING)
        copy = class_writer_string(writer, constant->name), type = class_type("java/lang/String");
    else if (constant && constant->tag == CONSTANT_CLASS)
        copy = class_writer_class(writer, constant->name), type = class_type("java/lang/Class");
    else if (constant && constant->tag == CONSTANT_INTEGER)
        copy = class_writer_integer(writer, constant->integer);
    else if (constant && constant->tag == CONSTANT_LONG)
        copy = class_writer_long(writer, constant->long_value), type.java = JAVA_LONG;
    else if (constant && constant->tag == CONSTANT_FLOAT)
        copy = class_writer_float(writer, constant->float_value), type.java = JAVA_FLOAT;
    else if (constant && constant->tag == CONSTANT_DOUBLE)
        copy = class_writer_double(writer, constant->double_value), type.java = JAVA_DOUBLE;
    else
        return site_fail(site,
                         "constant %d of a string concatenation is missing or of another "
                         "kind",
                         index);
    assemble_constant(assembler, copy, type.java);
    assemble_append(assembler, type);
    return true;
}

struct concatenation {
    struct bootstrap_site *site;
    struct assembler assembler;
    int next_parameter, next_slot, next_constant;
};

static bool append_parameter(struct concatenation *concatenation) {
    const struct method_shape *shape = concatenation->site->shape;
    int index = concatenation->next_parameter++;
    if (index >= shape->parameter_count) return false;
    struct value_type type = parameter_type(shape, index);
    assemble_load(&concatenation->assembler, type.java, concatenation->next_slot);
    assemble_append(&concatenation->assembler, type);
    concatenation->next_slot += java_type_slots(type.java);
    return true;
}

/* \1 stands for the next argument, \2 for the next constant, anything else for itself. */
static bool append_recipe(struct concatenation *concatenation, const char *recipe) {
    bool is_right = true;
    while (*recipe && is_right) {
        size_t length = strcspn(recipe, "\1\2");
        if (length > 0)
            assemble_append_text(&concatenation->assembler, intern_bytes(recipe, length));
        recipe += length;
        if (*recipe == '\1') is_right = append_parameter(concatenation);
        if (*recipe == '\2')
            is_right = append_constant(concatenation->site, &concatenation->assembler,
                                       concatenation->next_constant++);
        if (*recipe) recipe++;
    }
    return is_right;
}

static bool make(struct bootstrap_site *site, const char *recipe) {
    struct concatenation concatenation = {.site = site, .next_constant = 1};
    site_begin_class(site, "Concat");
    assembler_init(&concatenation.assembler, &site->writer);
    assemble_builder(&concatenation.assembler);
    bool is_right = append_recipe(&concatenation, recipe) &&
                    concatenation.next_parameter == site->shape->parameter_count;
    assemble_builder_text(&concatenation.assembler);
    assemble_return(&concatenation.assembler, JAVA_REFERENCE);
    site->method_name = "concat";
    assembler_finish(&concatenation.assembler, ACC_STATIC, site->method_name, site->descriptor);
    return is_right || site_fail(site, "Mismatched number of concat arguments: recipe and %s",
                                 site->descriptor);
}

/* String or, where += assigns to a wider variable, one of its supertypes. */
static bool returns_string(struct bootstrap_site *site) {
    const char *class = site->shape->return_class;
    const struct class *string = site->host->runtime->known.string;
    for (int i = 0; class && i < string->supertype_count; i++)
        if (!strcmp(class, string->supertypes[i]->name)) return true;
    return site_fail(site, "a string concatenation of type %s", site->descriptor);
}

bool make_concat_with_constants(struct bootstrap_site *site) {
    const struct constant *recipe = site_argument(site, 0, CONSTANT_STRING);
    return recipe && returns_string(site) && make(site, recipe->name);
}

bool make_concat(struct bootstrap_site *site) {
    char recipe[256];
    memset(recipe, '\1', sizeof recipe);
    recipe[site->shape->parameter_count] = '\0';
    return returns_string(site) && make(site, recipe);
}
