/* PROGRAM: templates of the .def files here, chosen by weight and expanded in each other until the
 * depth is used up. */
#include "tests/programs/program.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/die.h"
#include "base/rng.h"
#include "base/vec.h"

enum { EXPRESSION_DEPTH = 4, STATEMENT_DEPTH = 4, STATEMENTS = 400 };

static const struct production {
    char kind; /* '{' for statements */
    int weight;
    bool is_leaf;
    const char *text;
} productions[] = {
#define EXPRESSION(kind, weight, text) {kind, weight, false, text},
#define LEAF(kind, weight, text)       {kind, weight, true, text},
#define STATEMENT(weight, text)        {'{', weight, false, text},
#define PART(kind, weight, text)       {kind, weight, true, text},
#define SKELETON(text)
#include "tests/programs/expressions.def"
#include "tests/programs/skeleton.def"
#include "tests/programs/statements.def"
#undef EXPRESSION
#undef LEAF
#undef STATEMENT
#undef PART
#undef SKELETON
};
enum { PRODUCTIONS = sizeof productions / sizeof *productions };

static const char skeleton[] =
#define PART(kind, weight, text)
#define SKELETON(text) text
#include "tests/programs/skeleton.def"
#undef PART
#undef SKELETON
    ;

/* How a name may be used. */
enum use { ASSIGNABLE = '+', FINAL = '!', FINAL_HERE = '~', READABLE_HERE = '-' };

struct variable {
    char kind;
    enum use use;
    int name;
};

struct generator {
    struct rng rng;
    struct strbuf *out;
    const char *program;
    int release;
    VEC(struct variable) scope;
    int next_name, statements;
    int expression_depth, statement_depth;
    int lambdas; /* around here: only final variables are seen */
};

static bool is_seen(const struct generator *g, const struct variable *variable, char kind,
                    bool to_assign) {
    if (variable->kind != kind) return false;
    if (to_assign) return variable->use == ASSIGNABLE && !g->lambdas;
    return !g->lambdas || variable->use == FINAL || variable->use == FINAL_HERE;
}

/* A variable that may be used so, or NULL. */
static const struct variable *choose_variable(struct generator *g, char kind, bool to_assign) {
    const struct variable *chosen = NULL;
    uint64_t seen = 0;
    vec_each(struct variable, variable, &g->scope) {
        if (is_seen(g, variable, kind, to_assign) && rng_below(&g->rng, ++seen) == 0)
            chosen = variable;
    }
    return chosen;
}

/* Returns the template behind its release, and sets [release] to 0 where it names none. */
static const char *skip_release(const char *text, int *release) {
    *release = 0;
    if (strncmp(text, "%@", 2) != 0) return text;
    char *end;
    *release = (int)strtol(text + 2, &end, 10);
    return end;
}

/* Does the template fit the release, and assign only what there is? */
static bool is_possible(const struct generator *g, const char *text) {
    int release;
    text = skip_release(text, &release);
    if (release > g->release) return false;
    for (const char *mark = text; (mark = strstr(mark, "%=")); mark += 3) {
        bool exists = false;
        vec_each(struct variable, variable, &g->scope)
            exists |= is_seen(g, variable, mark[2], true);
        if (!exists) return false;
    }
    return true;
}

static const char *choose_production(struct generator *g, char kind, bool only_leaves) {
    const char *chosen = NULL;
    uint64_t weight = 0;
    for (int i = 0; i < PRODUCTIONS; i++) {
        const struct production *p = &productions[i];
        bool fits = p->kind == kind && (p->is_leaf || !only_leaves) && is_possible(g, p->text);
        if (!fits) continue;
        weight += (uint64_t)p->weight;
        if (rng_below(&g->rng, weight) < (uint64_t)p->weight) chosen = p->text;
    }
    ASSERT(chosen, "no production for '%c'", kind);
    return chosen;
}

static void expand(struct generator *g, const char *text);

