/* RANDOM RUN: one program, all arguments, several rounds. */
#include "tests/random_run.h"

#include "base/strbuf.h"
#include "tests/random_java.h"

enum { ROUNDS = 12, STATEMENTS = 30 };

static struct method *define(struct vm *vm, uint64_t seed, struct diag *diag) {
    struct strbuf text = STRBUF_INIT;
    random_java(seed, &(struct random_java_options){.statements = STATEMENTS}, &text);
    struct java_source source = {"T.java", strbuf_text(&text), text.length, 1, 1, NULL};
    bool is_defined = vm_define_sources(vm, &source, 1, diag);
    strbuf_release(&text);
    return is_defined ? vm_find_method(vm, "T.run", diag) : NULL;
}

static void call_with_all(struct vm *vm, struct method *method) {
    for (int i = 0; i < random_java_argument_count; i++) {
        const struct random_arguments *arguments = &random_java_arguments[i];
        union value values[] = {{.i = arguments->a}, {.i = arguments->b}, {.i = arguments->c}};
        vm_call(vm, method, values);
    }
}

bool random_run(struct vm *vm, uint64_t seed, struct diag *diag) {
    struct method *method = define(vm, seed, diag);
    for (int round = 0; method && round < ROUNDS; round++) call_with_all(vm, method);
    return method != NULL;
}
