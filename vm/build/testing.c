/* TESTING: the fixture of the builder's tests. */
#include "build/testing.h"

#include "base/die.h"
#include "base/intern.h"
#include "classfile/bytes.h"
#include "interp/interp.h"
#include "ir/cfg.h"
#include "ir/verify.h"
#include "runtime/resolve.h"

/* --- bare classes --- */

static void add_constructor(struct class_writer *writer) {
    static const uint8_t bytes[] = {OP_return};
    struct code code = {.max_locals = 1, .length = sizeof bytes, .bytes = bytes};
    struct member_info method = {
        .access = ACC_PUBLIC, .name = "<init>", .descriptor = "()V", .code = &code};
    class_writer_add_method(writer, &method);
}

static const char *super_of(const char *name) {
    size_t length = strlen(name);
    bool throws = (length > 9 && !strcmp(name + length - 9, "Exception")) ||
                  (length > 5 && !strcmp(name + length - 5, "Error"));
    if (throws) return "java/lang/Throwable";
    return strcmp(name, "java/lang/Object") ? "java/lang/Object" : NULL;
}

/* The fields that the runtime looks for. */
static const struct {
    const char *class, *name, *descriptor;
} fields[] = {
    {"java/lang/String", "value", "[C"},
    {"java/lang/Throwable", "message", "Ljava/lang/String;"},
    {"java/lang/Throwable", "backtrace", "[J"},
    {"java/lang/Throwable", "cause", "Ljava/lang/Throwable;"},
    {"java/lang/ExceptionInInitializerError", "exception", "Ljava/lang/Throwable;"},
};

static bool find_bare_class(void *context, const char *name, const uint8_t **bytes, size_t *size) {
    struct build_test *test = context;
    if (strncmp(name, "java/lang/", 10) && strcmp(name, "U")) return false;
    struct class_writer writer;
    class_writer_init(&writer, 50, ACC_PUBLIC | ACC_SUPER, name, super_of(name));
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (!strcmp(name, fields[i].class))
            class_writer_add_field(&writer, 0, fields[i].name, fields[i].descriptor, 0);
    if (!strcmp(name, "java/lang/Cloneable"))
        writer.access = ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT;
    if (!(writer.access & ACC_INTERFACE)) add_constructor(&writer);
    *bytes = class_writer_finish(&writer, &test->arena, size);
    class_writer_release(&writer);
    return true;
}

/* --- beginning and end --- */

void build_test_begin(struct build_test *test) {
    *test = (struct build_test){0};
    arena_init(&test->arena);
    test->options = (struct vm_options){.heap_bytes = 1 << 24, .out = stdout, .err = stderr};
    runtime_init(&test->runtime, &test->options);
    test->runtime.interpret = interpret_method;
    runtime_add_class_path(&test->runtime, find_bare_class, test);
    runtime_trust_class_path(&test->runtime); /* constructors that do nothing */
    struct diag diag = DIAG_INIT;
    char message[1400];
    if (!runtime_boot(&test->runtime, &diag))
        BUG("%s", diag_format(&diag, message, sizeof message));
    meta_world_init(&test->world);
    test->environment.runtime = &test->runtime;
    test->compilation.arena = &test->arena;
    test->compilation.world = &test->world;
    test->compilation.environment = &test->environment;
    test->compilation.root = "test";
    class_writer_init(&test->writer, 50, ACC_PUBLIC | ACC_SUPER, "T", "java/lang/Object");
    class_writer_add_field(&test->writer, 0, "x", "I", 0);
    class_writer_add_field(&test->writer, ACC_STATIC, "y", "I", 0);
}

void build_test_end(struct build_test *test) {
    class_writer_release(&test->writer);
    meta_world_release(&test->world);
    runtime_release(&test->runtime);
    arena_release(&test->arena);
}

/* --- the assembler --- */

static struct test_method *last_method(const struct build_test *test) {
    return (struct test_method *)&test->methods[test->method_count - 1];
}

void build_test_method(struct build_test *test, uint16_t access, const char *name,
                       const char *descriptor, uint16_t max_stack, uint16_t max_locals) {
    ASSERT(test->method_count < TEST_METHODS, "too many methods");
    struct test_method *method = &test->methods[test->method_count++];
    *method = (struct test_method){.access = access, .name = name, .descriptor = descriptor};
    method->code = (struct code){.max_stack = max_stack,
                                 .max_locals = max_locals,
                                 .bytes = method->bytes,
                                 .handlers = method->handlers};
}

uint32_t bci(const struct build_test *test) { return last_method(test)->code.length; }

static uint8_t *space(struct build_test *test, uint32_t bytes) {
    struct test_method *method = last_method(test);
    ASSERT(method->code.length + bytes <= TEST_CODE_BYTES, "too much code");
    method->code.length += bytes;
    return method->bytes + method->code.length - bytes;
}

void op(struct build_test *test, int opcode) { *space(test, 1) = (uint8_t)opcode; }

void op_u8(struct build_test *test, int opcode, int operand) {
    uint8_t *bytes = space(test, 2);
    bytes[0] = (uint8_t)opcode;
    bytes[1] = (uint8_t)operand;
}

void op_u16(struct build_test *test, int opcode, int operand) {
    uint8_t *bytes = space(test, 3);
    bytes[0] = (uint8_t)opcode;
    write_u16(bytes + 1, (uint16_t)operand);
}

uint32_t branch(struct build_test *test, int opcode) {
    uint32_t from = bci(test);
    op_u16(test, opcode, 0);
    return from;
}

