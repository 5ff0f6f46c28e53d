/* RANDOM SITES: the verdicts about each of several sites of one class equal an independent count.
 *
 * Each random target allocates objects of one class at many places, some of one bytecode that is
 * inlined through several calls, some by clone(), which is a native. The generator draws all conditions itself, and so knows of each
 * site how often it is reached, in which executions its object escapes, and what the compiler is
 * to believe: it works that out from the draws, without a compiler. A spec asks for exactly that,
 * of every site, and must pass; its twin claims of one site what is true of another, and must fail.
 *
 * RANDOM_SITES says how many targets (default 40), RANDOM_SEED where they start (default 1). */
#include "base/check_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/rng.h"
#include "base/strbuf.h"
#include "base/vec.h"

enum { CONDITIONS = 4, DRAWS = 20, BYTECODES = 4, ROUNDS = 20 };

/* What becomes of the object, whatever the draws are. */
enum fate { FATE_REMOVED, FATE_ESCAPES_SOMEWHERE, FATE_ESCAPES, FATE_MADE_BY_NATIVE };

struct site {
    char text[80];         /* "in: T.f, of: P, line: 12" */
    bool reached[DRAWS];   /* by draw */
    bool allocated[DRAWS]; /* likewise */
    double predicted;      /* a call; conditions of a merge and behind it count as independent */
    enum fate fate;
};

struct program {
    struct arena arena;
    struct rng rng;
    bool draws[CONDITIONS][DRAWS];
    struct strbuf body;       /* of T.f */
    int line, objects, turns; /* of a loop around the body; 1: none */
    int made[BYTECODES];      /* sites so far, by bytecode */
    VEC(struct site) sites;
};

static int below(struct program *program, int bound) {
    return (int)rng_below(&program->rng, (uint64_t)bound);
}

static int count(const bool draws[DRAWS]) {
    int taken = 0;
    for (int i = 0; i < DRAWS; i++) taken += draws[i];
    return taken;
}

static double odds(const struct program *program, int condition) {
    return (double)count(program->draws[condition]) / DRAWS;
}

static void add_line(struct program *program, const char *format, int a, int b) {
    strbuf_add_text(&program->body, "          ");
    strbuf_addf(&program->body, format, a, b);
    strbuf_add_char(&program->body, '\n');
    program->line++;
}

/* --- the classes --- */

/* Lines of Java text in front of the first line of T.f's body: these and its head. */
static const char classes[] =
    "      class P implements Cloneable {\n"
    "          int v; P next; static Object sink; static final P model = new P();\n"
    "          static P make0(int k) { P p = new P(); p.v = k; return p; }\n"
    "          static P make1(int k) { P p = new P(); p.v = k + 1; return p; }\n"
    "          static P through(int k) { return make1(k * 2); }\n"
    "          final P twin() {\n"
    "              try { return (P) clone(); } catch (Exception e) { return null; }\n"
    "          }\n"
    "          final P again() { return twin(); }\n"
    "      }\n"
    "      class T {\n"
    "          static int f(boolean c0, boolean c1, boolean c2, boolean c3, int x) {\n"
    "              int r = x;\n";
enum { LINES_BEFORE = 13 };

struct maker {
    const char *made, *in, *through;
    int bytecode;
};

static const struct maker allocating[] = {{"new P()", "T.f", NULL, 0},
                                          {"P.make0(x)", "P.make0", "", 1},
                                          {"P.make1(x)", "P.make1", "", 2},
                                          {"P.through(x)", "P.make1", " -> P.through", 2}};
static const struct maker cloning[] = {{".twin()", "P.twin", "", 3},
                                       {".again()", "P.twin", " -> P.again", 3}};

/* How the site is named that the next line has: by its line, or by its number of those of its
 * bytecode. */
static void name_site(struct program *program, const struct maker *maker, char site[static 80]) {
    int line = program->line + 1, nth = ++program->made[maker->bytecode];
    if (below(program, 2))
        snprintf(site, 80, "in: %s, of: P, nth: %d", maker->in, nth);
    else if (!maker->through)
        snprintf(site, 80, "in: %s, of: P, line: %d", maker->in, line);
    else
        snprintf(site, 80, "in: %s, of: P, via: 'T.f:%d%s'", maker->in, line, maker->through);
}

