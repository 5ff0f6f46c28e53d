/* Every report read back by a reader of its format: the console by eye, TAP's YAML by libyaml,
 * JUnit XML against its schema by libxml2, JSON by jansson. */
#include "harness/report.h"

#include "base/check_run.h"
#include <jansson.h>
#include <libxml/parser.h>
#include <libxml/xmlschemas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/memory.h"
#include "base/strbuf.h"

static struct verdict passing(void) {
    return (struct verdict){
        .kind = VERDICT_PASS,
        .summary = "rate of allocated is 0.8013, expected 0.8 ± 0.02",
        .expected = "0.8 ± 0.02",
        .observed = "0.8013 (8013 of 10000), exact 99.9 % interval [0.7879, 0.8142]",
        .false_alarm = 5.5e-7,
        .miss = 1.2e-6,
        .hits = 8013,
        .trials = 10000,
    };
}

static struct verdict failing(void) {
    static const struct hit_split split = {9000, 700, 300, 0};
    struct verdict verdict = passing();
    verdict.kind = VERDICT_FAIL;
    verdict.summary = "rate of allocated is 1, expected 0.8 ± 0.02";
    verdict.observed = "1 (10000 of 10000), exact 99.9 % interval [0.9992, 1]";
    verdict.because = "allocation kept A at A.foo(Z)V:0 (line 3): it is passed to a call";
    verdict.hits = 10000;
    verdict.split = &split;
    return verdict;
}

static struct verdict unmeasured(void) {
    return (struct verdict){.kind = VERDICT_NOT_EVALUATED,
                            .summary = "rate of b was not evaluated: no counter",
                            .expected = "0",
                            .observed = "no evidence",
                            .because = "no counter",
                            .hits = -1,
                            .trials = -1};
}

/* A result with one expectation. */
static struct spec_result result_of(const char *name, enum verdict_kind verdict,
                                    const struct expectation_result *expectation) {
    return (struct spec_result){
        .name = name,
        .file = "specs/escape/one.yaml",
        .line = 1,
        .seed = UINT64_C(18446744073709551615),
        .seconds = 0.25,
        .verdict = verdict,
        .target = "A.foo(Z)V",
        .target_line = 2,
        .expectations = expectation,
        .expectation_count = expectation != NULL,
        .reproduce = "jittest specs/escape/one.yaml --seed 7",
    };
}

/* The usual mixture: one of each. */
enum { MIXTURE = 9 };
static struct expectation_result mixture_expectations[4];
static struct spec_result mixture[MIXTURE];

static void make_mixture(void) {
    mixture_expectations[0] =
        (struct expectation_result){17, 5, "rate: allocated", passing(), NULL, NULL};
    mixture_expectations[1] = (struct expectation_result){17,
                                                          5,
                                                          "rate: allocated",
                                                          failing(),
                                                          "it held until phase escape",
                                                          "probe 'allocated' is anchored to new A"};
    mixture_expectations[2] =
        (struct expectation_result){20, 5, "rate: b", unmeasured(), NULL, NULL};
    mixture_expectations[3] = mixture_expectations[0];
    mixture_expectations[3].verdict.kind = VERDICT_UNDECIDED;
    mixture_expectations[3].verdict.where = "A.foo(Z)V:4 (line 3)";
    mixture[0] = result_of("escape/one [p=0.8]", VERDICT_PASS, &mixture_expectations[0]);
    mixture[1] = result_of("escape/one [p=1]", VERDICT_FAIL, &mixture_expectations[1]);
    mixture[2] = result_of("escape/two", VERDICT_NOT_EVALUATED, &mixture_expectations[2]);
    mixture[3] = result_of("escape/three", VERDICT_SKIP, NULL);
    mixture[3].why = "needs #7";
    mixture[4] = result_of("escape/four", VERDICT_KNOWN_FAILURE, &mixture_expectations[1]);
    mixture[4].why = "issue #3: loops";
    mixture[5] = result_of("escape/five", VERDICT_UNEXPECTED_PASS, &mixture_expectations[0]);
    mixture[5].why = "issue #4";
    mixture[5].chosen_threshold = 3576;
    mixture[6] = result_of("escape/six", VERDICT_TIMEOUT, NULL);
    mixture[6].why = "after 10 s";
    mixture[7] = result_of("escape/seven", VERDICT_CRASH, NULL);
    mixture[7].crash = "SIGSEGV (segmentation fault)";
    mixture[7].stack = "vm_call at vm.c:12\nmain";
    mixture[7].output = "last words\x01\xff\xc2\x9b]]>\n";
    mixture[8] = result_of("escape/eight", VERDICT_UNDECIDED, &mixture_expectations[3]);
    for (int i = 2; i < MIXTURE; i++) mixture[i].file = "specs/escape/a.b.yaml";
}

