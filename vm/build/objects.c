/* OBJECTS: fields, arrays, allocation, type tests, monitors. What the JVM checks implicitly is a
 * guard before. */
#include "build/builder.h"

#include <string.h>

#include "base/intern.h"
#include "classfile/bytes.h"
#include "ir/fold.h"
#include "runtime/resolve.h"

static uint16_t operand16(const struct builder *builder) {
    return read_u16(builder->code->bytes + builder->bci + 1);
}

static struct meta_class *mirror_of(struct builder *builder, struct class *class) {
    return build_meta_class(builder->compilation, class);
}

/* --- fields --- */

/* System.in, out and err are final and change all the same. */
static bool never_changes(const struct field *field) {
    return field->access & ACC_FINAL && class_is_initialized(field->class) &&
           strcmp(field->class->name, "java/lang/System") != 0;
}

static struct node *reference_constant(struct builder *builder, const struct field *field,
                                       struct object *object) {
    if (!object) return graph_null(builder->graph);
    return object_constant(builder, object, intern_format("static %s", field_full_name(field)));
}

/* The value of a static final field of an initialised class; NULL when it is not known. */
static struct node *constant_static(struct builder *builder, const struct field *field) {
    if (!never_changes(field)) return NULL;
    struct graph *graph = builder->graph;
    union value value = memory_load(field->cell, field->type);
    switch (field->type) {
    case JAVA_INT:
    case JAVA_BOOLEAN:
    case JAVA_BYTE:
    case JAVA_CHAR:
    case JAVA_SHORT: return graph_int(graph, value.i);
    case JAVA_LONG: return graph_long(graph, value.j);
    case JAVA_FLOAT: return graph_float(graph, value.f);
    case JAVA_DOUBLE: return graph_double(graph, value.d);
    case JAVA_REFERENCE: return reference_constant(builder, field, value.r);
    case JAVA_VOID:
    case JAVA_TYPE_COUNT: break;
    }
    return NULL;
}

static void get_static(struct builder *builder, struct field *field) {
    struct node *value = constant_static(builder, field);
    if (!value) {
        value = emit_node(builder, NODE_load_static, node_type_of_java(field->type), 0, NULL);
        is_operation(builder, value)->extra.field = build_meta_field(builder->compilation, field);
    }
    push_value(builder, value);
}

static void put_static(struct builder *builder, struct field *field) {
    struct node *value =
        narrowed(builder, pop_value(builder, node_type_of_java(field->type)), field->type);
    struct node *store = emit_unary(builder, NODE_store_static, TYPE_VOID, value);
    is_operation(builder, store)->extra.field = build_meta_field(builder->compilation, field);
}

static void get_field(struct builder *builder, struct field *field) {
    struct node *object = pop_value(builder, TYPE_REFERENCE);
    emit_null_check(builder, object);
    struct node *load =
        emit_unary(builder, NODE_load_field, node_type_of_java(field->type), object);
    is_operation(builder, load)->extra.field = build_meta_field(builder->compilation, field);
    push_value(builder, load);
}

static void put_field(struct builder *builder, struct field *field) {
    struct node *value = pop_value(builder, node_type_of_java(field->type));
    struct node *object = pop_value(builder, TYPE_REFERENCE);
    emit_null_check(builder, object);
    value = narrowed(builder, value, field->type);
    struct node *store = emit_binary(builder, NODE_store_field, TYPE_VOID, object, value);
    is_operation(builder, store)->extra.field = build_meta_field(builder->compilation, field);
}

void translate_field(struct builder *builder, int op) {
    bool is_static = op == OP_getstatic || op == OP_putstatic;
    struct field *field = constant_field(builder, operand16(builder), is_static);
    if (!field || (is_static && !require_initialized(builder, field->class))) return;
    if ((op == OP_putstatic || op == OP_putfield) && !field_may_be_stored(field, builder->method)) {
        emit_deoptimize(builder, REASON_unresolved); /* the interpreter throws */
        return;
    }
    if (op == OP_getstatic)
        get_static(builder, field);
    else if (op == OP_putstatic)
        put_static(builder, field);
    else if (op == OP_getfield)
        get_field(builder, field);
    else
        put_field(builder, field);
}

