#define _GNU_SOURCE
#include "harness/vms.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/vec.h"
#include "harness/adapter.h"
#include "harness/codec.h"
#include "harness/runner.h"
#include "sections/section.h"
#include <sys/mman.h>

#define TARGET(name)
#define ADAPTER(name) extern const struct adapter_kind adapter_##name;
#include "harness/targets.def"

static const struct {
    const char *name;
    const struct adapter_kind *kind;
} kinds[] = {
#define TARGET(name)
#define ADAPTER(name) {#name, &adapter_##name},
#include "harness/targets.def"
};

enum { KINDS = sizeof kinds / sizeof *kinds };

/* What is known of VMs is known as long as the process lives. */
static struct arena *kept(void) {
    static struct arena arena;
    static bool is_made;
    if (!is_made) arena_init(&arena);
    is_made = true;
    return &arena;
}

/* --- names --- */

static const char *part(struct arena *arena, const char *text, size_t length) {
    return arena_copy_text(arena, text, length);
}

/* "hotspot:/opt/jdk-25,tier=c1"; a command is one word with all its blanks. */
static struct vm_words words_of(const char *name, struct arena *arena) {
    size_t length = strcspn(name, ":,");
    struct vm_words words = {.kind = part(arena, name, length)};
    const char *rest = name + length;
    if (*rest == ':' && !strcmp(words.kind, "command")) {
        words.place = rest + 1;
        return words;
    }
    if (*rest == ':') {
        length = strcspn(rest + 1, ",");
        words.place = part(arena, rest + 1, length);
        rest += 1 + length;
    }
    while (*rest == ',') {
        length = strcspn(rest + 1, ",");
        const char *option = part(arena, rest + 1, length), *value = strchr(option, '=');
        struct vm_option_word word = {value ? part(arena, option, (size_t)(value - option))
                                            : option,
                                      value ? value + 1 : NULL};
        arena_vec_push(arena, &words.options, word);
        rest += 1 + length;
    }
    return words;
}

static const char *const *command_of(const char *name, struct place place, struct arena *arena,
                                     struct diag *diag) {
    const char *names[KINDS + 1] = {"own"};
    struct vm_words words = words_of(name, arena);
    command_words command = {0};
    if (!strcmp(words.kind, *names)) {
        diag_error(diag, place, "own takes no options");
        return NULL;
    }
    for (size_t i = 0; i < KINDS; i++) {
        struct diag error = DIAG_INIT;
        names[i + 1] = kinds[i].name;
        if (strcmp(kinds[i].name, words.kind)) continue;
        if (!kinds[i].kind->command(&words, arena, &command, &error)) {
            diag_error(diag, place, "%s", error.message);
            return NULL;
        }
        arena_vec_push(arena, &command, NULL);
        return command.items;
    }
    unknown_error(diag, place, "VM", words.kind, names, KINDS + 1);
    return NULL;
}

const char *program_beside(struct arena *arena, const char *name) {
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length > 0) {
        path[length] = 0;
        char *slash = strrchr(path, '/');
        const char *beside =
            arena_format(arena, "%.*s/%s", slash ? (int)(slash - path) : 0, path, name);
        if (access(beside, R_OK) == 0) return beside;
    }
    return name;
}

/* --- asking --- */

static double time_limit = 60; /* seconds */

void vm_limit_time(double seconds) { time_limit = seconds; }

/* In a child, which an adapter that goes wrong may end, and the alarm one that does not answer. */
static _Noreturn void ask_in_child(const char *const *command, int answer) {
    struct adapter adapter;
    struct itimerval limit = {.it_value = runner_time(time_limit)};
    struct diag diag = DIAG_INIT;
    if (!adapter_start(&adapter, command, memfd_create("output", 0), &diag)) {
        dprintf(answer, "%s", diag.message);
        _exit(1);
    }
    adapter.trouble_file = answer;
    setitimer(ITIMER_REAL, &limit, NULL);
    json_t *hello = adapter_ask(&adapter, json_pack("{s:s,s:i,s:b}", "ask", "hello", "protocol",
                                                    PROTOCOL_VERSION, "switches", 1));
    const char *vm, *version, *language;
    adapter_unpack(&adapter, hello, "{s:s,s:s,s:s,s:s}", "tell", &(const char *){0}, "vm", &vm,
                   "version", &version, "language", &language);
    json_dumpfd(hello, answer, JSON_COMPACT);
    adapter_end(&adapter);
    _exit(0);
}

