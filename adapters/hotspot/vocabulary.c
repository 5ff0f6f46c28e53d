/* VOCABULARY: the tables as they are. */
#include "adapters/hotspot/vocabulary.h"

#include <stdio.h>

#define WHAT_READ   "read"
#define WHAT_PASSED "passed over"

static void print_row(const char *first, const char *second, const char *versions) {
    printf("  %-46s %-22s %s\n", first, second, versions);
}

void vocabulary_print(void) {
    puts("Elements of LogCompilation, what becomes of them, and the versions that have them:");
#define ELEMENT(name, what, versions) print_row(#name, WHAT_##what, versions);
#include "adapters/hotspot/elements.def"
#undef ELEMENT
    puts("\nHotSpot's reasons, what they are called in specs, and the versions that have them:");
#define WORDS(words, ours, versions) print_row(words, ours, versions);
#include "adapters/hotspot/reasons.def"
#undef WORDS
    puts("\nOptions of each JVM, and why:");
#define OPTION(text, because) print_row(text, because, "");
#include "adapters/hotspot/always.def"
#undef OPTION
    puts("\nOptions that others of a spec replace, and why:");
#define DEFAULT(ours, stands_instead, because) print_row(ours, because, "");
#include "adapters/hotspot/defaults.def"
#undef DEFAULT
}
