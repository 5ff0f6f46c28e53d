/* random_programs SEED COUNT RELEASE DIRECTORY: writes COUNT random programs P<seed>.java in the
 * Java of RELEASE there, with the seeds from SEED on, and Batch<SEED>.java, whose main runs those
 * whose numbers are its arguments, all of them without one, and prints what each returns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/programs/program.h"

static FILE *create(const char *directory, const char *name) {
    struct strbuf path = STRBUF_INIT;
    strbuf_addf(&path, "%s/%s.java", directory, name);
    FILE *file = fopen(strbuf_text(&path), "w");
    if (!file) {
        perror(strbuf_text(&path));
        exit(1);
    }
    strbuf_release(&path);
    return file;
}

static void finish(FILE *file) {
    if (fclose(file) == 0) return;
    perror("random_programs");
    exit(1);
}

static void write_program(const char *directory, uint64_t seed, int release) {
    char name[32];
    snprintf(name, sizeof name, "P%llu", (unsigned long long)seed);
    struct strbuf text = STRBUF_INIT;
    random_program(seed, release, name, &text);
    FILE *file = create(directory, name);
    fwrite(text.bytes, 1, text.length, file);
    finish(file);
    strbuf_release(&text);
}

static void write_batch(const char *directory, uint64_t seed, uint64_t count) {
    char name[32];
    snprintf(name, sizeof name, "Batch%llu", (unsigned long long)seed);
    FILE *file = create(directory, name);
    fprintf(file,
            "public final class %s {\n    static String run(int number) {\n"
            "        switch (number) {\n",
            name);
    for (uint64_t i = seed; i < seed + count; i++)
        fprintf(file, "        case %llu: return P%llu.run();\n", (unsigned long long)i,
                (unsigned long long)i);
    /* Told again when the allocation that was to fail was the telling's. */
    fprintf(file,
            "        default: throw new IllegalArgumentException();\n        }\n    }\n\n"
            "    static void tell(int number, String result, Throwable end) {\n"
            "        System.out.println(\"program \" + number);\n"
            "        if (end != null) result = \"ended by \" + end.getClass().getName();\n"
            "        System.out.println(result);\n"
            "    }\n\n"
            "    static void runAndTell(int number) {\n"
            "        String result = null;\n"
            "        Throwable end = null;\n"
            "        try {\n"
            "            result = run(number);\n"
            "        } catch (Throwable e) {\n"
            "            end = e;\n"
            "        }\n"
            "        try {\n"
            "            tell(number, result, end);\n"
            "        } catch (OutOfMemoryError e) {\n"
            "            tell(number, result, end);\n"
            "        }\n"
            "    }\n\n"
            "    public static void main(String[] arguments) {\n"
            "        for (String argument : arguments) runAndTell(Integer.parseInt(argument));\n"
            "        if (arguments.length == 0)\n"
            "            for (int i = %llu; i < %llu; i++) runAndTell(i);\n"
            "    }\n}\n",
            (unsigned long long)seed, (unsigned long long)(seed + count));
    finish(file);
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fputs("usage: random_programs SEED COUNT RELEASE DIRECTORY\n", stderr);
        return 2;
    }
    uint64_t seed = strtoull(argv[1], NULL, 10), count = strtoull(argv[2], NULL, 10);
    for (uint64_t i = seed; i < seed + count; i++) write_program(argv[4], i, atoi(argv[3]));
    write_batch(argv[4], seed, count);
    return 0;
}
