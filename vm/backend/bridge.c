/* BRIDGE: the C ABI of x86-64 (System V, 3.2.3): integers and pointers in rdi, rsi, rdx, rcx, r8,
 * r9, floats in xmm0 to xmm7, the rest on the stack in order. */
#include "backend/bridge.h"

#include <pthread.h>
#include <stddef.h>
#include <string.h>

#include "backend/code_space.h"
#include "base/die.h"
#include "base/intern.h"
#include "base/memory.h"

enum { SHAPES = 512, MOST_ARGUMENTS = 255, LARGEST_MOVE = 16, LARGEST_FRAME = 64 };

struct bridge {
    const char *shape; /* interned: a letter an argument, then the result's */
    method_entry to_compiled;
    const void *to_interpreted;
    const void *end; /* of both */
    struct bridge *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct bridge *bridges[SHAPES];
static uint8_t *code; /* where the next byte goes, under the mutex */
static struct code_sink watcher;

/* --- a small assembler --- */

enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R10 };

static void byte(int value) { *code++ = (uint8_t)value; }

static void bytes(int count, const uint8_t *values) {
    for (int i = 0; i < count; i++) byte(values[i]);
}
#define CODE(...) bytes((int)sizeof(const uint8_t[]){__VA_ARGS__}, (const uint8_t[]){__VA_ARGS__})

static void int32(int32_t value) {
    for (int i = 0; i < 4; i++) byte((int)((uint32_t)value >> 8 * i) & 0xff);
}

/* ModR/M for [base + offset]. */
static void operand(int reg, int base, int32_t offset) {
    byte(0x80 | (reg & 7) << 3 | (base & 7));
    if (base == RSP) byte(0x24);
    int32(offset);
}

static void move(int opcode, int reg, int base, int32_t offset) {
    byte(0x48 | (reg >= R8) << 2 | (base >= R8));
    byte(opcode);
    operand(reg, base, offset);
}
static void load(int reg, int base, int32_t offset) { move(0x8b, reg, base, offset); }
static void store(int reg, int base, int32_t offset) { move(0x89, reg, base, offset); }

/* movsd between xmm [reg] and memory. */
static void load_float(int reg, int base, int32_t offset) {
    CODE(0xf2, 0x0f, 0x10);
    operand(reg, base, offset);
}
static void store_float(int reg, int base, int32_t offset) {
    CODE(0xf2, 0x0f, 0x11);
    operand(reg, base, offset);
}

static void enter_frame(int slots) {
    CODE(0x55, 0x48, 0x89, 0xe5); /* push rbp; mov rbp, rsp */
    CODE(0x48, 0x81, 0xec);       /* sub rsp, ... */
    int32((slots + 1) / 2 * 16);
}

static void call(int base, int32_t offset) {
    byte(0xff);
    operand(2, base, offset);
}

/* --- bridges --- */

static const int integer_registers[] = {RDX, RCX, R8, R9}; /* behind thread and method */
enum { INTEGER_REGISTERS = 4, FLOAT_REGISTERS = 8 };

static bool is_float(char letter) { return letter == 'F' || letter == 'D'; }

/* Where an argument is; -1: on the stack, at [stack_slot]. */
struct argument_place {
    int integer_register, float_register, stack_slot;
};

/* Returns the number of slots on the stack. */
static int place_arguments(const char *shape, int count, struct argument_place *places) {
    int integers = 0, floats = 0, slots = 0;
    for (int i = 0; i < count; i++) {
        places[i] = (struct argument_place){-1, -1, -1};
        if (is_float(shape[i]) && floats < FLOAT_REGISTERS)
            places[i].float_register = floats++;
        else if (!is_float(shape[i]) && integers < INTEGER_REGISTERS)
            places[i].integer_register = integer_registers[integers++];
        else
            places[i].stack_slot = slots++;
    }
    return slots;
}