/* The line "[head] <an object> [tail]": reached when [when] is drawn as [value] (-1: always),
 * allocated when besides [escapes] is drawn (-1: never). */
static void add_object(struct program *program, const char *head, const char *tail, int when,
                       bool value, int escapes) {
    struct site site = {.fate = escapes < 0 ? FATE_REMOVED : FATE_ESCAPES_SOMEWHERE};
    const struct maker *maker = &allocating[below(program, 4)];
    name_site(program, maker, site.text);
    double share = 1;
    if (when >= 0) share = value ? odds(program, when) : 1 - odds(program, when);
    site.predicted = escapes < 0 ? 0 : share * odds(program, escapes);
    for (int i = 0; i < DRAWS; i++) {
        site.reached[i] = when < 0 || program->draws[when][i] == value;
        site.allocated[i] = site.reached[i] && escapes >= 0 && program->draws[escapes][i];
    }
    strbuf_addf(&program->body, "              %s%s%s\n", head, maker->made, tail);
    program->line++;
    arena_vec_push(&program->arena, &program->sites, site);
}

/* The line "[head] <a clone> [tail]", likewise. */
static void add_clone(struct program *program, const char *head, const char *tail, int when,
                      bool value) {
    struct site site = {.fate = FATE_MADE_BY_NATIVE};
    const struct maker *maker = &cloning[below(program, 2)];
    name_site(program, maker, site.text);
    for (int i = 0; i < DRAWS; i++)
        site.reached[i] = site.allocated[i] = when < 0 || program->draws[when][i] == value;
    strbuf_addf(&program->body, "              %s%s%s\n", head, maker->made, tail);
    program->line++;
    arena_vec_push(&program->arena, &program->sites, site);
}

/* --- statements --- */

static void add_local(struct program *program) {
    char head[40];
    int object = program->objects++;
    snprintf(head, sizeof head, "P p%d = ", object);
    add_object(program, head, ";", -1, true, -1);
    add_line(program, "    r += p%d.v;", object, 0);
}

static void add_escaping(struct program *program) {
    char head[40];
    int object = program->objects++, condition = below(program, CONDITIONS);
    snprintf(head, sizeof head, "P p%d = ", object);
    add_object(program, head, ";", -1, true, condition);
    add_line(program, "    r += p%d.v;", object, 0);
    add_line(program, "    if (c%d) P.sink = p%d;", condition, object);
}

static void add_nested(struct program *program) {
    char head[40];
    int object = program->objects++, outer = below(program, CONDITIONS);
    int inner = (outer + 1 + below(program, CONDITIONS - 1)) % CONDITIONS;
    snprintf(head, sizeof head, "    P p%d = ", object);
    add_line(program, "    if (c%d) {", outer, 0);
    add_object(program, head, ";", outer, true, inner);
    /* The profile of the inner condition is of the outer arm alone. */
    struct site *site = &vec_last(&program->sites);
    site->predicted = (double)count(site->allocated) / DRAWS;
    add_line(program, "        r += p%d.v;", object, 0);
    add_line(program, "        if (c%d) P.sink = p%d;", inner, object);
    add_line(program, "    }", 0, 0);
}

/* Two objects of which a condition chooses one, which escapes or not. */
static void add_merged(struct program *program) {
    char head[40];
    int object = program->objects++, chooses = below(program, CONDITIONS);
    int escapes =
        below(program, 3) == 0 ? -1 : (chooses + 1 + below(program, CONDITIONS - 1)) % CONDITIONS;
    snprintf(head, sizeof head, "    p%d = ", object);
    add_line(program, "    P p%d;", object, 0);
    add_line(program, "    if (c%d)", chooses, 0);
    add_object(program, head, ";", chooses, true, escapes);
    add_line(program, "    else", 0, 0);
    add_object(program, head, ";", chooses, false, escapes);
    add_line(program, "    r += p%d.v;", object, 0);
    if (escapes >= 0) add_line(program, "    if (c%d) P.sink = p%d;", escapes, object);
}

