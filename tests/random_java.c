/* RANDOM JAVA: a grammar walked at random, with the variables in scope as its only context. */
#include "tests/random_java_internal.h"

#include <stdio.h>

static const char *const kind_names[] = {"int", "long", "double", "boolean", "Node", "int[]"};

const struct random_arguments random_java_arguments[] = {
    {0, 0, false},
    {1, 2, true},
    {-1, 7, false},
    {100, -3, true},
    {17, 17, false},
    {2147483647, 1, true},
    {-2147483647 - 1, -1, false},
    {5, 0, true},
    {3, 1000, false},
    {-8, 64, true},
};
const int random_java_argument_count = sizeof random_java_arguments / sizeof *random_java_arguments;

static void statement(struct generator *g);

static bool has_intricate_probes(const struct generator *g) {
    return g->options->with_intricate_probes;
}

static void start_line(struct generator *g) {
    for (int i = 0; i < g->indent; i++) text(g, "    ");
}
static void line(struct generator *g, const char *words) {
    start_line(g);
    text(g, words);
    text(g, "\n");
}

const struct variable *any_variable(struct generator *g, enum kind kind, bool assignable) {
    const struct variable *found = NULL;
    uint32_t seen = 0;
    vec_each(struct variable, v, &g->scope) {
        if (v->kind == kind && !(assignable && v->is_fixed) && below(g, ++seen) == 0) found = v;
    }
    return found;
}

/* A member of the program, or of the object that each thread has for itself. */
static void text_of_state(struct generator *g, const char *name) {
    strbuf_addf(g->out, "%s.%s", g->options->with_threads ? "this" : "T", name);
}

static void constant(struct generator *g, enum kind kind) {
    static const char *const ints[] = {"0",  "1",   "2",           "-1",         "3",     "7",
                                       "31", "100", "-2147483648", "2147483647", "65535", "12345"};
    static const char *const longs[] = {"0L",  "1L",          "-1L",
                                        "63L", "4294967296L", "-9223372036854775808L"};
    static const char *const doubles[] = {"0.0", "1.0", "-0.5", "1e10", "3.25", "(0.0 / 0.0)"};
    switch (kind) {
    case KIND_INT: text(g, ints[below(g, 12)]); break;
    case KIND_LONG: text(g, longs[below(g, 6)]); break;
    case KIND_DOUBLE: text(g, doubles[below(g, 6)]); break;
    case KIND_BOOLEAN: text(g, chance(g, 0.5) ? "true" : "false"); break;
    case KIND_NODE: /* inserted code initialises no class that the program uses */
        if (g->in_node) {
            text_of_state(g, "sink");
            break;
        }
        text(g, g->in_probe || chance(g, 0.7) ? "new Node(" : "new Sub(");
        expression(g, KIND_INT, 3);
        text(g, ")");
        break;
    case KIND_ARRAY: strbuf_addf(g->out, "(new int[%u])", 1 + below(g, 5)); break;
    case KIND_COUNT: break;
    }
}

static void binary(struct generator *g, enum kind kind, const char *operator, int depth) {
    text(g, "(");
    expression(g, kind, depth);
    strbuf_addf(g->out, " %s ", operator);
    expression(g, kind, depth);
    text(g, ")");
}

void wrapped(struct generator *g, const char *before, enum kind kind, const char *after,
             int depth) {
    text(g, before);
    expression(g, kind, depth);
    text(g, after);
}

