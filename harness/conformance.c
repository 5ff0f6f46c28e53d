/* Each check is a job of its own: an adapter that hangs or dies costs the check at hand. */
#define _GNU_SOURCE
#include "harness/conformance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/vec.h"
#include "harness/cli.h"
#include "harness/runner.h"
#include "harness/whereabouts.h"

struct conformance {
    const char *const *command; /* of the adapter */
    int holds, fails, skipped;
};

/* --- in the job's child --- */

/* How a check ended: the first byte of its record, behind which is a text, and of FAILS what was said in a line of its own. */
enum { HOLDS = 'h', FAILS = 'f', SKIPPED = 's' };

static void start(struct conforming *conforming, const char *const *command) {
    struct diag diag = DIAG_INIT;
    if (!adapter_start(&conforming->adapter, command, memfd_create("output", MFD_CLOEXEC), &diag)) {
        runner_tell(JOB_STOPPED, diag.message);
        _exit(0);
    }
    conforming->hello =
        adapter_ask(&conforming->adapter, json_pack("{s:s,s:i,s:b}", "ask", "hello", "protocol",
                                                    PROTOCOL_VERSION, "switches", 0));
    conforming->said = json_incref(conforming->hello);
}

void conforming_restart(struct conforming *conforming) {
    const char *const *command = conforming->adapter.command;
    adapter_end(&conforming->adapter);
    json_decref(conforming->said);
    json_decref(conforming->hello);
    start(conforming, command);
}

/* Why the check has nothing to ask; NULL: it has. */
static const char *nothing_to_ask(const struct conforming *conforming,
                                  const struct conformance_check *check) {
    const char *language = json_string_value(json_object_get(conforming->hello, "language"));
    const json_t *evidence =
        json_object_get(json_object_get(conforming->hello, "evidence"), check->clause);
    const char *why = json_string_value(json_object_get(evidence, "none"));
    bool is_taken = check->needs == NEEDS_NOTHING ||
                    (check->needs != NEEDS_SCRIPT && conforming_takes_classes(conforming)) ||
                    (check->needs != NEEDS_CLASSES && conforming_takes_scripts(conforming));
    if (!is_taken)
        return arena_format(conforming->arena, "its programs are %s",
                            language ? language : "in no language");
    if (*check->clause && (!evidence || why))
        return arena_format(conforming->arena, "it has no evidence of %s%s%s", check->clause,
                            why ? ": " : "", why ? why : "");
    return NULL;
}

static void check(void *context, uint32_t job, struct strbuf *record) {
    const struct conformance *conformance = context;
    const struct conformance_check *row = &conformance_checks[job];
    struct arena arena;
    struct conforming conforming = {.arena = &arena, .target = the_target()};
    arena_init(&arena);
    start(&conforming, conformance->command);
    conforming.skipped = nothing_to_ask(&conforming, row);
    const char *due = conforming.skipped ? NULL : row->check(&conforming);
    strbuf_add_char(record, due ? FAILS : conforming.skipped ? SKIPPED : HOLDS);
    strbuf_add_text(record, due ? due : conforming.skipped ? conforming.skipped : "");
    if (!due) return;
    char *said = json_dumps(conforming.said, JSON_COMPACT | JSON_ENCODE_ANY);
    strbuf_addf(record, "\n%s", said ? said : "nothing");
    free(said);
}

/* --- what is printed --- */

enum { SHOWN = 600 };

static void print_failed(const char *due, const char *said, const char *messages) {
    size_t length = strlen(said);
    printf("    due   %s\n    said  %.*s%s\n", due, SHOWN, said, length > SHOWN ? " ..." : "");
    for (const char *line = messages; *line; line += strcspn(line, "\n"), line += *line == '\n')
        printf("    | %.*s\n", (int)strcspn(line, "\n"), line);
}

static const char *end_text(const struct job_result *result) {
    if (result->end == JOB_TIMED_OUT) return "no answer in time";
    if (*result->told) return result->told;
    return result->crash ? result->crash : "the check ended early";
}

static void ended(void *context, const struct job_result *result) {
    struct conformance *conformance = context;
    const struct conformance_check *row = &conformance_checks[result->job];
    char how = result->end == JOB_ENDED && result->length ? *result->bytes : FAILS;
    int length = result->length ? (int)result->length - 1 : 0;
    const char *text = strndup(result->length ? result->bytes + 1 : "", (size_t)length);
    const char *word = how == HOLDS ? "HOLDS" : how == SKIPPED ? "SKIPPED" : "FAILS";
    printf("%-8s %s: %s%s%s%s\n", word, row->name, row->meaning, how == SKIPPED ? " (" : "",
           how == SKIPPED ? text : "", how == SKIPPED ? ")" : "");
    conformance->holds += how == HOLDS;
    conformance->skipped += how == SKIPPED;
    conformance->fails += how == FAILS;
    if (how == FAILS && result->end == JOB_ENDED) {
        size_t due = strcspn(text, "\n");
        ((char *)text)[due] = 0;
        print_failed(text, text + due + 1, "");
    } else if (how == FAILS) {
        print_failed("an answer", end_text(result), result->messages);
    }
    free((char *)text);
}

/* --- the command --- */

static bool can_run(const char *program) {
    if (strchr(program, '/')) return access(program, X_OK) == 0;
    const char *path = getenv("PATH");
    struct strbuf file = STRBUF_INIT;
    bool is_found = false;
    while (path && *path && !is_found) {
        size_t length = strcspn(path, ":");
        strbuf_clear(&file);
        strbuf_addf(&file, "%.*s/%s", (int)length, path, program);
        is_found = access(strbuf_text(&file), X_OK) == 0;
        path += length + (path[length] == ':');
    }
    strbuf_release(&file);
    return is_found;
}

enum exit_code conformance_command(const struct cli *cli, struct arena *arena) {
    struct diag diag = DIAG_INIT;
    struct conformance conformance = {.command = cli->paths};
    struct runner runner = {.jobs = (uint32_t)conformance_check_count,
                            .workers = cli->jobs,
                            .timeout = cli->timeout,
                            .run = check,
                            .ended = ended,
                            .context = &conformance};
    if (!cli->path_count) {
        diag_error(&diag, (struct place){0},
                   "no adapter given: jittest conformance -- my-adapter --option");
        return cli_fail(EXIT_USAGE, &diag);
    }
    if (!can_run(*cli->paths)) {
        diag_error(&diag, (struct place){0}, "cannot run '%s'", *cli->paths);
        return cli_fail(EXIT_FAULT, &diag);
    }
    enum runner_end end = runner_run(&runner, &diag);
    if (end == RUNNER_FAILED) return cli_fail(EXIT_FAULT, &diag);
    if (end == RUNNER_INTERRUPTED) return (enum exit_code)(EXIT_INTERRUPTED + runner_signal());
    printf("%d hold, %d do not, %d skipped\n", conformance.holds, conformance.fails,
           conformance.skipped);
    return conformance.fails ? EXIT_RED : EXIT_GREEN;
}
