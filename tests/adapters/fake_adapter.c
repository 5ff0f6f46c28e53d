/* An adapter (docs/protocol.md) without a virtual machine, for tests of what drives adapters.
 *
 *     fake_adapter MODE [QUESTION]   is right, but when QUESTION is asked (run), where it does what MODE says
 *     fake_adapter many MODE [QUESTION]   takes many programs, and is right for the first
 *     fake_adapter script FILE       answers with the lines of FILE that begin with "< ", one after the other
 *
 * FAKE_SWITCHES has the names of its switches, which begin with those of modes: of the last that is turned off it does that. "size=3" is a limit.
 * FAKE_STARTS names a file that gets a line for each process, FAKE_ASKED one that gets the questions.
 *
 * Being right, it is a machine that runs one program, whose call is
 *
 *     class A { static A sink; static boolean foo(boolean escapes) { A a = new A(); if (escapes) sink = a; return escapes; } }
 *
 * and compiles foo in the tenth call: in code, the object is allocated where it escapes. */
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COMPILED_AT = 10, OBJECT_BYTES = 16, TOO_LONG = (256 << 20) + 1, RING_MILLISECONDS = 10 };

static FILE *ask, *tell;
static FILE *script; /* NULL: answers are made */
static json_int_t calls;
static bool takes_many;
static int programs;
static const struct mode *turned; /* NULL: all switches are as they are by themselves */
static int pairs;                 /* switches of the mode pair that are turned */
static bool hides, shows;         /* likewise: a pair plays no role then; it does, nevertheless */
static const struct mode *mode_of_switch(const char *name);

static void complain(const char *why) {
    fprintf(stderr, "fake_adapter: %s\n", why);
    exit(2);
}

static FILE *descriptor(const char *name, const char *mode) {
    const char *number = getenv(name);
    FILE *file = number ? fdopen(atoi(number), mode) : NULL;
    if (!file) complain("JITTEST_ASK and JITTEST_TELL are no descriptors");
    return file;
}

static void say(const json_t *message) {
    json_dumpf(message, tell, JSON_COMPACT);
    fputc('\n', tell);
    fflush(tell);
}

static void add_line(const char *variable, const char *line) {
    const char *name = getenv(variable);
    FILE *file = name ? fopen(name, "a") : NULL;
    if (!file) return;
    fputs(line, file);
    fclose(file);
}

/* It lives until the next one is asked for. */
static json_t *next_question(void) {
    static json_t *question;
    static char *line;
    static size_t room;
    if (getline(&line, &room, ask) < 0) exit(0);
    add_line("FAKE_ASKED", line);
    json_decref(question);
    question = json_loads(line, JSON_DECODE_ANY, NULL);
    if (!json_is_string(json_object_get(question, "ask"))) complain("that is no question");
    return question;
}

static const char *asked(const json_t *question) {
    return json_string_value(json_object_get(question, "ask"));
}

/* The machine. */

static void add_run(json_t *runs, json_int_t times, json_t *value) {
    json_array_append_new(runs, json_pack("[I, o]", times, value));
}

static json_t *switches(void) {
    const char *names = getenv("FAKE_SWITCHES");
    json_t *list = json_array();
    for (size_t length = 0; names && *names; names += length + (names[length] == ' ')) {
        length = strcspn(names, " ");
        size_t name = strcspn(names, " =");
        json_t *is = name < length ? json_integer(atoi(names + name + 1)) : json_true();
        json_array_append_new(list, json_pack("{ss%, so}", "name", names, name, "is", is));
    }
    return list;
}

static json_t *hello(void) {
    return json_pack(
        "{ss, si, ss, ss, ss, s[s], ss, sb, ss, s{s{ss}, s{ss}, s{ss}, s{ss}}, s{}, so}", "tell",
        "hello", "protocol", 1, "adapter", "fake", "vm", "fake machine", "version", "1.0", "tags",
        "fake", "language", "class files", "inserted_code", 0, "runs", takes_many ? "many" : "one",
        "evidence", "allocation.is", "counted", "it knows", "allocation.rate", "counted",
        "it knows", "returns", "counted", "it knows", "deoptimizations", "counted",
        "there are none", "reasons", "switches", switches());
}

