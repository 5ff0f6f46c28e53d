/* TESTING: see the header. */
#include "runtime/testing.h"

#include <string.h>

#include "base/die.h"
#include "base/intern.h"

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && !strcmp(text + length - tail, end);
}

static const char *library_super(const char *name) {
    if (!strcmp(name, "java/lang/Object")) return NULL;
    if (!strcmp(name, "java/lang/Error") || !strcmp(name, "java/lang/Exception"))
        return "java/lang/Throwable";
    if (!strcmp(name, "java/lang/NoClassDefFoundError")) return "java/lang/LinkageError";
    return ends_with(name, "Error")       ? "java/lang/Error"
           : ends_with(name, "Exception") ? "java/lang/Exception"
                                          : "java/lang/Object";
}

static void write_library_class(struct class_writer *writer, const char *name) {
    bool is_interface = !strcmp(name, "java/lang/Cloneable");
    uint16_t access =
        is_interface ? ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT : ACC_PUBLIC | ACC_SUPER;
    class_writer_init(writer, 50, access, name, library_super(name));
    if (!strcmp(name, "java/lang/String")) {
        class_writer_add_field(writer, ACC_PRIVATE, "value", "[C", 0);
        class_writer_add_field(writer, ACC_PRIVATE, "hash", "I", 0);
    } else if (!strcmp(name, "java/lang/Throwable")) {
        class_writer_add_field(writer, ACC_PRIVATE, "message", "Ljava/lang/String;", 0);
        class_writer_add_field(writer, ACC_PRIVATE, "backtrace", "[J", 0);
        class_writer_add_field(writer, ACC_PRIVATE, "cause", "Ljava/lang/Throwable;", 0);
    } else if (!strcmp(name, "java/lang/ExceptionInInitializerError")) {
        class_writer_add_field(writer, ACC_PRIVATE, "exception", "Ljava/lang/Throwable;", 0);
    } else if (!strcmp(name, "java/lang/Object")) {
        uint8_t code[] = {0xb1}; /* return */
        testing_add_code(writer, ACC_PUBLIC, "<init>", "()V", code, sizeof code);
        uint8_t answer[] = {0x10, 42, 0xac}; /* bipush 42; ireturn */
        testing_add_code(writer, ACC_PUBLIC, "answer", "()I", answer, sizeof answer);
    }
}

static bool find_class(void *context, const char *name, const uint8_t **bytes, size_t *size) {
    struct testing *testing = context;
    for (uint32_t i = 0; i < testing->classes.count; i++) {
        const struct testing_class *class = &testing->classes.items[i];
        if (strcmp(class->name, name)) continue;
        *bytes = class->bytes;
        *size = class->size;
        return true;
    }
    if (strncmp(name, "java/lang/", 10)) return false;
    struct class_writer writer;
    write_library_class(&writer, name);
    testing_add(testing, name, &writer);
    return find_class(context, name, bytes, size);
}

static union value refuse(struct thread *thread, struct method *method, union value *arguments) {
    BUG("%s is called", method_full_name(method));
}

void testing_start(struct testing *testing, method_entry interpret, size_t heap_bytes) {
    *testing = (struct testing){0};
    arena_init(&testing->arena);
    testing->options = (struct vm_options){.heap_bytes = heap_bytes, .out = stdout, .err = stderr};
    runtime_init(&testing->runtime, &testing->options);
    testing->runtime.interpret = interpret ? interpret : refuse;
    runtime_add_class_path(&testing->runtime, find_class, testing);
    struct diag diag = DIAG_INIT;
    bool done = runtime_boot(&testing->runtime, &diag);
    ASSERT(done, "the test's class library: %s", diag.message);
}

void testing_stop(struct testing *testing) {
    heap_check(&testing->runtime.heap);
    runtime_release(&testing->runtime);
    vec_release(&testing->classes);
    arena_release(&testing->arena);
}

void testing_add(struct testing *testing, const char *name, struct class_writer *writer) {
    struct testing_class class = {.name = intern(name)};
    class.bytes = class_writer_finish(writer, &testing->arena, &class.size);
    ASSERT(class.bytes, "%s is too large", name);
    vec_push(&testing->classes, class);
    class_writer_release(writer);
}

struct class *testing_load(struct testing *testing, const char *name) {
    struct class *class = class_load(&testing->runtime.main, name);
    ASSERT(class, "%s does not load: %s", name, testing_exception(testing));
    return class;
}

void testing_add_code(struct class_writer *writer, uint16_t access, const char *name,
                      const char *descriptor, const uint8_t *bytes, size_t length) {
    struct code code = {
        .max_stack = 20, .max_locals = 20, .length = (uint32_t)length, .bytes = bytes};
    class_writer_add_method(
        writer, &(struct member_info){
                    .access = access, .name = name, .descriptor = descriptor, .code = &code});
}

const char *testing_exception(struct testing *testing) {
    struct thread *thread = &testing->runtime.main;
    struct object *exception = thread->exception;
    if (!exception) return "";
    thread->exception = NULL;
    uint32_t offset = testing->runtime.fields.throwable_message->offset;
    struct object *message = *(struct object **)object_at(exception, offset);
    const char *name = exception->class->binary_name;
    if (!message) return name;
    return arena_format(&testing->arena, "%s: %s", name, string_utf8(message, &testing->arena));
}
