/* The checks, each a short conversation. */
#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "assertions/evidence.h"
#include "harness/codec.h"
#include "harness/conformance.h"

/* --- hello --- */

const char *check_hello_is_complete(struct conforming *conforming) {
    const char *text;
    int protocol, flag;
    json_t *tags, *evidence, *reasons, *switches;
    json_error_t error;
    int failed = json_unpack_ex(
        conforming->hello, &error, 0, "{s:s,s:i,s:s,s:s,s:s,s:o,s:s,s:b,s:s,s:o,s:o,s:o}", "tell",
        &text, "protocol", &protocol, "adapter", &text, "vm", &text, "version", &text, "tags",
        &tags, "language", &text, "inserted_code", &flag, "runs", &text, "evidence", &evidence,
        "reasons", &reasons, "switches", &switches);
    if (failed) return arena_format(conforming->arena, "hello with all members (%s)", error.text);
    if (protocol != PROTOCOL_VERSION) return "protocol 1";
    if (strcmp(text, "one") && strcmp(text, "many")) return "runs 'one' or 'many'";
    if (!conforming_takes_classes(conforming) && !conforming_takes_scripts(conforming))
        return "language 'class files', 'javascript' or 'lua'";
    if (!json_is_array(tags) || !json_array_size(tags)) return "at least one tag";
    return json_is_object(evidence) && json_is_object(reasons) && json_is_array(switches)
               ? NULL
               : "evidence and reasons as objects, and a list of switches";
}

static bool is_clause(struct conforming *conforming, const char *name) {
    const char *clause;
    for (size_t i = 0; (clause = clause_at(i, conforming->arena)); i++)
        if (!strcmp(clause, name)) return true;
    return false;
}

const char *check_evidence_is_known(struct conforming *conforming) {
    const char *clause, *word;
    json_t *told, *how;
    json_object_foreach(json_object_get(conforming->hello, "evidence"), clause, told) {
        if (!is_clause(conforming, clause))
            return arena_format(conforming->arena, "no clause '%s'", clause);
        if (json_object_size(told) != 1)
            return arena_format(conforming->arena, "one word of evidence for '%s'", clause);
        json_object_foreach(told, word, how) {
            enum evidence_kind kind;
            if (!evidence_of_text(word, &kind) || !json_string_length(how))
                return arena_format(conforming->arena,
                                    "'counted', 'decision log', 'estimate' or 'none' for '%s', "
                                    "with a sentence",
                                    clause);
        }
    }
    return NULL;
}

const char *check_reasons_are_ours(struct conforming *conforming) {
    const char *words;
    json_t *ours;
    json_object_foreach(json_object_get(conforming->hello, "reasons"), words, ours) {
        enum reason reason;
        if (!json_is_string(ours) || !reason_of_name(json_string_value(ours), &reason))
            return arena_format(conforming->arena, "a reason of `jittest list reasons` for '%s'",
                                words);
    }
    return NULL;
}

/* --- how it ends --- */

