/* A conversation from the adapter's side: lines of JSON by the two descriptors that the environment names. */
#ifndef SERVE_TALK_H
#define SERVE_TALK_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/diag.h"
#include "base/strbuf.h"

enum { SERVED_VERSION = 1 };

struct talk {
    const char *adapter; /* for messages */
    FILE *questions, *answers;
    bool is_refused;
};

/* The environment names the descriptors, or it is refused. */
void talk_open(struct talk *talk, const char *adapter);
void talk_close(struct talk *talk);
/* The next question, whose reference is the caller's; NULL: there is none any more, or it was refused. */
json_t *talk_read(struct talk *talk);
/* Takes the reference. What the program printed is out before. */
void talk_tell(struct talk *talk, json_t *message);
/* What is asked cannot be: says so on standard error, and nothing is read any more. */
void talk_refuse(struct talk *talk, const char *format, ...) __attribute__((format(printf, 2, 3)));
void talk_tell_cannot(struct talk *talk, const char *part, const char *why);

/* A JSON string; of what is no UTF-8, with question marks for all that is not ASCII. */
json_t *json_of_text(const char *text);
/* A member that is text, or [otherwise] where it is not. */
const char *text_member(const json_t *object, const char *key, const char *otherwise);
/* Base64 (RFC 4648, section 4); false where it is not. */
bool base64_read(const char *text, struct strbuf *bytes);

#endif
