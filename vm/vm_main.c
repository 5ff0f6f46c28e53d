/* MAIN: runs a class as a program, with the exit status and the words of java's launcher. */
#include "vm_internal.h"

#include "base/intern.h"
#include "runtime/stack_trace.h"

static int refuse(struct vm *vm, const char *format, ...) {
    va_list args;
    va_start(args, format);
    struct strbuf text = STRBUF_INIT;
    strbuf_addf_list(&text, format, args);
    va_end(args);
    fflush(vm->runtime.out);
    fprintf(vm->runtime.err, "Error: %s\n", strbuf_text(&text));
    strbuf_release(&text);
    return 1;
}

static struct method *find_main(struct class *class) {
    const char *descriptor = intern("([Ljava/lang/String;)V");
    struct method *method = class_find_method(class, intern("main"), descriptor);
    bool fits = method && method_is_static(method) && method->access & ACC_PUBLIC;
    return fits ? method : NULL;
}

static struct array *text_array(struct vm *vm, char *const *texts, int count) {
    struct thread *thread = vm_thread(vm);
    struct array *array = array_new(thread, class_array_of(vm->runtime.known.string), count);
    if (!array) return NULL;
    vm_protect(vm, &array->object);
    struct object **elements = array_element(array, JAVA_REFERENCE, 0);
    for (int i = 0; i < count; i++)
        if (!(elements[i] = vm_new_string(vm, texts[i]))) return NULL;
    return array;
}

static int end_with_exception(struct vm *vm, struct object *exception) {
    fflush(vm->runtime.out);
    report_uncaught(vm_thread(vm), "main", exception);
    return 1;
}

/* Whoever adds a hook has loaded the class. */
static void run_shutdown_hooks(struct thread *thread) {
    struct class *class = class_loaded(thread->runtime, "java/lang/Shutdown");
    if (!class || !class_is_initialized(class)) return;
    thread_call(thread, class_declared_method(class, intern("run"), intern("()V")), NULL);
    thread->exception = NULL;
}

/* Does this error say that there is no such class, rather than what is wrong with it? */
static bool is_missing_class(struct vm *vm, struct object *error, const char *class_name) {
    struct arena arena;
    arena_init(&arena);
    const char *message = exception_message(error, &arena);
    bool is_missing = exception_is(error, ERROR_no_class_definition) && message &&
                      strcmp(message, vm_internal_name(class_name)) == 0;
    arena_release(&arena);
    return is_missing;
}

int vm_run_main(struct vm *vm, const char *class_name, char *const *arguments, int count) {
    struct thread *thread = vm_thread(vm);
    struct class *class = class_load(thread, vm_internal_name(class_name));
    if (!class) {
        struct diag diag = DIAG_INIT;
        bool is_missing = is_missing_class(vm, thread->exception, class_name);
        vm_report_exception(vm, &diag, "Caused by");
        return refuse(vm, "Could not find or load main class %s\n%s%s", class_name,
                      is_missing ? "Caused by: java.lang.ClassNotFoundException: " : "",
                      is_missing ? class_name : diag.message);
    }
    struct method *method = find_main(class);
    if (!method)
        return refuse(vm,
                      "Main method not found in class %s, please define the main method as:\n"
                      "   public static void main(String[] args)",
                      class_name);
    struct array *array = text_array(vm, arguments, count);
    if (!array) return end_with_exception(vm, thread->exception);
    vm->runtime.heap.options.fail_after = vm->fail_allocation;
    struct vm_result result = vm_invoke(vm, method, &(union value){.r = &array->object});
    int status = result.threw ? end_with_exception(vm, result.value.r) : 0;
    vm_join_threads(vm);
    run_shutdown_hooks(thread);
    world_stop(thread);
    return status;
}
