/* A file of graph tests, read (docs/graph-text.md): a graph as text, and runs of phases over it, each
 * with the answers that it expects to questions. All of it lives in an arena. */
#ifndef TESTS_GRAPH_FILE_H
#define TESTS_GRAPH_FILE_H

#include "base/diag.h"
#include "base/vec.h"
#include "ir/compilation.h"

struct graph_word {
    const char *text;
    struct place place;
};

struct graph_words {
    struct graph_word *items;
    uint32_t count, capacity;
};

/* A question and the answer that is expected: in the same line, or in those below it. */
struct graph_expectation {
    struct graph_words words; /* of the question, never empty */
    const char *question;     /* as it is written */
    const char *answer;       /* lines with newlines between them, without comments */
    struct place place;
    int answer_lines; /* below the question's; 0: it stands in the same */
};

/* One of: a phase as the pipeline runs its row; so many of its rounds, with nothing behind them; all
 * that optimises; what follows on the building of a graph: its inserted code is taken out. */
struct graph_step {
    enum { GRAPH_STEP_PHASE, GRAPH_STEP_ROUNDS, GRAPH_STEP_OPTIMIZE, GRAPH_STEP_BUILD } kind;
    enum phase phase;
    int rounds;
};

struct graph_run {
    const char *name; /* a sentence, without its full stop */
    const char *steps_text;
    struct place place;
    VEC(struct graph_step) steps;
    bool phase_disabled[PHASE_COUNT], rule_disabled[RULE_COUNT], sabotaged[SABOTAGE_COUNT];
    double limits[LIMIT_COUNT];
    bool discards_inserted;
    int expect_line; /* of "expect:"; 0: not there yet */
    VEC(struct graph_expectation) expectations;
};

struct graph_file {
    const char *path;
    const char *graph;       /* its text */
    VEC(const char *) lines; /* of the file, without newlines */
    VEC(struct graph_run) runs;
};

/* False with [diag]. Whether the graph and the questions make sense is not looked at. */
bool graph_file_read(struct arena *arena, const char *path, const char *text,
                     struct graph_file *out, struct diag *diag);
/* The row of a table that the word names; -1 with an error that names the nearest. A row without a
 * name is none. */
int graph_word_find(const struct graph_word *word, const char *what, const char *(*name)(int index),
                    int count, struct diag *diag);
/* The words of [text], which stands at [place]; a comma is a word. */
struct graph_words graph_words_of(struct arena *arena, const char *text, struct place place);

#endif
