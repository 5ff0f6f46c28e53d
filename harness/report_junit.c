/* JUnit XML: a suite per spec file, a test case per spec. There is no standard; what is written is
 * the common part of what Jenkins, Surefire and GitLab read (junit.xsd), nothing more. The counts
 * come before the cases, so the document is kept until the end. What could not be measured is an
 * error, what was measured and is wrong a failure, a known failure counts as skipped. */
#include <inttypes.h>
#include <libxml/tree.h>
#include <libxml/xmlsave.h>
#include <string.h>

#include "base/die.h"
#include "base/intern.h"
#include "base/vec.h"
#include "harness/report_format.h"

enum outcome_kind { IS_GREEN, IS_FAILURE, IS_ERROR, IS_SKIPPED, OUTCOME_KIND_COUNT };

static const char *const elements[OUTCOME_KIND_COUNT] = {NULL, "failure", "error", "skipped"};

struct junit_totals {
    unsigned tests, counts[OUTCOME_KIND_COUNT];
    double seconds;
};

struct junit {
    xmlDoc *document;
    xmlNode *root, *suite; /* suite: of the last result; NULL before the first */
    const char *file;      /* its spec file, interned */
    struct junit_totals suite_tally, tally;
    VEC(const char *) names; /* interned; test case names of the suite so far */
};

static enum outcome_kind outcome_of(enum verdict_kind kind) {
    switch (kind) {
    case VERDICT_PASS: return IS_GREEN;
    case VERDICT_FAIL:
    case VERDICT_UNDECIDED:
    case VERDICT_UNEXPECTED_PASS: return IS_FAILURE;
    case VERDICT_NOT_EVALUATED:
    case VERDICT_TIMEOUT:
    case VERDICT_CRASH: return IS_ERROR;
    case VERDICT_SKIP:
    case VERDICT_KNOWN_FAILURE: return IS_SKIPPED;
    case VERDICT_KIND_COUNT: break;
    }
    UNREACHABLE();
}

static void set_text(xmlNode *node, const char *name, const char *text) {
    struct strbuf clean = STRBUF_INIT;
    report_add_clean(&clean, text);
    xmlNewProp(node, BAD_CAST name, BAD_CAST strbuf_text(&clean));
    strbuf_release(&clean);
}

static void set_count(xmlNode *node, const char *name, unsigned count) {
    char text[16];
    snprintf(text, sizeof text, "%u", count);
    xmlNewProp(node, BAD_CAST name, BAD_CAST text);
}

static void set_seconds(xmlNode *node, double seconds) {
    char text[32];
    snprintf(text, sizeof text, "%.3f", seconds);
    xmlNewProp(node, BAD_CAST "time", BAD_CAST text);
}

static void add_child(xmlNode *parent, const char *name, const char *text) {
    if (!text || !*text) return;
    struct strbuf clean = STRBUF_INIT;
    report_add_clean(&clean, text);
    xmlNewTextChild(parent, NULL, BAD_CAST name, BAD_CAST strbuf_text(&clean));
    strbuf_release(&clean);
}

static void begin(struct report *report) {
    struct junit *junit = memory_allocate(sizeof *junit);
    junit->document = xmlNewDoc(BAD_CAST "1.0");
    junit->root = xmlNewNode(NULL, BAD_CAST "testsuites");
    xmlDocSetRootElement(junit->document, junit->root);
    xmlNewProp(junit->root, BAD_CAST "name", BAD_CAST "jittest");
    report->state = junit;
}

static void close_suite(struct junit *junit) {
    if (!junit->suite) return;
    set_count(junit->suite, "tests", junit->suite_tally.tests);
    set_count(junit->suite, "failures", junit->suite_tally.counts[IS_FAILURE]);
    set_count(junit->suite, "errors", junit->suite_tally.counts[IS_ERROR]);
    set_count(junit->suite, "skipped", junit->suite_tally.counts[IS_SKIPPED]);
    set_seconds(junit->suite, junit->suite_tally.seconds);
    junit->suite_tally = (struct junit_totals){0};
    vec_clear(&junit->names);
}

