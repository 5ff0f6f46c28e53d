/* DEFINE: a fresh VM for each program. Parts of the question that are not known are ignored. */
#include <string.h>

#include "adapters/common/base64.h"
#include "formats/call_graph_file.h"
#include "serve/state.h"

/* --- the end --- */

void forget_program(struct serving *serving) {
    if (!serving->vm) return;
    vec_each(struct served_counter, counter, &serving->counters) json_decref(counter->all.runs);
    vec_each(struct served_site, site, &serving->sites) {
        json_decref(site->reached.runs);
        json_decref(site->effective.runs);
        json_decref(site->inlined.runs);
    }
    vec_each(struct served_tally, context, &serving->contexts) json_decref(context->runs);
    vec_release(&serving->contexts);
    vec_release(&serving->counters);
    vec_release(&serving->sites);
    json_decref(serving->rows.list);
    json_decref(serving->results);
    json_decref(serving->ages);
    json_decref(serving->events);
    json_decref(serving->deoptimizations);
    vm_destroy(serving->vm);
    counting_release(&serving->counting);
    arena_release(&serving->arena);
    *serving = (struct serving){.conversation = serving->conversation,
                                .adapter = serving->adapter,
                                .is_refused = serving->is_refused};
}

/* --- how it goes wrong --- */

/* What of the question cannot be done. */
struct define_refusal {
    const char *part; /* NULL: the program is wrong */
    struct diag diag;
};

static bool refuse(struct define_refusal *refusal, const char *part, const char *why) {
    refusal->part = part;
    return diag_error(&refusal->diag, (struct place){0}, "%s", why);
}

/* What was refused is of this part. */
static bool of_part(struct define_refusal *refusal, const char *part) {
    refusal->part = part;
    return false;
}

static void tell_refusal(struct serving *serving, const struct define_refusal *refusal) {
    const struct diag *diag = &refusal->diag;
    if (refusal->part) {
        conversation_tell_cannot(&serving->conversation, refusal->part, diag->message);
        return;
    }
    json_t *error = json_pack("{s:s,s:o}", "tell", "error", "message", json_of_text(diag->message));
    if (diag->place.file) {
        json_object_set_new(error, "file", json_of_text(diag->place.file));
        json_object_set_new(error, "line", json_integer(diag->place.line));
    }
    serve_tell(serving, error);
}

/* --- the VM --- */

static bool option_of_name(const char *name, enum vm_option *option) {
    for (*option = 0; *option < VM_OPTION_COUNT; ++*option)
        if (!strcmp(vm_option_rows[*option].name, name)) return vm_option_is_number(*option);
    return false;
}

static bool read_options(const json_t *question, struct vm_options *options,
                         struct define_refusal *refusal) {
    const char *name;
    json_t *value;
    json_object_foreach(json_object_get(question, "options"), name, value) {
        enum vm_option option;
        bool is_number = json_is_integer(value) || json_is_boolean(value);
        if (!option_of_name(name, &option) || !is_number)
            return refuse(refusal, name, "jitvm has no such option");
        vm_option_set_number(options, option,
                             json_is_boolean(value) ? json_is_true(value)
                                                    : json_integer_value(value));
    }
    if (json_array_size(json_object_get(question, "vm_options")))
        return refuse(refusal, "vm_options", "options of jitvm are members of 'options'");
    if (question_text(question, "tier", NULL))
        return refuse(refusal, "tier", "jitvm has one compiler");
    options->background = json_is_true(json_object_get(question, "background"));
    return true;
}

static bool start(struct serving *serving, const json_t *question, struct define_refusal *refusal) {
    struct vm_options options = vm_options_default();
    if (!read_options(question, &options, refusal)) return false;
    if (!(serving->vm = vm_create(&options, &refusal->diag))) return of_part(refusal, "options");
    arena_init(&serving->arena);
    counting_init(&serving->counting, serving->vm, &serving->arena);
    serving->execution = -1;
    serving->results = json_array();
    serving->events = json_array();
    serving->deoptimizations = json_array();
    return true;
}

/* --- the compiler --- */

static bool is_sabotage(const char *name) {
    const char *other, *meaning;
    for (size_t i = 0; vm_list_sabotages(i, &other, &meaning); i++)
        if (!strcmp(other, name)) return true;
    return false;
}

/* A phase or rule that is on stays so. */
static bool turn(struct serving *serving, const char *name, const json_t *value,
                 struct diag *diag) {
    if (json_is_number(value))
        return vm_disable(serving->vm,
                          arena_format(&serving->arena, "%s=%.17g", name, json_number_value(value)),
                          diag);
    if (is_sabotage(name)) return json_is_false(value) || vm_sabotage(serving->vm, name, diag);
    return json_is_true(value) || vm_disable(serving->vm, name, diag);
}

static bool turn_switches(struct serving *serving, const json_t *question,
                          struct define_refusal *refusal) {
    const char *name;
    json_t *value;
    json_object_foreach(
        json_object_get(question, "switches"), name,
        value) if (!turn(serving, name, value, &refusal->diag)) return of_part(refusal, "switches");
    return true;
}

/* --- the program --- */

static bool define_class(struct serving *serving, const json_t *class,
                         struct define_refusal *refusal) {
    struct strbuf bytes = STRBUF_INIT;
    const char *name = question_text(class, "name", NULL),
               *text = question_text(class, "bytes", NULL);
    bool is_read = name && text && base64_read(&bytes, text);
    bool is_fine = is_read
                       ? vm_define_class(serving->vm, name, (const uint8_t *)bytes.bytes,
                                         bytes.length, &refusal->diag)
                       : refuse(refusal, "classes", "a class needs a name, and bytes in Base64");
    strbuf_release(&bytes);
    return is_fine;
}