/* Calls with the rows until there are [wanted] calls; false when they are used up before. */
static bool warm_with(const json_t *rows, json_int_t wanted, json_t *results) {
    size_t i;
    json_t *run;
    json_array_foreach(rows, i, run) {
        json_int_t times = json_integer_value(json_array_get(run, 0));
        if (times > wanted - calls) times = wanted - calls;
        if (times) add_run(results, times, json_copy(json_array_get(json_array_get(run, 1), 0)));
        calls += times;
    }
    return calls == wanted;
}

static json_t *warm_up(json_t *question) {
    const char *until = json_string_value(json_object_get(question, "until"));
    json_int_t most = json_integer_value(json_object_get(question, "at_most"));
    bool is_asked = until && !strcmp(until, "compiled");
    json_int_t wanted = is_asked && most >= COMPILED_AT
                            ? COMPILED_AT + json_integer_value(json_object_get(question, "after"))
                            : most;
    json_t *rows = json_object_get(question, "rows"), *results = json_array();
    while (!warm_with(rows, wanted, results)) {
        json_t *more = json_pack("{ss, sI}", "tell", "more", "calls", calls);
        say(more);
        json_decref(more);
        rows = json_object_get(next_question(), "rows");
    }
    bool is_compiled = calls >= COMPILED_AT;
    if (is_asked && !is_compiled)
        return json_pack("{ss, sI, ss, so, sn}", "tell", "not_evaluated", "calls", calls, "why",
                         "it was not called often enough", "results", results, "story");
    return json_pack("{ss, si, sI, ss?, si, so, sn}", "tell", "compiled", "at_call",
                     is_compiled ? COMPILED_AT : 0, "calls", calls, "tier",
                     is_compiled ? "fake" : NULL, "code_bytes", is_compiled ? 64 : 0, "results",
                     results, "story");
}

static json_t *run(json_t *question) {
    json_t *results = json_array(), *effective = json_array(), *run, *in_code = json_array();
    json_int_t executions = 0, objects = 0;
    bool is_compiled = calls >= COMPILED_AT;
    size_t i;
    json_array_foreach(json_object_get(question, "rows"), i, run) {
        json_int_t times = json_integer_value(json_array_get(run, 0));
        json_t *escapes = json_array_get(json_array_get(run, 1), 0);
        bool allocates = !is_compiled || json_is_true(escapes);
        add_run(results, times, json_copy(escapes));
        add_run(effective, times, json_integer(allocates));
        executions += times;
        objects += allocates ? times : 0;
    }
    calls += executions;
    if (executions) add_run(in_code, executions, json_boolean(is_compiled));
    json_t *sites = json_array();
    json_t *site = json_pack("{ss, s{ss, si, si}, ss, so, sI}", "kind", "allocation", "at",
                             "method", "A.foo(Z)Z", "bci", 0, "line", 0, "subject", "A",
                             "effective", effective, "bytes", objects * OBJECT_BYTES);
    if (objects) json_array_append(sites, site);
    json_decref(site);
    return json_pack("{ss, sI, so, so, so, s[], sn}", "tell", "observed", "executions", executions,
                     "in_code", in_code, "results", results, "sites", sites, "deoptimizations",
                     "story");
}

static json_t *decisions(void) {
    json_t *events = json_array();
    if (calls >= COMPILED_AT)
        json_array_append_new(events, json_pack("{ss, si, si}", "kind", "compiled", "call",
                                                COMPILED_AT, "amount", 64));
    return json_pack("{ss, so, s{}}", "tell", "decisions", "events", events, "unknown");
}

static json_t *define(const json_t *question) {
    programs++;
    calls = 0;
    turned = NULL;
    pairs = hides = shows = 0;
    json_t *switches = json_object_get(question, "switches"), *value;
    const char *name;
    json_object_foreach(switches, name, value) {
        turned = mode_of_switch(name);
        pairs += !strncmp(name, "pair", strlen("pair"));
        hides |= !strcmp(name, "hides");
        shows |= !strcmp(name, "shows");
    }
    return json_pack("{ss}", "tell", "defined");
}

