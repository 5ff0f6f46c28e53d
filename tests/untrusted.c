/* UNTRUSTED: see untrusted.h. */
#define _GNU_SOURCE /* memmem */
#include "untrusted.h"

#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/die.h"
#include "base/intern.h"
#include "base/memory.h"
#include "class_image.h"
#include "classfile/opcodes.h"
#include "classfile/typeflow.h"
#include "interp/interp.h"
#include "runtime/internal.h"
#include "vm.h"

/* A finding of the sanitizers must be a signal: the program that is run may exit with any code. */
const char *__asan_default_options(void);
const char *__ubsan_default_options(void);
const char *__asan_default_options(void) { return "abort_on_error=1:detect_leaks=0"; }
const char *__ubsan_default_options(void) { return "abort_on_error=1:print_stacktrace=1"; }

/* The time for what is run is over when they find something: they take longer to tell. */
void __asan_on_error(void);
void __ubsan_on_report(void);
void __asan_on_error(void) { alarm(20); }
void __ubsan_on_report(void) { alarm(20); }

/* --- damage --- */

static int count_instructions(const struct code *code) {
    int count = 0;
    for (uint32_t bci = 0; bci < code->length; bci += instruction_length(code, bci)) count++;
    return count;
}

static uint32_t any_instruction(const struct code *code, struct rng *rng) {
    uint64_t left = rng_below(rng, (uint64_t)count_instructions(code));
    uint32_t bci = 0;
    while (left--) bci += instruction_length(code, bci);
    return bci;
}

static enum opcode opcode_like(enum opcode opcode, struct rng *rng) {
    for (;;) {
        enum opcode other = (enum opcode)rng_below(rng, OPCODE_COUNT);
        if (opcode_operands(other) == opcode_operands(opcode)) return other;
    }
}

/* [at]: where the code lies in the file. */
static void damage_code(const struct classfile *file, const struct code *code, uint8_t *at,
                        struct rng *rng) {
    uint32_t bci = any_instruction(code, rng), length = instruction_length(code, bci);
    enum opcode opcode = (enum opcode)at[bci];
    enum operand_format format = opcode_operands(opcode);
    bool has_constant = format == OPERANDS_constant16 || format == OPERANDS_invokeinterface;
    if (length == 1 || rng_below(rng, 3) == 0) {
        at[bci] = (uint8_t)opcode_like(opcode, rng);
    } else if (has_constant) {
        uint16_t index = (uint16_t)rng_below(rng, file->constant_count);
        at[bci + 1] = (uint8_t)(index >> 8), at[bci + 2] = (uint8_t)index;
    } else if (format == OPERANDS_branch16) {
        int32_t distance = (int32_t)any_instruction(code, rng) - (int32_t)bci;
        at[bci + 1] = (uint8_t)(distance >> 8), at[bci + 2] = (uint8_t)distance;
    } else if (rng_below(rng, 4) == 0) {
        memset(at + bci, OP_nop, length);
    } else {
        uint8_t *operand = &at[bci + 1 + rng_below(rng, length - 1)];
        *operand = (uint8_t)(*operand + rng_below(rng, 5) - 2);
    }
}

enum { CODE_HEADER_SIZE = 8 }; /* max_stack, max_locals, code_length */

/* Behind its length, as the same bytes elsewhere are not; NULL when it is not in the file. */
static uint8_t *find_code(uint8_t *bytes, size_t size, const struct code *code) {
    uint8_t length[] = {(uint8_t)(code->length >> 24), (uint8_t)(code->length >> 16),
                        (uint8_t)(code->length >> 8), (uint8_t)code->length};
    for (size_t before = CODE_HEADER_SIZE - sizeof length;
         before + sizeof length + code->length <= size; before++) {
        uint8_t *at = bytes + before + sizeof length;
        if (memcmp(bytes + before, length, sizeof length) == 0 &&
            memcmp(at, code->bytes, code->length) == 0)
            return at;
    }
    return NULL;
}

