/* Damages class files at random and tells what the VM says of each:
 *
 *     verdicts SEED COUNT DIRECTORY CLASS_PATH CLASS_FILE...
 *
 * writes the damaged files as DIRECTORY/0.class and so on, and a line a file: its number, then "ok"
 * or the exception. A COUNT of 0 judges the files as they are. tests/verifier_differential.sh asks
 * java about the same files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/die.h"
#include "base/memory.h"
#include "untrusted.h"

enum { LARGEST_FILE = 1 << 20 };

static size_t read_file(const char *path, uint8_t *bytes) {
    FILE *in = fopen(path, "rb");
    ASSERT(in, "cannot open '%s'", path);
    size_t size = fread(bytes, 1, LARGEST_FILE, in);
    fclose(in);
    return size;
}

static void write_file(const char *path, const uint8_t *bytes, size_t size) {
    FILE *out = fopen(path, "wb");
    ASSERT(out && fwrite(bytes, 1, size, out) == size, "cannot write '%s'", path);
    fclose(out);
}

int main(int count, char **words) {
    if (count < 6) return 2;
    struct rng rng;
    rng_init(&rng, strtoull(words[1], NULL, 10));
    long inputs = strtol(words[2], NULL, 10);
    char **files = words + 5;
    int file_count = count - 5;
    uint8_t *bytes = memory_allocate(LARGEST_FILE);
    untrusted_start(words[4], false);
    for (long i = 0; i < (inputs ? inputs : file_count); i++) {
        const char *file = inputs ? files[rng_below(&rng, (uint64_t)file_count)] : files[i];
        size_t size = read_file(file, bytes);
        if (inputs) class_mutate(bytes, size, &rng);
        char path[4096];
        snprintf(path, sizeof path, "%s/%ld.class", words[3], i);
        write_file(path, bytes, size);
        struct judgement judgement = untrusted_judge(bytes, size, false);
        printf("%ld %s\n", i,
               judgement.is_broken  ? "CRASH"
               : judgement.is_right ? "ok"
                                    : judgement.exception);
    }
    memory_free(bytes);
    return 0;
}
