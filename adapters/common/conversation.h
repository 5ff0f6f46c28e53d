/* The adapter's side of the protocol (docs/protocol.md): one JSON object a line, by the two
 * descriptors that the environment names. */
#ifndef ADAPTERS_CONVERSATION_H
#define ADAPTERS_CONVERSATION_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

enum { SPOKEN_VERSION = 1 };

struct conversation {
    FILE *questions, *answers;
    bool is_faulty; /* what came could not be read */
};

/* False, with a message on standard error, where the environment names no open descriptors. */
bool conversation_open(struct conversation *conversation);
/* The next question, which the caller owns. NULL at the end, and where a line is no JSON object: that is said on standard error,
 * and [is_faulty]. */
json_t *conversation_read(struct conversation *conversation);
/* Takes [message] over. */
void conversation_tell(struct conversation *conversation, json_t *message);
void conversation_tell_error(struct conversation *conversation, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* [part] is of the question that cannot be done. */
void conversation_tell_cannot(struct conversation *conversation, const char *part, const char *why);

/* A JSON string of [text]; where that is no UTF-8, with question marks for what is not ASCII. */
json_t *json_of_text(const char *text);

/* A member of a question, or what a member that is missing or of another kind means. */
const char *question_text(const json_t *question, const char *name, const char *otherwise);
bool question_truth(const json_t *question, const char *name, bool otherwise);
json_int_t question_number(const json_t *question, const char *name, json_int_t otherwise);

#endif