/* union value entry(thread, method, values) */
static void assemble_to_compiled(const char *shape, int count) {
    struct argument_place places[MOST_ARGUMENTS];
    enter_frame(place_arguments(shape, count, places));
    CODE(0x48, 0x89, 0xd0); /* mov rax, rdx */
    for (int i = 0; i < count; i++) {
        const struct argument_place *place = &places[i];
        if (place->float_register >= 0) {
            load_float(place->float_register, RAX, 8 * i);
        } else if (place->integer_register >= 0) {
            load(place->integer_register, RAX, 8 * i);
        } else {
            load(R10, RAX, 8 * i);
            store(R10, RSP, 8 * place->stack_slot);
        }
    }
    call(RSI, offsetof(struct method, compiled_entry));
    if (is_float(shape[count])) CODE(0x66, 0x48, 0x0f, 0x7e, 0xc0); /* movq rax, xmm0 */
    CODE(0xc9, 0xc3);                                               /* leave; ret */
}

static void assemble_to_interpreted(const char *shape, int count) {
    struct argument_place places[MOST_ARGUMENTS];
    place_arguments(shape, count, places);
    enter_frame(count);
    for (int i = 0; i < count; i++) {
        const struct argument_place *place = &places[i];
        if (place->float_register >= 0) {
            store_float(place->float_register, RSP, 8 * i);
        } else if (place->integer_register >= 0) {
            store(place->integer_register, RSP, 8 * i);
        } else {
            load(RAX, RBP, 16 + 8 * place->stack_slot);
            store(RAX, RSP, 8 * i);
        }
    }
    CODE(0x48, 0x89, 0xe2); /* mov rdx, rsp */
    call(RSI, offsetof(struct method, entry));
    if (is_float(shape[count])) CODE(0x66, 0x48, 0x0f, 0x6e, 0xc0); /* movq xmm0, rax */
    CODE(0xc9, 0xc3);
}

static void tell_code(const char *what, const char *shape, const void *start, const void *end) {
    struct strbuf name = STRBUF_INIT;
    int count = (int)strlen(shape) - 1;
    strbuf_addf(&name, "bridge to %s code (%.*s)%c", what, count, shape, shape[count]);
    watcher.receive(watcher.context,
                    &(struct placed_code){.start = start,
                                          .size = (size_t)((const char *)end - (const char *)start),
                                          .root = strbuf_text(&name),
                                          .loop_bci = -1});
    strbuf_release(&name);
}

static void tell(const struct bridge *bridge) {
    if (!watcher.receive) return;
    const void *to_compiled = (const void *)(uintptr_t)bridge->to_compiled;
    tell_code("compiled", bridge->shape, to_compiled, bridge->to_interpreted);
    tell_code("interpreted", bridge->shape, bridge->to_interpreted, bridge->end);
}

static struct bridge *assemble(const char *shape) {
    struct bridge *bridge = memory_allocate(sizeof *bridge);
    int count = (int)strlen(shape) - 1;
    uint8_t *draft = code = memory_allocate(2 * ((size_t)count * 2 * LARGEST_MOVE + LARGEST_FRAME));
    assemble_to_compiled(shape, count);
    size_t second = (size_t)(code - draft);
    assemble_to_interpreted(shape, count);
    size_t size = (size_t)(code - draft);
    uint8_t *memory = code_space_allocate_for_good(size);
    ASSERT(memory && code_space_write(memory, draft, size), "there is no memory for code");
    memory_free(draft);
    *bridge = (struct bridge){shape, (method_entry)memory, memory + second, memory + size, NULL};
    tell(bridge);
    return bridge;
}

static char letter(enum java_type type) {
    switch (type) {
    case JAVA_FLOAT: return 'F';
    case JAVA_DOUBLE: return 'D';
    case JAVA_INT:
    case JAVA_LONG:
    case JAVA_REFERENCE:
    case JAVA_BYTE:
    case JAVA_CHAR:
    case JAVA_SHORT:
    case JAVA_BOOLEAN:
    case JAVA_VOID:
    case JAVA_TYPE_COUNT: break;
    }
    return 'I'; /* all pass in an integer register */
}