static void int_expression(struct generator *g, int depth) {
    static const char *const operators[] = {"+",  "-",  "*",   "&", "|", "^",
                                            "<<", ">>", ">>>", "/", "%"};
    switch (below(g, 12)) {
    case 0:
    case 1:
    case 2: binary(g, KIND_INT, operators[below(g, 11)], depth); break;
    case 3: wrapped(g, has_intricate_probes(g) ? "T.mix(" : "(- ", KIND_INT, ")", depth); break;
    case 4: wrapped(g, "(int) (", KIND_LONG, ")", depth); break;
    case 5: wrapped(g, "(int) (", KIND_DOUBLE, ")", depth); break;
    case 6:
        wrapped(g,
                chance(g, 0.5)   ? "(byte) ("
                : chance(g, 0.5) ? "(char) ("
                                 : "(short) (",
                KIND_INT, ")", depth);
        break;
    case 7: wrapped(g, "", KIND_NODE, ".x", depth); break;
    case 8: wrapped(g, "", KIND_NODE, g->in_node ? ".x" : ".get()", depth); break;
    case 9:
        wrapped(g, "", KIND_ARRAY, "[", depth);
        wrapped(g, "(", KIND_INT, chance(g, 0.9) ? ") & 0]" : ")]", depth);
        break;
    case 10:
        wrapped(g, "(", KIND_BOOLEAN, " ? ", depth);
        wrapped(g, "", KIND_INT, " : ", depth);
        wrapped(g, "", KIND_INT, ")", depth);
        break;
    default:
        if (g->in_helper || g->in_probe) {
            wrapped(g, "(~", KIND_INT, ")", depth);
        } else {
            text_of_state(g, "helper(");
            wrapped(g, "", KIND_NODE, ", ", depth);
            wrapped(g, "", KIND_INT, ")", depth);
        }
    }
}

static void long_expression(struct generator *g, int depth) {
    static const char *const operators[] = {"+", "-", "*", "&", "|", "^", "/", "%"};
    switch (below(g, 5)) {
    case 0: binary(g, KIND_LONG, operators[below(g, 8)], depth); break;
    case 1: wrapped(g, "(long) ", KIND_INT, "", depth); break;
    case 2: wrapped(g, "(long) (", KIND_DOUBLE, ")", depth); break;
    case 3:
        wrapped(g, "(", KIND_LONG, chance(g, 0.5) ? " << " : " >>> ", depth);
        wrapped(g, "", KIND_INT, ")", depth);
        break;
    default: wrapped(g, "", KIND_NODE, ".y", depth);
    }
}

static void double_expression(struct generator *g, int depth) {
    static const char *const operators[] = {"+", "-", "*", "/", "%"};
    switch (below(g, 3)) {
    case 0: binary(g, KIND_DOUBLE, operators[below(g, 5)], depth); break;
    case 1: wrapped(g, "(double) ", KIND_INT, "", depth); break;
    default: wrapped(g, "(double) (", KIND_LONG, ")", depth);
    }
}

static void boolean_expression(struct generator *g, int depth) {
    static const char *const comparisons[] = {"<", "<=", ">", ">=", "==", "!="};
    static const enum kind kinds[] = {KIND_INT, KIND_LONG, KIND_DOUBLE};
    switch (below(g, 8)) {
    case 0:
    case 1:
    case 2: binary(g, kinds[below(g, 3)], comparisons[below(g, 6)], depth); break;
    case 3: binary(g, KIND_BOOLEAN, chance(g, 0.5) ? "&&" : "||", depth); break;
    case 4: binary(g, KIND_NODE, chance(g, 0.5) ? "==" : "!=", depth); break;
    case 5: wrapped(g, "(", KIND_NODE, " == null)", depth); break;
    case 6: wrapped(g, "(", KIND_NODE, " instanceof Sub)", depth); break;
    default: wrapped(g, "!", KIND_BOOLEAN, "", depth);
    }
}

