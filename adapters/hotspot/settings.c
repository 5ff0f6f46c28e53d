/* SETTINGS: tiers by name, and the options that follow from a question. */
#include "adapters/hotspot/settings.h"

#include <string.h>

static const struct {
    const char *name, *compiler;
    int level;
    const char *option;
} tiers[] = {[TIER_C1] = {"c1", "c1", 1, "-XX:TieredStopAtLevel=1"},
             [TIER_C2] = {"c2", "c2", 4, "-XX:-TieredCompilation"},
             [TIER_TIERED] = {"tiered", "c2", 4, "-XX:+TieredCompilation"}};

bool tier_named(const char *name, enum hotspot_tier *tier) {
    for (int i = 0; i <= TIER_TIERED; i++) {
        if (strcmp(tiers[i].name, name) != 0) continue;
        *tier = (enum hotspot_tier)i;
        return true;
    }
    return false;
}

int tier_level(enum hotspot_tier tier) { return tiers[tier].level; }
const char *tier_compiler(enum hotspot_tier tier) { return tiers[tier].compiler; }

static void add(struct jvm_options *options, const char *text) {
    char *copy = memory_duplicate(text);
    vec_push(&options->items, copy);
}

static void add_always(struct jvm_options *options) {
#define OPTION(text, because) add(options, text);
#include "adapters/hotspot/always.def"
#undef OPTION
}

/* --- methods that are treated in another way --- */

/* A member of define, and what it is called by compiler commands and by directives. */
static const struct {
    const char *member, *command, *inlining;
    bool excludes;
} commands[] = {{"never_inline", "dontinline", "-", false},
                {"always_inline", "inline", "+", false},
                {"never_compile", "exclude", "-", true}};

enum { COMMANDS = sizeof commands / sizeof *commands };

/* As the JVM takes it, a.b.C::name(descriptor); false: it names no method. */
static bool add_pattern(struct strbuf *text, const json_t *name) {
    const char *method = json_string_value(name), *end = method ? strchr(method, '(') : NULL;
    const char *dot = end ? end : method ? method + strlen(method) : NULL;
    while (dot && dot > method && *dot != '.') dot--;
    if (!dot || dot == method) return false;
    strbuf_addf(text, "%.*s::%s", (int)(dot - method), method, dot + 1);
    return true;
}

static void add_commands(struct jvm_options *options, const json_t *define) {
    struct strbuf text = STRBUF_INIT;
    size_t index;
    json_t *name;
    for (size_t i = 0; i < COMMANDS; i++)
        json_array_foreach(json_object_get(define, commands[i].member), index, name) {
            strbuf_clear(&text);
            strbuf_addf(&text, "-XX:CompileCommand=%s,", commands[i].command);
            if (add_pattern(&text, name)) add(options, strbuf_text(&text));
        }
    strbuf_release(&text);
}

json_t *directives_of_define(const json_t *define) {
    json_t *inlining = json_array(), *directives = json_array(), *name;
    struct strbuf text = STRBUF_INIT;
    size_t index;
    for (size_t i = 0; i < COMMANDS; i++)
        json_array_foreach(json_object_get(define, commands[i].member), index, name) {
            strbuf_clear(&text);
            strbuf_add_text(&text, commands[i].inlining);
            if (!add_pattern(&text, name)) continue;
            json_array_append_new(inlining, json_string(strbuf_text(&text)));
            if (commands[i].excludes)
                json_array_append_new(directives,
                                      json_pack("{s:s, s:b, s:O}", "match", strbuf_text(&text) + 1,
                                                "Exclude", 1, "inline", inlining));
        }
    if (json_array_size(inlining))
        json_array_append_new(directives,
                              json_pack("{s:s, s:O}", "match", "*.*", "inline", inlining));
    json_decref(inlining);
    strbuf_release(&text);
    return directives;
}

/* --- options --- */

/* Why an option cannot be had; NULL: it can. */
static const char *why_refused(const char *option) {
#define REFUSED(text, because)                                                                     \
    if (strncmp(option, text, strlen(text)) == 0) return because;
#include "adapters/hotspot/refused.def"
#undef REFUSED
    return NULL;
}

/* False where it is refused. */
static bool add_asked(struct jvm_options *options, const char *option, struct strbuf *fault) {
    const char *why = why_refused(option);
    if (why)
        strbuf_addf(fault, "%s: %s", option, why);
    else
        add(options, option);
    /* JDK 17 does not tell then what compiled code allocates. */
    options->hides_allocations |= strcmp(option, "-XX:-UseTLAB") == 0;
    return !why;
}