/* --- arrays --- */

/* In the order of the opcodes iaload.. and iastore... Arrays of boolean are accessed as bytes. */
static const enum java_type element_types[] = {JAVA_INT,       JAVA_LONG, JAVA_FLOAT, JAVA_DOUBLE,
                                               JAVA_REFERENCE, JAVA_BYTE, JAVA_CHAR,  JAVA_SHORT};

static struct node *emit_length(struct builder *builder, struct node *array) {
    emit_null_check(builder, array);
    return emit_unary(builder, NODE_array_length, TYPE_INT, array);
}

static void check_index(struct builder *builder, struct node *array, struct node *index) {
    struct node *length = emit_length(builder, array);
    emit_check(builder, emit_compare(builder, COND_BELOW, index, length), REASON_array_bounds,
               index, length);
}

static void load_element(struct builder *builder, enum java_type type) {
    struct node *index = pop_value(builder, TYPE_INT), *array = pop_value(builder, TYPE_REFERENCE);
    check_index(builder, array, index);
    struct node *load =
        emit_binary(builder, NODE_load_element, node_type_of_java(type), array, index);
    is_operation(builder, load)->extra.type = type;
    push_value(builder, load);
}

static void emit_store_element(struct builder *builder, enum java_type type, struct node *array,
                               struct node *index, struct node *value) {
    struct node *inputs[] = {array, index, narrowed(builder, value, type)};
    struct node *store = emit_node(builder, NODE_store_element, TYPE_VOID, 3, inputs);
    is_operation(builder, store)->extra.type = type;
}

/* The internal name of the class that the array was declared with; NULL when that is not known. */
static const char *declared_class(const struct builder *builder, const struct node *array) {
    const struct meta_class *known = value_class(array);
    if (known) return ((const struct class *)known->runtime)->name;
    if (array->kind == NODE_parameter) return declared_parameter_class(builder, array);
    if (array->kind == NODE_invoke)
        return ((const struct method *)array->extra.call.method->runtime)->shape->return_class;
    if (array->kind != NODE_load_element) return NULL;
    const char *outer = declared_class(builder, array->inputs[0]);
    return outer ? outer + 1 : NULL;
}

/* Arrays of boolean keep the lowest bit (JVMS 6.5.bastore): the mask is 1 for them, -1 for bytes.
 */
static struct node *as_element(struct builder *builder, struct node *array, struct node *value) {
    const char *class_name = declared_class(builder, array);
    if (value_fits(value, JAVA_BOOLEAN) || (class_name && !strcmp(class_name, "[B"))) return value;
    if (class_name && !strcmp(class_name, "[Z")) return narrowed(builder, value, JAVA_BOOLEAN);
    struct class *booleans =
        class_array_of(builder->environment->runtime->primitives[JAVA_BOOLEAN]);
    struct node *one = graph_int(builder->graph, 1);
    struct node *test = emit_unary(builder, NODE_instance_of, TYPE_INT, array);
    test->extra.class = mirror_of(builder, booleans);
    struct node *mask = emit_binary(builder, NODE_or, TYPE_INT, one,
                                    emit_binary(builder, NODE_sub, TYPE_INT, test, one));
    return emit_binary(builder, NODE_and, TYPE_INT, value, mask);
}

static void store_element(struct builder *builder, enum java_type type) {
    struct node *value = pop_value(builder, node_type_of_java(type));
    struct node *index = pop_value(builder, TYPE_INT), *array = pop_value(builder, TYPE_REFERENCE);
    check_index(builder, array, index);
    if (type == JAVA_BYTE) value = as_element(builder, array, value);
    if (type == JAVA_REFERENCE && value->kind != NODE_const_null)
        emit_check(builder, emit_binary(builder, NODE_store_ok, TYPE_INT, array, value),
                   REASON_array_store, value, NULL);
    emit_store_element(builder, type, array, index, value);
}

