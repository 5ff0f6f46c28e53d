/* GENERATE TRY: handlers, finally blocks and monitors. A finally block is copied to every way out
 * of its statement, as javac does. A copy, with the jump that follows it, is a gap in the range of
 * the statement's own handler: an exception in it is not caught again. */
#include "frontend/generate.h"

static bool needs_unwinding(const struct jump_scope *scope) {
    const struct statement *statement = scope->statement;
    return statement->kind == STATEMENT_SYNCHRONIZED || scope->resource_slot ||
           (statement->kind == STATEMENT_TRY && statement->otherwise);
}

bool has_unwinding(const struct code_generator *g, const struct jump_scope *end) {
    for (const struct jump_scope *scope = g->scope; scope != end; scope = scope->outer)
        if (needs_unwinding(scope)) return true;
    return false;
}

static void open_gap(struct code_generator *g, struct jump_scope *scope) {
    struct gap gap = {emitter_position(&g->emitter), 0};
    arena_vec_push(g->compiler->arena, &scope->gaps, gap);
}

static void close_gap(struct code_generator *g, struct jump_scope *scope) {
    vec_last(&scope->gaps).end = emitter_position(&g->emitter);
}

/* if (resource != null) resource.close() */
static void generate_close(struct code_generator *g, const struct jump_scope *scope) {
    struct code_emitter *e = &g->emitter;
    struct label *end = label_new(e);
    emit_load(e, JAVA_REFERENCE, scope->resource_slot - 1);
    emit_jump(e, OP_ifnull, end);
    emit_load(e, JAVA_REFERENCE, scope->resource_slot - 1);
    generate_invocation(g, scope->statement->detail);
    label_place(e, end);
}

/* What the statement does when it is left; opens the gap. */
static void generate_exit(struct code_generator *g, struct jump_scope *scope) {
    struct code_emitter *e = &g->emitter;
    if (scope->statement->kind == STATEMENT_SYNCHRONIZED) {
        emit_load(e, JAVA_REFERENCE, scope->lock_slot);
        emit(e, OP_monitorexit);
        open_gap(g, scope); /* the handler covers the monitorexit too */
        return;
    }
    struct jump_scope *inner = g->scope;
    g->scope = scope->outer;
    open_gap(g, scope);
    if (scope->resource_slot)
        generate_close(g, scope);
    else
        generate_statement(g, scope->statement->otherwise);
    g->scope = inner;
}

void generate_unwinding(struct code_generator *g, const struct jump_scope *end) {
    for (struct jump_scope *scope = g->scope; scope != end; scope = scope->outer)
        if (needs_unwinding(scope)) generate_exit(g, scope);
}

void finish_unwinding(struct code_generator *g, const struct jump_scope *end) {
    for (struct jump_scope *scope = g->scope; scope != end; scope = scope->outer)
        if (needs_unwinding(scope)) close_gap(g, scope);
}

/* Covers [start, end) without the gaps so far. */
static void add_handlers(struct code_generator *g, const struct jump_scope *scope, uint32_t start,
                         uint32_t end, uint32_t target, const char *catch_class) {
    for (uint32_t i = 0; i < scope->gaps.count; i++) {
        const struct gap *gap = &scope->gaps.items[i];
        emit_handler(&g->emitter, start, gap->start, target, catch_class);
        start = gap->end;
    }
    emit_handler(&g->emitter, start, end, target, catch_class);
}

/* No handler is for what holds nothing but its own ways out. */
static bool has_covered(const struct jump_scope *scope, uint32_t start, uint32_t end) {
    vec_each(struct gap, gap, &scope->gaps) {
        if (start < gap->start) return true;
        start = gap->end;
    }
    return start < end;
}

/* The normal end of the body or of a catch clause. */
static void generate_end(struct code_generator *g, struct jump_scope *scope, struct label *end) {
    if (!g->emitter.alive) return;
    bool has_exit = needs_unwinding(scope);
    if (has_exit) generate_exit(g, scope);
    emit_jump(&g->emitter, OP_goto, end);
    if (has_exit) close_gap(g, scope);
}

static void generate_catch(struct code_generator *g, struct jump_scope *scope,
                           const struct catch_clause *clause, uint32_t start, uint32_t end,
                           const struct jump_scope *gaps, struct label *exit) {
    struct code_emitter *e = &g->emitter;
    if (!has_covered(gaps, start, end)) return;
    int next_local = e->next_local;
    struct variable *variable = clause->variable;
    uint32_t target = emit_handler_start(e);
    for (uint32_t i = 0; i < clause->types.count; i++)
        add_handlers(g, gaps, start, end, target,
                     type_erasure(g->compiler, clause->types.items[i])->class->name);
    variable->slot = emit_local(e, variable->type);
    emitter_set_line(e, clause->place);
    emit_store(e, JAVA_REFERENCE, variable->slot);
    generate_statement(g, clause->body);
    generate_end(g, scope, exit);
    e->next_local = next_local;
}