static void node_expression(struct generator *g, int depth) {
    switch (below(g, 6)) {
    case 0: constant(g, KIND_NODE); break;
    case 1: wrapped(g, "", KIND_NODE, ".next", depth); break;
    case 2: text_of_state(g, "sink"); break;
    case 3:
        if (g->in_probe) {
            constant(g, KIND_NODE);
            break;
        }
        wrapped(g, "", KIND_NODE, ".link(", depth);
        wrapped(g, "", KIND_NODE, ")", depth);
        break;
    case 4:
        wrapped(g, "(", KIND_BOOLEAN, " ? ", depth);
        wrapped(g, "", KIND_NODE, " : ", depth);
        wrapped(g, "", KIND_NODE, ")", depth);
        break;
    default:
        if (chance(g, 0.3))
            wrapped(g, "((Sub) ", KIND_NODE, ")", depth);
        else
            constant(g, KIND_NODE);
    }
}

static void name_or_state(struct generator *g, const struct variable *variable, const char *name) {
    if (variable)
        text(g, variable->name);
    else
        text_of_state(g, name);
}

void expression(struct generator *g, enum kind kind, int depth) {
    const struct variable *variable = any_variable(g, kind, false);
    if (depth >= 4 || chance(g, 0.2 + 0.2 * depth)) {
        if (variable && chance(g, 0.8))
            text(g, variable->name);
        else if (kind == KIND_NODE && depth >= 4)
            name_or_state(g, variable, "sink");
        else
            constant(g, kind);
        return;
    }
    switch (kind) {
    case KIND_INT: int_expression(g, depth + 1); break;
    case KIND_LONG: long_expression(g, depth + 1); break;
    case KIND_DOUBLE: double_expression(g, depth + 1); break;
    case KIND_BOOLEAN: boolean_expression(g, depth + 1); break;
    case KIND_NODE: node_expression(g, depth + 1); break;
    case KIND_ARRAY: name_or_state(g, variable, "data"); break;
    case KIND_COUNT: break;
    }
}

static struct variable *declare(struct generator *g, enum kind kind, bool is_fixed) {
    struct variable variable = {.kind = kind, .is_fixed = is_fixed};
    snprintf(variable.name, sizeof variable.name, "v%d", g->next_name++);
    vec_push(&g->scope, variable);
    return &vec_last(&g->scope);
}

static void maybe_intricate_probes(struct generator *g, double probability) {
    if (has_intricate_probes(g)) intricate_probes(g, probability);
}

static void block(struct generator *g, int statements) {
    uint32_t outer = g->scope.count;
    text(g, "{\n");
    g->indent++;
    if (has_intricate_probes(g) && chance(g, 0.1)) statements = 0;
    maybe_intricate_probes(g, statements ? 0.2 : 0.8);
    for (int i = 0; i < statements && g->budget > 0; i++) statement(g);
    maybe_intricate_probes(g, 0.3);
    g->indent--;
    g->scope.count = outer;
    start_line(g);
    text(g, "}");
}

static struct variable declare_with_value(struct generator *g, enum kind kind) {
    start_line(g);
    struct strbuf initial = STRBUF_INIT, *out = g->out;
    g->out = &initial;
    expression(g, kind, 0);
    g->out = out;
    const struct variable *made = declare(g, kind, false);
    strbuf_addf(g->out, "%s %s = %s;\n", kind_names[kind], made->name, strbuf_text(&initial));
    strbuf_release(&initial);
    return *made;
}

static void declaration(struct generator *g) { declare_with_value(g, below(g, KIND_COUNT)); }

static void assignment(struct generator *g) {
    enum kind kind = below(g, KIND_COUNT);
    const struct variable *variable = any_variable(g, kind, true);
    if (!variable) {
        declaration(g);
        return;
    }
    start_line(g);
    if (kind == KIND_INT && chance(g, 0.3)) {
        strbuf_addf(g->out, "%s%s;\n", variable->name, chance(g, 0.5) ? "++" : "--");
        return;
    }
    static const char *const operators[] = {"+=", "-=", "*="};
    const char *operator= kind <= KIND_DOUBLE && chance(g, 0.5) ? operators[below(g, 3)] : "=";
    strbuf_addf(g->out, "%s %s ", variable->name, operator);
    expression(g, kind, 0);
    text(g, ";\n");
}

