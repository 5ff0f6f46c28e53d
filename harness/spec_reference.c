/* Prints the reference of the spec language from its sections and tables. */
#include "harness/spec_reference.h"

#include <string.h>

#include "base/strbuf.h"
#include "harness/expectation_kind.h"
#include "options.h"
#include "sections/reference.h"

static void print_words(FILE *out, const struct assertion *assertion) {
    const char *word, *meaning;
    unsigned count = 0;
    for (; assertion_word(assertion, count, &word, &meaning); count++)
        fprintf(out, "%s`%s` (%s)", count ? ", " : "\n`is` is one of ", word, meaning);
    if (count) fprintf(out, ".\n");
}

static void print_generators(FILE *out) {
    fprintf(out, "\n| generator | example | meaning |\n|---|---|---|\n");
#define GENERATOR(name, example, meaning)                                                          \
    fprintf(out, "| `%s` | `%s` | %s |\n", #name, example, meaning);
#include "harness/generators.def"
#undef GENERATOR
}

/* The default and the range of a key that is an option of the VM are its own. */
static void add_option(const struct section *section, const struct section_key *key,
                       struct strbuf *standard, struct strbuf *range) {
    const struct vm_options defaults = vm_options_default();
    for (enum vm_option option = 0; option < VM_OPTION_COUNT; option++) {
        if (section != &section_options || strcmp(key->name, vm_option_rows[option].name)) continue;
        vm_option_add_value(standard, &defaults, option);
        vm_option_add_range(range, option);
    }
}

static void print_section(FILE *out, const struct section *section) {
    section_print_reference(out, section, add_option);
    if (section == &section_argument) print_generators(out);
}

/* A part that several kinds have follows the last of them. */
static bool is_last_with_part(size_t kind) {
    const struct section *part = expectation_kinds[kind]->section.part;
    for (size_t i = kind + 1; i < EXPECTATION_KIND_COUNT; i++)
        if (expectation_kinds[i]->section.part == part) return false;
    return part != NULL;
}

static void print_kinds(FILE *out) {
    for (size_t i = 0; i < EXPECTATION_KIND_COUNT; i++) {
        const struct expectation_kind *kind = expectation_kinds[i];
        print_section(out, &kind->section);
        print_words(out, kind->assertion);
        if (is_last_with_part(i)) print_section(out, kind->section.part);
    }
}

void reason_decisions(enum reason reason, struct strbuf *out) {
    for (int kind = 0; kind < EVENT_DECISION_COUNT; kind++)
        if (reason_is_of(reason, (enum event_kind)kind))
            strbuf_addf(out, "%s%s", out->length ? ", " : "",
                        event_kind_text((enum event_kind)kind));
}

static void print_reasons(FILE *out) {
    fprintf(out, "\n## Reasons\n\nWhat `because` may say, and of which decisions.\n\n"
                 "| reason | meaning | of |\n|---|---|---|\n");
    for (int reason = 1; reason < REASON_COUNT; reason++) {
        struct strbuf kinds = STRBUF_INIT;
        reason_decisions((enum reason)reason, &kinds);
        fprintf(out, "| `%s` | %s | %s |\n", reason_name((enum reason)reason),
                reason_text((enum reason)reason), strbuf_text(&kinds));
        strbuf_release(&kinds);
    }
}

void spec_reference_print(FILE *out) {
    fprintf(out, "# The spec language\n\nPrinted by `jittest spec-reference` from "
                 "`harness/spec_keys.def`, `harness/e_*.c` and `vm/options.def`; do not edit.\n");
#define SECTION(name, title, meaning) print_section(out, &section_##name);
#include "harness/spec_keys.def"
    print_section(out, &section_bound);
    print_section(out, &section_shares);
    print_kinds(out);
    print_reasons(out);
}