static bool add_switches(struct jvm_options *options, const json_t *switches,
                         struct strbuf *fault) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    struct strbuf text = STRBUF_INIT;
    const char *name;
    json_t *value;
    bool is_fine = true;
    json_object_foreach((json_t *)switches, name, value) {
        is_fine = json_is_boolean(value) && *name && !name[strspn(name, letters)];
        if (!is_fine) {
            strbuf_addf(fault, "%s is no switch that is on or off", name);
            break;
        }
        strbuf_clear(&text);
        strbuf_addf(&text, "-XX:%c%s", json_is_true(value) ? '+' : '-', name);
        is_fine = add_asked(options, strbuf_text(&text), fault);
        if (!is_fine) break;
    }
    strbuf_release(&text);
    return is_fine;
}

static bool chooses_collector(const char *option) {
    size_t length = strlen(option);
    return strncmp(option, "-XX:+Use", 8) == 0 && length > 10 &&
           strcmp(option + length - 2, "GC") == 0;
}

static bool sizes_heap(const char *option) {
    static const char *const beginnings[] = {
        "-Xms", "-Xmx", "-XX:InitialHeapSize=", "-XX:MinHeapSize=", "-XX:MaxHeapSize="};
    bool is_one = false;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        is_one |= strncmp(option, beginnings[i], strlen(beginnings[i])) == 0;
    return is_one;
}

/* What [stands_instead] says of none of the given options is ours. */
static void add_unless(struct jvm_options *options, const json_t *given,
                       bool (*stands_instead)(const char *option), const char *ours) {
    size_t index;
    json_t *option;
    json_array_foreach(given, index, option) if (stands_instead(json_string_value(option))) return;
    add(options, ours);
}

static bool add_given(struct jvm_options *options, const json_t *given, struct strbuf *fault) {
    size_t index;
    json_t *option;
    json_array_foreach(given, index, option) {
        const char *text = json_string_value(option);
        if (!text) {
            strbuf_addf(fault, "option %zu is no text", index + 1);
            return false;
        }
        if (!add_asked(options, text, fault)) return false;
    }
#define DEFAULT(ours, stands_instead, because) add_unless(options, given, stands_instead, ours);
#include "adapters/hotspot/defaults.def"
#undef DEFAULT
    return true;
}

static void add_file(struct jvm_options *options, const char *option, const char *file) {
    struct strbuf text = STRBUF_INIT;
    strbuf_addf(&text, "%s%s", option, file);
    add(options, strbuf_text(&text));
    strbuf_release(&text);
}

/* Of one thread of C2, which is all that there is: the least number of compiler threads. */
static void add_graphs(struct jvm_options *options, const char *file, enum hotspot_tier tier) {
    add_file(options, "-XX:PrintIdealGraphFile=", file);
    add(options, "-XX:PrintIdealGraphLevel=2");
    add(options, "-XX:+TraceLoopOpts");
    add(options, "-XX:-DisplayVMOutput"); /* to the log alone */
    add(options, tier == TIER_TIERED ? "-XX:CICompilerCount=2" : "-XX:CICompilerCount=1");
}

bool options_of_define(struct jvm_options *options, const struct settings *settings,
                       const json_t *define, const struct jvm_files *files, const char **part,
                       struct strbuf *fault) {
    *options = (struct jvm_options){0};
    const char *name = json_string_value(json_object_get(define, "tier"));
    const json_t *background = json_object_get(define, "background");
    enum hotspot_tier tier = settings->tier;
    *part = "tier";
    if (name && !tier_named(name, &tier)) {
        strbuf_addf(fault, "there is no tier %s: c1, c2 or tiered", name);
        return false;
    }
    add_always(options);
    add(options, tiers[tier].option);
    bool in_background = settings->in_background || json_is_true(background);
    add(options, in_background ? "-XX:+BackgroundCompilation" : "-XX:-BackgroundCompilation");
    add_file(options, "-XX:LogFile=", files->log);
    if (files->graphs) add_graphs(options, files->graphs, tier);
    if (!settings->is_server) add_commands(options, define);
    *part = "switches";
    if (!add_switches(options, json_object_get(define, "switches"), fault)) return false;
    *part = "vm_options";
    return add_given(options, json_object_get(define, "vm_options"), fault);
}

void options_release(struct jvm_options *options) {
    vec_each(char *, option, &options->items) memory_free(*option);
    vec_release(&options->items);
}
