/* SERVE: one question after the other. */
#include "serve/serve.h"

#include <string.h>

#include "serve/state.h"

/* What must have been asked before. */
enum needs { NEEDS_NOTHING, NEEDS_PROGRAM, NEEDS_ROWS };

static void answer_hello(struct serving *serving, const json_t *question) {
    talk_tell(&serving->talk, hello_answer(question));
}

static void answer_decisions(struct serving *serving, const json_t *question) {
    talk_tell(&serving->talk, decisions_answer(serving));
}

static const struct {
    const char *word;
    enum needs needs;
    void (*answer)(struct serving *serving, const json_t *question);
} questions[] = {
    {"hello", NEEDS_NOTHING, answer_hello},    {"define", NEEDS_NOTHING, define_program},
    {"warm_up", NEEDS_PROGRAM, serve_warm_up}, {"rows", NEEDS_ROWS, serve_rows},
    {"run", NEEDS_PROGRAM, serve_run},         {"decisions", NEEDS_PROGRAM, answer_decisions},
};

static bool is_in_order(const struct serving *serving, enum needs needs) {
    if (needs == NEEDS_NOTHING) return true;
    return serving->vm && (needs == NEEDS_ROWS) == serving->warm_up.is_open;
}

static void answer(struct serving *serving, const json_t *question) {
    const char *word = text_member(question, "ask", "");
    size_t i = 0, count = sizeof questions / sizeof *questions;
    while (i < count && strcmp(questions[i].word, word) != 0) i++;
    if (i == count)
        talk_refuse(&serving->talk, "'%s' is no question of version %d of the protocol", word,
                    SERVED_VERSION);
    else if (!is_in_order(serving, questions[i].needs))
        talk_refuse(&serving->talk, "'%s' out of order", word);
    else
        questions[i].answer(serving, question);
}

int serve(const char *adapter) {
    struct serving serving = {.vm = NULL};
    json_t *question;
    bool is_over = false;
    talk_open(&serving.talk, adapter);
    while (!is_over && (question = talk_read(&serving.talk))) {
        is_over = strcmp(text_member(question, "ask", ""), "bye") == 0;
        if (!is_over) answer(&serving, question);
        json_decref(question);
    }
    forget_program(&serving);
    talk_close(&serving.talk);
    return serving.talk.is_refused;
}
