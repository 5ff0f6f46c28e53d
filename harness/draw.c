/* Binding checks everything that can be wrong, so that drawing only fails where a constructor
 * throws or the receiver is null. */
#include "harness/draw.h"

#include <math.h>
#include <string.h>

#include "base/die.h"

struct binder {
    struct arena *arena;
    struct target *target;
    struct diag *diag;
    uint64_t seed; /* of the next drawer */
};

const char *value_type_text(enum java_type type) {
    switch (type) {
    case JAVA_INT: return "int";
    case JAVA_LONG: return "long";
    case JAVA_FLOAT: return "float";
    case JAVA_DOUBLE: return "double";
    case JAVA_REFERENCE: return "a reference";
    case JAVA_BOOLEAN: return "boolean";
    case JAVA_BYTE: return "byte";
    case JAVA_CHAR: return "char";
    case JAVA_SHORT: return "short";
    case JAVA_VOID: return "void";
    case JAVA_TYPE_COUNT: break;
    }
    UNREACHABLE();
}

static bool mismatch(struct binder *in, const struct generator *generator, enum java_type type,
                     const char *class_name) {
    bool is_word = type == JAVA_BOOLEAN && generator->kind == GENERATOR_constant;
    return diag_error(in->diag, generator->place, "'%s' is not a value of type %s%s",
                      generator->text, type == JAVA_REFERENCE ? class_name : value_type_text(type),
                      is_word ? ": write true or false" : "");
}

static bool integer_fits(int64_t value, enum java_type type) {
    if (type == JAVA_BYTE) return value >= INT8_MIN && value <= INT8_MAX;
    if (type == JAVA_SHORT) return value >= INT16_MIN && value <= INT16_MAX;
    if (type == JAVA_CHAR) return value >= 0 && value <= UINT16_MAX;
    return type == JAVA_LONG || (type == JAVA_INT && value >= INT32_MIN && value <= INT32_MAX);
}

static bool is_real(enum java_type type) { return type == JAVA_FLOAT || type == JAVA_DOUBLE; }

static bool is_named_real(const struct spec_value *constant) {
    return strcmp(constant->text, "NaN") == 0 || strcmp(constant->text, "Infinity") == 0 ||
           strcmp(constant->text, "-Infinity") == 0;
}

static bool takes_text(const char *class_name) {
    static const char *const names[] = {"java/lang/String", "java/lang/Object",
                                        "java/lang/CharSequence"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], class_name) == 0) return true;
    return false;
}

bool constant_is_of(const struct spec_value *constant, enum java_type type,
                    const char *class_name) {
    switch (constant->kind) {
    case SPEC_NULL: return type == JAVA_REFERENCE;
    case SPEC_BOOLEAN: return type == JAVA_BOOLEAN;
    case SPEC_INTEGER: return is_real(type) || integer_fits(constant->integer, type);
    case SPEC_REAL: return is_real(type);
    case SPEC_TEXT:
        if (type == JAVA_REFERENCE) return takes_text(class_name);
        if (type == JAVA_CHAR) return strlen(constant->text) == 1;
        return is_real(type) && is_named_real(constant);
    }
    return false;
}

static bool bind(struct binder *in, const struct generator *generator, enum java_type type,
                 const char *class_name, struct drawer *out);

static bool bind_choices(struct binder *in, const struct generator *generator, enum java_type type,
                         const char *class_name, struct drawer *out) {
    out->choices = ARENA_ARRAY(in->arena, struct drawer, generator->choice_count);
    for (uint32_t i = 0; i < generator->choice_count; i++)
        if (!bind(in, &generator->choices[i], type, class_name, &out->choices[i])) return false;
    return true;
}

/* The class of this name, or an error at the name's place. */
static struct target_class *find_class(struct binder *in, const struct spec_text *name) {
    struct diag error = DIAG_INIT;
    struct target_class *class = in->target->find_class(in->target, name->text, &error);
    if (!class) diag_error(in->diag, name->place, "%s", error.message);
    return class;
}

static bool bind_new(struct binder *in, const struct generator *generator, const char *class_name,
                     struct drawer *out) {
    out->class = find_class(in, &generator->name);
    if (!out->class) return false;
    if (in->target->class_fits(in->target, out->class, class_name)) return true;
    return diag_error(in->diag, generator->name.place, "a %s is not a %s", generator->name.text,
                      class_name);
}

static const char *slashes(struct arena *arena, const char *name) {
    char *copy = arena_copy_text(arena, name, strlen(name));
    for (char *c = copy; *c; c++)
        if (*c == '.') *c = '/';
    return copy;
}

/* JAVA_REFERENCE when it is no primitive type's name. */
static enum java_type type_of_name(const char *name) {
    for (int type = 0; type < JAVA_VOID; type++)
        if (type != JAVA_REFERENCE && strcmp(value_type_text((enum java_type)type), name) == 0)
            return (enum java_type)type;
    return JAVA_REFERENCE;
}

/* The descriptor of a type as Java writes it, "int", "A", "int[]"; NULL with an error when there is
 * no such class. */