/* Two objects that escape together, or one of them alone. */
static void add_linked(struct program *program) {
    char head[40];
    int first = program->objects++, second = program->objects++;
    int condition = below(program, CONDITIONS);
    bool together = below(program, 2);
    snprintf(head, sizeof head, "P p%d = ", first);
    add_object(program, head, ";", -1, true, condition);
    snprintf(head, sizeof head, "P p%d = ", second);
    add_object(program, head, ";", -1, true, together ? condition : -1);
    if (together) add_line(program, "    p%d.next = p%d;", first, second);
    add_line(program, "    r += p%d.v + p%d.v;", first, second);
    add_line(program, "    if (c%d) P.sink = p%d;", condition, first);
}

static void add_kept(struct program *program) {
    add_object(program, "P.sink = ", ";", -1, true, -1);
    struct site *site = &vec_last(&program->sites);
    site->fate = FATE_ESCAPES;
    site->predicted = 1;
    memset(site->allocated, true, sizeof site->allocated);
}

/* The compiler does not see that the clone goes nowhere. */
static void add_copy(struct program *program) {
    int when = below(program, CONDITIONS + 1) - 1;
    bool value = below(program, 2);
    if (when >= 0) add_line(program, value ? "    if (c%d)" : "    if (!c%d)", when, 0);
    add_clone(program, "r += P.model", ".v;", when, value);
}

/* An object that escapes to the native that clones it. */
static void add_copied(struct program *program) {
    char head[40];
    int object = program->objects++, condition = below(program, CONDITIONS);
    snprintf(head, sizeof head, "P p%d = ", object);
    add_object(program, head, ";", -1, true, condition);
    add_line(program, "    r += p%d.v;", object, 0);
    add_line(program, "    if (c%d)", condition, 0);
    snprintf(head, sizeof head, "    r += p%d", object);
    add_clone(program, head, ".v;", condition, true);
}

static void generate(struct program *program, uint64_t seed) {
    static void (*const statements[])(struct program *) = {add_local,  add_escaping, add_nested,
                                                           add_merged, add_linked,   add_kept,
                                                           add_copy,   add_copied};
    enum { STATEMENTS = sizeof statements / sizeof *statements };
    *program = (struct program){.line = LINES_BEFORE};
    arena_init(&program->arena);
    rng_init(&program->rng, seed);
    for (int c = 0; c < CONDITIONS; c++) {
        for (int i = 0; i < DRAWS; i++) program->draws[c][i] = below(program, 3) == 0;
        program->draws[c][0] = true;
        program->draws[c][1] = false;
    }
    program->turns = 1 + 2 * below(program, 2);
    add_line(program, program->turns > 1 ? "    for (int i = 0; i < %d; i++) {" : "    {",
             program->turns, 0);
    for (int i = 4 + below(program, 4); i > 0; i--) statements[below(program, STATEMENTS)](program);
    add_line(program, "    }", 0, 0);
}

static void release(struct program *program) {
    strbuf_release(&program->body);
    arena_release(&program->arena);
}

/* --- what is expected --- */

/* The word that must hold; NULL where it depends on how the compiler puts it. */
static const char *word_of(const struct site *site) {
    if (site->fate == FATE_REMOVED) return "removed";
    if (site->fate == FATE_ESCAPES) return NULL;
    if (site->fate == FATE_MADE_BY_NATIVE) return "kept";
    return count(site->allocated) < count(site->reached) ? "moved" : NULL;
}

static void add_expectation(struct strbuf *out, const struct site *site, const char *word,
                            int allocated) {
    strbuf_addf(out, "  - allocation: { %s }\n", site->text);
    if (word) strbuf_addf(out, "    is: %s\n", word);
    strbuf_addf(out, "    rate: %.17g\n", (double)allocated / count(site->reached));
}

static void add_truth(struct strbuf *out, const struct program *program) {
    vec_each(struct site, site, &program->sites) {
        if (!count(site->reached)) continue;
        add_expectation(out, site, word_of(site), count(site->allocated));
        if (site->fate == FATE_MADE_BY_NATIVE) continue; /* nothing is predicted of it */
        strbuf_addf(out, "    predicted: { is: %.17g, epsilon: %.2f }\n",
                    program->turns * site->predicted, 0.06 * program->turns);
    }
}

