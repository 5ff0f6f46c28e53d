/* The adapter `hotspot`: hotspot:HOME,tier=c1. HOME: of the JVM, or a variable of the environment that has it. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/vec.h"
#include "harness/vms.h"
#include "sections/section.h"

static void add(struct arena *arena, command_words *out, const char *word) {
    arena_vec_push(arena, out, word);
}

/* Of jittest-hotspot, with two strokes before them; the first has a value. */
static const char *const known[] = {"tier", "background", "server"};
enum { TIER, KNOWN = sizeof known / sizeof *known };

static bool check_option(const struct vm_option_word *option, struct diag *diag) {
    int i = 0;
    while (i < KNOWN && strcmp(known[i], option->name) != 0) i++;
    if (i == KNOWN)
        return unknown_error(diag, (struct place){0}, "option of hotspot", option->name, known,
                             KNOWN);
    return (i == TIER) == (option->value != NULL) ||
           diag_error(diag, (struct place){0}, "option '%s' of hotspot %s", option->name,
                      i == TIER ? "needs a value" : "takes no value");
}

static bool command(const struct vm_words *words, struct arena *arena, command_words *out,
                    struct diag *diag) {
    if (words->place && strchr(words->place, '=') && access(words->place, F_OK) != 0)
        return diag_error(diag, (struct place){0},
                          "there is no JVM at '%s': options stand behind a comma: hotspot,%s",
                          words->place, words->place);
    vec_each(struct vm_option_word, option, &words->options)
        if (!check_option(option, diag)) return false;
    const char *program = program_beside(arena, "jittest-hotspot");
    if (!strchr(program, '/'))
        return diag_error(diag, (struct place){0},
                          "jittest-hotspot is not there: it is built where a JDK is installed "
                          "(openjdk-17-jdk-headless)");
    add(arena, out, program);
    if (words->place) {
        const char *variable = getenv(words->place);
        add(arena, out, "--home");
        add(arena, out, variable ? variable : words->place);
    }
    vec_each(struct vm_option_word, option, &words->options) {
        add(arena, out, arena_format(arena, "--%s", option->name));
        if (option->value) add(arena, out, option->value);
    }
    return true;
}

const struct adapter_kind adapter_hotspot = {command,
                                             "hotspot:HOME,tier=c1, the JVM of HOME or JAVA_HOME "
                                             "or on the path, with C2 if no tier is given",
                                             "--server"};
