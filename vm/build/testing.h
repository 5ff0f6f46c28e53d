/* Builder tests: a class written instruction by instruction, in a runtime of bare classes (no class
 * library), and the graph of its methods.
 *
 *     struct build_test test;
 *     build_test_begin(&test);
 *     build_test_method(&test, ACC_STATIC, "f", "(II)I", 2, 2);
 *     op(&test, OP_iload_0), op(&test, OP_iload_1), op(&test, OP_iadd), op(&test, OP_ireturn);
 *     struct graph *graph = build_test_graph(&test, "f");
 *     ...
 *     build_test_end(&test);
 *
 * The class is T, with the fields  int x  and  static int y. Known classes have no members but a
 * constructor. */
#ifndef BUILD_TESTING_H
#define BUILD_TESTING_H

#include "build/build.h"
#include "classfile/opcodes.h"
#include "classfile/writer.h"

enum { TEST_METHODS = 16, TEST_CODE_BYTES = 256, TEST_HANDLERS = 4 };

struct test_method {
    uint16_t access;
    const char *name, *descriptor;
    struct code code;
    uint8_t bytes[TEST_CODE_BYTES];
    struct handler handlers[TEST_HANDLERS];
};

struct build_test {
    struct arena arena;
    struct vm_options options;
    struct runtime runtime;
    struct meta_world world;
    struct build_environment environment;
    struct compilation compilation;
    struct class_writer writer;
    struct test_method methods[TEST_METHODS];
    int method_count;
    struct class *class; /* T, once it was asked for */
    enum reason why_not; /* of the last graph that was not built */
};

void build_test_begin(struct build_test *test);
void build_test_end(struct build_test *test);

/* Starts a method; what follows is its code. */
void build_test_method(struct build_test *test, uint16_t access, const char *name,
                       const char *descriptor, uint16_t max_stack, uint16_t max_locals);
/* T's constructor, which calls Object's. */
void build_test_constructor(struct build_test *test);
uint32_t bci(const struct build_test *test); /* of the next instruction */
void op(struct build_test *test, int opcode);
void op_u8(struct build_test *test, int opcode, int operand);
void op_u16(struct build_test *test, int opcode, int operand);
/* A branch forward, to where land is called with its result. */
uint32_t branch(struct build_test *test, int opcode);
void land(struct build_test *test, uint32_t branch);
void branch_to(struct build_test *test, int opcode, uint32_t target);
void op_member(struct build_test *test, int opcode, const char *class, const char *name,
               const char *descriptor);
void op_class(struct build_test *test, int opcode, const char *name);
/* new C(): takes a stack of 2. */
void op_new(struct build_test *test, const char *class);
void op_literal(struct build_test *test, const char *text);
void handler(struct build_test *test, uint32_t start, uint32_t end, const char *catch_class);
void begin_region(struct build_test *test, int place);
void end_region(struct build_test *test);

/* Defines and initialises T. */
struct method *build_test_find(struct build_test *test, const char *name);
/* Runs it in the interpreter, which resolves what it meets and keeps the profile. */
void build_test_run(struct build_test *test, const char *name, const union value *arguments,
                    int times);
/* Resolves every constant of T. */
void build_test_resolve(struct build_test *test);
/* Verified, its cfg computed; NULL with test->why_not. */
struct graph *build_test_graph(struct build_test *test, const char *name);
/* The same, entered at the loop header [bci]. */
struct graph *build_test_loop(struct build_test *test, const char *name, uint32_t bci);

#endif
