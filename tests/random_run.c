/* RANDOM RUN: one program, all arguments, several rounds. */
#include "tests/random_run.h"

#include "base/strbuf.h"
#include "tests/random_java.h"

enum { ROUNDS = 12, STATEMENTS = 30, THREADS = 4 };

static bool define(struct vm *vm, uint64_t seed, bool with_threads, struct diag *diag) {
    struct strbuf text = STRBUF_INIT;
    random_java(
        seed, &(struct random_java_options){.statements = STATEMENTS, .with_threads = with_threads},
        &text);
    struct java_source source = {"T.java", strbuf_text(&text), text.length, 1, 1, NULL};
    bool is_defined = vm_define_sources(vm, &source, 1, diag);
    strbuf_release(&text);
    return is_defined;
}

static void call_with_all(struct vm *vm, struct method *method) {
    for (int i = 0; i < random_java_argument_count; i++) {
        const struct random_arguments *arguments = &random_java_arguments[i];
        union value values[] = {{.i = arguments->a}, {.i = arguments->b}, {.i = arguments->c}};
        vm_call(vm, method, values);
    }
}

bool random_run(struct vm *vm, uint64_t seed, struct diag *diag) {
    if (!define(vm, seed, false, diag)) return false;
    struct method *method = vm_find_method(vm, "T.run", diag);
    for (int round = 0; method && round < ROUNDS; round++) call_with_all(vm, method);
    return method != NULL;
}

/* Each argument as often as the others. */
static bool work_together(struct vm *vm, struct method *work, struct diag *diag) {
    struct vm_result results[THREADS];
    union value times = {.i = random_java_argument_count};
    if (vm_call_together(vm, work, &times, THREADS, results) == THREADS) return true;
    return diag_error(diag, (struct place){0}, "there is no room for %d threads", THREADS);
}

bool random_run_threads(struct vm *vm, uint64_t seed, struct diag *diag) {
    if (!define(vm, seed, true, diag)) return false;
    struct method *work = vm_find_method(vm, "T.work", diag);
    if (!work) return false;
    vm_call(vm, work, &(union value){.i = random_java_argument_count});
    bool is_done = true;
    for (int round = 0; is_done && round < ROUNDS; round++) is_done = work_together(vm, work, diag);
    return is_done;
}
