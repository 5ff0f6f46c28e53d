/* DEFINE: starts the JVM with the options that the question asks for, and defines the program. A JVM that runs already runs the next
 * program, too, where it has the options that this one asks for. */
#include "adapters/hotspot/hotspot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct hotspot *starting;

/* The JVM ends the process while it starts, instead of returning. */
static void cannot_start(const char *words) {
    conversation_tell_cannot(&starting->conversation, "vm_options", words);
    log_files_remove(&starting->files);
}

/* What the JVM's options follow from. */
static json_t *options_asked(const json_t *question) {
    static const char *const members[] = {"never_inline", "always_inline", "never_compile",
                                          "switches",     "vm_options",    "tier",
                                          "background"};
    json_t *asked = json_object();
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        json_t *member = json_object_get(question, members[i]);
        json_object_set(asked, members[i], member ? member : json_null());
    }
    return asked;
}

static bool start_machine(struct hotspot *hotspot, const json_t *question, const char **part,
                          struct strbuf *fault) {
    struct jvm_options options = {0};
    *part = "vm_options";
    starting = hotspot;
    if (!log_files_prepare(&hotspot->files, tier_level(hotspot->tier), fault)) return false;
    bool is_started = options_of_define(&options, &hotspot->settings, question,
                                        strbuf_text(&hotspot->files.path), part, fault) &&
                      java_start(&hotspot->java, strbuf_text(&hotspot->settings.home.library),
                                 &options, cannot_start, fault) &&
                      log_files_open(&hotspot->files, fault);
    log_files_remove(&hotspot->files);
    options_release(&options);
    if (!is_started) return false;
    whitebox_init(&hotspot->whitebox, &hotspot->java);
    log_files_poll(&hotspot->files);
    return true;
}

/* Nothing of the program before stays. */
static void forget_program(struct hotspot *hotspot) {
    program_release(&hotspot->program);
    log_files_poll(&hotspot->files);
    log_files_forget(&hotspot->files);
    hotspot->calls = 0;
    hotspot->measured = NULL;
}

/* False where the question has to be answered with [part] and [fault]. */
static bool has_machine(struct hotspot *hotspot, const json_t *question, const char **part,
                        struct strbuf *fault) {
    json_t *asked = options_asked(question);
    bool is_running = hotspot->started_with != NULL;
    bool is_the_same = is_running && json_equal(asked, hotspot->started_with);
    bool has = is_running ? is_the_same : start_machine(hotspot, question, part, fault);
    if (is_running && !is_the_same) {
        *part = "vm_options";
        strbuf_add_text(fault, "this JVM was started with other options: a process of its own can");
    }
    if (has && !is_running)
        hotspot->started_with = asked;
    else
        json_decref(asked);
    return has;
}

bool answer_define(struct hotspot *hotspot, const json_t *question) {
    struct strbuf fault = STRBUF_INIT;
    const char *part = "";
    bool is_again = hotspot->started_with != NULL;
    const char *tier = question_text(question, "tier", NULL);
    hotspot->tier = hotspot->settings.tier;
    if (tier) tier_named(tier, &hotspot->tier);
    if (!has_machine(hotspot, question, &part, &fault)) {
        conversation_tell_cannot(&hotspot->conversation, part, strbuf_text(&fault));
    } else {
        if (is_again) forget_program(hotspot);
        if (program_define(&hotspot->program, &hotspot->java, (json_t *)question, &fault))
            conversation_tell(&hotspot->conversation, json_pack("{s:s}", "tell", "defined"));
        else
            conversation_tell_error(&hotspot->conversation, "%s", strbuf_text(&fault));
    }
    strbuf_release(&fault);
    return true;
}