static void heap_store(struct generator *g) {
    start_line(g);
    switch (below(g, 6)) {
    case 0:
        text_of_state(g, "sink");
        wrapped(g, " = ", KIND_NODE, ";\n", 1);
        break;
    case 1:
        text_of_state(g, "total");
        wrapped(g, " += ", KIND_INT, ";\n", 1);
        break;
    case 2:
        wrapped(g, "", KIND_NODE, ".x = ", 2);
        wrapped(g, "", KIND_INT, ";\n", 1);
        break;
    case 3:
        wrapped(g, "", KIND_NODE, ".next = ", 2);
        wrapped(g, "", KIND_NODE, ";\n", 1);
        break;
    case 4:
        wrapped(g, "", KIND_NODE, ".y += ", 2);
        wrapped(g, "", KIND_LONG, ";\n", 1);
        break;
    default: wrapped(g, "", KIND_ARRAY, "[0] = ", 2); wrapped(g, "", KIND_INT, ";\n", 1);
    }
}

static void branch(struct generator *g) {
    start_line(g);
    wrapped(g, "if (", KIND_BOOLEAN, ") ", 1);
    block(g, 1 + (int)below(g, 3));
    if (chance(g, 0.5)) {
        text(g, " else ");
        block(g, 1 + (int)below(g, 3));
    }
    text(g, "\n");
}

static void loop(struct generator *g) {
    uint32_t outer = g->scope.count;
    struct variable counter = *declare(g, KIND_INT, true);
    start_line(g);
    strbuf_addf(g->out, "for (int %s = 0; %s < %u; %s++) ", counter.name, counter.name,
                2 + below(g, 5), counter.name);
    g->loop_depth++;
    block(g, 1 + (int)below(g, 3));
    g->loop_depth--;
    text(g, "\n");
    g->scope.count = outer;
}

/* Along a list, which may be a ring, from an object that stays in scope; what comes next may be
 * anything. */
static void walk(struct generator *g) {
    uint32_t outer = g->scope.count;
    struct variable first = declare_with_value(g, KIND_NODE);
    struct variable at = *declare(g, KIND_NODE, false), steps = *declare(g, KIND_INT, true);
    start_line(g);
    strbuf_addf(g->out, "Node %s = %s;\n", at.name, first.name);
    start_line(g);
    strbuf_addf(g->out, "for (int %s = 0; %s != null && %s < %u; %s++, %s = ", steps.name, at.name,
                steps.name, 2 + below(g, 5), steps.name, at.name);
    if (chance(g, 0.7))
        strbuf_addf(g->out, "%s.next", at.name);
    else
        expression(g, KIND_NODE, 1);
    text(g, ") ");
    g->loop_depth++;
    block(g, 1 + (int)below(g, 3));
    g->loop_depth--;
    text(g, "\n");
    g->scope.count = outer;
}

static void switch_statement(struct generator *g) {
    start_line(g);
    wrapped(g, "switch ((", KIND_INT, ") & 3) {\n", 1);
    for (int i = 0; i < 3; i++) {
        start_line(g);
        strbuf_addf(g->out, "case %d: ", i * (chance(g, 0.9) ? 1 : 1000));
        if (has_intricate_probes(g) && chance(g, 0.2)) {
            text(g, "\n");
            intricate_probes(g, 0.8);
        } else {
            block(g, 1 + (int)below(g, 2));
            text(g, "\n");
            maybe_intricate_probes(g, 0.1);
        }
        if (chance(g, 0.7)) line(g, "break;");
    }
    line(g, "}");
}

static void try_statement(struct generator *g) {
    static const char *const caught[] = {"RuntimeException", "ArithmeticException",
                                         "NullPointerException", "IllegalStateException"};
    start_line(g);
    text(g, "try ");
    block(g, 1 + (int)below(g, 3));
    if (chance(g, 0.8)) {
        strbuf_addf(g->out, " catch (%s e%d) ", caught[below(g, 4)], g->next_name++);
        block(g, 1 + (int)below(g, 2));
        if (chance(g, 0.2)) {
            text(g, " finally ");
            block(g, 1);
        }
    } else {
        text(g, " finally ");
        block(g, 1);
    }
    text(g, "\n");
}