static void open_suite(struct junit *junit, const char *file) {
    file = intern(file);
    if (junit->suite && junit->file == file) return;
    close_suite(junit);
    junit->file = file;
    junit->suite = xmlNewChild(junit->root, NULL, BAD_CAST "testsuite", NULL);
    set_text(junit->suite, "name", file);
    set_text(junit->suite, "file", file);
}

static void count(struct junit_totals *tally, enum outcome_kind outcome, double seconds) {
    tally->tests++;
    tally->counts[outcome]++;
    tally->seconds += seconds;
}

/* Readers take a dot for the end of a package: "specs/a.b/c.yaml" is class c of package specs.a_b.
 */
static void set_class_name(xmlNode *node, const char *file) {
    struct strbuf name = STRBUF_INIT;
    const char *end = strrchr(file, '.');
    if (!end || strchr(end, '/')) end = file + strlen(file);
    while (*file == '.' || *file == '/') file++;
    for (; file < end; file++)
        strbuf_add_char(&name, *file == '/' ? '.' : *file == '.' ? '_' : *file);
    set_text(node, "classname", strbuf_text(&name));
    strbuf_release(&name);
}

/* GitLab keeps only the first of several test cases with the same name. */
static void set_unique_name(struct junit *junit, xmlNode *node, const char *name) {
    const char *unique = intern(name);
    unsigned repetition = 1;
    for (uint32_t i = 0; i < junit->names.count; i++) {
        if (junit->names.items[i] != unique) continue;
        unique = intern_format("%s (%u)", name, ++repetition);
        i = UINT32_MAX;
    }
    vec_push(&junit->names, unique);
    set_text(node, "name", unique);
}

static void add_outcome(xmlNode *node, const struct spec_result *result,
                        enum outcome_kind outcome) {
    if (outcome == IS_GREEN) return;
    struct strbuf headline = STRBUF_INIT, details = STRBUF_INIT;
    if (result->verdict == VERDICT_KNOWN_FAILURE) strbuf_add_text(&headline, "known failure: ");
    report_add_headline(&headline, result);
    if (result->verdict != VERDICT_SKIP) report_add_details(&details, result);
    xmlNode *child =
        xmlNewTextChild(node, NULL, BAD_CAST elements[outcome], BAD_CAST strbuf_text(&details));
    set_text(child, "message", strbuf_text(&headline));
    set_text(child, "type", verdict_text(result->verdict));
    strbuf_release(&headline);
    strbuf_release(&details);
}

static void write_result(struct report *report, const struct spec_result *result) {
    struct junit *junit = report->state;
    enum outcome_kind outcome = outcome_of(result->verdict);
    open_suite(junit, result->file);
    count(&junit->suite_tally, outcome, result->seconds);
    count(&junit->tally, outcome, result->seconds);
    xmlNode *node = xmlNewChild(junit->suite, NULL, BAD_CAST "testcase", NULL);
    set_unique_name(junit, node, result->name);
    set_class_name(node, result->file);
    set_seconds(node, result->seconds);
    add_outcome(node, result, outcome);
    add_child(node, "system-out", result->output);
    add_child(node, "system-err", result->stack);
}

static void end(struct report *report, const struct report_summary *summary) {
    struct junit *junit = report->state;
    close_suite(junit);
    set_count(junit->root, "tests", junit->tally.tests);
    set_count(junit->root, "failures", junit->tally.counts[IS_FAILURE]);
    set_count(junit->root, "errors", junit->tally.counts[IS_ERROR]);
    set_seconds(junit->root, summary->seconds);
    xmlChar *bytes;
    int size;
    xmlDocDumpFormatMemoryEnc(junit->document, &bytes, &size, "UTF-8", 1);
    fwrite(bytes, 1, (size_t)size, report->options.out);
    xmlFree(bytes);
    xmlFreeDoc(junit->document);
    vec_release(&junit->names);
    memory_free(junit);
}

const struct report_format report_junit = {begin, write_result, end};