static void expand_expression(struct generator *g, char kind) {
    const struct variable *variable =
        rng_likely(&g->rng, 0.4) ? choose_variable(g, kind, false) : NULL;
    if (variable) {
        strbuf_addf(g->out, "v%d", variable->name);
        return;
    }
    bool only_leaves = ++g->expression_depth > EXPRESSION_DEPTH || rng_likely(&g->rng, 0.3);
    expand(g, choose_production(g, kind, only_leaves));
    g->expression_depth--;
}

static void expand_block(struct generator *g) {
    strbuf_add_text(g->out, "{\n");
    g->statement_depth++;
    int depth = g->expression_depth;
    g->expression_depth = 0;
    uint64_t count = g->statement_depth > STATEMENT_DEPTH ? 1 : 1 + rng_below(&g->rng, 5);
    for (uint64_t i = 0; i < count && g->statements < STATEMENTS; i++) {
        g->statements++;
        bool is_deep = g->statement_depth > STATEMENT_DEPTH;
        const char *text = choose_production(g, '{', false);
        while (is_deep && strstr(text, "%{")) text = choose_production(g, '{', false);
        expand(g, text);
        strbuf_add_char(g->out, '\n');
    }
    g->expression_depth = depth;
}

/* A template at work: the names that it made. */
struct names {
    int number[4]; /* 0: not yet */
};

static int name_of(struct generator *g, struct names *names, char digit) {
    int *number = &names->number[digit - '0'];
    if (!*number) *number = ++g->next_name;
    return *number;
}

/* Forgets what was visible in this template only. */
static void leave_scope(struct generator *g, uint32_t outer) {
    uint32_t kept = outer;
    for (uint32_t i = outer; i < g->scope.count; i++) {
        const struct variable *variable = &g->scope.items[i];
        if (variable->use == ASSIGNABLE || variable->use == FINAL)
            g->scope.items[kept++] = *variable;
    }
    g->scope.count = kept;
}

/* Returns how many characters the mark has behind its '%'. [outer]: variables around the template.
 */
static int expand_mark(struct generator *g, const char *mark, struct names *names, uint32_t outer,
                       uint32_t *block_scope) {
    switch (*mark) {
    case '%': strbuf_add_char(g->out, '%'); return 1;
    case 'P': strbuf_add_text(g->out, g->program); return 1;
    case '1':
    case '2':
    case '3': strbuf_addf(g->out, "v%d", name_of(g, names, *mark)); return 1;
    case '=': strbuf_addf(g->out, "v%d", choose_variable(g, mark[1], true)->name); return 2;
    case ASSIGNABLE:
    case FINAL:
    case FINAL_HERE:
    case READABLE_HERE:
        vec_push(&g->scope,
                 (struct variable){mark[1], (enum use) * mark, name_of(g, names, mark[2])});
        return 3;
    case '.':
        leave_scope(g, outer);
        *names = (struct names){0};
        return 1;
    case '(': g->lambdas++; return 1;
    case ')': g->lambdas--; return 1;
    case '{':
        *block_scope = g->scope.count;
        expand_block(g);
        return 1;
    case '}':
        strbuf_add_char(g->out, '}');
        g->statement_depth--;
        g->scope.count = *block_scope;
        return 1;
    default: expand_expression(g, *mark); return 1;
    }
}

static void expand(struct generator *g, const char *text) {
    struct names names = {0};
    uint32_t outer = g->scope.count, block_scope = 0;
    int release;
    text = skip_release(text, &release);
    for (; *text; text++) {
        if (*text != '%' || text[1] == ' ')
            strbuf_add_char(g->out, *text);
        else
            text += expand_mark(g, text + 1, &names, outer, &block_scope);
    }
    leave_scope(g, outer);
}

void random_program(uint64_t seed, int release, const char *name, struct strbuf *out) {
    struct generator g = {.out = out, .program = name, .release = release};
    rng_init(&g.rng, seed);
    expand(&g, skeleton);
    vec_release(&g.scope);
}