static json_t *ask(const char *const *command, struct place place, struct diag *diag) {
    struct strbuf text = STRBUF_INIT;
    int answer = memfd_create("hello", 0), status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) ask_in_child(command, answer);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    file_read_back(answer, &text);
    close(answer);
    bool is_fine = child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    json_t *hello = is_fine ? json_loadb(text.bytes, text.length, 0, NULL) : NULL;
    if (child > 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        diag_error(diag, place, "the adapter %s was asked 'hello' and did not answer in %g s",
                   *command, time_limit);
    else if (!hello)
        diag_error(diag, place, "%s", text.length ? strbuf_text(&text) : "no adapter answers");
    strbuf_release(&text);
    return hello;
}

/* --- identities --- */

const struct vm_identity *vm_own(void) {
    static const char *const tags[] = {"own"};
    static const struct vm_identity own = {
        .name = "own", .language = "class files", .tags = tags, .tag_count = 1};
    return &own;
}

/* One that says it by itself needs no option. */
static const char *const *warm_command_of(const char *meaning, const char *const *command,
                                          const json_t *hello) {
    const char *runs = json_string_value(json_object_get(hello, "runs"));
    struct vm_words words = words_of(meaning, kept());
    command_words all = {0};
    if (runs && !strcmp(runs, "many")) return command;
    for (const char *const *word = command; *word; word++) arena_vec_push(kept(), &all, *word);
    for (size_t i = 0; i < KINDS; i++) {
        const char *option = kinds[i].kind->warm_option;
        if (!option || strcmp(kinds[i].name, words.kind)) continue;
        arena_vec_push(kept(), &all, option);
        arena_vec_push(kept(), &all, NULL);
        return all.items;
    }
    return NULL;
}

static struct vm_identity *identity_of(const char *name, const char *meaning,
                                       const char *const *command, json_t *hello) {
    struct arena *arena = kept();
    const json_t *told = json_object_get(hello, "tags");
    size_t count = json_array_size(told);
    const char **tags = ARENA_ARRAY(arena, const char *, count + 1);
    struct vm_identity *vm = ARENA_NEW(arena, struct vm_identity);
    for (size_t i = 0; i < count; i++) tags[i] = json_string_value(json_array_get(told, i));
    tags[count] = arena_format(arena, "%s", name);
    *vm = (struct vm_identity){
        .name = tags[count],
        .meaning = arena_format(arena, "%s", meaning),
        .command = command,
        .warm_command = warm_command_of(meaning, command, hello),
        .vm = json_string_value(json_object_get(hello, "vm")),
        .version = json_string_value(json_object_get(hello, "version")),
        .language = json_string_value(json_object_get(hello, "language")),
        .tags = tags,
        .tag_count = (uint32_t)count + 1,
        .hello = hello,
    };
    return vm;
}

static const char *meaning_of(const char *name, const struct vm_aliases *aliases) {
    vec_each(const struct vm_alias, alias, aliases)
        if (!strcmp(alias->name, name)) return alias->meaning;
    return name;
}

const struct vm_identity *vm_identity_of(const char *name, const struct vm_aliases *aliases,
                                         struct place place, struct diag *diag) {
    static struct {
        const struct vm_identity **items;
        uint32_t count, capacity;
    } known;
    const char *meaning = meaning_of(name, aliases);
    if (!strcmp(meaning, "own")) return vm_own();
    vec_each(const struct vm_identity *, vm, &known)
        if (!strcmp((*vm)->name, name) && !strcmp((*vm)->meaning, meaning)) return *vm;
    const char *const *command =
        command_of(arena_format(kept(), "%s", meaning), place, kept(), diag);
    json_t *hello = command ? ask(command, place, diag) : NULL;
    if (!hello) return NULL;
    const struct vm_identity *vm = identity_of(name, meaning, command, hello);
    arena_vec_push(kept(), &known, vm);
    return vm;
}

