/* Runs the phases of a graph test and answers its questions about what became of the graph. */
#ifndef TESTS_GRAPH_ANSWER_H
#define TESTS_GRAPH_ANSWER_H

#include "graph_file.h"
#include "ir/testing.h"

struct graph_replacement {
    const struct node *node, *by;
};

/* What a run made of the graph. */
struct graph_outcome {
    struct graph_test test;
    struct edit_listener listener;
    VEC(struct graph_replacement) replacements; /* in their order */
    struct icg_set *inserted;                   /* NULL: no step takes inserted code out */
    struct count failures;                      /* of inserted code */
    double frequency_before[NODE_KIND_COUNT];
    int before[NODE_KIND_COUNT]; /* how many of each kind the text has */
    enum reason given_up; /* then the graph is broken and no question about it has an answer */
};

/* Reads the graph and runs the steps; false with [diag] when the text is wrong. graph_outcome_release
 * in any case. */
bool graph_outcome_make(struct graph_outcome *out, const struct graph_file *file,
                        const struct graph_run *run, struct diag *diag);
void graph_outcome_release(struct graph_outcome *outcome);
/* In the test's arena, lines with newlines between them; NULL with [diag] when the question makes no
 * sense. */
const char *graph_answer(struct graph_outcome *outcome, const struct graph_words *question,
                         struct diag *diag);
/* Is the answer the expected one? Blanks do not count, and frequencies may differ by 1e-9. */
bool graph_answer_fits(const struct graph_words *question, const char *expected,
                       const char *answer);
/* Questions about what the run changed, a line each: for a test that has none yet. */
const char *graph_questions(struct graph_outcome *outcome);

#endif
