/* MAIN: runs a class as a program, with the exit status and the messages of java's launcher. */
#include "vm_internal.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/intern.h"

static int refuse(struct vm *vm, const char *format, ...) {
    va_list args;
    va_start(args, format);
    struct strbuf text = STRBUF_INIT;
    strbuf_addf_list(&text, format, args);
    va_end(args);
    fflush(vm->options.out);
    fprintf(vm->options.err, "Error: %s\n", strbuf_text(&text));
    strbuf_release(&text);
    return 1;
}

/* The public method main of a String[], as Class.getMethod finds it; rather one that returns
 * nothing. */
static struct method *public_main(struct class *class) {
    static const char parameters[] = "([Ljava/lang/String;)";
    for (; class; class = class->super) {
        struct method *found = NULL;
        for (int i = 0; i < class->method_count; i++) {
            struct method *method = &class->methods[i];
            if (strcmp(method->name, "main") || !(method->access & ACC_PUBLIC) ||
                strncmp(method->descriptor, parameters, sizeof parameters - 1))
                continue;
            if (method->shape->return_type == JAVA_VOID) return method;
            found = method;
        }
        if (found) return found;
    }
    return NULL;
}

/* The method that runs, or NULL when it was said why there is none. */
static struct method *find_main(struct vm *vm, struct class *class) {
    static const char how[] = "   public static void main(String[] args)";
    struct method *method = public_main(class);
    if (!method)
        refuse(vm,
               "Main method not found in class %s, please define the main method as:\n%s\n"
               "or a JavaFX application class must extend javafx.application.Application",
               class->binary_name, how);
    else if (!method_is_static(method))
        refuse(vm, "Main method is not static in class %s, please define the main method as:\n%s",
               method->class->binary_name, how);
    else if (method->shape->return_type != JAVA_VOID)
        refuse(vm,
               "Main method must return a value of type void in class %s, please \n"
               "define the main method as:\n%s",
               method->class->binary_name, how);
    else
        return method;
    return NULL;
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

/* Code that adds a hook has loaded the class. */
static void run_shutdown_hooks(struct thread *thread) {
    struct class *class = class_loaded(thread->runtime, "java/lang/Shutdown");
    if (!class || !class_is_initialized(class)) return;
    thread_call(thread, class_declared_method(class, intern("run"), intern("()V")), NULL);
    thread->exception = NULL;
}

/* The main class does not load because of the pending exception. */
static int refuse_class(struct vm *vm, const char *name) {
    struct thread *thread = vm_thread(vm);
    struct object *error = thread->exception;
    struct class *linkage = class_loaded(&vm->runtime, "java/lang/LinkageError");
    if (!linkage || !class_is_subtype(error->class, linkage)) {
        thread_finish(thread);
        return 1;
    }
    thread->exception = NULL;
    struct arena arena;
    arena_init(&arena);
    const char *message = exception_message(error, &arena), *shown = binary_name_of(name);
    const char *separator = message ? ": " : "";
    if (!message) message = "";
    if (!exception_is(error, ERROR_no_class_definition))
        refuse(vm, "LinkageError occurred while loading main class %s\n\t%s%s%s", shown,
               error->class->binary_name, separator, message);
    else if (strcmp(message, name) == 0)
        refuse(vm,
               "Could not find or load main class %s\n"
               "Caused by: java.lang.ClassNotFoundException: %s",
               shown, shown);
    else
        refuse(vm, "Could not find or load main class %s\nCaused by: %s%s%s", shown,
               error->class->binary_name, separator, message);
    arena_release(&arena);
    return 1;
}

/* As java's launcher, which links the class to look for its main method. */
static bool verify_main_class(struct vm *vm, struct class *class) {
    struct thread *thread = vm_thread(vm);
    if (class_verify(thread, class)) return true;
    struct object *error = thread->exception;
    struct arena arena;
    thread->exception = NULL;
    arena_init(&arena);
    const char *message = exception_message(error, &arena);
    refuse(vm, "Unable to initialize main class %s\nCaused by: %s%s%s", class->binary_name,
           error->class->binary_name, message ? ": " : "", message ? message : "");
    arena_release(&arena);
    return false;
}

/* --- signals that end the process: hooks run first, then what was printed comes out. They are
 * blocked in all threads but one, which waits for them: handlers would be replaced by libgccjit's,
 * which sets its own whenever it compiles. --- */

static struct {
    struct runtime *runtime;
    sigset_t set; /* that are waited for */
    int number;
    _Atomic bool is_leaving; /* hooks have run */
} the_signals;

/* Stands in the place of the C library's. To see whether it shall set a handler, libgccjit has signals ignored for a moment, and one
 * that is pending then is lost: those that are waited for it finds ignored. */
void (*signal(int number, void (*handler)(int)))(int) {
    if (sigismember(&the_signals.set, number) == 1) return SIG_IGN;
    struct sigaction before, now = {.sa_handler = handler, .sa_flags = SA_RESTART};
    return sigaction(number, &now, &before) == 0 ? before.sa_handler : SIG_ERR;
}

/* A thread that has not stopped by then, perhaps because it compiles, is left alone. */
static void *leave_at_last(void *context) {
    static const struct timespec patience = {.tv_nsec = 500000000};
    nanosleep(&patience, NULL);
    if (the_signals.is_leaving) return context;
    fflush(NULL);
    int status = vm_end(vm_of(the_signals.runtime), 128 + the_signals.number);
    fflush(NULL);
    _exit(status);
}

static void leave(struct thread *thread) {
    run_shutdown_hooks(thread);
    pthread_t last;
    if (pthread_create(&last, NULL, leave_at_last, NULL) == 0) pthread_detach(last);
    world_stop_at_exit(thread);
    the_signals.is_leaving = true;
    fflush(NULL);
    exit(vm_end(vm_of(the_signals.runtime), 128 + the_signals.number));
}

static void *wait_for_signals(void *context) {
    for (int number; sigwait(&the_signals.set, &number) == 0;) {
        if (the_signals.is_leaving) _exit(128 + number);
        if (the_signals.number) continue;
        the_signals.number = number;
        if (!thread_start_task(the_signals.runtime, "signal handler", leave)) _exit(128 + number);
    }
    return context;
}

/* What the process was started to ignore is ignored (nohup). */
static void watch_signals(struct runtime *runtime) {
    static const int numbers[] = {SIGHUP, SIGINT, SIGTERM};
    the_signals.runtime = runtime;
    sigemptyset(&the_signals.set);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction now;
        sigaction(numbers[i], NULL, &now);
        if (now.sa_handler != SIG_IGN) sigaddset(&the_signals.set, numbers[i]);
    }
    pthread_sigmask(SIG_BLOCK, &the_signals.set, NULL);
    pthread_t waiter;
    if (pthread_create(&waiter, NULL, wait_for_signals, NULL) == 0) {
        pthread_detach(waiter);
        return;
    }
    pthread_sigmask(SIG_UNBLOCK, &the_signals.set, NULL);
    sigemptyset(&the_signals.set);
}