/* How the adapter ends that is asked this last; -1: it was killed. */
static int status_after(struct conforming *conforming, const char *line) {
    int status = 0;
    char answer[256];
    file_write_all(conforming->adapter.ask, line, strlen(line));
    close(conforming->adapter.ask);
    while (read(conforming->adapter.tell, answer, sizeof answer) > 0) {}
    while (waitpid(conforming->adapter.process, &status, 0) < 0 && errno == EINTR) {}
    json_decref(conforming->said);
    conforming->said = json_pack("{s:i}", WIFSIGNALED(status) ? "signal" : "status",
                                 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    return WIFSIGNALED(status) ? -1 : WEXITSTATUS(status);
}

const char *check_bye_ends_with_status_0(struct conforming *conforming) {
    return status_after(conforming, "{\"ask\": \"bye\"}\n") == 0 ? NULL : "status 0";
}

const char *check_an_unknown_question_is_refused(struct conforming *conforming) {
    return status_after(conforming, "{\"ask\": \"dream\"}\n") > 0 ? NULL : "a status that is not 0";
}

/* --- questions --- */

const char *check_unknown_members_are_ignored(struct conforming *conforming) {
    json_t *question = conforming_program(conforming, PROGRAM_one_object, "A.foo(Z)Z");
    json_object_set_new(question, "weather", json_string("fine"));
    json_object_set_new(json_object_get(question, "call"), "mood", json_null());
    if (strcmp(adapter_told(&conforming->adapter, conforming_ask(conforming, question)), "defined"))
        return "defined";
    return conforming_calls(conforming, "[[2, [true]]]", 2);
}

const char *check_rows_that_are_used_up_ask_for_more(struct conforming *conforming) {
    const char *due = conforming_define_program(conforming, PROGRAM_one_object, "A.foo(Z)Z");
    if (due) return due;
    conforming_calls(conforming, "[[2, [true]], [1, [false]]]", 5);
    if (!conforming_said(conforming, "tell", "\"more\"") ||
        !conforming_said(conforming, "calls", "3"))
        return "more, with 3 calls";
    conforming_ask(conforming, json_pack("{s:s,s:[[i,[b]]]}", "ask", "rows", "rows", 9, 1));
    return conforming_said(conforming, "calls", "5") &&
                   conforming_said(conforming, "results", "[[2, true], [1, false], [2, true]]")
               ? NULL
               : "compiled, with 5 calls and their results";
}

const char *check_so_many_calls_are_made(struct conforming *conforming) {
    const char *due = conforming_define_program(conforming, PROGRAM_one_object, "A.foo(Z)Z");
    if (!due) due = conforming_calls(conforming, "[[10, [true]]]", 7);
    if (due) return due;
    return conforming_said(conforming, "results", "[[7, true]]") ? NULL : "7 results";
}

/* --- programs that are wrong --- */

const char *check_a_class_that_is_damaged_is_an_error(struct conforming *conforming) {
    json_t *question = conforming_program(conforming, PROGRAM_one_object, "A.foo(Z)Z");
    json_t *class = json_array_get(json_object_get(question, "classes"), 0);
    const char *bytes = json_string_value(json_object_get(class, "bytes"));
    json_object_set_new(class, "bytes", json_stringn(bytes, strlen(bytes) / 8 * 4));
    conforming_ask(conforming, question);
    return conforming_said(conforming, "tell", "\"error\"") ? NULL : "error";
}

const char *check_code_that_does_not_verify_does_not_run(struct conforming *conforming) {
    const char *java = "class A { static int foo(int x) { return x; } }";
    conforming->spoils = true;
    conforming_define(conforming, java, "A.foo(I)I");
    if (conforming_said(conforming, "tell", "\"error\"")) return NULL;
    const char *due = conforming_calls(conforming, "[[1, [1]]]", 1);
    json_t *result = json_array_get(json_object_get(conforming->said, "results"), 0);
    const char *thrown = json_string_value(json_object_get(json_array_get(result, 1), "threw"));
    return !due && thrown && !strcmp(thrown, "java.lang.VerifyError")
               ? NULL
               : "error, or a call that throws java.lang.VerifyError";
}

/* --- results --- */

static const struct echoed_values {
    const char *type, *descriptor, *values, *results;
} echoed[] = {
#define VALUE(type, descriptor, values, results) {type, descriptor, values, results},
#include "harness/conformance_values.def"
#undef VALUE
};

/* Each value in a run of its own: [[1, value], ...]; of rows [[1, [value]], ...]. */
static char *each_once(const char *values, bool is_of_rows, size_t *count) {
    json_t *list = json_loads(values, 0, NULL), *runs = json_array(), *value;
    size_t index;
    json_array_foreach(list, index, value) json_array_append_new(
        runs, is_of_rows ? json_pack("[i,[O]]", 1, value) : json_pack("[i,O]", 1, value));
    char *text = json_dumps(runs, JSON_REAL_PRECISION(17));
    *count = json_array_size(runs);
    json_decref(list);
    json_decref(runs);
    return text;
}

static const char *check_echo(struct conforming *conforming, const struct echoed_values *row) {
    struct arena *arena = conforming->arena;
    const char *java = arena_format(
        arena, "class Values { static %s same(%s value) { return value; } }", row->type, row->type);
    const char *call = arena_format(arena, "Values.same(%s)%s", row->descriptor, row->descriptor);
    size_t calls;
    char *rows = each_once(row->values, true, &calls),
         *results = each_once(row->results ? row->results : row->values, false, &calls);
    const char *due = conforming_define(conforming, java, call);
    if (!due) due = conforming_calls(conforming, rows, (int64_t)calls);
    if (!due && !conforming_said(conforming, "results", results))
        due = arena_format(arena, "of %s: %s", row->type, results);
    free(rows);
    free(results);
    return due;
}

/* Another program needs another process where runs are one. */
const char *check_results_come_back(struct conforming *conforming) {
    const char *due = NULL;
    for (size_t i = 0; !due && i < sizeof echoed / sizeof *echoed; i++) {
        due = check_echo(conforming, &echoed[i]);
        if (!due) conforming_restart(conforming);
    }
    return due;
}

const char *check_exceptions_come_back(struct conforming *conforming) {
    const char *java = "class A { static int foo(boolean says) {"
                       " throw says ? new IllegalStateException(\"so \\u00e4\")"
                       " : new IllegalStateException(); } }";
    const char *due = conforming_define(conforming, java, "A.foo(Z)I");
    if (!due) due = conforming_calls(conforming, "[[2, [true]], [1, [false]]]", 3);
    if (due) return due;
    if (!conforming_said(
            conforming, "results",
            "[[2, {\"threw\": \"java.lang.IllegalStateException\", \"message\": \"so \\u00e4\"}],"
            " [1, {\"threw\": \"java.lang.IllegalStateException\", \"message\": null}]]"))
        return "two with a message, one with null";
    return json_is_string(json_object_get(conforming->said, "story")) ? NULL
                                                                      : "a story of the first";
}

const char *check_the_receiver_comes_first(struct conforming *conforming) {
    const char *java = "class A { int x = 7; int foo(int y) { return x * y; } }";
    conforming_ask(conforming, conforming_definition(conforming, java, "A.foo(I)I", false));
    const char *due = conforming_calls(conforming, "[[2, [{\"new\": \"A\"}, 3]]]", 2);
    if (due) return due;
    return conforming_said(conforming, "results", "[[2, 21]]") ? NULL : "21, twice";
}

const char *check_what_is_printed_disturbs_nothing(struct conforming *conforming) {
    const char *due = conforming_define_program(conforming, PROGRAM_printing, "A.foo(I)I");
    if (!due) due = conforming_calls(conforming, "[[3, [5]]]", 3);
    if (due) return due;
    return conforming_said(conforming, "results", "[[3, 5]]") ? NULL : "5, three times";
}

/* --- languages without class files --- */

#define OBJECT_TO_OBJECT "A.foo(Ljava/lang/Object;)Ljava/lang/Object;"

const char *check_a_program_that_is_wrong_is_an_error(struct conforming *conforming) {
    conforming_ask(conforming, conforming_program(conforming, PROGRAM_wrong, OBJECT_TO_OBJECT));
    return conforming_said(conforming, "tell", "\"error\"") &&
                   conforming_said(conforming, "line", "2")
               ? NULL
               : "error, with the line 2";
}

const char *check_simple_values_come_back(struct conforming *conforming) {
    static const char values[] =
        "[true, false, 0, -1, 2147483647, 0.5, -0.0, \"NaN\", \"Infinity\", \"-Infinity\", "
        "{\"text\": \"\"}, {\"text\": \"\\u00e4\\u20ac \\\"x\\\"\\n\"}]";
    size_t count;
    char *rows = each_once(values, true, &count), *results = each_once(values, false, &count);
    const char *due = conforming_define_program(conforming, PROGRAM_same, OBJECT_TO_OBJECT);
    if (!due) due = conforming_calls(conforming, rows, (int64_t)count);
    if (!due && !conforming_said(conforming, "results", results))
        due = arena_format(conforming->arena, "%s", results);
    free(rows);
    free(results);
    return due;
}

const char *check_what_is_thrown_comes_back(struct conforming *conforming) {
    const char *due = conforming_define_program(conforming, PROGRAM_throwing, OBJECT_TO_OBJECT);
    if (!due) due = conforming_calls(conforming, "[[2, [1]]]", 2);
    if (due) return due;
    const json_t *run = json_array_get(json_object_get(conforming->said, "results"), 0),
                 *result = json_array_get(run, 1);
    const char *message = json_string_value(json_object_get(result, "message"));
    if (!json_is_string(json_object_get(result, "threw")) || !message || !strstr(message, "so"))
        return "what it threw, with the message 'so'";
    return json_is_string(json_object_get(conforming->said, "story")) ? NULL
                                                                      : "a story of the first";
}

/* --- compilations --- */

#define A_LOOP                                                                                     \
    "class A { static int foo(int n) {"                                                            \
    " int sum = 0; for (int i = 0; i < n; i++) sum += i ^ n; return sum; } }"

const char *check_what_is_compiled_is_entered(struct conforming *conforming) {
    const char *due = conforming_define(conforming, A_LOOP, "A.foo(I)I");
    if (!due) due = conforming_warm_up(conforming, "[[100020, [2000]]]");
    if (!due) due = conforming_run(conforming, "[[10, [2000]]]");
    if (due) return due;
    return conforming_said(conforming, "in_code", "[[10, true]]") ? NULL : "in_code, 10 times true";
}

/* The last compilation of the called method that ended by then, and whether one did in call [at_call]; NULL: none did. */
static const json_t *last_compiled(const struct conforming *conforming, const char *method,
                                   json_int_t call, json_int_t at_call, bool *is_at_call) {
    const json_t *events = json_object_get(conforming->said, "events"), *event, *last = NULL;
    for (size_t i = 0; (event = json_array_get(events, i)); i++) {
        const char *kind = json_string_value(json_object_get(event, "kind")),
                   *root = json_string_value(json_object_get(event, "root"));
        bool is_one = kind && !strcmp(kind, "compiled") && (!root || !strcmp(root, method));
        json_int_t ended = json_integer_value(json_object_get(event, "call"));
        if (is_one && ended <= call) last = event;
        *is_at_call |= is_one && ended == at_call;
    }
    return last;
}

const char *check_the_newest_code_counts(struct conforming *conforming) {
    const char *due = conforming_define(conforming, A_LOOP, "A.foo(I)I");
    if (!due) due = conforming_warm_up(conforming, "[[100020, [20]]]");
    if (due) return due;
    json_int_t calls = json_integer_value(json_object_get(conforming->said, "calls"));
    json_int_t at_call = json_integer_value(json_object_get(conforming->said, "at_call"));
    bool is_at_call = false;
    json_t *bytes = json_deep_copy(json_object_get(conforming->said, "code_bytes"));
    if ((due = conforming_run(conforming, "[[1, [20]]]"))) return due;
    conforming_ask(conforming, json_pack("{s:s}", "ask", "decisions"));
    const json_t *last = last_compiled(conforming, "A.foo(I)I", calls, at_call, &is_at_call);
    if (!last) return "an event `compiled` of A.foo(I)I, with its call";
    if (!is_at_call)
        return arena_format(conforming->arena,
                            "an event `compiled` of A.foo(I)I with the call %lld, which is at_call",
                            (long long)at_call);
    bool is_same = json_is_null(bytes) || !json_object_get(last, "amount") ||
                   json_equal(bytes, json_object_get(last, "amount"));
    return is_same ? NULL
                   : arena_format(conforming->arena,
                                  "the amount of the last compilation as code_bytes, not %lld",
                                  (long long)json_integer_value(bytes));
}

/* --- allocations --- */

static const char *warm_object(struct conforming *conforming) {
    const char *due = conforming_define_program(conforming, PROGRAM_one_object, "A.foo(Z)Z");
    return due ? due : conforming_warm_up(conforming, "[[100020, [true]]]");
}

static const char *due_objects(struct conforming *conforming, int64_t due, const char *subject,
                               const char *method) {
    int64_t objects = conforming_objects(conforming, subject, method);
    if (objects == due) return NULL;
    return arena_format(conforming->arena, "%lld objects%s%s%s%s, not %lld", (long long)due,
                        subject ? " of " : "", subject ? subject : "", *method ? " in " : "",
                        method, (long long)objects);
}

const char *check_allocations_are_exact(struct conforming *conforming) {
    const char *due = warm_object(conforming);
    if (!due) due = conforming_run(conforming, "[[12345, [true]]]");
    return due ? due : due_objects(conforming, 12345, "A", "A.foo(Z)Z:0");
}

const char *check_executions_are_told_in_order(struct conforming *conforming) {
    const char *java = "class A { static A sink; static int foo(int n) {"
                       " for (int i = 0; i < n; i++) sink = new A(); return n; } }";
    const char *due = conforming_define(conforming, java, "A.foo(I)I");
    if (!due) due = conforming_warm_up(conforming, "[[100020, [2]]]");
    if (!due) due = conforming_run(conforming, "[[2, [3]], [1, [0]], [4, [1]]]");
    if (due) return due;
    if (!conforming_allocated(conforming, "A.foo(I)I", "[[2, 3], [1, 0], [4, 1]]"))
        return "3 objects of A in two executions, none in one, 1 in four";
    return conforming_said(conforming, "results", "[[2, 3], [1, 0], [4, 1]]") ? NULL
                                                                              : "results likewise";
}

const char *check_zero_is_told(struct conforming *conforming) {
    json_t *list, *results, *in_code;
    json_int_t executions;
    const char *due = conforming_define_program(conforming, PROGRAM_no_object, "A.foo(I)I");
    if (!due) due = conforming_warm_up(conforming, "[[100020, [1]]]");
    if (!due) due = conforming_run(conforming, "[[9, [1]]]");
    if (due) return due;
    if (json_unpack(conforming->said, "{s:I,s:o,s:o,s:o,s:o}", "executions", &executions, "in_code",
                    &in_code, "results", &results, "sites", &list, "deoptimizations", &list))
        return "executions, in_code, results, sites and deoptimizations";
    return executions != 9 ? "9 executions" : due_objects(conforming, 0, NULL, "");
}

const char *check_chunks_begin_at_0(struct conforming *conforming) {
    const char *due = warm_object(conforming);
    if (!due) due = conforming_run(conforming, "[[5, [true]]]");
    if (!due) due = conforming_run(conforming, "[[3, [true]]]");
    if (due) return due;
    return conforming_said(conforming, "executions", "3")
               ? due_objects(conforming, 3, "A", "A.foo(Z)Z:0")
               : "3 executions";
}

const char *check_bytes_repeat(struct conforming *conforming) {
    const char *due = warm_object(conforming);
    if (!due) due = conforming_run(conforming, "[[100, [true]]]");
    int64_t before = conforming_bytes(conforming);
    if (!due) due = conforming_run(conforming, "[[100, [true]]]");
    if (due) return due;
    if (before <= 0) return "bytes of 100 objects";
    return conforming_bytes(conforming) == before
               ? NULL
               : arena_format(conforming->arena, "%lld bytes again", (long long)before);
}

const char *check_objects_of_a_lambda_have_a_frame(struct conforming *conforming) {
    const char *java = "class A { interface Maker { Object make(); } static Object kept;"
                       " static Maker maker; static void foo(int x) { Maker m = () -> new A();"
                       " maker = () -> x; kept = m.make(); } }";
    const char *due = conforming_define(conforming, java, "A.foo(I)V");
    if (!due) due = conforming_warm_up(conforming, "[[100020, [1]]]");
    if (!due) due = conforming_run(conforming, "[[50, [1]]]");
    if (!due) due = due_objects(conforming, 50, "A", "A.lambda$");
    if (!due) due = due_objects(conforming, 100, NULL, "A.");
    return due ? due : due_objects(conforming, 100, NULL, "");
}

const char *check_objects_of_the_library_have_a_frame(struct conforming *conforming) {
    const char *java = "class A { static Object kept; static void foo(int x) {"
                       " kept = Integer.valueOf(x); } }";
    const char *due = conforming_define(conforming, java, "A.foo(I)V");
    if (!due) due = conforming_warm_up(conforming, "[[100020, [1000]]]");
    if (!due) due = conforming_run(conforming, "[[50, [1000]]]");
    return due ? due : due_objects(conforming, 50, "java.lang.Integer", "A.foo(I)V:1");
}

const char *check_an_object_of_left_code_is_no_allocation(struct conforming *conforming) {
    const char *java =
        "class A { int x; static int foo(int[] from, int i) { A a = new A();"
        " try { a.x = from[i]; } catch (ArrayIndexOutOfBoundsException e) { a.x = i; }"
        " return a.x; } }";
    const char *due = conforming_define(conforming, java, "A.foo([II)I");
    if (!due)
        due = conforming_warm_up(conforming, "[[100020, [{\"array\": \"int\", \"of\": [1]}, 0]]]");
    if (!due) due = conforming_run(conforming, "[[5, [{\"array\": \"int\", \"of\": [1]}, 0]]]");
    int64_t objects = conforming_objects(conforming, "A", "");
    if (!due) due = conforming_run(conforming, "[[1, [{\"array\": \"int\", \"of\": [1]}, 7]]]");
    if (due) return due;
    bool is_left = json_array_size(json_object_get(conforming->said, "deoptimizations")) != 0;
    if (!objects && is_left) return due_objects(conforming, 0, "A", "");
    conforming->skipped = objects ? "its compiler allocates the object each time"
                                  : "it did not leave its compiled code";
    return NULL;
}

/* --- again --- */

static bool is_asked_once(struct conforming *conforming) {
    const char *runs = json_string_value(json_object_get(conforming->hello, "runs"));
    bool is_once = !runs || strcmp(runs, "many");
    if (is_once) conforming->skipped = "its runs are 'one': each program has a process";
    return is_once;
}

const char *check_what_was_warm_is_cold_again(struct conforming *conforming) {
    if (is_asked_once(conforming)) return NULL;
    const char *due = warm_object(conforming);
    json_t *at_call = json_deep_copy(json_object_get(conforming->said, "at_call"));
    if (!due) due = warm_object(conforming);
    if (due || json_equal(at_call, json_object_get(conforming->said, "at_call"))) return due;
    return arena_format(conforming->arena, "compiled at call %lld again",
                        (long long)json_integer_value(at_call));
}

const char *check_static_state_begins_again(struct conforming *conforming) {
    const char *java = "class A { static int n; static int foo() { return ++n; } }";
    if (is_asked_once(conforming)) return NULL;
    for (int i = 0; i < 2; i++) {
        const char *due = conforming_define(conforming, java, "A.foo()I");
        if (!due) due = conforming_calls(conforming, "[[2, []]]", 2);
        if (due) return due;
        if (!conforming_said(conforming, "results", "[[1, 1], [1, 2]]")) return "1, then 2";
    }
    return NULL;
}

const struct conformance_check conformance_checks[] = {
#define CHECK(name, clause, needs, meaning) {#name, clause, meaning, NEEDS_##needs, check_##name},
#include "harness/conformance.def"
#undef CHECK
};
const size_t conformance_check_count = sizeof conformance_checks / sizeof *conformance_checks;