static const char *descriptor_of(struct binder *in, const struct spec_text *name) {
    static const char brackets[] = "[]";
    size_t length = strlen(name->text), depth = 0;
    while (length > 2 && strncmp(name->text + length - 2, brackets, 2) == 0) length -= 2, depth++;
    struct spec_text base = {arena_copy_text(in->arena, name->text, length), name->place};
    enum java_type type = type_of_name(base.text);
    const char *descriptor;
    if (type == JAVA_REFERENCE && !find_class(in, &base)) return NULL;
    if (type == JAVA_REFERENCE)
        descriptor = arena_format(in->arena, "L%s;", slashes(in->arena, base.text));
    else
        descriptor = arena_format(in->arena, "%c", java_type_letter(type));
    while (depth--) descriptor = arena_format(in->arena, "[%s", descriptor);
    return descriptor;
}

static bool bind_array(struct binder *in, const struct generator *generator, const char *class_name,
                       struct drawer *out) {
    const struct spec_text *name = &generator->name;
    const char *element = descriptor_of(in, name), *element_class = NULL;
    if (!element) return false;
    out->element = type_of_name(name->text);
    if (out->element == JAVA_REFERENCE) {
        size_t length = strlen(element);
        element_class =
            *element == '[' ? element : arena_copy_text(in->arena, element + 1, length - 2);
        struct spec_text class = {element_class, name->place};
        if (!(out->class = find_class(in, &class))) return false;
    }
    const char *descriptor = arena_format(in->arena, "[%s", element);
    if (strcmp(descriptor, class_name) && strcmp(class_name, "java/lang/Object"))
        return diag_error(in->diag, name->place, "an array of %s is not a %s", name->text,
                          class_name);
    return bind_choices(in, generator, out->element, element_class, out);
}

static bool bind_uniform(struct binder *in, const struct generator *generator,
                         enum java_type type) {
    return constant_is_of(&generator->low, type, NULL) &&
           constant_is_of(&generator->high, type, NULL) && type != JAVA_BOOLEAN;
}

static bool bind(struct binder *in, const struct generator *generator, enum java_type type,
                 const char *class_name, struct drawer *out) {
    bool is_reference = type == JAVA_REFERENCE, fits = true;
    *out = (struct drawer){.generator = generator, .type = type};
    rng_init(&out->rng, in->seed);
    in->seed += 0x9E3779B97F4A7C15u;
    switch (generator->kind) {
    case GENERATOR_constant: fits = constant_is_of(&generator->constant, type, class_name); break;
    case GENERATOR_likely: fits = type == JAVA_BOOLEAN || integer_fits(1, type); break;
    case GENERATOR_uniform: fits = bind_uniform(in, generator, type); break;
    case GENERATOR_choose:
    case GENERATOR_cycle: return bind_choices(in, generator, type, class_name, out);
    case GENERATOR_new:
        return is_reference ? bind_new(in, generator, class_name, out)
                            : mismatch(in, generator, type, class_name);
    case GENERATOR_array:
        return is_reference ? bind_array(in, generator, class_name, out)
                            : mismatch(in, generator, type, class_name);
    case GENERATOR_KIND_COUNT: UNREACHABLE();
    }
    return fits || mismatch(in, generator, type, class_name);
}

/* "A" of "A.foo(Z)V", in internal form. */
static const char *class_of_method(struct arena *arena, const struct target_method *method) {
    const char *name = method->name, *end = strchr(name, '(');
    while (end > name && *end != '.') end--;
    return slashes(arena, arena_copy_text(arena, name, (size_t)(end - name)));
}

static bool bind_receiver(struct binder *in, const struct run_spec *run,
                          const struct target_method *method, struct drawers *out) {
    if (!out->has_receiver && !run->receiver) return true;
    if (!out->has_receiver)
        return diag_error(in->diag, run->receiver->place, "%s is static: it takes no receiver",
                          method->name);
    const char *class_name = class_of_method(in->arena, method);
    if (!run->receiver)
        return diag_error(in->diag, run->call.place,
                          "%s is not static: it needs a receiver, e.g. receiver: { new: %s }",
                          method->name, class_name);
    return bind(in, run->receiver, JAVA_REFERENCE, class_name, &out->items[0]);
}

bool drawers_bind(struct arena *arena, struct target *target, const struct target_method *method,
                  const struct run_spec *run, const struct generators *arguments, uint64_t seed,
                  struct diag *diag, struct drawers *out) {
    struct binder binder = {arena, target, diag, seed};
    const struct method_shape *shape = method->shape;
    out->has_receiver = !method->is_static;
    out->count = shape->parameter_count + out->has_receiver;
    out->items = ARENA_ARRAY(arena, struct drawer, out->count);
    if (arguments->count != shape->parameter_count)
        return diag_error(diag, run->arguments_place, "%s takes %d argument%s, not %u",
                          method->name, shape->parameter_count,
                          shape->parameter_count == 1 ? "" : "s", arguments->count);
    bool is_fine = true;
    for (uint32_t i = 0; i < arguments->count; i++)
        is_fine &= bind(&binder, &arguments->items[i], shape->parameters[i],
                        shape->parameter_classes[i], &out->items[i + out->has_receiver]);
    return bind_receiver(&binder, run, method, out) && is_fine;
}