static bool damage_some_code(uint8_t *bytes, size_t size, struct rng *rng) {
    struct arena arena;
    struct diag diag = DIAG_INIT;
    arena_init(&arena);
    bool is_done = false;
    const struct classfile *file = classfile_read(&arena, "T", bytes, size, &diag);
    for (int i = 0; file && file->method_count && i < 10 && !is_done; i++) {
        const struct code *code = file->methods[rng_below(rng, file->method_count)].code;
        if (!code || code->fault) continue;
        uint8_t *at = find_code(bytes, size, code);
        ASSERT(at, "code that is not in its file");
        if (rng_below(rng, 12) == 0)
            at[-1 - (int)rng_below(rng, CODE_HEADER_SIZE)] += (uint8_t)(rng_below(rng, 5) - 2);
        else
            damage_code(file, code, at, rng);
        is_done = true;
    }
    arena_release(&arena);
    return is_done;
}

void class_mutate(uint8_t *bytes, size_t size, struct rng *rng) {
    if (size == 0 || (rng_below(rng, 8) && damage_some_code(bytes, size, rng))) return;
    uint8_t *byte = &bytes[rng_below(rng, size)];
    *byte = rng_below(rng, 2) ? (uint8_t)rng_next(rng) : (uint8_t)(*byte + rng_below(rng, 5) - 2);
}

/* --- a first look --- */

static enum hierarchy_answer say_yes(void *context, const char *from, const char *to) {
    return ANSWER_YES;
}

static const char *say_object(void *context, const char *a, const char *b) {
    return intern("java/lang/Object");
}

bool class_is_plausible(const uint8_t *bytes, size_t size) {
    const struct class_hierarchy hierarchy = {NULL, say_yes, say_object, NULL};
    struct arena arena;
    struct diag diag = DIAG_INIT;
    arena_init(&arena);
    const struct classfile *file = classfile_read(&arena, "T", bytes, size, &diag);
    bool is_right = file != NULL;
    for (int i = 0; is_right && i < file->method_count; i++) {
        const struct member_info *method = &file->methods[i];
        struct typeflow *flow;
        if (method->code)
            is_right =
                typeflow_analyze(&arena, file, method, &hierarchy, &diag, &flow) == TYPEFLOW_RIGHT;
    }
    arena_release(&arena);
    return is_right;
}

/* --- judging --- */

static struct vm *vm;
static struct judgement *shared; /* with the child */

void untrusted_start(const char *class_path, bool is_compiled) {
    struct vm_options options = vm_options_default();
    struct diag diag = DIAG_INIT;
    options.heap_bytes = 16 << 20;
    options.interpret_only = !is_compiled;
    options.compile_threshold = 1;
    options.optimization_level = 0;
    options.out = options.err = fopen("/dev/null", "w");
    vm = vm_create(&options, &diag);
    ASSERT(vm && (!class_path || vm_add_class_path(vm, class_path, &diag)), "%s", diag.message);
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ASSERT(shared != MAP_FAILED, "no shared memory");
}

static bool is_library_class(const char *name) {
    for (size_t i = 0; i < class_image_count; i++)
        if (strcmp(class_image[i].name, name) == 0) return true;
    return false;
}

/* A class of the library cannot be defined again, and its natives trust it: in the file it gets
 * another name, wherever its own stands whole. */
static void rename_library_class(uint8_t *bytes, size_t size) {
    struct arena arena;
    struct diag diag = DIAG_INIT;
    arena_init(&arena);
    const struct classfile *file = classfile_read(&arena, "T", bytes, size, &diag);
    size_t length = file ? strlen(file->name) : 0;
    uint8_t *at = bytes, *end = bytes + size;
    while (file && is_library_class(file->name) &&
           (at = memmem(at, (size_t)(end - at), file->name, length))) {
        if (at + length == end || !(isalnum(at[length]) || at[length] == '$')) at[0]++;
        at += length;
    }
    arena_release(&arena);
}

