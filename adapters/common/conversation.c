/* CONVERSATION: reads questions and writes answers. A line that is longer than the protocol allows is refused
 * before it is kept whole. */
#define _GNU_SOURCE
#include "adapters/common/conversation.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"

enum { LONGEST_LINE = 256 << 20 };

static FILE *open_descriptor(const char *variable, const char *mode) {
    const char *number = getenv(variable);
    char *end = NULL;
    long descriptor = number ? strtol(number, &end, 10) : -1;
    bool is_number = number && *number && !*end && descriptor >= 0 && descriptor <= 1 << 20;
    if (is_number && fcntl((int)descriptor, F_SETFD, FD_CLOEXEC) == 0) {
        FILE *file = fdopen((int)descriptor, mode);
        if (file) return file;
    }
    fprintf(stderr,
            "%s is not the number of an open descriptor: jittest starts adapters and sets it "
            "(docs/protocol.md)\n",
            variable);
    return NULL;
}

bool conversation_open(struct conversation *conversation) {
    conversation->questions = open_descriptor("JITTEST_ASK", "r");
    if (!conversation->questions) return false;
    conversation->answers = open_descriptor("JITTEST_TELL", "w");
    return conversation->answers != NULL;
}

/* False at the end, or with a line that is too long, which is_faulty tells apart. */
static bool read_line(struct conversation *conversation, struct strbuf *line) {
    int byte;
    while ((byte = getc_unlocked(conversation->questions)) != EOF && byte != '\n') {
        if (line->length == LONGEST_LINE) {
            conversation->is_faulty = true;
            return false;
        }
        strbuf_add_char(line, (char)byte);
    }
    return byte == '\n' || line->length > 0;
}

json_t *conversation_read(struct conversation *conversation) {
    struct strbuf line = STRBUF_INIT;
    json_t *question = NULL;
    if (read_line(conversation, &line)) {
        json_error_t error;
        question = json_loadb(strbuf_text(&line), line.length, 0, &error);
        conversation->is_faulty = !json_is_object(question);
        if (!question) {
            fprintf(stderr, "the adapter was asked what is no JSON: %s\n", error.text);
        } else if (conversation->is_faulty) {
            fprintf(stderr, "the adapter was asked what is no JSON object\n");
            json_decref(question);
            question = NULL;
        }
    } else if (conversation->is_faulty) {
        fprintf(stderr, "the adapter was asked a line of more than 256 MiB\n");
    }
    strbuf_release(&line);
    return question;
}

void conversation_tell(struct conversation *conversation, json_t *message) {
    json_dumpf(message, conversation->answers, JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_decref(message);
    putc('\n', conversation->answers);
    fflush(conversation->answers);
}

void conversation_tell_error(struct conversation *conversation, const char *format, ...) {
    struct strbuf text = STRBUF_INIT;
    va_list arguments;
    va_start(arguments, format);
    strbuf_addf_list(&text, format, arguments);
    va_end(arguments);
    conversation_tell(conversation, json_pack("{s:s, s:o}", "tell", "error", "message",
                                              json_of_text(strbuf_text(&text))));
    strbuf_release(&text);
}

void conversation_tell_cannot(struct conversation *conversation, const char *part,
                              const char *why) {
    conversation_tell(conversation, json_pack("{s:s, s:o, s:o}", "tell", "cannot", "part",
                                              json_of_text(part), "why", json_of_text(why)));
}

json_t *json_of_text(const char *text) {
    json_t *whole = json_string(text);
    if (whole) return whole;
    struct strbuf readable = STRBUF_INIT;
    for (const char *at = text; *at; at++)
        strbuf_add_char(&readable, (unsigned char)*at < 0x80 ? *at : '?');
    whole = json_string(strbuf_text(&readable));
    strbuf_release(&readable);
    return whole;
}

const char *question_text(const json_t *question, const char *name, const char *otherwise) {
    const char *text = json_string_value(json_object_get(question, name));
    return text ? text : otherwise;
}

bool question_truth(const json_t *question, const char *name, bool otherwise) {
    const json_t *truth = json_object_get(question, name);
    return json_is_boolean(truth) ? json_is_true(truth) : otherwise;
}

json_int_t question_number(const json_t *question, const char *name, json_int_t otherwise) {
    const json_t *number = json_object_get(question, name);
    return json_is_integer(number) ? json_integer_value(number) : otherwise;
}