void translate_array(struct builder *builder, int op) {
    if (op == OP_arraylength)
        push_value(builder, emit_length(builder, pop_value(builder, TYPE_REFERENCE)));
    else if (op <= OP_saload)
        load_element(builder, element_types[op - OP_iaload]);
    else
        store_element(builder, element_types[op - OP_iastore]);
}

/* --- allocation --- */

static void new_object(struct builder *builder) {
    struct class *class = constant_class(builder, operand16(builder));
    if (!class || !require_initialized(builder, class)) return;
    if (class->access & (ACC_ABSTRACT | ACC_INTERFACE) || class_is_array(class)) {
        emit_deoptimize(builder, REASON_unresolved); /* the interpreter throws */
        return;
    }
    struct node *node = emit_unary(builder, NODE_new, TYPE_REFERENCE, state_before(builder));
    is_operation(builder, node)->extra.class = mirror_of(builder, class);
    push_value(builder, node);
}

static void check_length(struct builder *builder, struct node *length) {
    if (length->kind == NODE_const_int && length->extra.integer >= 0) return;
    struct node *zero = graph_int(builder->graph, 0);
    emit_check(builder, emit_compare(builder, COND_GE, length, zero), REASON_negative_length,
               length, NULL);
}

static struct node *emit_new_array(struct builder *builder, struct class *array_class,
                                   struct node *length) {
    struct node *node =
        emit_binary(builder, NODE_new_array, TYPE_REFERENCE, length, state_before(builder));
    is_operation(builder, node)->extra.class = mirror_of(builder, array_class);
    return node;
}

static void new_array(struct builder *builder, struct class *array_class) {
    struct node *length = pop_value(builder, TYPE_INT);
    check_length(builder, length);
    push_value(builder, emit_new_array(builder, array_class, length));
    builder->spotted.lengths = ARENA_NEW(builder->arena, struct node *);
    builder->spotted.lengths[0] = length;
    builder->spotted.length_count = 1;
}

static struct class *primitive_array(struct builder *builder) {
    static const enum java_type types[] = {
        [ARRAY_TYPE_BOOLEAN] = JAVA_BOOLEAN, [ARRAY_TYPE_CHAR] = JAVA_CHAR,
        [ARRAY_TYPE_FLOAT] = JAVA_FLOAT,     [ARRAY_TYPE_DOUBLE] = JAVA_DOUBLE,
        [ARRAY_TYPE_BYTE] = JAVA_BYTE,       [ARRAY_TYPE_SHORT] = JAVA_SHORT,
        [ARRAY_TYPE_INT] = JAVA_INT,         [ARRAY_TYPE_LONG] = JAVA_LONG,
    };
    enum java_type type = types[builder->code->bytes[builder->bci + 1]];
    return class_array_of(builder->environment->runtime->primitives[type]);
}

static struct node *emit_new_arrays(struct builder *builder, struct class *array_class,
                                    struct node *const *lengths, int dimensions);

/* for (i = 0; i < length; i++) array[i] = new array of one dimension less */
static void fill_with_arrays(struct builder *builder, struct class *array_class, struct node *array,
                             struct node *const *lengths, int dimensions) {
    struct graph *graph = builder->graph;
    struct node *zero = graph_int(graph, 0), *one = graph_int(graph, 1);
    emit_new_block(builder);
    struct block *header = builder->block;
    struct node *index = node_new(graph, NODE_phi, TYPE_INT, 1, &zero);
    index->position = builder->position;
    phi_append(header, index);
    struct block *done = emit_if(builder, emit_compare(builder, COND_LT, index, lengths[0]), 0.9);
    struct node *inner =
        emit_new_arrays(builder, array_class->element_class, lengths + 1, dimensions - 1);
    emit_store_element(builder, JAVA_REFERENCE, array, index, inner);
    node_add_input(index, emit_binary(builder, NODE_add, TYPE_INT, index, one));
    struct node *end = node_new(graph, NODE_goto, TYPE_VOID, 0, NULL);
    end->position = builder->position;
    block_end(builder->block, end, 1, &header, (double[]){1});
    builder->block = done;
}

