/* The conversation's state, and the answers, one function a question. */
#ifndef ADAPTERS_HOTSPOT_HOTSPOT_H
#define ADAPTERS_HOTSPOT_HOTSPOT_H

#include "adapters/common/conversation.h"
#include "adapters/hotspot/library.h"
#include "adapters/hotspot/program.h"
#include "adapters/hotspot/settings.h"
#include "adapters/hotspot/whitebox.h"

struct hotspot {
    struct settings settings;
    struct conversation conversation;
    struct java java;
    struct log_files files;
    struct whitebox whitebox;
    struct java_library library; /* of a server */
    int directives;              /* of the program that runs there */
    struct java_program program;
    struct allocations allocations;
    json_t *started_with; /* of the question that the JVM was started for; NULL: it is not yet */
    enum hotspot_tier tier;
    json_int_t calls;                /* of the program until now */
    const struct log_task *measured; /* the code that the measurement began with; NULL before */
};

/* Each tells its answer. False: the conversation cannot go on, which was said on standard error. */
bool answer_hello(struct hotspot *hotspot, const json_t *question);
bool answer_define(struct hotspot *hotspot, const json_t *question);
bool answer_warm_up(struct hotspot *hotspot, const json_t *question);
bool answer_run(struct hotspot *hotspot, const json_t *question);
bool answer_decisions(struct hotspot *hotspot, const json_t *question);

/* The level of the code that the next call enters. */
int hotspot_level(struct hotspot *hotspot);
/* One call, and what the log says since; NULL where the row is wrong, which is said on standard error. */
json_t *hotspot_call(struct hotspot *hotspot, json_t *row, struct allocations *allocations,
                     json_int_t execution, struct strbuf *story);
json_t *json_of_place(struct hotspot *hotspot, const struct log_place *place);

#endif
