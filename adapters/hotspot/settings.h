/* What the adapter was started with. */
#ifndef ADAPTERS_HOTSPOT_SETTINGS_H
#define ADAPTERS_HOTSPOT_SETTINGS_H

#include <jansson.h>
#include <stdbool.h>

#include "adapters/hotspot/home.h"
#include "adapters/hotspot/java.h"

enum hotspot_tier { TIER_C1, TIER_C2, TIER_TIERED };

struct settings {
    const char *home_option; /* NULL: found by itself */
    enum hotspot_tier tier;
    bool in_background, is_server;
    struct java_home jvm;
    bool has_graphs; /* the JVM is a debug build, whose C2 can print its graphs */
};

/* False where there is no such tier. */
bool tier_named(const char *name, enum hotspot_tier *tier);
/* HotSpot's number of the compiler that is asked for, and its name. */
int tier_level(enum hotspot_tier tier);
const char *tier_compiler(enum hotspot_tier tier);

/* Where the JVM writes to; [graphs] is NULL where it prints none. */
struct jvm_files {
    const char *log, *graphs;
};

/* The JVM's options for a question `define`; it owns them. False where a part of the question is none, which [part] and [fault] say. */
bool options_of_define(struct jvm_options *options, const struct settings *settings,
                       const json_t *define, const struct jvm_files *files, const char **part,
                       struct strbuf *fault);
/* Of a server, whose programs ask for other methods each: the same as directives of the compilers. The caller owns the list. */
json_t *directives_of_define(const json_t *define);
void options_release(struct jvm_options *options);

#endif