void land(struct build_test *test, uint32_t from) {
    write_u16(last_method(test)->bytes + from + 1, (uint16_t)(bci(test) - from));
}

void branch_to(struct build_test *test, int opcode, uint32_t target) {
    op_u16(test, opcode, (int)target - (int)bci(test));
}

void op_member(struct build_test *test, int opcode, const char *class, const char *name,
               const char *descriptor) {
    enum constant_tag tag = descriptor[0] == '(' ? CONSTANT_METHOD : CONSTANT_FIELD;
    op_u16(test, opcode, class_writer_member(&test->writer, tag, class, name, descriptor));
}

void op_class(struct build_test *test, int opcode, const char *name) {
    op_u16(test, opcode, class_writer_class(&test->writer, name));
}

void op_new(struct build_test *test, const char *class) {
    op_class(test, OP_new, class), op(test, OP_dup);
    op_member(test, OP_invokespecial, class, "<init>", "()V");
}

void build_test_constructor(struct build_test *test) {
    build_test_method(test, 0, "<init>", "()V", 1, 1);
    op(test, OP_aload_0);
    op_member(test, OP_invokespecial, "java/lang/Object", "<init>", "()V"), op(test, OP_return);
}

void op_literal(struct build_test *test, const char *text) {
    op_u16(test, OP_ldc_w, class_writer_string(&test->writer, text));
}

void handler(struct build_test *test, uint32_t start, uint32_t end, const char *catch_class) {
    struct test_method *method = last_method(test);
    ASSERT(method->code.handler_count < TEST_HANDLERS, "too many handlers");
    method->handlers[method->code.handler_count++] =
        (struct handler){start, end, bci(test), catch_class};
}

void begin_region(struct build_test *test, int place) {
    op(test, OP_iconst_0 + place);
    op_member(test, OP_invokestatic, "DelimitationAPI", "instrumentationBegin", "(I)V");
}

void end_region(struct build_test *test) {
    op_member(test, OP_invokestatic, "DelimitationAPI", "instrumentationEnd", "()V");
}

/* --- the class --- */

static void define(struct build_test *test) {
    for (int i = 0; i < test->method_count; i++) {
        struct test_method *method = &test->methods[i];
        struct member_info info = {.access = method->access,
                                   .name = method->name,
                                   .descriptor = method->descriptor,
                                   .code = &method->code};
        class_writer_add_method(&test->writer, &info);
    }
    size_t size;
    uint8_t *bytes = class_writer_finish(&test->writer, &test->arena, &size);
    test->class = class_define(&test->runtime.main, "T", bytes, size);
    ASSERT(test->class, "T cannot be defined");
    test->class->is_trusted = true; /* one test has code of wrong types */
    ASSERT(class_initialize(&test->runtime.main, test->class), "T cannot be initialised");
}

struct method *build_test_find(struct build_test *test, const char *name) {
    if (!test->class) define(test);
    for (int i = 0; i < test->class->method_count; i++)
        if (!strcmp(test->class->methods[i].name, name)) return &test->class->methods[i];
    BUG("T has no method %s", name);
}

void build_test_run(struct build_test *test, const char *name, const union value *arguments,
                    int times) {
    struct method *method = build_test_find(test, name);
    for (int i = 0; i < times; i++) {
        union value copy[16] = {{0}};
        for (int k = 0; k < method->argument_count; k++) copy[k] = arguments[k];
        thread_call(&test->runtime.main, method, copy);
        test->runtime.main.exception = NULL;
    }
}

static void resolve_member(struct build_test *test, uint16_t index,
                           const struct constant *constant) {
    struct thread *thread = &test->runtime.main;
    bool is_field = constant->tag == CONSTANT_FIELD;
    for (int is_static = 0; is_static < 2; is_static++) {
        thread->exception = NULL;
        if (is_field && resolve_field(thread, test->class, index, is_static)) break;
        struct method *method =
            is_field ? NULL
                     : resolve_method(thread, test->class, index,
                                      is_static ? OP_invokestatic : OP_invokevirtual);
        if (method) {
            resolved_method_keep(test->class, index, method);
            break;
        }
    }
    thread->exception = NULL;
}

void build_test_resolve(struct build_test *test) {
    build_test_find(test, test->methods[0].name);
    struct thread *thread = &test->runtime.main;
    const struct classfile *file = test->class->file;
    for (uint16_t i = 1; i < file->constant_count; i++) {
        const struct constant *constant = &file->constants[i];
        if (constant->tag == CONSTANT_FIELD || constant->tag == CONSTANT_METHOD)
            resolve_member(test, i, constant);
        if (constant->tag != CONSTANT_CLASS) continue;
        struct class *class = resolve_class(thread, test->class, i);
        if (class) class_initialize(thread, class);
        thread->exception = NULL;
    }
}

struct graph *build_test_graph(struct build_test *test, const char *name) {
    struct method *method = build_test_find(test, name);
    test->why_not = REASON_none;
    struct graph *graph = build_graph(&test->compilation, method, NULL, &test->why_not);
    if (!graph) return NULL;
    graph_check(graph, "build");
    cfg_compute(graph);
    return graph;
}

struct graph *build_test_loop(struct build_test *test, const char *name, uint32_t bci) {
    struct method *method = build_test_find(test, name);
    if (setjmp(test->compilation.give_up)) {
        test->why_not = test->compilation.bailout;
        return NULL;
    }
    struct graph *graph = build_loop_graph(&test->compilation, method, (int)bci);
    graph_check(graph, "build");
    cfg_compute(graph);
    return graph;
}