/* --- drawing --- */

static double set_integer(enum java_type type, int64_t integer, union target_value *value) {
    if (type == JAVA_LONG)
        value->j = integer;
    else if (type == JAVA_FLOAT)
        value->f = (float)integer;
    else if (type == JAVA_DOUBLE)
        value->d = (double)integer;
    else
        value->i = (int32_t)integer;
    return (double)integer;
}

static double set_real(enum java_type type, double real, union target_value *value) {
    if (type == JAVA_FLOAT) return value->f = (float)real;
    return value->d = real;
}

static double named_real(const char *text) {
    if (strcmp(text, "NaN") == 0) return NAN;
    return *text == '-' ? -INFINITY : INFINITY;
}

static double draw_constant(struct target *target, const struct drawer *drawer,
                            union target_value *value) {
    const struct spec_value *constant = &drawer->generator->constant;
    switch (constant->kind) {
    case SPEC_NULL: value->r = NULL; return 0;
    case SPEC_BOOLEAN:
    case SPEC_INTEGER: return set_integer(drawer->type, constant->integer, value);
    case SPEC_REAL: return set_real(drawer->type, constant->real, value);
    case SPEC_TEXT:
        if (drawer->type == JAVA_CHAR)
            return set_integer(JAVA_CHAR, (unsigned char)*constant->text, value);
        if (drawer->type != JAVA_REFERENCE)
            return set_real(drawer->type, named_real(constant->text), value);
        value->r = target->new_string(target, constant->text);
        return 1;
    }
    UNREACHABLE();
}

static double draw_uniform(struct drawer *drawer, union target_value *value) {
    const struct generator *generator = drawer->generator;
    if (is_real(drawer->type))
        return set_real(drawer->type,
                        generator->low.real +
                            rng_unit(&drawer->rng) * (generator->high.real - generator->low.real),
                        value);
    uint64_t span = (uint64_t)generator->high.integer - (uint64_t)generator->low.integer + 1;
    uint64_t offset = span ? rng_below(&drawer->rng, span) : rng_next(&drawer->rng);
    return set_integer(drawer->type, (int64_t)((uint64_t)generator->low.integer + offset), value);
}

static uint32_t choose(struct drawer *drawer) {
    double left = rng_unit(&drawer->rng);
    uint32_t last = drawer->generator->choice_count - 1;
    for (uint32_t i = 0; i < last; i++)
        if ((left -= drawer->generator->weights[i]) < 0) return i;
    while (last && drawer->generator->weights[last] == 0) last--;
    return last;
}

static bool draw(struct target *target, struct drawer *drawer, union target_value *value,
                 double *number, struct diag *diag);

static bool draw_array(struct target *target, struct drawer *drawer, union target_value *value,
                       struct diag *diag) {
    const struct generator *generator = drawer->generator;
    bool is_filled = generator->length >= 0;
    int32_t length = is_filled ? generator->length : (int32_t)generator->choice_count;
    struct target_object *array = target->new_array(target, drawer->element, drawer->class, length);
    for (int32_t i = 0; i < length; i++) {
        union target_value element;
        double number;
        if (!draw(target, &drawer->choices[is_filled ? 0 : i], &element, &number, diag))
            return false;
        target->array_set(target, array, i, element);
    }
    value->r = array;
    return true;
}

static bool draw_new(struct target *target, const struct drawer *drawer, union target_value *value,
                     struct diag *diag) {
    struct diag error = DIAG_INIT;
    value->r = target->new_object(target, drawer->class, &error);
    return value->r || diag_error(diag, drawer->generator->place, "%s", error.message);
}

static bool draw(struct target *target, struct drawer *drawer, union target_value *value,
                 double *number, struct diag *diag) {
    const struct generator *generator = drawer->generator;
    *number = 1;
    switch (generator->kind) {
    case GENERATOR_constant: *number = draw_constant(target, drawer, value); return true;
    case GENERATOR_likely:
        *number =
            set_integer(drawer->type, rng_likely(&drawer->rng, generator->probability), value);
        return true;
    case GENERATOR_uniform: *number = draw_uniform(drawer, value); return true;
    case GENERATOR_choose:
        return draw(target, &drawer->choices[choose(drawer)], value, number, diag);
    case GENERATOR_cycle:
        return draw(target, &drawer->choices[drawer->next++ % generator->choice_count], value,
                    number, diag);
    case GENERATOR_new: return draw_new(target, drawer, value, diag);
    case GENERATOR_array: return draw_array(target, drawer, value, diag);
    case GENERATOR_KIND_COUNT: break;
    }
    UNREACHABLE();
}

bool drawers_draw(struct drawers *drawers, struct target *target, union target_value *values,
                  double *numbers, struct diag *diag) {
    for (uint32_t i = 0; i < drawers->count; i++)
        if (!draw(target, &drawers->items[i], &values[i], &numbers[i], diag)) return false;
    return !drawers->has_receiver || values[0].r ||
           diag_error(diag, drawers->items[0].generator->place, "the receiver is null");
}