/* Counters before and after: what events tell is the difference. */
static void tell_start(struct vm *vm, const char *class_name) {
    const struct event_sink *sink = &vm->runtime.notices;
    if (!sink->receive) return;
    vm->has_started = true;
    const struct vm_options *options = vm->runtime.options;
    const double values[] = {(double)options->code_cache, options->code_cache_threshold,
                             options->code_cache_recover};
    event_send(sink, &(struct event){.kind = EVENT_started,
                                     .subject = class_name,
                                     .amount = EVENT_VERSION,
                                     .frequency = -1,
                                     .values = values,
                                     .value_count = sizeof values / sizeof *values});
    vm_tell_counters(vm);
}

static void tell_entered(struct vm *vm, const struct method *method) {
    event_send(&vm->runtime.notices, &(struct event){.kind = EVENT_main_entered,
                                                     .subject = method_full_name(method),
                                                     .frequency = -1});
}

static int run_main(struct vm *vm, const char *class_name, char *const *arguments, int count) {
    struct thread *thread = vm_thread(vm);
    tell_start(vm, class_name);
    watch_signals(&vm->runtime);
    const char *name = vm_internal_name(class_name);
    struct class *class = class_load(thread, name);
    if (!class) return refuse_class(vm, name);
    if (!verify_main_class(vm, class)) return 1;
    struct method *method = find_main(vm, class);
    if (!method) return 1;
    struct array *array = text_array(vm, arguments, count);
    vm->runtime.heap.fail_after = vm->options.fail_allocation;
    if (array) {
        tell_entered(vm, method);
        jit_tell_executions(thread);
        struct vm_result result = vm_invoke(vm, method, &(union value){.r = &array->object});
        if (result.threw) thread->exception = result.value.r;
    }
    int status = thread->exception != NULL;
    thread_finish(thread);
    vm_join_threads(vm);
    run_shutdown_hooks(thread);
    world_stop_at_exit(thread);
    return status;
}

int vm_run_main(struct vm *vm, const char *class_name, char *const *arguments, int count) {
    int status = run_main(vm, class_name, arguments, count);
    fflush(NULL);
    return vm_end(vm, status);
}
