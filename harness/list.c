/* `jittest list`: the words that specs and options accept, from the tables that decide it. */
#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"
#include "harness/cli.h"
#include "harness/spec_keys.h"
#include "harness/spec_reference.h"
#include "harness/target.h"

static void print_row(const char *name, const char *meaning) {
    printf("%-24s %s\n", name, meaning);
}

static void print_all(enum target_names which) {
    const char *name, *meaning;
    for (size_t i = 0; the_target()->list_names(which, i, &name, &meaning); i++)
        print_row(name, meaning);
}

static void print_phases(void) { print_all(TARGET_PHASES); }
static void print_rules(void) { print_all(TARGET_RULES); }
static void print_steps(void) { print_all(TARGET_STEPS); }
static void print_nodes(void) { print_all(TARGET_NODE_KINDS); }
static void print_limits(void) {
    const char *name, *meaning;
    double value;
    for (size_t i = 0; the_target()->list_limits(i, &name, &value, &meaning); i++)
        printf("%s=%-*g %s\n", name, 23 - (int)strlen(name), value, meaning);
}

static void print_sabotages(void) { print_all(TARGET_SABOTAGES); }

static void print_reasons(void) {
    for (int reason = 1; reason < REASON_COUNT; reason++) {
        struct strbuf kinds = STRBUF_INIT;
        reason_decisions((enum reason)reason, &kinds);
        printf("%-24s %s (%s)\n", reason_name((enum reason)reason),
               reason_text((enum reason)reason), strbuf_text(&kinds));
        strbuf_release(&kinds);
    }
}

static void print_events(void) {
#define EVENT(name, text, subject, amount, frequency, origin)                                      \
    printf("%-24s %s; of: %s; amount: %s; frequency: %s\n", #name, text, subject, amount,          \
           frequency);
#include "event/events.def"
#undef EVENT
}

static void print_evidence(void) {
#define EVIDENCE(name, text, meaning) print_row(text, meaning);
#include "assertions/evidence.def"
#undef EVIDENCE
}

static const struct {
    const char *name, *meaning;
    void (*print)(void);
} lists[] = {
#define LIST(name, meaning) {#name, meaning, print_##name},
#include "harness/lists.def"
#undef LIST
};
enum { LISTS = sizeof lists / sizeof *lists };

/* The number of this list; LISTS with an error when there is none. */
static size_t find_list(const char *word, struct diag *diag) {
    const char *names[LISTS];
    for (size_t i = 0; i < LISTS; i++) {
        if (strcmp(lists[i].name, word) == 0) return i;
        names[i] = lists[i].name;
    }
    unknown_error(diag, (struct place){0}, "list", word, names, LISTS);
    return LISTS;
}

enum exit_code list_command(const struct cli *cli, struct arena *arena) {
    struct diag diag = DIAG_INIT;
    for (size_t i = 0; !cli->path_count && i < LISTS; i++)
        print_row(lists[i].name, lists[i].meaning);
    for (size_t i = 0; i < cli->path_count; i++)
        if (find_list(cli->paths[i], &diag) == LISTS) return cli_fail(EXIT_USAGE, &diag);
    for (size_t i = 0; i < cli->path_count; i++) lists[find_list(cli->paths[i], &diag)].print();
    return EXIT_GREEN;
}
