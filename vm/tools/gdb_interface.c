/* GDB INTERFACE: the names and structs are gdb's. It stops at the function, and reads what has changed then; or the list. */
#include "tools/gdb_interface.h"

#include "base/die.h"
#include "base/memory.h"
#include "tools/debug_object.h"

enum { INTERFACE_VERSION = 1, JIT_NOACTION = 0, JIT_REGISTER_FN, JIT_UNREGISTER_FN };

struct jit_code_entry {
    struct jit_code_entry *next_entry, *prev_entry;
    const char *symfile_addr;
    uint64_t symfile_size;
};

struct jit_descriptor {
    uint32_t version, action_flag;
    struct jit_code_entry *relevant_entry, *first_entry;
};

extern struct jit_descriptor __jit_debug_descriptor;
struct jit_descriptor __jit_debug_descriptor = {.version = INTERFACE_VERSION};

void __jit_debug_register_code(void);
void __attribute__((noinline)) __jit_debug_register_code(void) {
    __asm__ volatile("" ::: "memory");
}

struct registered_code {
    struct jit_code_entry entry; /* comes first */
    const void *start;
};

static void tell(struct jit_code_entry *entry, uint32_t action) {
    __jit_debug_descriptor.relevant_entry = entry;
    __jit_debug_descriptor.action_flag = action;
    __jit_debug_register_code();
    __jit_debug_descriptor.relevant_entry = NULL;
    __jit_debug_descriptor.action_flag = JIT_NOACTION;
}

static void add(const struct placed_code *code) {
    struct strbuf object = STRBUF_INIT;
    struct registered_code *registered = memory_allocate(sizeof *registered);
    debug_object_write(&object, code);
    struct jit_code_entry *first = __jit_debug_descriptor.first_entry;
    *registered = (struct registered_code){
        .entry = {.next_entry = first, .symfile_size = object.length}, .start = code->start};
    registered->entry.symfile_addr = strbuf_detach(&object);
    if (first) first->prev_entry = &registered->entry;
    __jit_debug_descriptor.first_entry = &registered->entry;
    tell(&registered->entry, JIT_REGISTER_FN);
}

static struct jit_code_entry *find(const void *start) {
    struct jit_code_entry *entry = __jit_debug_descriptor.first_entry;
    while (entry && ((const struct registered_code *)entry)->start != start)
        entry = entry->next_entry;
    return entry;
}

static void take_away(const struct placed_code *code) {
    struct jit_code_entry *entry = find(code->start);
    ASSERT(entry, "code of %s goes that never came", code->root);
    struct jit_code_entry *next = entry->next_entry, *previous = entry->prev_entry;
    *(previous ? &previous->next_entry : &__jit_debug_descriptor.first_entry) = next;
    if (next) next->prev_entry = previous;
    tell(entry, JIT_UNREGISTER_FN);
    memory_free((void *)entry->symfile_addr);
    memory_free(entry);
}

void gdb_interface_add(const struct placed_code *code) {
    if (code->is_gone)
        take_away(code);
    else
        add(code);
}