/* What a report writes; freed with memory_free. */
static char *report_text(enum report_kind kind, struct report_options options,
                         const struct spec_result *results, uint32_t count, uint32_t total) {
    char *bytes = NULL;
    size_t size = 0;
    struct diag diag = DIAG_INIT;
    struct report_summary summary = {.total = total, .seconds = 1.5};
    options.out = open_memstream(&bytes, &size);
    struct report *report = report_open(kind, &options);
    report_begin(report, total);
    for (uint32_t i = 0; i < count; i++) {
        report_result(report, &results[i]);
        report_summary_add(&summary, &results[i]);
    }
    ck_assert(report_end(report, &summary, &diag));
    fclose(options.out);
    return bytes;
}

static char *mixture_text(enum report_kind kind, struct report_options options) {
    make_mixture();
    return report_text(kind, options, mixture, MIXTURE, MIXTURE);
}

/* Check's own message would be too long for whole reports. */
static void assert_same_text(const char *text, const char *expected) {
    size_t same = 0;
    while (text[same] && text[same] == expected[same]) same++;
    ck_assert_msg(text[same] == expected[same], "got '%.60s' instead of '%.60s'", text + same,
                  expected + same);
}

static void assert_begins(const char *text, const char *beginning) {
    ck_assert_msg(strncmp(text, beginning, strlen(beginning)) == 0, "%.300s", text);
}