static struct node *emit_new_arrays(struct builder *builder, struct class *array_class,
                                    struct node *const *lengths, int dimensions) {
    struct node *array = emit_new_array(builder, array_class, lengths[0]);
    if (dimensions > 1) fill_with_arrays(builder, array_class, array, lengths, dimensions);
    return array;
}

/* One nested loop per dimension: for the most that Java allows, the code generator takes minutes.
 */
enum { MOST_DIMENSIONS = 16 };

static void new_arrays(struct builder *builder) {
    struct class *class = constant_class(builder, operand16(builder));
    if (!class) return;
    int dimensions = builder->code->bytes[builder->bci + 3];
    if (dimensions > MOST_DIMENSIONS) builder_fail(builder, REASON_too_many_dimensions);
    struct node **lengths = ARENA_ARRAY(builder->arena, struct node *, dimensions);
    for (int i = dimensions - 1; i >= 0; i--) lengths[i] = pop_value(builder, TYPE_INT);
    for (int i = 0; i < dimensions; i++) check_length(builder, lengths[i]);
    push_value(builder, emit_new_arrays(builder, class, lengths, dimensions));
    builder->spotted.lengths = lengths;
    builder->spotted.length_count = dimensions;
}

void translate_new(struct builder *builder, int op) {
    if (op == OP_new) {
        new_object(builder);
    } else if (op == OP_newarray) {
        new_array(builder, primitive_array(builder));
    } else if (op == OP_multianewarray) {
        new_arrays(builder);
    } else {
        struct class *element = constant_class(builder, operand16(builder));
        if (element) new_array(builder, class_array_of(element));
    }
}

/* --- type tests --- */

/* The class has not been resolved: no test was ever reached with an object, so null alone goes on.
 */
static void test_unresolved(struct builder *builder, bool is_cast) {
    struct node *object = pop_value(builder, TYPE_REFERENCE), *null = graph_null(builder->graph);
    emit_guard(builder, emit_compare(builder, COND_EQ, object, null), REASON_unresolved);
    push_value(builder, is_cast ? object : graph_int(builder->graph, 0));
}

void translate_type_test(struct builder *builder, int op) {
    bool is_cast = op == OP_checkcast;
    if (!builder->at->in_region && !resolved_class(builder->method->class, operand16(builder))) {
        test_unresolved(builder, is_cast);
        return;
    }
    struct class *class = constant_class(builder, operand16(builder));
    if (!class) return;
    struct node *object = pop_value(builder, TYPE_REFERENCE);
    struct node *test =
        emit_unary(builder, is_cast ? NODE_cast_ok : NODE_instance_of, TYPE_INT, object);
    test->extra.class = mirror_of(builder, class);
    if (is_cast) emit_guard(builder, test, REASON_class_cast);
    push_value(builder, is_cast ? object : test);
}

/* --- monitors --- */

/* Locks are left in the order opposite to entering them, or the method is not compiled. */
void translate_monitor(struct builder *builder, int op) {
    struct node *object = pop_value(builder, TYPE_REFERENCE);
    node_list *locks = &builder->now.locks;
    if (op == OP_monitorenter) {
        emit_null_check(builder, object);
        struct node *enter = emit_unary(builder, NODE_monitor_enter, TYPE_VOID, object);
        is_operation(builder, enter)->extra.integer = locks->count;
        arena_vec_push(&builder->scratch, locks, object);
        return;
    }
    bool of_method = builder->method_lock && locks->count == 1;
    if (!locks->count || of_method || vec_last(locks) != object)
        builder_fail(builder, REASON_unbalanced_monitors);
    (void)vec_pop(locks);
    struct node *leave = emit_unary(builder, NODE_monitor_exit, TYPE_VOID, object);
    is_operation(builder, leave)->extra.integer = locks->count;
}
