/* jittest-hotspot: an adapter (docs/protocol.md) that drives a HotSpot JVM of version 17 to 25. The JVM is in this
 * process, by the JNI invocation API; JVMTI's agent is this program. */
#include "adapters/hotspot/hotspot.h"
#include "adapters/hotspot/vocabulary.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char usage[] =
    "usage: jittest-hotspot [--home DIRECTORY] [--tier c1|c2|tiered] [--background] [--server]\n"
    "       jittest-hotspot --vocabulary\n"
    "\n"
    "Drives a HotSpot JVM for jittest, which starts it: jittest SPECS --vm hotspot\n"
    "\n"
    "  --home DIRECTORY   of the JVM; by itself JAVA_HOME, or that of java on the PATH\n"
    "  --tier TIER        the compiler: c2 (by itself), c1, or tiered: c2 after c1\n"
    "  --background       compile in the background, as java does by itself\n"
    "  --server           one JVM for several programs, with a class loader each\n"
    "  --vocabulary       print which words of HotSpot are known, and end\n";

enum { STATUS_USAGE = 2, STATUS_NO_MACHINE = 3, STATUS_CONVERSATION = 4 };

static bool read_tier(const char *name, struct settings *settings) {
    if (name && tier_named(name, &settings->tier)) return true;
    fprintf(stderr, "there is no tier %s: c1, c2 or tiered\n", name ? name : "without a name");
    return false;
}

static bool read_options(char **argv, struct settings *settings) {
    *settings = (struct settings){.tier = TIER_C2};
    for (argv++; *argv; argv++) {
        if (strcmp(*argv, "--background") == 0)
            settings->in_background = true;
        else if (strcmp(*argv, "--server") == 0)
            settings->is_server = true;
        else if (strcmp(*argv, "--home") == 0 && argv[1])
            settings->home_option = *++argv;
        else if (strcmp(*argv, "--tier") == 0) {
            if (!read_tier(argv[1], settings)) return false;
            argv++;
        } else {
            fputs(usage, stderr);
            return false;
        }
    }
    return true;
}

/* --- questions --- */

typedef bool answer_function(struct hotspot *hotspot, const json_t *question);

/* In the order in which they may be asked: each after one of the state that it needs. */
enum state { STARTED, GREETED, DEFINED, WARMED_UP };

static const struct question_kind {
    const char *name;
    answer_function *answer;
    enum state needs, leads_to;
} questions[] = {{"hello", answer_hello, STARTED, GREETED},
                 {"define", answer_define, GREETED, DEFINED},
                 {"warm_up", answer_warm_up, DEFINED, WARMED_UP},
                 {"run", answer_run, DEFINED, WARMED_UP},
                 {"decisions", answer_decisions, DEFINED, WARMED_UP}};

static bool may_ask(const struct hotspot *hotspot, const struct question_kind *kind,
                    enum state state) {
    bool is_first_time = kind->answer == answer_define && !hotspot->started_with;
    bool may_define = kind->answer != answer_define || is_first_time || hotspot->settings.is_server;
    bool has_program = kind->needs < DEFINED || hotspot->program.reflected;
    return state >= kind->needs && may_define && has_program;
}

static bool answer(struct hotspot *hotspot, const json_t *question, enum state *state) {
    const char *asked = question_text(question, "ask", "");
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        if (strcmp(asked, questions[i].name) != 0) continue;
        if (!may_ask(hotspot, &questions[i], *state)) break;
        *state = questions[i].leads_to;
        return questions[i].answer(hotspot, question);
    }
    fprintf(stderr, "the adapter was asked '%s', which is no question now\n", asked);
    return false;
}

static bool converse(struct hotspot *hotspot) {
    enum state state = STARTED;
    json_t *question;
    bool goes_on = true;
    while (goes_on && (question = conversation_read(&hotspot->conversation))) {
        bool is_last = strcmp(question_text(question, "ask", ""), "bye") == 0;
        goes_on = !is_last && answer(hotspot, question, &state);
        json_decref(question);
        if (is_last) return true;
    }
    return goes_on && !hotspot->conversation.is_faulty;
}

int main(int argc, char **argv) {
    static struct hotspot hotspot;
    struct strbuf fault = STRBUF_INIT;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) return fputs(usage, stdout) < 0;
    if (argc == 2 && strcmp(argv[1], "--vocabulary") == 0) return vocabulary_print(), 0;
    if (!read_options(argv, &hotspot.settings)) return STATUS_USAGE;
    if (!java_home_find(&hotspot.settings.jvm, hotspot.settings.home_option, &fault)) {
        fprintf(stderr, "%s\n", strbuf_text(&fault));
        return STATUS_NO_MACHINE;
    }
    if (!conversation_open(&hotspot.conversation)) return STATUS_CONVERSATION;
    bool is_fine = converse(&hotspot);
    fflush(NULL);
    _exit(is_fine ? 0 : STATUS_CONVERSATION); /* threads of the JVM still run */
}