static const char plain_console[] =
    "PASS: escape/one [p=0.8] (1 of 9)\n"
    "FAIL: escape/one [p=1] (2 of 9)\n"
    "  FAIL: specs/escape/one.yaml:17:5: rate: allocated\n"
    "    target    A.foo(Z)V (line 2)\n"
    "    expected  0.8 ± 0.02\n"
    "    observed  1 (10000 of 10000), exact 99.9 % interval [0.9992, 1]\n"
    "    because   allocation kept A at A.foo(Z)V:0 (line 3): it is passed to a call\n"
    "    probes    probe 'allocated' is anchored to new A\n"
    "    phases    it held until phase escape\n"
    "    risk      false alarm 5.5e-07, miss of twice the epsilon 1.2e-06\n"
    "  seed 18446744073709551615\n"
    "  reproduce: jittest specs/escape/one.yaml --seed 7\n"
    "NOT EVALUATED: escape/two (3 of 9)\n"
    "  NOT EVALUATED: specs/escape/a.b.yaml:20:5: rate: b\n"
    "    target    A.foo(Z)V (line 2)\n"
    "    expected  0\n"
    "    observed  no evidence\n"
    "    because   no counter\n"
    "  seed 18446744073709551615\n"
    "  reproduce: jittest specs/escape/one.yaml --seed 7\n"
    "SKIP: escape/three (4 of 9): needs #7\n"
    "KNOWN FAILURE: escape/four (5 of 9): issue #3: loops\n"
    "UNEXPECTED PASS: escape/five (6 of 9): issue #4\n"
    "  specs/escape/a.b.yaml:1: it passed, but is a known failure: issue #4\n"
    "    target    A.foo(Z)V (line 2)\n"
    "  compile_threshold 3576, chosen for the risk of 'predicted'\n"
    "  seed 18446744073709551615\n"
    "  reproduce: jittest specs/escape/one.yaml --seed 7\n"
    "TIMEOUT: escape/six (7 of 9): after 10 s\n"
    "  specs/escape/a.b.yaml:1: after 10 s\n"
    "    target    A.foo(Z)V (line 2)\n"
    "  seed 18446744073709551615\n"
    "  reproduce: jittest specs/escape/one.yaml --seed 7\n"
    "CRASH: escape/seven (8 of 9)\n"
    "  specs/escape/a.b.yaml:1: SIGSEGV (segmentation fault)\n"
    "    target    A.foo(Z)V (line 2)\n"
    "  stack:\n"
    "    | vm_call at vm.c:12\n"
    "    | main\n"
    "  output:\n"
    "    | last words\\x01\\xff\\xc2\\x9b]]>\n"
    "  seed 18446744073709551615\n"
    "  reproduce: jittest specs/escape/one.yaml --seed 7\n"
    "UNDECIDED: escape/eight (9 of 9)\n"
    "  UNDECIDED: specs/escape/a.b.yaml:17:5: rate: allocated\n"
    "    target    A.foo(Z)V:4 (line 3)\n"
    "    expected  0.8 ± 0.02\n"
    "    observed  0.8013 (8013 of 10000), exact 99.9 % interval [0.7879, 0.8142]\n"
    "    risk      false alarm 5.5e-07, miss of twice the epsilon 1.2e-06\n"
    "  seed 18446744073709551615\n"
    "  reproduce: jittest specs/escape/one.yaml --seed 7\n"
    "1 PASS, 1 FAIL, 1 UNDECIDED, 1 NOT EVALUATED, 1 SKIP, 1 KNOWN FAILURE, 1 UNEXPECTED PASS, 1 "
    "TIMEOUT, 1 CRASH of "
    "9 specs, 6 expectations, in 1.5 s\n"
    "risk of the whole run: false alarm at most 2.7e-06, miss of twice an epsilon at most 6e-06\n"
    "2 passed, 6 failed, 1 skipped\n";

START_TEST(the_console_writes_a_line_a_spec_and_a_block_for_what_is_red) {
    char *text = mixture_text(REPORT_console, (struct report_options){0});
    assert_same_text(text, plain_console);
    memory_free(text);
}
END_TEST

START_TEST(a_quiet_console_writes_what_is_red_and_the_closing_line) {
    make_mixture();
    char *text =
        report_text(REPORT_console, (struct report_options){.verbosity = -1}, mixture, 1, 1);
    ck_assert_str_eq(text, "1 passed, 0 failed\n");
    memory_free(text);
    text = mixture_text(REPORT_console, (struct report_options){.verbosity = -1});
    ck_assert_ptr_nonnull(strstr(text, "FAIL: escape/one [p=1] (2 of 9)\n"));
    ck_assert_ptr_null(strstr(text, "KNOWN FAILURE"));
    ck_assert_ptr_null(strstr(text, "SKIP"));
    memory_free(text);
}
END_TEST

START_TEST(a_verbose_console_writes_the_numbers_of_what_is_green) {
    make_mixture();
    char *text =
        report_text(REPORT_console, (struct report_options){.verbosity = 1}, mixture, 1, 1);
    ck_assert_ptr_nonnull(strstr(
        text, "PASS: escape/one [p=0.8] (1 of 1)\n"
              "  PASS: specs/escape/one.yaml:17:5: rate: allocated\n"
              "    target    A.foo(Z)V (line 2)\n"
              "    expected  0.8 ± 0.02\n"
              "    observed  0.8013 (8013 of 10000), exact 99.9 % interval [0.7879, 0.8142]\n"
              "    risk      false alarm 5.5e-07, miss of twice the epsilon 1.2e-06\n"));
    memory_free(text);
}
END_TEST

