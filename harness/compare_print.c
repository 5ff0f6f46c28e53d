/* The table of a comparison. */
#include <inttypes.h>
#include <string.h>

#include "base/xml_text.h"
#include "harness/compare.h"

static const struct {
    const char *text, *meaning;
} states[STATE_COUNT] = {
#define STATE(name, text, meaning) [STATE_##name] = {text, meaning},
#include "harness/compared_states.def"
#undef STATE
};

const char *compared_state_text(enum compared_state state) { return states[state].text; }
const char *compared_state_meaning(enum compared_state state) { return states[state].meaning; }

static uint32_t count_of(const struct compared_vms *comparison, uint32_t vm,
                         enum compared_state state) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < comparison->rows.count; i++)
        count += comparison->rows.items[i].cells[vm].state == state;
    return count;
}

/* --- text --- */

static int width_of(const struct vm_identity *vm) {
    size_t longest = strlen(vm->name);
    for (int i = 0; i < STATE_COUNT; i++)
        if (strlen(states[i].text) > longest) longest = strlen(states[i].text);
    return (int)longest + 2;
}

static void print_totals(const struct compared_vms *comparison, FILE *out) {
    for (int state = 0; state < STATE_COUNT; state++) {
        uint32_t all = 0;
        for (uint32_t vm = 0; vm < comparison->vm_count; vm++)
            all += count_of(comparison, vm, (enum compared_state)state);
        if (!all) continue;
        for (uint32_t vm = 0; vm < comparison->vm_count; vm++)
            fprintf(out, "%-*" PRIu32, width_of(comparison->vms[vm]),
                    count_of(comparison, vm, (enum compared_state)state));
        fprintf(out, "%s: %s\n", states[state].text, states[state].meaning);
    }
}

/* "hotspot: HotSpot of Debian 17.0.15+6" */
static void print_versions(const struct compared_vms *comparison, FILE *out) {
    for (uint32_t vm = 0; vm < comparison->vm_count; vm++) {
        const struct vm_identity *one = comparison->vms[vm];
        if (one->vm) fprintf(out, "%s: %s %s\n", one->name, one->vm, one->version);
    }
}

void compare_print(const struct compared_vms *comparison, FILE *out) {
    print_versions(comparison, out);
    for (uint32_t vm = 0; vm < comparison->vm_count; vm++)
        fprintf(out, "%-*s", width_of(comparison->vms[vm]), comparison->vms[vm]->name);
    fprintf(out, "spec\n");
    for (uint32_t i = 0; i < comparison->rows.count; i++) {
        const struct compared_row *row = &comparison->rows.items[i];
        for (uint32_t vm = 0; vm < comparison->vm_count; vm++)
            fprintf(out, "%-*s", width_of(comparison->vms[vm]), states[row->cells[vm].state].text);
        fprintf(out, "%s\n", row->name);
    }
    fprintf(out, "\n");
    print_totals(comparison, out);
}

/* --- a page --- */

static void print_escaped(FILE *out, const char *text) {
    struct strbuf escaped = STRBUF_INIT;
    xml_add_text(&escaped, text);
    fputs(strbuf_text(&escaped), out);
    strbuf_release(&escaped);
}

static void print_head(const struct compared_vms *comparison, FILE *out) {
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<title>The same specs on several compilers</title>\n<style>\n"
          ":root { color-scheme: light dark; font-family: sans-serif; }\n"
          "table { border-collapse: collapse; } th, td { padding: .2em .6em; text-align: left; }\n"
          "tr:nth-child(even) { background: #8881; } thead th { position: sticky; top: 0; "
          "background: Canvas; }\n"
          ".holds { background: #2a83; } .holds-in-part { background: #2a81; }\n"
          ".fails { background: #d333; } .crashed { background: #d336; }\n"
          "</style></head><body>\n<h1>The same specs on several compilers</h1>\n<table><thead><tr>"
          "<th>spec</th>",
          out);
    for (uint32_t vm = 0; vm < comparison->vm_count; vm++) {
        const struct vm_identity *one = comparison->vms[vm];
        fputs("<th>", out);
        print_escaped(out, one->name);
        if (one->vm) fputs("<br><small>", out), print_escaped(out, one->vm), fputc(' ', out);
        if (one->vm) print_escaped(out, one->version), fputs("</small>", out);
        fputs("</th>", out);
    }
    fputs("</tr></thead>\n<tbody>\n", out);
}

/* "holds-in-part" */
static void print_class(FILE *out, const char *text) {
    for (; *text; text++) fputc(*text == ' ' ? '-' : *text, out);
}

static void print_cell(const struct compared_cell *cell, FILE *out) {
    fputs("<td class=\"", out);
    print_class(out, states[cell->state].text);
    fputs("\" title=\"", out);
    print_escaped(out, cell->why);
    fprintf(out, "\">%s</td>", states[cell->state].text);
}

void compare_print_html(const struct compared_vms *comparison, FILE *out) {
    print_head(comparison, out);
    for (uint32_t i = 0; i < comparison->rows.count; i++) {
        const struct compared_row *row = &comparison->rows.items[i];
        fputs("<tr><td>", out);
        print_escaped(out, row->name);
        fputs("</td>", out);
        for (uint32_t vm = 0; vm < comparison->vm_count; vm++) print_cell(&row->cells[vm], out);
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table>\n<table><tbody>\n", out);
    for (int state = 0; state < STATE_COUNT; state++) {
        fprintf(out, "<tr><td>%s: %s</td>", states[state].text, states[state].meaning);
        for (uint32_t vm = 0; vm < comparison->vm_count; vm++)
            fprintf(out, "<td>%" PRIu32 "</td>",
                    count_of(comparison, vm, (enum compared_state)state));
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table>\n</body></html>\n", out);
}
