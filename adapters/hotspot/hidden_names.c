#include "adapters/hotspot/hidden_names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

struct hidden_class {
    char *name;
    unsigned long long address, number;
};

static struct {
    struct hidden_class *items;
    uint32_t count, capacity;
} classes;

static unsigned long long number_of(const char *name, unsigned long long address) {
    unsigned long long number = 1;
    vec_each(const struct hidden_class, class, &classes) {
        if (strcmp(class->name, name) != 0) continue;
        if (class->address == address) return class->number;
        number++;
    }
    char *copy = memory_duplicate(name);
    vec_push(&classes, (struct hidden_class){copy, address, number});
    return number;
}

static bool is_of_name(char c) { return !strchr("(;<> ", c); }

/* The name that ends what was added, from its beginning; "A$$Lambda$7" loses its number. */
static const char *end_of_name(struct strbuf *out) {
    static const char lambda[] = "$$Lambda";
    size_t start = out->length, end = out->length;
    while (end && isdigit((unsigned char)out->bytes[end - 1])) end--;
    bool is_numbered = end > sizeof lambda && out->bytes[end - 1] == '$' &&
                       !memcmp(out->bytes + end - sizeof lambda, lambda, sizeof lambda - 1);
    if (is_numbered) out->length = start = end - 1;
    strbuf_add_char(out, 0);
    out->length--;
    while (start && is_of_name(out->bytes[start - 1])) start--;
    return out->bytes + start;
}

void add_hidden_names(struct strbuf *out, const char *text) {
    while (*text) {
        char *end = NULL;
        bool is_hidden = (*text == '/' || *text == '.') && !strncmp(text + 1, "0x", 2);
        unsigned long long address = is_hidden ? strtoull(text + 3, &end, 16) : 0;
        if (is_hidden)
            strbuf_addf(out, "/0x%016llx", number_of(end_of_name(out), address));
        else
            strbuf_add_char(out, *text);
        text = is_hidden ? end : text + 1;
    }
}

void hidden_names_forget(void) {
    vec_each(struct hidden_class, class, &classes) memory_free(class->name);
    vec_release(&classes);
}