START_TEST(on_a_terminal_a_pass_is_rewritten_and_a_failure_stays) {
    make_mixture();
    mixture[0].name = "a name that is much longer than a line of a terminal, which would break "
                      "when it is rewritten";
    char *text =
        report_text(REPORT_console, (struct report_options){.is_terminal = true}, mixture, 2, 2);
    const char *first =
        "\r\033[KPASS: a name that is much longer than a line of a terminal, which would break w"
        "\r\033[KFAIL: escape/one [p=1] (2 of 2)\n";
    assert_begins(text, first);
    memory_free(text);
}
END_TEST

START_TEST(color_marks_the_verdict_and_nothing_else) {
    make_mixture();
    char *text =
        report_text(REPORT_console, (struct report_options){.is_colored = true}, mixture, 2, 2);
    ck_assert_ptr_nonnull(strstr(text, "\033[32mPASS\033[0m: escape/one [p=0.8] (1 of 2)\n"));
    ck_assert_ptr_nonnull(strstr(text, "\033[31mFAIL\033[0m: escape/one [p=1] (2 of 2)\n"));
    memory_free(text);
}
END_TEST

START_TEST(color_follows_the_option_before_the_environment) {
    setenv("NO_COLOR", "1", 1);
    ck_assert(report_wants_color(REPORT_COLOR_ALWAYS, stdout));
    ck_assert(!report_wants_color(REPORT_COLOR_AUTO, stdout));
    unsetenv("NO_COLOR");
    FILE *file = tmpfile();
    ck_assert(!report_wants_color(REPORT_COLOR_AUTO, file));
    ck_assert(!report_wants_color(REPORT_COLOR_NEVER, file));
    fclose(file);
}
END_TEST

START_TEST(tap_has_a_plan_and_a_directive_for_what_is_known) {
    char *text = mixture_text(REPORT_tap, (struct report_options){0});
    assert_begins(text,
                  "TAP version 14\n1..9\nok 1 - escape/one [p=0.8]\nnot ok 2 - escape/one [p=1]\n");
    ck_assert_ptr_nonnull(strstr(text, "\nok 4 - escape/three # SKIP needs \\#7\n"));
    ck_assert_ptr_nonnull(strstr(text, "\nnot ok 5 - escape/four # TODO issue \\#3: loops\n"));
    ck_assert_ptr_nonnull(strstr(text, "\nnot ok 6 - escape/five\n"));
    ck_assert_ptr_nonnull(strstr(text, "\n# 2 passed, 6 failed, 1 skipped\n"));
    memory_free(text);
}
END_TEST

START_TEST(tap_escapes_what_would_be_a_directive) {
    struct spec_result result = result_of("a # SKIP \\ b\nc", VERDICT_PASS, NULL);
    char *text = report_text(REPORT_tap, (struct report_options){0}, &result, 1, 1);
    ck_assert_ptr_nonnull(strstr(text, "ok 1 - a \\# SKIP \\\\ b c\n"));
    memory_free(text);
}
END_TEST

START_TEST(an_interrupted_run_says_so_on_the_console) {
    make_mixture();
    char *text =
        report_text(REPORT_console, (struct report_options){.verbosity = -1}, mixture, 1, 9);
    ck_assert_ptr_nonnull(strstr(text, "interrupted after 1 of 9 specs\n"));
    memory_free(text);
}
END_TEST

START_TEST(an_interrupted_run_without_results_counts_none) {
    make_mixture();
    char *text = report_text(REPORT_console, (struct report_options){0}, mixture, 0, 9);
    ck_assert_ptr_nonnull(strstr(text, "interrupted after 0 of 9 specs\nnone of 9 specs, 0 exp"));
    memory_free(text);
}
END_TEST

START_TEST(an_interrupted_run_bails_out_in_tap) {
    make_mixture();
    char *text = report_text(REPORT_tap, (struct report_options){0}, mixture, 2, 9);
    ck_assert_ptr_nonnull(strstr(text, "\nBail out! interrupted after 2 of 9 specs\n"));
    memory_free(text);
    text = report_text(REPORT_tap, (struct report_options){0}, mixture, 0, 0);
    ck_assert_str_eq(text, "TAP version 14\n1..0 # no spec was selected\n# 0 passed, 0 failed\n");
    memory_free(text);
}
END_TEST

