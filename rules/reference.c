/* Prints the reference of rules and profilers from their tables. */
#include <string.h>

#include "rules/read.h"
#include "sections/reference.h"

static const char *const value_texts[] = {[VM_KEY_TEXT] = "text",
                                          [VM_KEY_NUMBER] = "number",
                                          [VM_KEY_FLAG] = "true or false",
                                          [VM_KEY_SITE] = "place",
                                          [VM_KEY_CONTEXT] = "calls"};

static void print_points(FILE *out) {
    fprintf(out, "\n## Points\n\nWhat happens in a program; the bytecode's execution counts, "
                 "whichever engine carries it out.\n\n"
                 "| point | counted | `of` | keys of its own | meaning |\n|---|---|---|---|---|\n");
    for (int i = 0; i < POINT_COUNT; i++) {
        enum vm_point point = (enum vm_point)i;
        const char *separator = "";
        fprintf(out, "| `%s` | %s%s | %s | ", point_name(point),
                point_is_after(point) ? "after" : "before",
                point_is_operation(point) ? " the operation" : "",
                point_of(point) ? point_of(point) : "");
        for (int key = 0; key < BY_COUNT; key++) {
            if (key_is_of_all_points((enum vm_key)key) || !point_has_key(point, (enum vm_key)key))
                continue;
            fprintf(out, "%s`%s`", separator, key_name((enum vm_key)key));
            separator = ", ";
        }
        fprintf(out, " | %s |\n", point_meaning(point));
    }
}

static void print_keys(FILE *out) {
    fprintf(out, "\n## Keys\n\n| key | value | meaning |\n|---|---|---|\n");
    for (int key = 0; key < BY_COUNT; key++)
        fprintf(out, "| `%s` | %s | %s |\n", key_name((enum vm_key)key),
                value_texts[key_value((enum vm_key)key)], key_meaning((enum vm_key)key));
}

static void print_kinds(FILE *out) {
    fprintf(out, "\n## Kinds\n\nOf the key `kind`.\n\n| point | kind | meaning |\n|---|---|---|\n");
    for (int point = 0; point < POINT_COUNT; point++)
        for (int kind = 0; kind < KIND_COUNT; kind++)
            if (kind_is_of((enum vm_kind)kind, (enum vm_point)point))
                fprintf(out, "| `%s` | `%s` | %s |\n", point_name((enum vm_point)point),
                        kind_name((enum vm_kind)kind), kind_meaning((enum vm_kind)kind));
}

static bool is_of_all_points(enum vm_amount amount) {
    for (int point = 0; point < POINT_COUNT; point++)
        if (!point_has_amount((enum vm_point)point, amount)) return false;
    return true;
}

static void print_amounts(FILE *out) {
    fprintf(out, "\n## Amounts\n\n| amount | meaning | points |\n|---|---|---|\n");
    for (int i = 0; i < VM_AMOUNTS; i++) {
        enum vm_amount amount = (enum vm_amount)i;
        const char *separator = "";
        fprintf(out, "| `%s` | %s | ", amount_name(amount), amount_meaning(amount));
        bool is_of_all = is_of_all_points(amount);
        if (is_of_all) fprintf(out, "all");
        for (int point = 0; !is_of_all && point < POINT_COUNT; point++) {
            if (!point_has_amount((enum vm_point)point, amount)) continue;
            fprintf(out, "%s`%s`", separator, point_name((enum vm_point)point));
            separator = ", ";
        }
        fprintf(out, " |\n");
    }
}

static void print_conditions(FILE *out) {
    const char *word, *meaning;
    fprintf(
        out,
        "\n## Conditions\n\n"
        "`a and b`, `a or b`, `not a`, with parentheses; `not` binds most, `or` least. A condition "
        "is one of these\nwords, a key that is true or false, or a key compared with a value: "
        "`==` and `!=`; of numbers also `<`, `<=`, `>`\nand `>=`; of what is true or false "
        "`== true` and `== false`. Names of methods and classes are as in `in`, patterns\n"
        "too: `root == A.foo`. A value with spaces stands in quotes. Places and calls are not "
        "compared.\n\n"
        "| word | meaning |\n|---|---|\n");
    for (size_t i = 0; (word = condition_word(i, &meaning)); i++)
        fprintf(out, "| `%s` | %s |\n", word, meaning);
}

void rules_print_reference(FILE *out) {
    fprintf(out,
            "# Rules and profilers\n\nPrinted by `jittest profiler-reference` from "
            "`rules/*.def` and `vm/event/{points,keys,kinds,amounts}.def`; do not edit. How to "
            "write\na profiler: [profilers.md](profilers.md).\n");
#define SECTION(name, title, meaning) section_print_reference(out, &section_##name, NULL);
#include "rules/rule_keys.def"
    print_points(out);
    print_keys(out);
    print_conditions(out);
    print_kinds(out);
    print_amounts(out);
}