/* A limit is one with its number: "callee_size=300". */
static bool is_switch(const json_t *told, const char *name) {
    const char *known = json_string_value(json_object_get(told, "name"));
    size_t length = known ? strlen(known) : 0;
    bool is_limit = json_is_number(json_object_get(told, "is"));
    return known && !strncmp(known, name, length) && name[length] == (is_limit ? '=' : 0);
}

bool vm_has_other_compiler(const struct vm_identity *vm) {
    return vm && vm->command && !json_is_true(json_object_get(vm->hello, "inserted_code"));
}

const json_t *vm_switch(const struct vm_identity *vm, const char *name) {
    const json_t *told = json_object_get(vm->hello, "switches");
    for (size_t i = 0; i < json_array_size(told); i++)
        if (is_switch(json_array_get(told, i), name))
            return json_object_get(json_array_get(told, i), "is");
    return NULL;
}

const char **vm_switch_names(const struct vm_identity *vm, size_t *count) {
    const json_t *all = json_object_get(vm->hello, "switches");
    *count = json_array_size(all);
    const char **names = ARENA_ARRAY(kept(), const char *, *count + 1);
    for (size_t i = 0; i < *count; i++) {
        const json_t *told = json_array_get(all, i);
        names[i] = arena_format(kept(), json_is_number(json_object_get(told, "is")) ? "%s=N" : "%s",
                                json_string_value(json_object_get(told, "name")));
    }
    return names;
}

static const struct vm_identity *chosen;

const struct vm_identity *vm_chosen(void) { return chosen; }
void vm_choose(const struct vm_identity *vm) { chosen = vm; }

/* --- conditions --- */

static const char *const comparisons[] = {">=", "<=", ">", "<", "="};
enum { COMPARISONS = sizeof comparisons / sizeof *comparisons };

struct version_condition {
    size_t tag_length;
    const char *comparison; /* NULL: none */
    long number;
};

static bool take_apart(const char *text, struct version_condition *out) {
    char *end;
    *out = (struct version_condition){.tag_length = strcspn(text, "<>=")};
    const char *rest = text + out->tag_length;
    for (size_t i = 0; i < COMPARISONS && *rest && !out->comparison; i++)
        if (!strncmp(rest, comparisons[i], strlen(comparisons[i])))
            out->comparison = comparisons[i];
    if (!*rest) return out->tag_length > 0;
    out->number = strtol(rest + strlen(out->comparison), &end, 10);
    return out->tag_length > 0 && end > rest + strlen(out->comparison) && !*end;
}

bool vm_condition_check(const char *condition, struct place place, struct diag *diag) {
    struct version_condition parts;
    return take_apart(condition, &parts) ||
           diag_error(diag, place,
                      "'%s' is no VM: write a name such as own, hotspot or c2, alone or with a "
                      "version as in \"hotspot>=22\"",
                      condition);
}

static bool compare(long version, const struct version_condition *condition) {
    if (!condition->comparison) return true;
    bool is_equal = version == condition->number && strchr(condition->comparison, '=');
    return is_equal || (*condition->comparison == '>' && version > condition->number) ||
           (*condition->comparison == '<' && version < condition->number);
}

bool vm_is(const struct vm_identity *vm, const char *text) {
    struct version_condition condition;
    bool is_it = false;
    if (!take_apart(text, &condition)) return false;
    for (uint32_t i = 0; i < vm->tag_count; i++)
        is_it |= strlen(vm->tags[i]) == condition.tag_length &&
                 !strncmp(vm->tags[i], text, condition.tag_length);
    return is_it && compare(vm->version ? strtol(vm->version, NULL, 10) : 0, &condition);
}