static const char *shape_of(const struct method *method) {
    char text[MOST_ARGUMENTS + 2], *at = text;
    if (!method_is_static(method)) *at++ = 'I';
    for (int i = 0; i < method->shape->parameter_count; i++)
        *at++ = letter(method->shape->parameters[i]);
    *at++ = letter(method->shape->return_type);
    *at = 0;
    return intern(text);
}

static const struct bridge *bridge_of(const struct method *method) {
    const char *shape = shape_of(method);
    struct bridge **at = &bridges[(uintptr_t)shape / 16 % SHAPES];
    pthread_mutex_lock(&mutex);
    while (*at && (*at)->shape != shape) at = &(*at)->next;
    if (!*at) *at = assemble(shape);
    const struct bridge *found = *at;
    pthread_mutex_unlock(&mutex);
    return found;
}

method_entry bridge_to_compiled(const struct method *method) {
    return bridge_of(method)->to_compiled;
}

const void *bridge_to_interpreted(const struct method *method) {
    return bridge_of(method)->to_interpreted;
}

void bridge_watch(struct code_sink sink) {
    pthread_mutex_lock(&mutex);
    watcher = sink;
    for (int i = 0; i < SHAPES; i++)
        for (const struct bridge *bridge = bridges[i]; bridge; bridge = bridge->next) tell(bridge);
    pthread_mutex_unlock(&mutex);
}

/* Called with all argument registers saved. The method may have been compiled meanwhile. */
const void *bridge_find_for(struct method *method);
const void *bridge_find_for(struct method *method) {
    const void *entry = bridge_find, *found = bridge_to_interpreted(method);
    bool is_first = __atomic_compare_exchange_n(&method->compiled_entry, &entry, found, false,
                                                __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return is_first ? found : entry;
}

__asm__(".text\n"
        ".globl bridge_find\n"
        ".type bridge_find, @function\n"
        "bridge_find:\n"
        "    push %rbp\n"
        "    mov %rsp, %rbp\n"
        "    sub $112, %rsp\n"
        "    mov %rdi, (%rsp)\n"
        "    mov %rsi, 8(%rsp)\n"
        "    mov %rdx, 16(%rsp)\n"
        "    mov %rcx, 24(%rsp)\n"
        "    mov %r8, 32(%rsp)\n"
        "    mov %r9, 40(%rsp)\n"
        "    movsd %xmm0, 48(%rsp)\n"
        "    movsd %xmm1, 56(%rsp)\n"
        "    movsd %xmm2, 64(%rsp)\n"
        "    movsd %xmm3, 72(%rsp)\n"
        "    movsd %xmm4, 80(%rsp)\n"
        "    movsd %xmm5, 88(%rsp)\n"
        "    movsd %xmm6, 96(%rsp)\n"
        "    movsd %xmm7, 104(%rsp)\n"
        "    mov %rsi, %rdi\n"
        "    call bridge_find_for\n"
        "    mov (%rsp), %rdi\n"
        "    mov 8(%rsp), %rsi\n"
        "    mov 16(%rsp), %rdx\n"
        "    mov 24(%rsp), %rcx\n"
        "    mov 32(%rsp), %r8\n"
        "    mov 40(%rsp), %r9\n"
        "    movsd 48(%rsp), %xmm0\n"
        "    movsd 56(%rsp), %xmm1\n"
        "    movsd 64(%rsp), %xmm2\n"
        "    movsd 72(%rsp), %xmm3\n"
        "    movsd 80(%rsp), %xmm4\n"
        "    movsd 88(%rsp), %xmm5\n"
        "    movsd 96(%rsp), %xmm6\n"
        "    movsd 104(%rsp), %xmm7\n"
        "    leave\n"
        "    jmp *%rax\n"
        ".size bridge_find, .-bridge_find\n");