static void note_exception(struct thread *thread) {
    struct object *exception = thread->exception;
    uint32_t offset = thread->runtime->fields.throwable_message->offset;
    struct object *message = *(struct object **)object_at(exception, offset);
    struct arena arena;
    arena_init(&arena);
    snprintf(shared->exception, sizeof shared->exception, "%s: %s", exception->class->binary_name,
             message ? string_utf8(message, &arena) : "");
    for (char *c = shared->exception; *c; c++)
        if (*c < ' ') *c = ' ';
    arena_release(&arena);
    thread->exception = NULL;
}

static struct object *object_for(struct thread *thread, const char *class_name) {
    struct class *class = class_load(thread, class_name);
    if (class && class_is_array(class)) return &array_new(thread, class, 3)->object;
    if (class == thread->runtime->known.string) return string_new_utf8(thread, "text", 4);
    bool is_made = class && !class_is_interface(class) && !(class->access & ACC_ABSTRACT) &&
                   class != thread->runtime->known.class && class_initialize(thread, class);
    struct object *object = is_made ? object_new(thread, class) : NULL;
    thread->exception = NULL;
    return object;
}

static void call_with_anything(struct thread *thread, struct method *method, struct rng *rng) {
    union value arguments[256] = {0};
    int count = 0;
    if (!method_is_static(method)) arguments[count++].r = object_for(thread, method->class->name);
    if (count && !arguments[0].r) return;
    for (int i = 0; i < method->shape->parameter_count; i++, count++) {
        const char *class_name = method->shape->parameter_classes[i];
        if (!class_name)
            arguments[count].j =
                rng_below(rng, 2) ? (int64_t)rng_below(rng, 5) - 1 : (int64_t)rng_next(rng);
        else if (rng_below(rng, 4))
            arguments[count].r = object_for(thread, class_name);
    }
    thread_call(thread, method, arguments);
    thread->exception = NULL;
}

static void run_all(struct thread *thread, struct class *class) {
    struct rng rng;
    rng_init(&rng, 1);
    class_initialize(thread, class);
    thread->exception = NULL;
    for (int turn = 0; turn < 2; turn++)
        for (int i = 0; i < class->method_count && class_is_initialized(class); i++)
            if (class->methods[i].code && strcmp(class->methods[i].name, "<clinit>"))
                call_with_anything(thread, &class->methods[i], &rng);
}

static void judge_in_child(const uint8_t *bytes, size_t size, bool is_run) {
    struct thread *thread = thread_current();
    uint8_t *copy = memory_allocate(size);
    memcpy(copy, bytes, size);
    rename_library_class(copy, size);
    struct class *class = class_define(thread, NULL, copy, size);
    shared->is_right = class && class_verify(thread, class);
    if (!shared->is_right) {
        note_exception(thread);
        return;
    }
    if (!is_run) return;
    bool is_compiled = !thread->interpret_only;
    struct itimerval limit = {.it_value = {is_compiled ? 10 : 0, is_compiled ? 0 : 200000}};
    setitimer(ITIMER_REAL, &limit, NULL);
    run_all(thread, class);
}

/* libFuzzer's handlers, which a child inherits, would make an exit code of a signal. */
static void let_signals_kill(void) {
    static const int signals[] = {SIGABRT, SIGALRM, SIGBUS, SIGFPE, SIGILL, SIGSEGV};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], SIG_DFL);
}

static void leave(void) { _exit(0); }

struct judgement untrusted_judge(const uint8_t *bytes, size_t size, bool is_run) {
    *shared = (struct judgement){0};
    fflush(NULL);
    pid_t child = fork();
    ASSERT(child >= 0, "no fork");
    if (child == 0) {
        let_signals_kill();
        alarm(20);
        atexit(leave); /* before libFuzzer's handler, which takes an exit for a finding */
        judge_in_child(bytes, size, is_run);
        _exit(0);
    }
    int status;
    while (waitpid(child, &status, 0) < 0) ASSERT(errno == EINTR, "the child cannot be waited for");
    shared->is_broken = WIFSIGNALED(status) && (WTERMSIG(status) != SIGALRM || !shared->is_right);
    return *shared;
}