static void probe(struct generator *g) {
    static const char *const places[] = {"PRED", "SUCC", "HERE"};
    start_line(g);
    strbuf_addf(g->out, "DelimitationAPI.instrumentationBegin(DelimitationAPI.%s);\n",
                places[below(g, 3)]);
    const struct variable *node = any_variable(g, KIND_NODE, false);
    start_line(g);
    if (node && chance(g, 0.5))
        strbuf_addf(g->out,
                    "if (CompilerDecision.isMethodCompiled() && %s != null) Probe.hit(\"p%d\");\n",
                    node->name, g->probes++);
    else
        strbuf_addf(g->out, "if (CompilerDecision.isMethodCompiled()) Probe.hit(\"p%d\");\n",
                    g->probes++);
    if (g->probes % 5 == 0) {
        line(g, "DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);");
        start_line(g);
        strbuf_addf(g->out, "if (CompilerDecision.isMethodCompiled()) Probe.hit(\"p%d\");\n",
                    g->probes++);
        line(g, "DelimitationAPI.instrumentationEnd();");
    }
    line(g, "DelimitationAPI.instrumentationEnd();");
}

/* Of what it reads: negative, even, odd; or what goes for that. */
static void read(struct generator *g) {
    static const struct {
        enum kind kind;
        const char *first, *second;
    } rows[] = {
        {KIND_INT, "%s < 0", "(%s & 1) == 0"},
        {KIND_LONG, "%s < 0L", "(%s & 1L) == 0L"},
        {KIND_DOUBLE, "%s < 0.5", "%s < 100.0"},
        {KIND_BOOLEAN, "%s", "!%s"},
    };
    uint32_t row = below(g, sizeof rows / sizeof *rows);
    const struct variable *variable = any_variable(g, rows[row].kind, false);
    if (!variable) return;
    char first[60], second[60];
    snprintf(first, sizeof first, rows[row].first, variable->name);
    snprintf(second, sizeof second, rows[row].second, variable->name);
    int probe = g->probes++;
    line(g, "DelimitationAPI.instrumentationBegin(DelimitationAPI.HERE);");
    start_line(g);
    strbuf_addf(g->out,
                "if (%s) Probe.hit(\"r%d-\"); else if (%s) Probe.hit(\"r%d0\"); "
                "else Probe.hit(\"r%d1\");\n",
                first, probe, second, probe, probe);
    line(g, "DelimitationAPI.instrumentationEnd();");
}

static void leave(struct generator *g) {
    start_line(g);
    wrapped(g, "if (", KIND_BOOLEAN, ") ", 2);
    switch (below(g, g->loop_depth ? 4 : 2)) {
    case 0: wrapped(g, "return ", KIND_LONG, ";\n", 2); break;
    case 1: wrapped(g, "throw new IllegalStateException(\"\" + ", KIND_INT, ");\n", 3); break;
    case 2: text(g, "break;\n"); break;
    default: text(g, "continue;\n");
    }
}

/* One lock is shared by all threads, so that they cannot wait for each other; what it guards is added up, in any order. */
static void lock_statement(struct generator *g) {
    bool is_shared = g->options->with_threads && chance(g, 0.5);
    start_line(g);
    if (is_shared && chance(g, 0.5)) {
        wrapped(g, "T.add(", KIND_LONG, ");\n", 2);
        return;
    }
    if (is_shared)
        text(g, "synchronized (T.class) ");
    else
        wrapped(g, "synchronized (", KIND_NODE, ") ", 2);
    block(g, 1 + (int)below(g, 2));
    text(g, "\n");
}