/* The scalar that follows this key at the top of a YAML document; empty when there is none. */
static void yaml_value(const char *yaml, size_t size, const char *key, char *out, size_t capacity) {
    yaml_parser_t parser;
    yaml_document_t document;
    yaml_parser_initialize(&parser);
    yaml_parser_set_input_string(&parser, (const unsigned char *)yaml, size);
    ck_assert_msg(yaml_parser_load(&parser, &document), "%s in %.*s", parser.problem, (int)size,
                  yaml);
    yaml_node_t *root = yaml_document_get_root_node(&document);
    ck_assert_int_eq(root->type, YAML_MAPPING_NODE);
    *out = '\0';
    for (yaml_node_pair_t *pair = root->data.mapping.pairs.start;
         pair < root->data.mapping.pairs.top; pair++) {
        yaml_node_t *name = yaml_document_get_node(&document, pair->key);
        yaml_node_t *value = yaml_document_get_node(&document, pair->value);
        if (strcmp((const char *)name->data.scalar.value, key) != 0 ||
            value->type != YAML_SCALAR_NODE)
            continue;
        snprintf(out, capacity, "%s", (const char *)value->data.scalar.value);
    }
    yaml_document_delete(&document);
    yaml_parser_delete(&parser);
}

START_TEST(every_yaml_block_of_tap_can_be_read) {
    char *text = mixture_text(REPORT_tap, (struct report_options){0});
    int blocks = 0;
    for (char *block = strstr(text, "\n  ---\n"); block; block = strstr(block, "\n  ---\n")) {
        block += 7;
        char *end = strstr(block, "\n  ...\n"), value[256];
        ck_assert_ptr_nonnull(end);
        yaml_value(block, (size_t)(end - block), "verdict", value, sizeof value);
        if (blocks == 0) ck_assert_str_eq(value, "FAIL");
        yaml_value(block, (size_t)(end - block), "output", value, sizeof value);
        if (blocks == 5) ck_assert_str_eq(value, "last words\\x01\\xff\\xc2\\x9b]]>\n");
        blocks++;
    }
    ck_assert_int_eq(blocks, 7); /* all but the pass and the skip */
    memory_free(text);
}
END_TEST

static xmlDoc *valid_document(const char *text) {
    xmlDoc *document = xmlReadMemory(text, (int)strlen(text), "report.xml", NULL, XML_PARSE_NONET);
    ck_assert_ptr_nonnull(document);
    xmlSchemaParserCtxt *parser = xmlSchemaNewParserCtxt(SOURCE_DIR "/harness/junit.xsd");
    xmlSchema *schema = xmlSchemaParse(parser);
    ck_assert_ptr_nonnull(schema);
    xmlSchemaValidCtxt *validator = xmlSchemaNewValidCtxt(schema);
    ck_assert_int_eq(xmlSchemaValidateDoc(validator, document), 0);
    xmlSchemaFreeValidCtxt(validator);
    xmlSchemaFree(schema);
    xmlSchemaFreeParserCtxt(parser);
    return document;
}

static xmlNode *child(xmlNode *parent, const char *name, int index) {
    for (xmlNode *node = parent->children; node; node = node->next)
        if (node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, name) == 0 &&
            index-- == 0)
            return node;
    return NULL;
}

static void assert_attribute(xmlNode *node, const char *name, const char *value) {
    ck_assert_ptr_nonnull(node);
    xmlChar *found = xmlGetProp(node, (const xmlChar *)name);
    ck_assert_str_eq((const char *)found, value);
    xmlFree(found);
}

