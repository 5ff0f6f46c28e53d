/* The code of one method as it grows: bytes, the depth of the stack, labels, handlers, lines. While
 * no path leads here ([alive] is false) everything but placing a label does nothing, as in javac:
 * no unreachable instruction is ever written. */
#ifndef FRONTEND_EMIT_H
#define FRONTEND_EMIT_H

#include "classfile/opcodes.h"
#include "frontend/compiler.h"

enum { LABEL_UNPLACED = -1 };

/* Where jumps lead; depth: of the stack there, once known. */
struct label {
    int position, depth;
    struct {
        struct label_use {
            uint32_t instruction, operand; /* bcis */
            bool is_wide;                  /* of a switch: 32 bits */
        } * items;
        uint32_t count, capacity;
    } uses; /* before it was placed */
};

struct code_emitter {
    struct compiler *compiler;
    struct class_writer *writer;
    struct place place; /* of the method, for errors */
    struct {
        uint8_t *items;
        uint32_t count, capacity;
    } bytes;
    struct {
        struct handler *items;
        uint32_t count, capacity;
    } handlers;
    struct {
        struct line_entry *items;
        uint32_t count, capacity;
    } lines;
    struct {
        struct local_variable *items;
        uint32_t count, capacity;
    } parameters; /* that the class file names; of no length until the code is finished */
    int depth, max_depth;
    int next_local, max_locals;
    bool alive;
    uint32_t fixed_position; /* the last that somebody asked for */
    int line;                /* of the next instruction when it differs from the last; 0 for none */
};

void emitter_init(struct code_emitter *emitter, struct compiler *compiler, struct place place);
/* The finished code, in the compiler's arena. */
struct code *emitter_finish(struct code_emitter *emitter);
/* From then on the position is fixed: no jump to it is left out. */
uint32_t emitter_position(struct code_emitter *emitter);
void emitter_set_line(struct code_emitter *emitter, struct place place);

struct label *label_new(struct code_emitter *emitter);
void label_place(struct code_emitter *emitter, struct label *label);

int emit_local(struct code_emitter *emitter, const struct type *type); /* a new one's slot */
void emit_parameter(struct code_emitter *emitter,
                    struct variable *parameter); /* gives it its slot */

void emit(struct code_emitter *emitter, enum opcode opcode); /* without operands */
void emit_load(struct code_emitter *emitter, enum java_type type, int slot);
void emit_store(struct code_emitter *emitter, enum java_type type, int slot);
void emit_return(struct code_emitter *emitter, enum java_type type);
void emit_increment(struct code_emitter *emitter, int slot, int amount); /* amount: 16 bits */
void emit_integer(struct code_emitter *emitter, int32_t value);
void emit_value(struct code_emitter *emitter, const struct constant_value *value);
void emit_jump(struct code_emitter *emitter, enum opcode opcode, struct label *label);
/* new, anewarray, checkcast, instanceof; and ldc of the class. */
void emit_type(struct code_emitter *emitter, enum opcode opcode, const struct type *type);
void emit_class(struct code_emitter *emitter, enum opcode opcode, const char *class_name);
void emit_new_array(struct code_emitter *emitter, const struct type *element);
void emit_multi_array(struct code_emitter *emitter, const struct type *array, uint32_t dimensions);
void emit_field(struct code_emitter *emitter, enum opcode opcode, const char *class_name,
                const char *name, const char *descriptor);
/* invokeinterface refers to an interface method, the others to a method of a class. */
void emit_invoke(struct code_emitter *emitter, enum opcode opcode, const char *class_name,
                 const char *name, const char *descriptor);
/* A method of a class, or of an interface when [is_interface], by any of the four instructions. */
void emit_call(struct code_emitter *emitter, enum opcode opcode, bool is_interface,
               const char *class_name, const char *name, const char *descriptor);
void emit_invoke_dynamic(struct code_emitter *emitter, uint16_t bootstrap, const char *name,
                         const char *descriptor);
/* From one primitive type to another. */
void emit_convert(struct code_emitter *emitter, enum java_type from, enum java_type to);
/* Copies the top value of this type below [under] slots. */
void emit_duplicate_under(struct code_emitter *emitter, const struct type *type, int under);
void emit_pop(struct code_emitter *emitter, const struct type *type);
void emit_array_load(struct code_emitter *emitter, const struct type *element);
void emit_array_store(struct code_emitter *emitter, const struct type *element);

/* Empty ranges are left out. */
void emit_handler(struct code_emitter *emitter, uint32_t start, uint32_t end, uint32_t target,
                  const char *catch_class);
/* Starts a handler: alive, with the exception on the stack. Returns its bci. */
uint32_t emit_handler_start(struct code_emitter *emitter);

/* The switch is written with its jumps to labels; [keys] ascending. */
void emit_switch(struct code_emitter *emitter, const int32_t *keys, struct label **labels,
                 uint32_t count, struct label *otherwise);

#endif