static void statement(struct generator *g) {
    g->budget--;
    maybe_intricate_probes(g, 0.2);
    if (g->options->with_probes && chance(g, 0.2)) probe(g);
    if (g->options->with_reads && chance(g, 0.4)) read(g);
    switch (below(g, 16)) {
    case 0:
    case 1:
    case 2: declaration(g); break;
    case 3:
    case 4:
    case 5: assignment(g); break;
    case 6:
    case 7:
    case 8: heap_store(g); break;
    case 9:
    case 10: branch(g); break;
    case 11:
        if (g->loop_depth >= 2)
            assignment(g);
        else if (chance(g, 0.5))
            loop(g);
        else
            walk(g);
        break;
    case 12: switch_statement(g); break;
    case 13: try_statement(g); break;
    case 14: lock_statement(g); break;
    default: leave(g);
    }
}

static void parameter(struct generator *g, enum kind kind, const char *name) {
    struct variable variable = {.kind = kind};
    snprintf(variable.name, sizeof variable.name, "%s", name);
    vec_push(&g->scope, variable);
}

static const char *of_state(const struct generator *g) {
    return g->options->with_threads ? "" : "static ";
}

static void begin_method(struct generator *g, const char *words) {
    start_line(g);
    text(g, of_state(g));
    text(g, words);
    g->indent++;
}

static void helper(struct generator *g) {
    g->in_helper = true;
    g->indent = 1;
    parameter(g, KIND_NODE, "n");
    parameter(g, KIND_INT, "k");
    begin_method(g, "int helper(Node n, int k) {\n");
    maybe_intricate_probes(g, 0.3);
    start_line(g);
    wrapped(g, "if (", KIND_BOOLEAN, ") ", 1);
    text_of_state(g, "sink");
    text(g, " = n;\n");
    maybe_intricate_probes(g, 0.3);
    start_line(g);
    wrapped(g, "return ", KIND_INT, ";\n", 1);
    g->indent--;
    line(g, "}\n");
    g->scope.count = 0;
    g->in_helper = false;
}

static void body(struct generator *g) {
    g->indent = 1;
    parameter(g, KIND_INT, "a");
    parameter(g, KIND_INT, "b");
    parameter(g, KIND_BOOLEAN, "c");
    begin_method(g, "long body(int a, int b, boolean c) {\n");
    while (g->budget > 0) statement(g);
    maybe_intricate_probes(g, 0.3);
    start_line(g);
    wrapped(g, "return ", KIND_LONG, ";\n", 0);
    g->indent--;
    line(g, "}\n");
    g->scope.count = 0;
}

/* Where '@' stands there may be an intricate probe, with the parameters in scope; where '$' stands, what the methods of the
 * state are. */
static const char node_text[] =
    "class Node {\n"
    "    int x;\n"
    "    long y;\n"
    "    Node next;\n\n"
    "    Node(int x) {\n@        this.x = x;\n@    }\n\n"
    "    int get() {\n@        return x;\n    }\n\n"
    "    synchronized Node link(Node n) {\n@        next = n;\n@        return this;\n    }\n"
    "}\n\n"
    "class Sub extends Node {\n"
    "    int z = 3;\n\n"
    "    Sub(int x) {\n        super(x + 1);\n@    }\n\n"
    "    int get() {\n@        return x * z;\n    }\n"
    "}\n\n";

static const char frame[] =
    "    $long reachable() {\n"
    "        long sum = total;\n"
    "        Node n = sink;\n"
    "        for (int i = 0; i < 10 && n != null; i++, n = n.next) {\n@"
    "            sum = sum * 31 + n.x + n.y + (n instanceof Sub ? ((Sub) n).z : 0);\n@"
    "        }\n@"
    "        for (int i = 0; i < data.length; i++) sum = sum * 31 + data[i];\n@"
    "        return sum;\n"
    "    }\n\n"
    "    $long run(int a, int b, boolean c) {\n"
    "        sink = new Node(a);\n@"
    "        total = 0;\n"
    "        data = new int[3];\n"
    "        long result;\n"
    "        try {\n@"
    "            result = body(a, b, c);\n@"
    "        } catch (RuntimeException e) {\n@"
    "            result = e.getClass().getName().hashCode();\n@"
    "        }\n@"
    "        return result * 31 + reachable();\n"
    "    }\n\n";