START_TEST(junit_xml_is_valid_and_counts_by_suite) {
    char *text = mixture_text(REPORT_junit, (struct report_options){0});
    xmlDoc *document = valid_document(text);
    xmlNode *root = xmlDocGetRootElement(document);
    xmlNode *first = child(root, "testsuite", 0), *second = child(root, "testsuite", 1);
    assert_attribute(root, "tests", "9");
    assert_attribute(root, "failures", "3");
    assert_attribute(root, "errors", "3");
    assert_attribute(first, "name", "specs/escape/one.yaml");
    assert_attribute(first, "tests", "2");
    assert_attribute(first, "failures", "1");
    assert_attribute(second, "tests", "7");
    assert_attribute(second, "skipped", "2");
    assert_attribute(second, "time", "1.750");
    xmlNode *failed = child(first, "testcase", 1);
    assert_attribute(failed, "name", "escape/one [p=1]");
    assert_attribute(failed, "classname", "specs.escape.one");
    assert_attribute(failed, "time", "0.250");
    assert_attribute(child(failed, "failure", 0), "message",
                     "rate of allocated is 1, expected 0.8 ± 0.02");
    assert_attribute(child(failed, "failure", 0), "type", "FAIL");
    xmlChar *body = xmlNodeGetContent(child(failed, "failure", 0));
    ck_assert_ptr_nonnull(
        strstr((const char *)body, "specs/escape/one.yaml:17:5: rate: allocated"));
    ck_assert_ptr_nonnull(
        strstr((const char *)body, "reproduce: jittest specs/escape/one.yaml --seed 7"));
    xmlFree(body);
    assert_attribute(child(second, "testcase", 0), "classname", "specs.escape.a_b");
    assert_attribute(child(child(second, "testcase", 0), "error", 0), "type", "NOT EVALUATED");
    assert_attribute(child(child(second, "testcase", 1), "skipped", 0), "message", "needs #7");
    assert_attribute(child(child(second, "testcase", 2), "skipped", 0), "message",
                     "known failure: issue #3: loops");
    assert_attribute(child(child(second, "testcase", 3), "failure", 0), "type", "UNEXPECTED PASS");
    xmlFreeDoc(document);
    memory_free(text);
}
END_TEST

START_TEST(no_byte_that_a_target_prints_breaks_the_xml) {
    char output[300];
    for (int i = 0; i < 255; i++) output[i] = (char)(i + 1);
    strcpy(output + 255, "]]>\xed\xa0\x80\xef\xbf\xbf\xc3\xa9<&\"");
    struct spec_result result = result_of("\"<&>\" \x02\xfe é", VERDICT_CRASH, NULL);
    result.output = output;
    result.crash = "SIG\x1bSEGV";
    char *text = report_text(REPORT_junit, (struct report_options){0}, &result, 1, 1);
    xmlDoc *document = valid_document(text);
    xmlNode *test = child(child(xmlDocGetRootElement(document), "testsuite", 0), "testcase", 0);
    assert_attribute(test, "name", "\"<&>\" \\x02\\xfe é");
    xmlChar *body = xmlNodeGetContent(child(test, "system-out", 0));
    ck_assert_ptr_nonnull(
        strstr((const char *)body, "\\xff]]>\\xed\\xa0\\x80\\xef\\xbf\\xbfé<&\""));
    xmlFree(body);
    xmlFreeDoc(document);
    memory_free(text);
}
END_TEST

START_TEST(two_specs_of_the_same_name_are_two_test_cases) {
    struct spec_result results[3];
    for (int i = 0; i < 3; i++) results[i] = result_of("same", VERDICT_PASS, NULL);
    char *text = report_text(REPORT_junit, (struct report_options){0}, results, 3, 3);
    xmlDoc *document = valid_document(text);
    xmlNode *suite = child(xmlDocGetRootElement(document), "testsuite", 0);
    assert_attribute(child(suite, "testcase", 0), "name", "same");
    assert_attribute(child(suite, "testcase", 1), "name", "same (2)");
    assert_attribute(child(suite, "testcase", 2), "name", "same (3)");
    xmlFreeDoc(document);
    memory_free(text);
}
END_TEST

START_TEST(a_run_without_results_is_valid_too) {
    char *text = report_text(REPORT_junit, (struct report_options){0}, NULL, 0, 0);
    xmlFreeDoc(valid_document(text));
    memory_free(text);
}
END_TEST

