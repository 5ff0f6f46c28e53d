/* PROFILE: counters per bytecode, kept by the interpreter. */
#include "interp/profile.h"

#include "classfile/bytes.h"
#include "classfile/opcodes.h"
#include "runtime/runtime.h"

bool profile_has_row(enum opcode opcode) {
    return (opcode >= OP_ifeq && opcode <= OP_if_acmpne) || opcode == OP_ifnull ||
           opcode == OP_ifnonnull || (opcode >= OP_tableswitch && opcode <= OP_lookupswitch) ||
           (opcode >= OP_invokevirtual && opcode <= OP_invokedynamic) || opcode == OP_checkcast ||
           opcode == OP_instanceof || opcode == OP_aastore;
}

/* Cases of the switch at [bci], the default included; 0 for other bytecodes. */
static int32_t case_count(const struct code *code, uint32_t bci) {
    const uint8_t *operands = code->bytes + switch_operands(bci);
    if (code->bytes[bci] == OP_tableswitch)
        return read_s32(operands + 8) - read_s32(operands + 4) + 2;
    return code->bytes[bci] == OP_lookupswitch ? read_s32(operands + 4) + 1 : 0;
}

static struct profile *profile_new(struct method *method) {
    const struct code *code = method->code;
    struct arena *arena = &method->class->runtime->arena;
    struct profile *profile = ARENA_NEW(arena, struct profile);
    profile->method = method;
    int32_t threshold = method->class->runtime->options->loop_threshold;
    profile->loop_limit = profile->next_loop = threshold ? threshold : INT32_MAX;
    profile->index = ARENA_ARRAY(arena, uint16_t, code->length);
    for (uint32_t bci = 0; bci < code->length; bci += instruction_length(code, bci))
        if (profile_has_row(code->bytes[bci])) profile->index[bci] = (uint16_t)++profile->row_count;
    profile->rows = ARENA_ARRAY(arena, struct profile_row, profile->row_count);
    for (uint32_t bci = 0; bci < code->length; bci++) {
        if (!profile->index[bci]) continue;
        struct profile_row *row = &profile->rows[profile->index[bci] - 1];
        row->bci = (int32_t)bci;
        row->case_count = case_count(code, bci);
        if (row->case_count) row->cases = ARENA_ARRAY(arena, int32_t, row->case_count);
    }
    return profile;
}

struct profile *profile_made(const struct method *method) {
    return __atomic_load_n(&method->profile, __ATOMIC_ACQUIRE);
}

void profile_warm(struct profile *profile, int32_t invocations) {
    int32_t heat = __atomic_load_n(&profile->method->heat, __ATOMIC_RELAXED);
    if (heat <= 1) return;
    heat = heat > invocations ? heat - invocations : 1;
    __atomic_store_n(&profile->method->heat, heat, __ATOMIC_RELAXED);
}

void profile_mark(struct profile *profile) { profile->marked = profile->invocations; }

int32_t profile_entries(const struct profile *profile) {
    return profile->invocations - profile->marked;
}

struct profile *profile_of(struct method *method) {
    struct profile *profile = profile_made(method);
    if (profile) return profile;
    struct lock *lock = &method->class->runtime->class_lock;
    lock_enter(thread_current(), lock);
    if (!method->profile) __atomic_store_n(&method->profile, profile_new(method), __ATOMIC_RELEASE);
    lock_leave(thread_current(), lock);
    return method->profile;
}

struct profile_row *profile_row(const struct profile *profile, int bci) {
    return profile->index[bci] ? &profile->rows[profile->index[bci] - 1] : NULL;
}

struct profile_throws *profile_throws(const struct profile *profile, uint32_t bci) {
    struct profile_throws *throws = profile_throws_first(profile);
    while (throws && throws->bci != (int32_t)bci) throws = throws->next;
    return throws;
}

static void add_throws(struct profile *profile, uint32_t bci) {
    struct arena *arena = &profile->method->class->runtime->arena;
    struct profile_throws *throws = ARENA_NEW(arena, struct profile_throws);
    throws->bci = (int32_t)bci;
    throws->next = profile->throws;
    __atomic_store_n(&profile->throws, throws, __ATOMIC_RELEASE);
}

struct profile_throws *profile_throws_of(struct profile *profile, uint32_t bci) {
    struct profile_throws *throws = profile_throws(profile, bci);
    if (throws) return throws;
    struct lock *lock = &profile->method->class->runtime->class_lock;
    lock_enter(thread_current(), lock);
    if (!profile_throws(profile, bci)) add_throws(profile, bci);
    lock_leave(thread_current(), lock);
    return profile_throws(profile, bci);
}

double profile_taken(const struct profile *profile, int bci) {
    const struct profile_row *row = profile_row(profile, bci);
    double taken = row ? profile_read(&row->taken) : 0;
    double all = taken + (row ? profile_read(&row->not_taken) : 0);
    return all > 0 ? taken / all : -1;
}

static struct class *seen_class(const struct receiver_count *receiver) {
    return __atomic_load_n(&receiver->class, __ATOMIC_RELAXED);
}

double profile_receiver(const struct profile_row *row, struct class **class) {
    double all = profile_read(&row->other_receivers);
    int32_t most = -1;
    for (int i = 0; i < PROFILE_RECEIVERS; i++) {
        int32_t count = profile_read(&row->receivers[i].count);
        all += count;
        if (count <= most) continue;
        most = count;
        *class = seen_class(&row->receivers[i]);
    }
    return all > 0 ? most / all : 0;
}

int profile_receiver_count(const struct profile_row *row) {
    int count = profile_read(&row->other_receivers) > 0;
    for (int i = 0; i < PROFILE_RECEIVERS; i++) count += seen_class(&row->receivers[i]) != NULL;
    return count;
}

void profile_see_class(struct profile_row *row, struct class *class) {
    for (int i = 0; i < PROFILE_RECEIVERS; i++) {
        struct receiver_count *receiver = &row->receivers[i];
        struct class *seen = seen_class(receiver);
        if (!seen && __atomic_compare_exchange_n(&receiver->class, &seen, class, false,
                                                 __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            seen = class;
        if (seen == class) {
            profile_count(&receiver->count);
            return;
        }
    }
    profile_count(&row->other_receivers);
}
