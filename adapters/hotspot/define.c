/* DEFINE: starts the JVM with the options that the question asks for, and defines the program. A JVM that runs already runs the next
 * program, too, where it has the options that this one asks for. */
#include "adapters/hotspot/hotspot.h"
#include "adapters/hotspot/jvm_tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct hotspot *starting;

/* The JVM ends the process while it starts, instead of returning. */
static void cannot_start(const char *words) {
    conversation_tell_cannot(&starting->conversation, "vm_options", words);
    log_files_remove(&starting->files);
}

/* What the options of a JVM follow from that runs several programs. */
static json_t *options_asked(const json_t *question) {
    static const char *const members[] = {"switches", "vm_options", "tier", "background"};
    json_t *asked = json_object();
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        json_t *member = json_object_get(question, members[i]);
        json_object_set(asked, members[i], member ? member : json_null());
    }
    return asked;
}

/* Before anything is compiled: classes that are loaded later may take code away; and the JVM allocates when it compiles the way into
 * the native method, once it was called often. */
static void load_thread_bytes(struct java *java) {
    enum { OFTEN = 10000 };
    struct thread_bytes bytes;
    bool is_known = thread_bytes_init(&bytes, java);
    for (int i = 0; is_known && i < OFTEN; i++) thread_bytes_now(&bytes, java);
    JNI(java, DeleteLocalRef, bytes.threads);
}

static void read_array_limit(struct hotspot *hotspot) {
    const intptr_t *limit =
        jvm_flag(strbuf_text(&hotspot->settings.jvm.libjvm), "EliminateAllocationArraySizeLimit");
    if (limit) hotspot->files.graphs.array_limit = (long)*limit;
}

static bool start_machine(struct hotspot *hotspot, const json_t *question, const char **part,
                          struct strbuf *fault) {
    struct jvm_options options = {0};
    *part = "vm_options";
    starting = hotspot;
    struct strbuf graphs = STRBUF_INIT;
    bool has_graphs = hotspot->settings.has_graphs;
    if (!log_files_prepare(&hotspot->files, tier_level(hotspot->tier), fault)) return false;
    bool is_prepared = !has_graphs || log_files_prepare_graphs(&hotspot->files, &graphs, fault);
    struct jvm_files places = {strbuf_text(&hotspot->files.path),
                               has_graphs ? strbuf_text(&graphs) : NULL};
    bool is_started =
        is_prepared &&
        options_of_define(&options, &hotspot->settings, question, &places, part, fault) &&
        java_start(&hotspot->java, strbuf_text(&hotspot->settings.jvm.libjvm), &options,
                   cannot_start, fault) &&
        log_files_open(&hotspot->files, fault);
    log_files_remove(&hotspot->files);
    options_release(&options);
    strbuf_release(&graphs);
    if (!is_started) return false;
    if (has_graphs) read_array_limit(hotspot);
    hotspot->java.can_sample &= !options.hides_allocations;
    if (!hotspot->java.can_sample) load_thread_bytes(&hotspot->java);
    whitebox_init(&hotspot->whitebox, &hotspot->java);
    if (hotspot->settings.is_server && hotspot->whitebox.box)
        library_init(&hotspot->library, &hotspot->java);
    log_files_poll(&hotspot->files);
    return true;
}

/* Nothing of the program before stays. False where something does: it has threads that run. */
static bool forget_program(struct hotspot *hotspot, const char **part, struct strbuf *fault) {
    whitebox_end_directives(&hotspot->whitebox, &hotspot->java, hotspot->directives);
    hotspot->directives = 0;
    program_release(&hotspot->program);
    bool is_gone = library_forget(&hotspot->library, &hotspot->whitebox);
    log_files_poll(&hotspot->files);
    log_files_forget(&hotspot->files);
    hotspot->calls = 0;
    hotspot->measured = NULL;
    if (is_gone) return true;
    *part = "call";
    strbuf_add_text(fault, "threads of the program before run here: a process of its own can");
    return false;
}

/* Directives stand in for options where programs differ in them. */
static bool direct(struct hotspot *hotspot, const json_t *question, const char **part,
                   struct strbuf *fault) {
    if (!hotspot->settings.is_server) return true;
    json_t *directives = directives_of_define(question);
    char *text = json_dumps(directives, 0);
    bool is_needed = json_array_size(directives) > 0;
    *part = "never_inline";
    if (is_needed && !hotspot->whitebox.box)
        strbuf_add_text(fault, "this JVM has no WhiteBox: a process of its own can");
    else if (is_needed)
        hotspot->directives = whitebox_direct(&hotspot->whitebox, &hotspot->java, text, fault);
    free(text);
    json_decref(directives);
    return !is_needed || hotspot->directives > 0;
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
    } else if (is_running && !hotspot->whitebox.box) {
        *part = "call";
        strbuf_add_text(
            fault,
            "this JVM has no WhiteBox to forget the program before with: a process of its own can");
        has = false;
    }
    if (has && !is_running)
        hotspot->started_with = asked;
    else
        json_decref(asked);
    return has && (!is_running || forget_program(hotspot, part, fault));
}

bool answer_define(struct hotspot *hotspot, const json_t *question) {
    struct strbuf fault = STRBUF_INIT;
    const char *part = "";
    const char *tier = question_text(question, "tier", NULL);
    hotspot->tier = hotspot->settings.tier;
    if (tier) tier_named(tier, &hotspot->tier);
    if (!has_machine(hotspot, question, &part, &fault) || !direct(hotspot, question, &part, &fault))
        conversation_tell_cannot(&hotspot->conversation, part, strbuf_text(&fault));
    else if (program_define(&hotspot->program, &hotspot->java, (json_t *)question, &fault))
        conversation_tell(&hotspot->conversation, json_pack("{s:s}", "tell", "defined"));
    else
        conversation_tell_error(&hotspot->conversation, "%s", strbuf_text(&fault));
    strbuf_release(&fault);
    return true;
}
