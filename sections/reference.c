/* Sections as Markdown. */
#include "sections/reference.h"

#include <string.h>

typedef void add_to_key(const struct section *, const struct section_key *, struct strbuf *,
                        struct strbuf *);

static void print_key(FILE *out, const struct section *section, const struct section_key *key,
                      add_to_key *add) {
    struct strbuf standard = STRBUF_INIT, range = STRBUF_INIT;
    strbuf_add_text(&standard, key->is_required ? "required" : key->default_text);
    if (add) add(section, key, &standard, &range);
    fprintf(out, "| `%s` | %s | %s | %s%s%s%s |\n", key->name, key_type_text(key->type),
            strbuf_text(&standard), key->meaning, range.length ? " (" : "", strbuf_text(&range),
            range.length ? ")" : "");
    strbuf_release(&standard);
    strbuf_release(&range);
}

void section_print_reference(FILE *out, const struct section *section, add_to_key *add) {
    const char *separator = "\nNot supported yet: ";
    fprintf(out, "\n## %s\n\n%s\n\n", section->title, section->meaning);
    fprintf(out, "| key | value | default | meaning |\n|---|---|---|---|\n");
    for (size_t i = 0; i < section->key_count; i++)
        if (section->keys[i].type != KEY_UNSUPPORTED)
            print_key(out, section, &section->keys[i], add);
    for (size_t i = 0; i < section->key_count; i++) {
        const struct section_key *key = &section->keys[i];
        if (key->type != KEY_UNSUPPORTED) continue;
        fprintf(out, "%s`%s` (%s)", separator, key->name, key->meaning);
        separator = ", ";
    }
    if (strcmp(separator, ", ") == 0) fprintf(out, ".\n");
}