/* Of one site, what is true of another, or else one allocation more or less. */
static void add_lie(struct strbuf *out, struct program *program) {
    uint32_t first = (uint32_t)below(program, (int)program->sites.count);
    for (uint32_t i = 0; i < program->sites.count; i++) {
        const struct site *site = &program->sites.items[(first + i) % program->sites.count];
        vec_each(struct site, other, &program->sites) {
            const char *lie = word_of(other);
            if (!lie || !word_of(site) || strcmp(lie, word_of(site)) == 0) continue;
            strbuf_addf(out, "  - allocation: { %s }\n    is: %s\n", site->text, lie);
            return;
        }
    }
    const struct site *site = &program->sites.items[first];
    int allocated = count(site->allocated);
    add_expectation(out, site, NULL, allocated ? allocated - 1 : 1);
}

static void add_spec(struct strbuf *out, struct program *program, bool is_true) {
    strbuf_addf(out, "target:\n  java: |\n%s%s              return r;\n          }\n      }\n",
                classes, strbuf_text(&program->body));
    strbuf_add_text(out, "run:\n  call: T.f\n  args:\n");
    for (int c = 0; c < CONDITIONS; c++) {
        strbuf_add_text(out, "    - { cycle: [");
        for (int i = 0; i < DRAWS; i++)
            strbuf_addf(out, "%s%s", i ? ", " : "", program->draws[c][i] ? "true" : "false");
        strbuf_add_text(out, "] }\n");
    }
    strbuf_addf(out, "    - { cycle: [3, 5, 8] }\n  iterations: %d\nexpect:\n", DRAWS * ROUNDS);
    if (is_true)
        add_truth(out, program);
    else
        add_lie(out, program);
}

/* --- running --- */

static long environment_number(const char *name, long otherwise) {
    const char *text = getenv(name);
    return text ? strtol(text, NULL, 10) : otherwise;
}

static char folder[] = "/tmp/random_sites.XXXXXX";

static void write_specs(long programs, bool are_true) {
    for (long i = 0; i < programs; i++) {
        uint64_t seed = (uint64_t)(environment_number("RANDOM_SEED", 1) + i);
        struct program program;
        struct strbuf text = STRBUF_INIT;
        char path[80];
        generate(&program, seed);
        add_spec(&text, &program, are_true);
        snprintf(path, sizeof path, "%s/seed_%llu.yaml", folder, (unsigned long long)seed);
        FILE *file = fopen(path, "w");
        ck_assert_ptr_nonnull(file);
        fputs(strbuf_text(&text), file);
        ck_assert_int_eq(fclose(file), 0);
        strbuf_release(&text);
        release(&program);
    }
}

/* Runs them all; returns how many had the verdict [word], with what is said of others. */
static long run_specs(const char *word, struct strbuf *others) {
    char command[400], line[4096];
    long count = 0;
    bool is_other = false;
    snprintf(command, sizeof command, "'%s' --color never -j 2 '%s' 2>&1", JITTEST, folder);
    FILE *output = popen(command, "r");
    ck_assert_ptr_nonnull(output);
    while (fgets(line, sizeof line, output)) {
        bool is_verdict = line[0] != ' ' && strstr(line, ": ") && strstr(line, "seed_");
        if (is_verdict)
            is_other = strncmp(line, word, strlen(word)) != 0 || line[strlen(word)] != ':';
        count += is_verdict && !is_other;
        if (is_other && others->length < 3000) strbuf_add_text(others, line);
    }
    pclose(output);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
    return count;
}

static void check_all(bool are_true, const char *word) {
    long programs = environment_number("RANDOM_SITES", 40);
    struct strbuf others = STRBUF_INIT;
    ck_assert_ptr_nonnull(mkdtemp(folder));
    write_specs(programs, are_true);
    long count = run_specs(word, &others);
    ck_assert_msg(count == programs, "%ld of %ld are %s; others:\n%s", count, programs, word,
                  strbuf_text(&others));
    strbuf_release(&others);
}

START_TEST(what_is_true_of_each_site_passes) { check_all(true, "PASS"); }
END_TEST

START_TEST(what_is_true_of_another_site_only_fails) { check_all(false, "FAIL"); }
END_TEST

int main(void) {
    Suite *suite = suite_create("random sites");
    TCase *cases = tcase_create("random sites");
    tcase_set_timeout(cases, 0); /* none: each spec has its own */
    tcase_add_test(cases, what_is_true_of_each_site_passes);
    tcase_add_test(cases, what_is_true_of_another_site_only_fails);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
