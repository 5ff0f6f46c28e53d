/* FOREIGN SCRIPT: programs that have no class files. What they are called with has the types that the spec's values have. */
#include <string.h>

#include "harness/foreign.h"

/* --- types --- */

static enum java_type type_of_constant(const struct spec_value *value) {
    switch (value->kind) {
    case SPEC_BOOLEAN: return JAVA_BOOLEAN;
    case SPEC_INTEGER: return JAVA_LONG;
    case SPEC_REAL: return JAVA_DOUBLE;
    case SPEC_NULL:
    case SPEC_TEXT: break;
    }
    return JAVA_REFERENCE;
}

static enum java_type wider(enum java_type a, enum java_type b) {
    bool are_numbers = (a == JAVA_LONG || a == JAVA_DOUBLE) && (b == JAVA_LONG || b == JAVA_DOUBLE);
    return a == b ? a : are_numbers ? JAVA_DOUBLE : JAVA_TYPE_COUNT;
}

/* JAVA_TYPE_COUNT: its choices have several. */
static enum java_type type_of(const struct generator *generator) {
    enum java_type type = JAVA_REFERENCE;
    switch (generator->kind) {
    case GENERATOR_constant: return type_of_constant(&generator->constant);
    case GENERATOR_likely: return JAVA_BOOLEAN;
    case GENERATOR_uniform:
        return wider(type_of_constant(&generator->low), type_of_constant(&generator->high));
    case GENERATOR_choose:
    case GENERATOR_cycle:
        for (uint32_t i = 0; i < generator->choice_count; i++)
            type = i ? wider(type, type_of(&generator->choices[i])) : type_of(generator->choices);
        return type;
    case GENERATOR_new:
    case GENERATOR_array:
    case GENERATOR_KIND_COUNT: break;
    }
    return JAVA_REFERENCE;
}

/* --- classes: their names --- */

static struct target_class *find_class(struct target *target, const char *name, struct diag *diag) {
    return (struct target_class *)name;
}

static const char *class_name(struct target *target, const struct target_class *class) {
    return (const char *)class;
}

static bool class_fits(struct target *target, struct target_class *class,
                       const char *internal_name) {
    return true;
}

static struct target names = {
    .find_class = find_class, .class_name = class_name, .class_fits = class_fits};

bool script_load(struct foreign *foreign) {
    const struct run_spec *run = &foreign->test->spec->run;
    uint32_t count = run->arguments.count;
    enum java_type *types = ARENA_ARRAY(foreign->arena, enum java_type, count);
    const char **classes = ARENA_ARRAY(foreign->arena, const char *, count);
    struct method_shape *shape = ARENA_NEW(foreign->arena, struct method_shape);
    struct target_method *method = ARENA_NEW(foreign->arena, struct target_method);
    for (uint32_t i = 0; i < count; i++) {
        types[i] = type_of(&run->arguments.items[i]);
        classes[i] = "java/lang/Object";
        if (types[i] == JAVA_TYPE_COUNT)
            return diag_error(foreign->diag, run->arguments.items[i].place,
                              "the values of one argument are all booleans, numbers or texts");
    }
    *shape = (struct method_shape){.parameter_count = (uint8_t)count,
                                   .return_type = JAVA_TYPE_COUNT,
                                   .parameters = types,
                                   .parameter_classes = classes};
    *method = (struct target_method){
        .name = run->call.text, .is_static = true, .has_code = true, .shape = shape};
    foreign->target = &names;
    foreign->method = method;
    return true;
}

json_t *script_definition(const struct foreign *foreign) {
    const struct target_spec *target = &foreign->test->spec->target;
    json_t *twin = target->twin.text ? json_pack("{s:s,s:s}", "function", target->twin.text,
                                                 "subject", target->twin_of.text)
                                     : json_null();
    return json_pack("{s:s,s:{s:s},s:s,s:s,s:o}", "ask", "define", "call", "function",
                     foreign->method->name, "source", target->script.text, "file",
                     foreign->test->file, "calibrate", twin);
}
