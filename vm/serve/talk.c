/* Lines are read as they come, each whole. */
#include "serve/talk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_LINE = 256 * 1024 * 1024 };

/* --- the descriptors --- */

/* Processes of the program do not have them. */
static FILE *open_descriptor(struct talk *talk, const char *variable, const char *mode) {
    const char *number = getenv(variable);
    char *end = NULL;
    long descriptor = number ? strtol(number, &end, 10) : -1;
    bool is_number = number && *number && !*end && descriptor >= 0 && descriptor <= INT32_MAX;
    FILE *file = is_number && fcntl((int)descriptor, F_SETFD, FD_CLOEXEC) == 0
                     ? fdopen((int)descriptor, mode)
                     : NULL;
    if (!file)
        talk_refuse(
            talk, "%s is not the number of an open descriptor: jittest starts adapters and sets it",
            variable);
    return file;
}

void talk_open(struct talk *talk, const char *adapter) {
    *talk = (struct talk){.adapter = adapter};
    talk->questions = open_descriptor(talk, "JITTEST_ASK", "r");
    if (talk->questions) talk->answers = open_descriptor(talk, "JITTEST_TELL", "w");
}

void talk_close(struct talk *talk) {
    if (talk->questions) fclose(talk->questions);
    if (talk->answers) fclose(talk->answers);
}

/* --- questions --- */

static json_t *question_of_line(struct talk *talk, const char *line, size_t length) {
    json_error_t error;
    json_t *question = json_loadb(line, length, 0, &error);
    if (json_is_object(question)) return question;
    talk_refuse(talk, "a question that is no JSON object%s%s", question ? "" : ": ",
                question ? "" : error.text);
    json_decref(question);
    return NULL;
}

json_t *talk_read(struct talk *talk) {
    char *line = NULL;
    size_t room = 0;
    json_t *question = NULL;
    ssize_t length = talk->is_refused ? -1 : getline(&line, &room, talk->questions);
    if (length > LONGEST_LINE)
        talk_refuse(talk, "a question of more than %d MiB", LONGEST_LINE / 1024 / 1024);
    else if (length > 0)
        question = question_of_line(talk, line, (size_t)length);
    free(line);
    return question;
}

const char *text_member(const json_t *object, const char *key, const char *otherwise) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : otherwise;
}

/* --- answers --- */

json_t *json_of_text(const char *text) {
    json_t *whole = json_string(text);
    if (whole) return whole;
    struct strbuf readable = STRBUF_INIT;
    for (const char *c = text; *c; c++)
        strbuf_add_char(&readable, (unsigned char)*c < 0x80 ? *c : '?');
    whole = json_string(strbuf_text(&readable));
    strbuf_release(&readable);
    return whole;
}

void talk_tell(struct talk *talk, json_t *message) {
    fflush(NULL);
    json_dumpf(message, talk->answers, JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_decref(message);
    putc('\n', talk->answers);
    fflush(talk->answers);
}

void talk_refuse(struct talk *talk, const char *format, ...) {
    struct strbuf text = STRBUF_INIT;
    va_list arguments;
    va_start(arguments, format);
    strbuf_addf_list(&text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "%s: %s\n", talk->adapter, strbuf_text(&text));
    strbuf_release(&text);
    talk->is_refused = true;
}

void talk_tell_cannot(struct talk *talk, const char *part, const char *why) {
    talk_tell(talk, json_pack("{s:s,s:o,s:o}", "tell", "cannot", "part", json_of_text(part), "why",
                              json_of_text(why)));
}

/* --- bytes --- */

static int digit_of(char letter) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *found = letter ? strchr(letters, letter) : NULL;
    return found ? (int)(found - letters) : -1;
}

static bool read_group(const char *text, int digits, struct strbuf *bytes) {
    uint32_t group = 0;
    for (int i = 0; i < 4; i++) {
        int digit = i < digits ? digit_of(text[i]) : 0;
        if (digit < 0) return false;
        group = group << 6 | (uint32_t)digit;
    }
    for (int i = 0; i < digits - 1; i++) strbuf_add_char(bytes, (char)(group >> (16 - 8 * i)));
    return true;
}

bool base64_read(const char *text, struct strbuf *bytes) {
    size_t length = strlen(text);
    bool is_fine = length % 4 == 0;
    for (size_t i = 0; i < length && is_fine; i += 4) {
        int padding =
            i + 4 < length ? 0 : (text[i + 3] == '=') + (text[i + 2] == '=' && text[i + 3] == '=');
        is_fine = read_group(text + i, 4 - padding, bytes);
    }
    return is_fine;
}