static json_t *scripted(void) {
    char *line = NULL;
    size_t room = 0;
    do {
        if (getline(&line, &room, script) < 0) complain("the script has no more answers");
    } while (strncmp(line, "< ", 2) != 0);
    json_t *answer = json_loads(line + 2, 0, NULL);
    if (!answer) complain("the script has an answer that is no JSON");
    free(line);
    return answer;
}

static json_t *answer_to(json_t *question) {
    const char *name = asked(question);
    if (script) return scripted();
    if (!strcmp(name, "hello")) return hello();
    if (!strcmp(name, "define")) return define(question);
    if (!strcmp(name, "warm_up")) return warm_up(question);
    if (!strcmp(name, "run")) return run(question);
    if (!strcmp(name, "decisions")) return decisions();
    complain("it knows no such question");
    return NULL;
}

/* What it does wrong, given the right answer, which is told afterwards unless it ends. */

static void right(json_t *answer) { (void)answer; }

static void die(json_t *answer) {
    (void)answer;
    raise(SIGKILL);
}

static void end(json_t *answer) {
    (void)answer;
    exit(0);
}

static void fail(json_t *answer) {
    (void)answer;
    complain("it fails on purpose");
}

static void ring(pid_t process) {
    if (process != getpid()) kill(process, SIGALRM);
}

/* Who asks is its parent, or where it takes many programs its siblings. */
static void ring_who_asks(void) {
    char path[64];
    long process;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)getppid(), (int)getppid());
    FILE *siblings = takes_many ? fopen(path, "r") : NULL;
    if (!siblings) ring(getppid());
    while (siblings && fscanf(siblings, "%ld", &process) == 1) ring((pid_t)process);
    if (siblings) fclose(siblings);
}

static void hang(json_t *answer) {
    (void)answer;
    for (;;) {
        ring_who_asks();
        poll(NULL, 0, RING_MILLISECONDS);
    }
}

static void garbage(json_t *answer) {
    (void)answer;
    fputs("# A fatal error has been detected\n", tell);
}

static void half(json_t *answer) {
    char *text = json_dumps(answer, JSON_COMPACT);
    fwrite(text, 1, strlen(text) / 2, tell);
    fflush(tell);
    exit(0);
}

static void list(json_t *answer) {
    (void)answer;
    fputs("[1, 2]\n", tell);
}

static void twice(json_t *answer) { say(answer); }

static void order(json_t *answer) {
    bool is_defined = !strcmp(json_string_value(json_object_get(answer, "tell")), "defined");
    json_object_clear(answer);
    json_object_set_new(answer, "tell", json_string(is_defined ? "more" : "defined"));
    if (is_defined) json_object_set_new(answer, "calls", json_integer(0));
}

static void unknown(json_t *answer) { json_object_set_new(answer, "tell", json_string("dreams")); }

/* Of each message, the member without which it says nothing. */
static void missing(json_t *answer) {
    static const char *const members[] = {"evidence", "results", "events", "tell"};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (!json_object_del(answer, members[i])) return;
}

static void type(json_t *answer) {
    const char *key;
    json_t *value;
    json_object_foreach(answer, key, value) {
        if (!strcmp(key, "tell")) continue;
        json_object_set_new(answer, key, json_real(0.5));
    }
}

static void extra(json_t *answer) { json_object_set_new(answer, "weather", json_string("fine")); }

static void dialect(json_t *answer) {
    json_object_set_new(answer, "language", json_string("python"));
}

static void version(json_t *answer) { json_object_set_new(answer, "protocol", json_integer(2)); }

static void longest(json_t *answer) {
    (void)answer;
    for (long i = 0; i < TOO_LONG; i++) putc('x', tell);
    fputc('\n', tell);
}

static void noise(json_t *answer) {
    (void)answer;
    puts("the program prints");
    fflush(stdout);
    fputs("and complains\n", stderr);
}

/* One execution less than there were. */
static void fewer(json_t *answer) {
    json_t *executions = json_object_get(answer, "executions");
    json_integer_set(executions, json_integer_value(executions) - 1);
}

