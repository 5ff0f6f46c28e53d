/* RANDOM PROBES: inserted code of every shape, which changes nothing that the program reads. */
#include "tests/random_java_internal.h"

enum { DEEPEST = 3 };

const char random_probe_classes[] =
    "class Spy {\n"
    "    static int n;\n"
    "    static long sum;\n"
    "    static Node kept;\n"
    "    static int[] seen = new int[4];\n\n"
    "    static int twice(int k) {\n        return 2 * k;\n    }\n\n"
    "    static int see(Node n) {\n"
    "        int s = 0;\n"
    "        for (int i = 0; i < 3 && n != null; i++, n = n.next) s += n.get();\n"
    "        return s;\n"
    "    }\n"
    "}\n\n";

static void statement(struct generator *g, int depth);

static void hit(struct generator *g) {
    strbuf_addf(g->out, "if (CompilerDecision.isMethodCompiled()) Probe.hit(\"p%d\"); ",
                g->probes++);
}

static void note(struct generator *g) {
    switch (below(g, 6)) {
    case 0: wrapped(g, "Spy.n += ", KIND_INT, "; ", 2); break;
    case 1: wrapped(g, "Spy.sum ^= ", KIND_LONG, "; ", 2); break;
    case 2: wrapped(g, "if (", KIND_DOUBLE, " > 0.5) Spy.n++; ", 2); break;
    case 3: wrapped(g, "Spy.kept = ", KIND_NODE, "; ", 2); break;
    case 4: wrapped(g, "Spy.seen[(", KIND_INT, ") & 3]++; ", 2); break;
    default: wrapped(g, "Spy.seen[1] = ", KIND_ARRAY, ".length; ", 2);
    }
}

static void call(struct generator *g) {
    switch (below(g, g->in_node ? 3 : 4)) {
    case 0: wrapped(g, "Spy.n += Spy.twice(", KIND_INT, "); ", 2); break;
    case 1: wrapped(g, "Spy.n ^= T.mix(", KIND_INT, "); ", 2); break;
    case 2: wrapped(g, "Spy.sum += (\"\" + ", KIND_INT, ").length(); ", 2); break;
    default: wrapped(g, "Spy.n -= Spy.see(", KIND_NODE, "); ", 2);
    }
}

static void local(struct generator *g) {
    int name = g->next_name++;
    if (chance(g, 0.5)) {
        strbuf_addf(g->out, "int q%d", name);
        wrapped(g, " = ", KIND_INT, "; ", 1);
        strbuf_addf(g->out, "if (q%d > 3) Probe.hit(\"p%d\"); ", name, g->probes++);
    } else {
        strbuf_addf(g->out, "Node q%d", name);
        wrapped(g, " = ", KIND_NODE, "; ", 1);
        strbuf_addf(g->out, "if (q%d != null && q%d.x > 3) Spy.kept = q%d; ", name, name, name);
    }
}

static void allocation(struct generator *g) {
    int name = g->next_name++;
    if (!g->in_node && chance(g, 0.5)) {
        strbuf_addf(g->out, "Node q%d", name);
        wrapped(g, " = new Node(", KIND_INT, "); ", 2);
        strbuf_addf(g->out, "q%d.x++; if (q%d.x > 7) Spy.kept = q%d; ", name, name, name);
    } else {
        strbuf_addf(g->out, "int[] q%d = new int[%u]; q%d[(", name, 1 + below(g, 4), name);
        wrapped(g, "", KIND_INT, ") & 3]++; ", 2);
        strbuf_addf(g->out, "Spy.n += q%d[0]; ", name);
    }
}

static void branch(struct generator *g, int depth) {
    wrapped(g, "if (", KIND_BOOLEAN, ") { ", 2);
    statement(g, depth);
    text(g, "} ");
    if (chance(g, 0.5)) return;
    text(g, "else { ");
    statement(g, depth);
    text(g, "} ");
}

static void loop(struct generator *g, int depth) {
    int name = g->next_name++;
    strbuf_addf(g->out, "for (int q%d = 0; q%d < %u; q%d++) { ", name, name, 2 + below(g, 30),
                name);
    if (chance(g, 0.3))
        wrapped(g, "if (", KIND_BOOLEAN, chance(g, 0.5) ? ") break; " : ") continue; ", 2);
    statement(g, depth);
    text(g, "} ");
}

static void choice(struct generator *g, int depth) {
    wrapped(g, "switch ((", KIND_INT, ") & 3) { ", 2);
    for (uint32_t i = 0, cases = 1 + below(g, 3); i < cases; i++) {
        strbuf_addf(g->out, "case %u: ", i);
        statement(g, depth);
        if (chance(g, 0.6)) text(g, "break; ");
    }
    text(g, "default: ");
    statement(g, depth);
    text(g, "} ");
}

static void attempt(struct generator *g, int depth) {
    text(g, "try { ");
    statement(g, depth);
    wrapped(g, "if (", KIND_BOOLEAN, ") throw new IllegalStateException(); ", 2);
    strbuf_addf(g->out, "} catch (RuntimeException q%d) { ", g->next_name++);
    statement(g, depth);
    text(g, "} ");
    if (chance(g, 0.2)) text(g, "finally { Spy.n--; } ");
}

static void region(struct generator *g, int depth) {
    static const char *const places[] = {"PRED", "SUCC", "HERE"};
    strbuf_addf(g->out, "DelimitationAPI.instrumentationBegin(DelimitationAPI.%s); ",
                places[below(g, 3)]);
    for (uint32_t i = 0, count = below(g, 3); i <= count; i++) statement(g, depth);
    text(g, "DelimitationAPI.instrumentationEnd(); ");
}

static void statement(struct generator *g, int depth) {
    uint32_t last_flat = 8;
    switch (below(g, depth < DEEPEST ? 15 : last_flat)) {
    case 0:
    case 1:
    case 2: hit(g); break;
    case 3:
    case 4: note(g); break;
    case 5: call(g); break;
    case 6: text(g, "{ "), local(g), text(g, "} "); break;
    case 7: text(g, "{ "), allocation(g), text(g, "} "); break;
    case 8:
    case 9: branch(g, depth + 1); break;
    case 10: loop(g, depth + 1); break;
    case 11: choice(g, depth + 1); break;
    case 12: attempt(g, depth + 1); break;
    case 13: wrapped(g, "synchronized (Spy.seen) { Spy.n += ", KIND_INT, "; } ", 2); break;
    default: region(g, DEEPEST);
    }
}

void intricate_probes(struct generator *g, double probability) {
    struct strbuf inserted = STRBUF_INIT, *out = g->out;
    g->in_probe = true;
    while (chance(g, probability)) {
        g->out = &inserted;
        region(g, 1);
        g->out = out;
        if (g->options->has_probes_left_out) strbuf_release(&inserted);
        strbuf_addf(out, "%s\n", strbuf_text(&inserted));
        strbuf_release(&inserted);
        probability /= 3;
    }
    g->in_probe = false;
}
