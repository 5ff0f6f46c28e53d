/* SERVE: one question after the other. */
#include "serve/serve.h"

#include <stdarg.h>
#include <string.h>

#include "serve/state.h"

void serve_tell(struct serving *serving, json_t *message) {
    fflush(NULL);
    conversation_tell(&serving->conversation, message);
}

void serve_refuse(struct serving *serving, const char *format, ...) {
    struct strbuf text = STRBUF_INIT;
    va_list arguments;
    va_start(arguments, format);
    strbuf_addf_list(&text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "%s: %s\n", serving->adapter, strbuf_text(&text));
    strbuf_release(&text);
    serving->is_refused = true;
}

/* What must have been asked before. */
enum needs { NEEDS_NOTHING, NEEDS_PROGRAM, NEEDS_ROWS };

static void answer_hello(struct serving *serving, const json_t *question) {
    serve_tell(serving, hello_answer(question));
}

static void answer_decisions(struct serving *serving, const json_t *question) {
    serve_tell(serving, decisions_answer(serving));
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
    const char *word = question_text(question, "ask", "");
    size_t i = 0, count = sizeof questions / sizeof *questions;
    while (i < count && strcmp(questions[i].word, word) != 0) i++;
    if (i == count)
        serve_refuse(serving, "'%s' is no question of version %d of the protocol", word,
                     SPOKEN_VERSION);
    else if (!is_in_order(serving, questions[i].needs))
        serve_refuse(serving, "'%s' out of order", word);
    else
        questions[i].answer(serving, question);
}

int serve(const char *adapter) {
    struct serving serving = {.adapter = adapter};
    json_t *question;
    bool is_over = !conversation_open(&serving.conversation);
    if (is_over) return 1;
    while (!is_over && !serving.is_refused &&
           (question = conversation_read(&serving.conversation))) {
        is_over = strcmp(question_text(question, "ask", ""), "bye") == 0;
        if (!is_over) answer(&serving, question);
        json_decref(question);
    }
    forget_program(&serving);
    return serving.is_refused || serving.conversation.is_faulty;
}