/* What the calls returned is told the other way round. */
static void wrong(json_t *answer) {
    json_t *run;
    size_t i;
    json_array_foreach(json_object_get(answer, "results"), i, run)
        json_array_set_new(run, 1, json_boolean(!json_is_true(json_array_get(run, 1))));
}

/* The first run of equal executions allocated, but the events began behind it. */
static void late(json_t *answer) {
    json_t *site = json_array_get(json_object_get(answer, "sites"), 0);
    json_array_set_new(json_array_get(json_object_get(site, "effective"), 0), 1, json_integer(0));
}

/* Nothing was allocated at all, and that is left out instead of told. */
static void silent(json_t *answer) { json_object_del(answer, "sites"); }

static void pair(json_t *answer) {
    if (pairs > 1 && (shows || !hides)) silent(answer);
}

static const struct mode {
    const char *name, *what;
    void (*meddle)(json_t *answer);
} modes[] = {
    {"right", "nothing wrong", right},
    {"dies", "is killed by a signal", die},
    {"ends", "ends with status 0, without an answer", end},
    {"fails", "says why on standard error and ends with status 2", fail},
    {"hangs", "never answers, and ends the time of who asks, be it long or short (SIGALRM)", hang},
    {"garbage", "tells a line that is no JSON", garbage},
    {"half", "ends in the middle of its answer", half},
    {"list", "tells JSON that is no object", list},
    {"twice", "answers twice", twice},
    {"order", "tells the answer to another question", order},
    {"unknown", "tells a message that is not known", unknown},
    {"missing", "leaves out a member", missing},
    {"type", "tells members of another type", type},
    {"extra", "has one member more, which is not wrong", extra},
    {"dialect", "takes programs in a language that specs are not in (hello)", dialect},
    {"version", "speaks another version of the protocol (hello)", version},
    {"long", "tells a line that is too long", longest},
    {"noise", "prints to standard output and error, which is not wrong", noise},
    {"fewer", "tells one execution less (run)", fewer},
    {"wrong", "tells wrong results (warm_up, run)", wrong},
    {"late", "misses the allocations of the first executions (run)", late},
    {"silent", "leaves out the sites (run)", silent},
    {"hides", "leaves them out of pair where shows is off, too (run)", pair},
    {"pair", "leaves out the sites where two such switches are off (run)", pair},
    {"shows", "as hides (run)", pair},
};

static const struct mode *find_mode(const char *name) {
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (!strcmp(modes[i].name, name)) return &modes[i];
    return NULL;
}

static const struct mode *mode_of_switch(const char *name) {
    size_t i = 0;
    while (i < sizeof modes / sizeof *modes && strncmp(modes[i].name, name, strlen(modes[i].name)))
        i++;
    return i < sizeof modes / sizeof *modes ? &modes[i] : NULL;
}

static int usage(void) {
    fputs("usage: fake_adapter [many] MODE [QUESTION]\n       fake_adapter script FILE\n\n",
          stderr);
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        fprintf(stderr, "  %-8s %s\n", modes[i].name, modes[i].what);
    return 2;
}

int main(int argc, char **argv) {
    takes_many = argc > 2 && !strcmp(argv[1], "many");
    argc -= takes_many;
    argv += takes_many;
    add_line("FAKE_STARTS", "started\n");
    const struct mode *mode = find_mode(argc > 1 ? argv[1] : "");
    bool is_script = argc == 3 && !strcmp(argv[1], "script");
    if (is_script) {
        script = fopen(argv[2], "r");
        if (!script) complain("the script cannot be read");
    } else if (!mode || argc > 3) {
        return usage();
    }
    const char *where = argc == 3 ? argv[2] : mode && mode->meddle == version ? "hello" : "run";
    ask = descriptor("JITTEST_ASK", "r");
    tell = descriptor("JITTEST_TELL", "w");
    for (;;) {
        json_t *question = next_question();
        if (!strcmp(asked(question), "bye")) return 0;
        bool meddles = !is_script && !strcmp(asked(question), where);
        json_t *answer = answer_to(question);
        meddles &= !takes_many || programs > 1;
        if (meddles) mode->meddle(answer);
        if (turned && !strcmp(asked(question), "run")) turned->meddle(answer);
        say(answer);
        json_decref(answer);
    }
}