/* What the methods have in scope: not all of them the same. */
static const struct variable in_scope_of_node[] = {{KIND_INT, "x", true}},
                             in_scope_of_frame[] = {{KIND_NODE, "sink", true},
                                                    {KIND_INT, "total", true},
                                                    {KIND_ARRAY, "data", true}};

static void text_with_probes(struct generator *g, const char *words,
                             const struct variable *in_scope, int count) {
    for (int i = 0; i < count; i++) vec_push(&g->scope, in_scope[i]);
    for (size_t length; *words; words += length + (words[length] != '\0')) {
        length = strcspn(words, "@$");
        strbuf_add(g->out, words, length);
        if (words[length] == '$') text(g, of_state(g));
        if (words[length] == '@') maybe_intricate_probes(g, 0.3);
    }
    g->scope.count = 0;
}

/* The first statement is so that no probe comes to initialise a class of the library first. */
static const char shared_with_probes[] =
    "    static String ready = \"\" + 1 + new IllegalStateException().getMessage();\n\n"
    "    static int mix(int k) {\n        return k * 31 ^ k >> 2;\n    }\n\n";

static const char state[] = "class T {\n    $Node sink;\n    $int total;\n    $int[] data;\n\n";

static const char shared_by_threads[] =
    "    static int tickets;\n"
    "    static long sum;\n\n"
    "    static synchronized void add(long value) {\n        sum += value;\n    }\n\n"
    "    static synchronized int ticket() {\n        return tickets++;\n    }\n\n"
    "    static void work(int times) {\n"
    "        for (int i = 0; i < times; i++) add(runNumber(ticket()));\n"
    "    }\n\n";

static void add_run(struct generator *g, int number) {
    const struct random_arguments *arguments = &random_java_arguments[number];
    strbuf_addf(g->out, "%srun(%d, %d, %s)", g->options->with_threads ? "new T()." : "",
                arguments->a, arguments->b, arguments->c ? "true" : "false");
}

static void threads_method(struct generator *g) {
    text(g, "    static long runNumber(int number) {\n");
    strbuf_addf(g->out, "        switch (number %% %d) {\n", random_java_argument_count);
    for (int i = 0; i < random_java_argument_count; i++) {
        strbuf_addf(g->out, "        case %d: return ", i);
        add_run(g, i);
        text(g, ";\n");
    }
    text(g, "        default: return 0;\n        }\n    }\n\n");
}

void random_java(uint64_t seed, const struct random_java_options *options, struct strbuf *out) {
    struct generator g = {.out = out, .options = options, .budget = options->statements};
    rng_init(&g.rng, seed);
    if (options->with_intricate_probes) text(&g, random_probe_classes);
    g.in_node = true;
    text_with_probes(&g, node_text, in_scope_of_node, 1);
    g.in_node = false;
    text_with_probes(&g, state, NULL, 0);
    if (options->with_threads) {
        text(&g, shared_by_threads);
        threads_method(&g);
    }
    if (options->with_intricate_probes) text(&g, shared_with_probes);
    helper(&g);
    body(&g);
    text_with_probes(&g, frame, in_scope_of_frame, 3);
    text(&g, "    public static void main(String[] args) {\n");
    for (int i = 0; i < random_java_argument_count; i++) {
        text(&g, "        System.out.println(");
        add_run(&g, i);
        text(&g, ");\n");
    }
    text(&g, "    }\n}\n");
    vec_release(&g.scope);
}