static bool load(struct serving *serving, const json_t *question, struct define_refusal *refusal) {
    json_t *item;
    size_t index;
    json_array_foreach(json_object_get(question, "class_path"), index,
                       item) if (!json_is_string(item) ||
                                 !vm_add_class_path(serving->vm, json_string_value(item),
                                                    &refusal->diag)) return of_part(refusal,
                                                                                    "class_path");
    json_array_foreach(json_object_get(question, "classes"), index,
                       item) if (!define_class(serving, item, refusal)) return false;
    return true;
}

static bool each_method(struct serving *serving, const json_t *question, const char *key,
                        void (*tell)(struct serving *serving, struct method *method),
                        struct define_refusal *refusal) {
    json_t *name;
    size_t index;
    json_array_foreach(json_object_get(question, key), index, name) {
        const char *text = json_string_value(name);
        struct method *method = vm_find_method(serving->vm, text ? text : "", &refusal->diag);
        if (!method) return of_part(refusal, key);
        tell(serving, method);
    }
    return true;
}

static void never_inline(struct serving *serving, struct method *method) {
    vm_direct(serving->vm, method, VM_NEVER_INLINE);
}

static void always_inline(struct serving *serving, struct method *method) {
    vm_direct(serving->vm, method, VM_ALWAYS_INLINE);
}

static void never_compile(struct serving *serving, struct method *method) {
    vm_direct(serving->vm, method, VM_NEVER_COMPILE);
}

static void compile(struct serving *serving, struct method *method) {
    vm_compile_only(serving->vm, method);
}

static bool find_called(struct serving *serving, const json_t *question,
                        struct define_refusal *refusal) {
    const json_t *call = json_object_get(question, "call");
    const char *name =
        arena_format(&serving->arena, "%s.%s%s", question_text(call, "class", "?"),
                     question_text(call, "method", "?"), question_text(call, "descriptor", ""));
    serving->method = vm_find_method(serving->vm, name, &refusal->diag);
    if (!serving->method) return false;
    return vm_method_has_code(serving->method) ||
           refuse(refusal, "call", "the method is abstract or native");
}

/* Where the question does not choose, everything that is hot is compiled. */
static bool choose_compiled(struct serving *serving, const json_t *question,
                            struct define_refusal *refusal) {
    if (json_is_array(json_object_get(question, "compile"))) compile(serving, serving->method);
    return each_method(serving, question, "compile", compile, refusal);
}

static bool keep_contexts(struct serving *serving, const json_t *question,
                          struct define_refusal *refusal) {
    serving->keeps_contexts = json_is_true(json_object_get(question, "contexts"));
    return !serving->keeps_contexts ||
           vm_keep_contexts(serving->vm, &(struct vm_context_options){0}, &refusal->diag) ||
           of_part(refusal, "contexts");
}

static bool inline_by(struct serving *serving, const json_t *question,
                      struct define_refusal *refusal) {
    const char *path = question_text(question, "inline_by", NULL);
    return !path || call_graph_inline_by(serving->vm, path, &serving->arena, &refusal->diag) ||
           of_part(refusal, "inline_by");
}

/* --- what is told --- */

static unsigned probe_of_word(const char *word) {
    size_t length = strcspn(word, ".");
    if (!strncmp(word, "allocation", length)) return VM_PROBE_ALLOCATIONS;
    if (!strncmp(word, "lock", length)) return VM_PROBE_LOCKS;
    return !strncmp(word, "call", length) ? VM_PROBE_CALLS : 0;
}

/* Sites of the kinds that are named; else of those that clauses are about. */
static void probe_sites(struct serving *serving, const json_t *question) {
    const json_t *words = json_object_get(question, "sites");
    json_t *word;
    size_t index;
    unsigned probes = 0;
    if (!words) words = json_object_get(question, "clauses");
    json_array_foreach(words, index, word) probes |=
        json_is_string(word) ? probe_of_word(json_string_value(word)) : 0;
    vm_probe_sites(serving->vm, probes);
}

static void make_counters(struct serving *serving, const json_t *question) {
    json_t *name;
    size_t index;
    json_array_foreach(json_object_get(question, "counters"), index, name) if (json_is_string(name))
        vm_counter(serving->vm, json_string_value(name));
}

/* Statements that do not compile are an error of the program. */
static bool count(struct serving *serving, const json_t *question, struct define_refusal *refusal) {
    return counted_begin(serving, question, &refusal->diag) ||
           (!refusal->diag.place.file && of_part(refusal, "rules"));
}

void define_program(struct serving *serving, const json_t *question) {
    struct define_refusal refusal = {.part = NULL};
    forget_program(serving);
    bool is_fine =
        start(serving, question, &refusal) && turn_switches(serving, question, &refusal) &&
        keep_contexts(serving, question, &refusal) && load(serving, question, &refusal) &&
        inline_by(serving, question, &refusal) &&
        each_method(serving, question, "never_inline", never_inline, &refusal) &&
        each_method(serving, question, "always_inline", always_inline, &refusal) &&
        each_method(serving, question, "never_compile", never_compile, &refusal) &&
        find_called(serving, question, &refusal) && choose_compiled(serving, question, &refusal) &&
        count(serving, question, &refusal);
    if (!is_fine) {
        tell_refusal(serving, &refusal);
        forget_program(serving);
        return;
    }
    probe_sites(serving, question);
    make_counters(serving, question);
    decisions_listen(serving);
    serve_tell(serving, json_pack("{s:s}", "tell", "defined"));
}