/* Any other exception: do what is to be done, then throw it on. */
static void generate_catch_all(struct code_generator *g, struct jump_scope *scope, uint32_t start) {
    struct code_emitter *e = &g->emitter;
    if (!has_covered(scope, start, emitter_position(e))) return;
    int next_local = e->next_local;
    uint32_t end = emitter_position(e), target = emit_handler_start(e);
    add_handlers(g, scope, start, end, target, NULL);
    int slot = emit_local(e, type_object(g->compiler));
    emit_store(e, JAVA_REFERENCE, slot);
    generate_exit(g, scope);
    close_gap(g, scope);
    if (scope->statement->kind == STATEMENT_SYNCHRONIZED)
        emit_handler(e, target, emitter_position(e), target, NULL);
    emit_load(e, JAVA_REFERENCE, slot);
    emit(e, OP_athrow);
    e->next_local = next_local;
}

/* ---- resources (JLS 14.20.3) */

/* The exception goes on; one that closing throws is added to it. */
static void generate_suppressing(struct code_generator *g, struct jump_scope *scope,
                                 uint32_t start) {
    static const char throwable[] = "java/lang/Throwable";
    struct code_emitter *e = &g->emitter;
    if (!has_covered(scope, start, emitter_position(e))) return;
    struct type *type = type_known(g->compiler, throwable);
    int next_local = e->next_local;
    uint32_t end = emitter_position(e), target = emit_handler_start(e);
    add_handlers(g, scope, start, end, target, throwable);
    int primary = emit_local(e, type), suppressed = emit_local(e, type);
    struct label *rethrow = label_new(e);
    emit_store(e, JAVA_REFERENCE, primary);
    uint32_t close_start = emitter_position(e);
    generate_close(g, scope);
    uint32_t close_end = emitter_position(e);
    emit_jump(e, OP_goto, rethrow);
    uint32_t handler = emit_handler_start(e);
    emit_handler(e, close_start, close_end, handler, throwable);
    emit_store(e, JAVA_REFERENCE, suppressed);
    emit_load(e, JAVA_REFERENCE, primary);
    emit_load(e, JAVA_REFERENCE, suppressed);
    emit_invoke(e, OP_invokevirtual, throwable, "addSuppressed", "(Ljava/lang/Throwable;)V");
    label_place(e, rethrow);
    emit_load(e, JAVA_REFERENCE, primary);
    emit(e, OP_athrow);
    e->next_local = next_local;
}

static int generate_resource(struct code_generator *g, const struct statement *resource) {
    struct code_emitter *e = &g->emitter;
    emitter_set_line(e, resource->place);
    if (resource->variable) {
        generate_statement(g, resource);
        return resource->variable->slot;
    }
    int slot = emit_local(e, resource->expression->type);
    generate_expression(g, resource->expression);
    emit_store(e, JAVA_REFERENCE, slot);
    return slot;
}

static void generate_resources_from(struct code_generator *g, const struct statement *statement,
                                    uint32_t index) {
    struct code_emitter *e = &g->emitter;
    if (index == statement->statements.count) {
        generate_statement(g, statement->body);
        return;
    }
    const struct statement *resource = statement->statements.items[index];
    struct jump_scope scope = {.outer = g->scope, .statement = resource};
    struct label *exit = label_new(e);
    scope.resource_slot = generate_resource(g, resource) + 1;
    uint32_t start = emitter_position(e);
    g->scope = &scope;
    generate_resources_from(g, statement, index + 1);
    uint32_t end = emitter_position(e);
    generate_end(g, &scope, exit);
    g->scope = scope.outer;
    if (start < end) generate_suppressing(g, &scope, start);
    label_place(e, exit);
}

/* A try with resources: each is closed after the block, whatever happens in it. */
static void generate_resources(struct code_generator *g, const struct statement *statement) {
    int next_local = g->emitter.next_local;
    generate_resources_from(g, statement, 0);
    g->emitter.next_local = next_local;
}

void generate_try(struct code_generator *g, const struct statement *statement) {
    struct code_emitter *e = &g->emitter;
    struct jump_scope scope = {.outer = g->scope, .statement = statement};
    struct label *exit = label_new(e);
    uint32_t start = emitter_position(e);
    g->scope = &scope;
    if (statement->statements.count)
        generate_resources(g, statement);
    else
        generate_statement(g, statement->body);
    uint32_t end = emitter_position(e);
    if (start == end) {
        if (needs_unwinding(&scope)) generate_exit(g, &scope);
        g->scope = scope.outer;
        return;
    }
    struct jump_scope body_gaps = scope; /* those of the catch clauses do not concern the body */
    generate_end(g, &scope, exit);
    for (uint32_t i = 0; i < statement->catches.count; i++)
        generate_catch(g, &scope, &statement->catches.items[i], start, end, &body_gaps, exit);
    g->scope = scope.outer;
    if (statement->otherwise) generate_catch_all(g, &scope, start);
    label_place(e, exit);
}

void generate_synchronized(struct code_generator *g, const struct statement *statement) {
    struct code_emitter *e = &g->emitter;
    int next_local = e->next_local;
    struct jump_scope scope = {.outer = g->scope, .statement = statement};
    struct label *exit = label_new(e);
    scope.lock_slot = emit_local(e, statement->expression->type);
    generate_expression(g, statement->expression);
    emit(e, OP_dup);
    emit_store(e, JAVA_REFERENCE, scope.lock_slot);
    emit(e, OP_monitorenter);
    uint32_t start = emitter_position(e);
    g->scope = &scope;
    generate_statement(g, statement->body);
    generate_end(g, &scope, exit);
    g->scope = scope.outer;
    generate_catch_all(g, &scope, start);
    label_place(e, exit);
    e->next_local = next_local;
}