START_TEST(json_holds_everything_in_the_order_of_the_specs) {
    char *text = mixture_text(REPORT_json, (struct report_options){0});
    json_error_t error;
    json_t *document = json_loads(text, 0, &error);
    ck_assert_msg(document != NULL, "%s", error.text);
    json_t *results = json_object_get(document, "results"),
           *summary = json_object_get(document, "summary");
    ck_assert_int_eq(json_integer_value(json_object_get(document, "version")), 1);
    ck_assert_int_eq(json_array_size(results), 9);
    ck_assert_int_eq(json_integer_value(json_object_get(summary, "failed")), 6);
    ck_assert_int_eq(
        json_integer_value(json_object_get(json_object_get(summary, "verdicts"), "CRASH")), 1);
    for (size_t i = 0; i < 9; i++)
        ck_assert_str_eq(json_string_value(json_object_get(json_array_get(results, i), "name")),
                         mixture[i].name);
    json_t *failed = json_array_get(results, 1);
    ck_assert_str_eq(json_string_value(json_object_get(failed, "seed")), "18446744073709551615");
    json_t *expectation = json_array_get(json_object_get(failed, "expectations"), 0);
    ck_assert_str_eq(json_string_value(json_object_get(expectation, "held_until")),
                     "it held until phase escape");
    ck_assert_str_eq(json_string_value(json_object_get(expectation, "probes")),
                     "probe 'allocated' is anchored to new A");
    ck_assert_double_eq(json_real_value(json_object_get(expectation, "false_alarm")), 5.5e-7);
    ck_assert_int_eq(json_integer_value(json_object_get(expectation, "hits")), 10000);
    static const char *const who[] = {"compiled", "on_stack", "interpreted", "other_threads"};
    static const int hits[] = {9000, 700, 300, 0};
    json_t *missing =
        json_array_get(json_object_get(json_array_get(results, 2), "expectations"), 0);
    ck_assert(json_is_null(json_object_get(missing, "hits")));
    json_t *split = json_object_get(expectation, "hits_by"),
           *nobody = json_object_get(missing, "hits_by");
    ck_assert_int_eq(json_object_size(split), 4);
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(json_integer_value(json_object_get(split, who[i])), hits[i]);
        ck_assert(json_is_null(json_object_get(nobody, who[i])));
    }
    ck_assert_str_eq(json_string_value(json_object_get(json_array_get(results, 7), "output")),
                     "last words\\x01\\xff\\xc2\\x9b]]>\n");
    json_decref(document);
    memory_free(text);
}
END_TEST

START_TEST(writing_to_a_full_disk_is_an_error) {
    FILE *full = fopen("/dev/full", "w");
    if (!full) return; /* not on this system */
    struct diag diag = DIAG_INIT;
    struct report_summary summary = {0};
    struct report *report = report_open(REPORT_json, &(struct report_options){.out = full});
    report_begin(report, 0);
    ck_assert(!report_end(report, &summary, &diag));
    ck_assert_ptr_nonnull(strstr(diag.message, "cannot write the report"));
    fclose(full);
}
END_TEST

static enum verdict_kind judge(enum verdict_kind first, enum verdict_kind second,
                               enum verdict_kind known) {
    struct expectation_result expectations[] = {{.verdict.kind = first}, {.verdict.kind = second}};
    struct spec_result result = {.expectations = expectations, .expectation_count = 2};
    return spec_result_judge(&result, VERDICT_PASS, known);
}

START_TEST(the_worst_expectation_speaks_for_the_spec) {
    ck_assert_int_eq(judge(VERDICT_PASS, VERDICT_PASS, VERDICT_PASS), VERDICT_PASS);
    ck_assert_int_eq(judge(VERDICT_PASS, VERDICT_FAIL, VERDICT_PASS), VERDICT_FAIL);
    ck_assert_int_eq(judge(VERDICT_NOT_EVALUATED, VERDICT_FAIL, VERDICT_PASS),
                     VERDICT_NOT_EVALUATED);
    struct spec_result nothing = {0};
    ck_assert_int_eq(spec_result_judge(&nothing, VERDICT_PASS, VERDICT_PASS),
                     VERDICT_NOT_EVALUATED);
    ck_assert_int_eq(spec_result_judge(&nothing, VERDICT_CRASH, VERDICT_PASS), VERDICT_CRASH);
}
END_TEST

