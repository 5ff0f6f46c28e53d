/* HELLO: who it is, what can be told, and the compiler's switches. The JVM does not run yet. */
#define _GNU_SOURCE
#include "adapters/hotspot/hotspot.h"
#include "adapters/hotspot/jvm_tables.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static json_t *json_of_evidence(bool has_graphs) {
    json_t *evidence = json_object();
#define CLAUSE(clause, kind, how)                                                                  \
    json_object_set_new(evidence, clause, json_pack("{s:s}", kind, how));
#define GRAPHS(clause, kind, how)                                                                  \
    if (has_graphs) CLAUSE(clause, kind, how)
#include "adapters/hotspot/evidence.def"
#undef GRAPHS
#undef CLAUSE
    return evidence;
}

static json_t *json_of_reasons(void) {
    json_t *reasons = json_object();
#define WORDS(words, ours, versions) json_object_set_new(reasons, words, json_string(ours));
#include "adapters/hotspot/reasons.def"
#undef WORDS
    return reasons;
}

static json_t *json_of_tags(enum hotspot_tier tier) {
    json_t *tags = json_pack("[s, s]", "hotspot", tier_compiler(tier));
    if (tier == TIER_TIERED) json_array_append_new(tags, json_string("tiered"));
    return tags;
}

/* --- switches --- */

/* Those that print or check decide nothing. */
static bool decides(const char *name) {
    static const char *const others[] = {"Print", "Trace", "Verify", "Log"};
    bool is_other = false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        is_other |= strncmp(name, others[i], strlen(others[i])) == 0;
    return !is_other;
}

/* "     bool DoEscapeAnalysis    = true    {C2 product} {default}" */
static void add_switch(json_t *switches, const char *line, const char *compiler) {
    char type[16], name[128], value[16], kind[16];
    if (sscanf(line, " %15s %127s = %15s {%15s", type, name, value, kind) != 4) return;
    if (strcmp(type, "bool") != 0 || strcmp(kind, compiler) != 0 || !decides(name)) return;
    json_array_append_new(switches,
                          json_pack("{s:s, s:b}", "name", name, "is", strcmp(value, "true") == 0));
}

static _Noreturn void print_flags(const char *java, int out) {
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(out, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    execl(java, java, "-XX:+UnlockDiagnosticVMOptions", "-XX:+PrintFlagsFinal", "-version", NULL);
    _exit(127);
}

/* What the JVM prints of its flags; NULL, said on standard error, where it does not. */
static FILE *open_flags(const struct settings *settings, pid_t *process) {
    int ends[2];
    struct strbuf java = STRBUF_INIT;
    strbuf_addf(&java, "%s/bin/java", strbuf_text(&settings->jvm.path));
    fflush(NULL);
    bool is_piped = access(strbuf_text(&java), X_OK) == 0 && pipe2(ends, O_CLOEXEC) == 0;
    *process = is_piped ? fork() : -1;
    if (*process == 0) print_flags(strbuf_text(&java), ends[1]);
    if (is_piped) close(ends[1]);
    if (*process < 0) fprintf(stderr, "cannot ask %s for its switches\n", strbuf_text(&java));
    strbuf_release(&java);
    return *process > 0 ? fdopen(ends[0], "r") : NULL;
}

/* Flags are listed by the kind in front of them: "C2 product", "C1 diagnostic". */
static json_t *json_of_switches(const struct settings *settings) {
    json_t *switches = json_array();
    char line[1024];
    pid_t process;
    const char *kind = settings->tier == TIER_C1 ? "C1" : "C2";
    FILE *flags = open_flags(settings, &process);
    while (flags && fgets(line, sizeof line, flags)) add_switch(switches, line, kind);
    if (flags) {
        fclose(flags);
        waitpid(process, NULL, 0);
    }
    return switches;
}

bool answer_hello(struct hotspot *hotspot, const json_t *question) {
    const struct settings *settings = &hotspot->settings;
    json_int_t protocol = question_number(question, "protocol", 0);
    if (protocol != SPOKEN_VERSION)
        fprintf(stderr, "this adapter speaks version %d of the protocol, not %lld\n",
                SPOKEN_VERSION, (long long)protocol);
    hotspot->settings.has_graphs =
        settings->tier != TIER_C1 && jvm_is_debug_build(strbuf_text(&settings->jvm.libjvm));
    bool with_switches = question_truth(question, "switches", false);
    conversation_tell(&hotspot->conversation,
                      json_pack("{s:s, s:i, s:s, s:o, s:o, s:o, s:s, s:b, s:s, s:o, s:o, s:o}",
                                "tell", "hello", "protocol", SPOKEN_VERSION, "adapter", "hotspot",
                                "vm", json_of_text(strbuf_text(&settings->jvm.name)), "version",
                                json_of_text(strbuf_text(&settings->jvm.version)), "tags",
                                json_of_tags(settings->tier), "language", "class files",
                                "inserted_code", 0, "runs", settings->is_server ? "many" : "one",
                                "evidence", json_of_evidence(settings->has_graphs), "reasons",
                                json_of_reasons(), "switches",
                                with_switches ? json_of_switches(settings) : json_array()));
    return true;
}