START_TEST(a_known_failure_is_green_only_when_it_ends_as_it_says) {
    ck_assert_int_eq(judge(VERDICT_PASS, VERDICT_FAIL, VERDICT_FAIL), VERDICT_KNOWN_FAILURE);
    ck_assert_int_eq(judge(VERDICT_PASS, VERDICT_PASS, VERDICT_FAIL), VERDICT_UNEXPECTED_PASS);
    ck_assert_int_eq(judge(VERDICT_FAIL, VERDICT_NOT_EVALUATED, VERDICT_FAIL),
                     VERDICT_NOT_EVALUATED);
    ck_assert_int_eq(judge(VERDICT_PASS, VERDICT_UNDECIDED, VERDICT_FAIL), VERDICT_UNDECIDED);
    ck_assert_int_eq(judge(VERDICT_PASS, VERDICT_FAIL, VERDICT_NOT_EVALUATED), VERDICT_FAIL);
    struct spec_result nothing = {0};
    ck_assert_int_eq(spec_result_judge(&nothing, VERDICT_TIMEOUT, VERDICT_FAIL), VERDICT_TIMEOUT);
    ck_assert_int_eq(spec_result_judge(&nothing, VERDICT_CRASH, VERDICT_FAIL), VERDICT_CRASH);
    ck_assert_int_eq(spec_result_judge(&nothing, VERDICT_CRASH, VERDICT_CRASH),
                     VERDICT_KNOWN_FAILURE);
    ck_assert_int_eq(spec_result_judge(&nothing, VERDICT_PASS, VERDICT_FAIL),
                     VERDICT_NOT_EVALUATED);
}
END_TEST

START_TEST(every_report_but_the_console_has_an_option) {
    for (int kind = 0; kind < REPORT_KIND_COUNT; kind++) {
        ck_assert_int_eq(report_option((enum report_kind)kind)[0] == '\0', kind == REPORT_console);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("reports");
    TCase *tests = tcase_create("reports");
    tcase_add_test(tests, the_console_writes_a_line_a_spec_and_a_block_for_what_is_red);
    tcase_add_test(tests, a_quiet_console_writes_what_is_red_and_the_closing_line);
    tcase_add_test(tests, a_verbose_console_writes_the_numbers_of_what_is_green);
    tcase_add_test(tests, on_a_terminal_a_pass_is_rewritten_and_a_failure_stays);
    tcase_add_test(tests, color_marks_the_verdict_and_nothing_else);
    tcase_add_test(tests, color_follows_the_option_before_the_environment);
    tcase_add_test(tests, tap_has_a_plan_and_a_directive_for_what_is_known);
    tcase_add_test(tests, tap_escapes_what_would_be_a_directive);
    tcase_add_test(tests, an_interrupted_run_says_so_on_the_console);
    tcase_add_test(tests, an_interrupted_run_without_results_counts_none);
    tcase_add_test(tests, an_interrupted_run_bails_out_in_tap);
    tcase_add_test(tests, every_yaml_block_of_tap_can_be_read);
    tcase_add_test(tests, junit_xml_is_valid_and_counts_by_suite);
    tcase_add_test(tests, no_byte_that_a_target_prints_breaks_the_xml);
    tcase_add_test(tests, two_specs_of_the_same_name_are_two_test_cases);
    tcase_add_test(tests, a_run_without_results_is_valid_too);
    tcase_add_test(tests, json_holds_everything_in_the_order_of_the_specs);
    tcase_add_test(tests, writing_to_a_full_disk_is_an_error);
    tcase_add_test(tests, the_worst_expectation_speaks_for_the_spec);
    tcase_add_test(tests, a_known_failure_is_green_only_when_it_ends_as_it_says);
    tcase_add_test(tests, every_report_but_the_console_has_an_option);
    suite_add_tcase(suite, tests);
    return check_run(suite);
}
