/* The frontend from outside: errors, refusals, places, and what its class files say. The class
 * library, compiled from its sources, is the class path. Programs that must run the same as javac's
 * are in tests/java. */
#include "frontend/frontend.h"

#include "base/check_run.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/strbuf.h"
#include "classfile/disasm.h"
#include "classfile/regions.h"
#include "frontend/template.h"
#include "frontend/text.h"

static struct arena arena; /* of the library */
static struct java_classes library;
static struct diag diag;

/* ---- reading */

static struct java_source read_source(const char *path, const char *name) {
    struct strbuf text = STRBUF_INIT;
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s", path);
    char block[4096];
    for (size_t count; (count = fread(block, 1, sizeof block, file)) > 0;)
        strbuf_add(&text, block, count);
    fclose(file);
    char *copy = arena_copy_text(&arena, strbuf_text(&text), text.length);
    struct java_source source = {name, copy, text.length, 1, 1, NULL};
    strbuf_release(&text);
    return source;
}

static const struct classfile *find_in_library(void *context, const char *internal_name) {
    for (uint32_t i = 0; i < library.count; i++)
        if (library.items[i].name == internal_name)
            return classfile_read(&arena, internal_name, library.items[i].bytes,
                                  library.items[i].size, context);
    return NULL;
}

static void release_library(void) { arena_release(&arena); }

static struct {
    struct java_source *items;
    uint32_t count, capacity;
} library_sources;

static void add_sources(const char *folder) {
    DIR *entries = opendir(folder);
    ck_assert_msg(entries != NULL, "%s", folder);
    for (struct dirent *entry; (entry = readdir(entries));) {
        char *path = arena_format(&arena, "%s/%s", folder, entry->d_name);
        struct java_source source;
        if (strstr(entry->d_name, ".java")) {
            source = read_source(path, path);
            if (strstr(entry->d_name, ".template"))
                ck_assert(java_template_expand(&arena, &source, &source, &diag));
            arena_vec_push(&arena, &library_sources, source);
        } else if (!strchr(entry->d_name, '.'))
            add_sources(path);
    }
    closedir(entries);
}

static void compile_library(void) {
    arena_init(&arena);
    add_sources(SOURCE_DIR "/vm/classlib");
    struct java_options options = java_options_default();
    bool compiled = java_compile(&arena, library_sources.items, library_sources.count, NULL,
                                 &options, &diag, &library);
    ck_assert_msg(compiled, "%s:%d: %s", diag.file, diag.place.line, diag.message);
}

static struct java_classes compile_with(const struct java_options *options,
                                        const struct java_source *source) {
    struct java_class_path path = {find_in_library, &diag};
    struct java_classes classes = {0};
    diag = (struct diag)DIAG_INIT;
    bool compiled = java_compile(&arena, source, 1, &path, options, &diag, &classes);
    ck_assert(compiled == !diag.is_set);
    ck_assert(compiled || classes.count == 0);
    return classes;
}

static struct java_classes compile_source(const struct java_source *source) {
    struct java_options options = java_options_default();
    return compile_with(&options, source);
}

static struct java_classes compile_text(const char *text) {
    struct java_source source = {"T.java", text, strlen(text), 1, 1, NULL};
    return compile_source(&source);
}

static const struct classfile *read_class(const struct java_classes *classes, const char *name) {
    ck_assert_msg(!diag.is_set, "%d:%d: %s", diag.place.line, diag.place.column, diag.message);
    for (uint32_t i = 0; i < classes->count; i++)
        if (strcmp(classes->items[i].name, name) == 0) {
            const struct classfile *file = classfile_read(&arena, name, classes->items[i].bytes,
                                                          classes->items[i].size, &diag);
            ck_assert_msg(file != NULL, "%s", diag.message);
            return file;
        }
    ck_abort_msg("no class %s", name);
}

static const char *listing(const struct java_classes *classes, const char *name) {
    struct strbuf text = STRBUF_INIT;
    disasm_class(&text, read_class(classes, name));
    const char *copy = arena_copy_text(&arena, strbuf_text(&text), text.length);
    strbuf_release(&text);
    return copy;
}

#define ASSERT_LISTS(classes, name, part)                                                          \
    ck_assert_msg(strstr(listing(classes, name), part) != NULL, "%s\nlacks: %s",                   \
                  listing(classes, name), part)
#define ASSERT_LISTS_NO(classes, name, part)                                                       \
    ck_assert_msg(strstr(listing(classes, name), part) == NULL, "%s\nhas: %s",                     \
                  listing(classes, name), part)

/* ---- errors */

START_TEST(every_error_has_the_words_of_javac_and_its_place) {
    struct java_source expected =
        read_source(SOURCE_DIR "/tests/java_errors/expected.txt", "expected.txt");
    uint32_t count = 0;
    for (char *line = (char *)expected.text; *line; count++) {
        char *end = strchr(line, '\n');
        *end = '\0';
        const char *name = arena_copy_text(&arena, line, strcspn(line, ":"));
        char *path = arena_format(&arena, SOURCE_DIR "/tests/java_errors/%s", name);
        struct java_source source = read_source(path, name);
        compile_source(&source);
        char message[2048];
        ck_assert_str_eq(diag_format(&diag, message, sizeof message), line);
        line = end + 1;
    }
    ck_assert_int_gt(count, 150);
}
END_TEST

START_TEST(java_outside_the_subset_is_refused_with_a_pointer_to_javac) {
    static const struct {
        const char *what, *text;
    } rows[] = {
        {"annotations other than those of java.lang are", "@Foo class T { }"},
        {"annotation types are", "@interface T { }"},
        {"records are", "record T(int x) { }"},
        {"sealed classes are", "sealed class T permits U { }"},
        {"switch expressions are",
         "class T { int m(int i) { return switch (i) { default -> 1; }; } }"},
        {"switch rules are", "class T { void m(int i) { switch (i) { default -> m(1); } } }"},
        {"patterns are", "class T { boolean m(Object o) { return o instanceof String s; } }"},
        {"text blocks are", "class T { String s = \"\"\"\n  x\"\"\"; }"},
        {"identifiers outside ASCII are", "class T { int \xc3\xa9; }"},
        {"local interfaces and enums are", "class T { void m() { enum U { A } } }"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        compile_text(rows[i].text);
        ck_assert_msg(diag.is_set, "accepted: %s", rows[i].text);
        const char *expected = arena_format(
            &arena,
            "%s not supported by the built-in frontend; compile this file with javac and give its "
            "class files as the class path",
            rows[i].what);
        ck_assert_msg(strcmp(diag.message, expected) == 0, "%s: %s", rows[i].text, diag.message);
    }
}
END_TEST

START_TEST(places_are_shifted_to_where_the_text_starts) {
    const char *text = "class T {\n    int x = \"s\";\n}";
    struct java_source source = {"spec.yaml", text, strlen(text), 11, 5, NULL};
    compile_source(&source);
    ck_assert_str_eq(diag.file, "spec.yaml");
    ck_assert_int_eq(diag.place.line, 12);
    ck_assert_int_eq(diag.place.column, 17);
}
END_TEST

static const struct code *code_of(const struct java_classes *classes, const char *name) {
    const struct classfile *file = read_class(classes, "T");
    for (uint16_t i = 0; i < file->method_count; i++)
        if (strcmp(file->methods[i].name, name) == 0) return file->methods[i].code;
    ck_abort_msg("no method %s", name);
}

START_TEST(line_numbers_are_those_of_the_file) {
    const char *text = "class T {\n    int m(int i) {\n        i++;\n        return i;\n    }\n}";
    struct java_source source = {"dir/spec.yaml", text, strlen(text), 100, 3, NULL};
    struct java_classes classes = compile_source(&source);
    ck_assert_str_eq(read_class(&classes, "T")->source_file, "spec.yaml");
    ck_assert_int_eq(code_line(code_of(&classes, "m"), 0), 102);
    ck_assert_int_eq(code_line(code_of(&classes, "m"), 3), 103);
}
END_TEST

START_TEST(references_among_the_parameters_have_names_when_asked) {
    const char *text = "class T { int m(long first, String second) { return second.length(); } }";
    struct java_source source = {"T.java", text, strlen(text), 1, 1, NULL};
    struct java_options options = java_options_default();
    struct java_classes classes = compile_with(&options, &source);
    ck_assert_int_eq(code_of(&classes, "m")->local_count, 0);
    options.parameter_names = true;
    classes = compile_with(&options, &source);
    const struct code *code = code_of(&classes, "m");
    ck_assert_int_eq(code->local_count, 1);
    ck_assert_str_eq(code->locals->name, "second");
    ck_assert_str_eq(code->locals->type, "Ljava/lang/String;");
    ck_assert_uint_eq(code->locals->slot, 3);
    ck_assert_uint_eq(code->locals->length, code->length);
}
END_TEST

START_TEST(a_missing_library_is_the_users_error) {
    struct java_source source = {"T.java", "class T { }", 11, 1, 1, NULL};
    struct java_options options = java_options_default();
    struct java_classes classes = {0};
    diag = (struct diag)DIAG_INIT;
    ck_assert(!java_compile(&arena, &source, 1, NULL, &options, &diag, &classes));
    ck_assert_str_eq(diag.message,
                     "class java.lang.Object not found, neither in the sources nor on "
                     "the class path");
}
END_TEST

/* ---- class files */

START_TEST(constants_are_folded_and_inlined) {
    struct java_classes classes =
        compile_text("class T { static final int A = 6 * 7; static final String S = \"a\" + A; "
                     "final long l = A;\n"
                     "  static String s() { final int local = A + 1; return S + local; }\n"
                     "  static int t() { if (A != 42) return 1; else return 2; } }");
    ASSERT_LISTS(&classes, "T", "static final A:I = 42");
    ASSERT_LISTS(&classes, "T", "static final S:Ljava/lang/String; = \"a42\"");
    ASSERT_LISTS(&classes, "T", "final l:J = 42L");
    ASSERT_LISTS(&classes, "T", "ldc \"a4243\"");
    ASSERT_LISTS(&classes, "T", "static t()I\n    0: iconst_2\n    1: ireturn\n");
    ASSERT_LISTS_NO(&classes, "T", "<clinit>");
}
END_TEST

START_TEST(dense_cases_make_a_table_and_sparse_ones_a_lookup) {
    struct java_classes classes =
        compile_text("class T { int m(int i) { switch (i) { case 1: case 2: case 4: return 1; }\n"
                     "  switch (i) { case 1: case 1000: return 2; } return 0; } }");
    ASSERT_LISTS(&classes, "T", "tableswitch 1:");
    ASSERT_LISTS(&classes, "T", "lookupswitch 1:");
}
END_TEST

START_TEST(a_monitor_is_released_on_every_way_out) {
    struct java_classes classes =
        compile_text("class T { int m(Object o) { synchronized (o) { return 1; } } }");
    ASSERT_LISTS(&classes, "T",
                 "    4: iconst_1\n"
                 "    5: istore_3\n"
                 "    6: aload_2\n"
                 "    7: monitorexit\n"
                 "    8: iload_3\n"
                 "    9: ireturn\n"
                 "   10: astore_3\n"
                 "   11: aload_2\n"
                 "   12: monitorexit\n"
                 "   13: aload_3\n"
                 "   14: athrow\n"
                 "       4 to 8: anything at 10\n"
                 "       10 to 13: anything at 10\n");
}
END_TEST

START_TEST(what_holds_nothing_but_its_way_out_has_no_handler) {
    static const char *const bodies[] = {
        "try { break; } finally { i++; }",
        "try { break; } catch (Error e) { i--; } finally { i++; }",
        "try { try { break; } finally { } } finally { i++; }",
        "try { try { break; } finally { i++; } } catch (Error e) { i--; }",
        "try { try { continue; } finally { break; } } finally { }",
        "try (java.io.Closeable c = null) { break; }",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        const char *text =
            "class T { int m(int i) throws Exception { for (;;) { %s } return i; } }";
        struct java_classes classes = compile_text(arena_format(&arena, text, bodies[i]));
        ck_assert_msg(classes.count == 1, "%s: %s", bodies[i], diag.message);
        const struct code *code = code_of(&classes, "m");
        for (int k = 0; k < code->handler_count; k++)
            ck_assert_ptr_nonnull(code->handlers[k].catch_class);
    }
}
END_TEST

START_TEST(a_finally_block_is_copied_and_not_covered_by_its_own_handler) {
    struct java_classes classes = compile_text(
        "class T { static void f() { }\n"
        "  static int m() { try { return 1; } catch (RuntimeException e) { return 2; } "
        "finally { f(); } } }");
    ASSERT_LISTS(&classes, "T",
                 "    0: iconst_1\n"
                 "    1: istore_0\n"
                 "    2: invokestatic T.f()V\n"
                 "    5: iload_0\n"
                 "    6: ireturn\n"
                 "    7: astore_0\n"
                 "    8: iconst_2\n"
                 "    9: istore_1\n"
                 "   10: invokestatic T.f()V\n"
                 "   13: iload_1\n"
                 "   14: ireturn\n"
                 "   15: astore_0\n"
                 "   16: invokestatic T.f()V\n"
                 "   19: aload_0\n"
                 "   20: athrow\n"
                 "       0 to 2: java/lang/RuntimeException at 7\n"
                 "       0 to 2: anything at 15\n"
                 "       7 to 10: anything at 15\n");
}
END_TEST

START_TEST(private_members_of_other_classes_are_reached_through_accessors) {
    struct java_classes classes =
        compile_text("class T { private int x; private T() { } private static void f() { }\n"
                     "  static class U { int m() { f(); return new T().x++; } } }");
    ASSERT_LISTS(&classes, "T$U", "invokestatic T.access$");
    ASSERT_LISTS(&classes, "T$U", "invokespecial T.<init>(LT;)V");
    ASSERT_LISTS(&classes, "T", "static synthetic access$");
    ASSERT_LISTS(&classes, "T", "synthetic <init>(LT;)V");
}
END_TEST

START_TEST(a_covariant_result_has_a_bridge) {
    struct java_classes classes =
        compile_text("class A { Object m(int i) { return null; } }\n"
                     "class T extends A { String m(int i) { return \"\"; } }");
    ASSERT_LISTS(&classes, "T",
                 "synthetic m(I)Ljava/lang/Object;\n"
                 "    0: aload_0\n"
                 "    1: iload_1\n"
                 "    2: invokevirtual T.m(I)Ljava/lang/String;\n"
                 "    5: areturn\n");
}
END_TEST

START_TEST(interfaces_have_constants_and_abstract_methods) {
    struct java_classes classes = compile_text(
        "interface T extends Runnable { int A = 1; Object O = new Object(); int m(long l); }");
    const struct classfile *file = read_class(&classes, "T");
    ck_assert_int_eq(file->access, ACC_INTERFACE | ACC_ABSTRACT);
    ck_assert_int_eq(file->major, 52);
    ASSERT_LISTS(&classes, "T", "public static final A:I = 1");
    ASSERT_LISTS(&classes, "T", "public abstract m(J)I");
    ASSERT_LISTS(&classes, "T", "putstatic T.O:Ljava/lang/Object;");
}
END_TEST

START_TEST(conditions_jump_instead_of_making_booleans) {
    struct java_classes classes = compile_text(
        "class T { static int m(int a, Object o) { while (a > 0 && o != null) a--; return a; } }");
    ASSERT_LISTS(&classes, "T",
                 "    0: iload_0\n"
                 "    1: ifle 14\n"
                 "    4: aload_1\n"
                 "    5: ifnull 14\n"
                 "    8: iinc 0 -1\n"
                 "   11: goto 0\n"
                 "   14: iload_0\n"
                 "   15: ireturn\n");
}
END_TEST

/* ---- texts */

static const char *double_text(double value) {
    struct strbuf text = STRBUF_INIT;
    java_add_double(&text, value);
    const char *copy = arena_copy_text(&arena, strbuf_text(&text), text.length);
    strbuf_release(&text);
    return copy;
}

START_TEST(numbers_are_printed_as_java_prints_them) {
    ck_assert_str_eq(double_text(1), "1.0");
    ck_assert_str_eq(double_text(-0.0), "-0.0");
    ck_assert_str_eq(double_text(0.1), "0.1");
    ck_assert_str_eq(double_text(100), "100.0");
    ck_assert_str_eq(double_text(1234567), "1234567.0");
    ck_assert_str_eq(double_text(1e7), "1.0E7");
    ck_assert_str_eq(double_text(0.001), "0.001");
    ck_assert_str_eq(double_text(0.0001), "1.0E-4");
    ck_assert_str_eq(double_text(4.9e-324), "4.9E-324");
    ck_assert_str_eq(double_text(1.7976931348623157e308), "1.7976931348623157E308");
    ck_assert_str_eq(double_text(123456.789), "123456.789");
}
END_TEST

START_TEST(strings_are_utf_16_inside) {
    struct strbuf text = STRBUF_INIT;
    modified_utf8_add(&text, 0x1f600);
    modified_utf8_add(&text, 0);
    ck_assert_int_eq(text.length, 8);
    const char *cursor = strbuf_text(&text);
    ck_assert_int_eq(modified_utf8_next(&cursor), 0xd83d);
    ck_assert_int_eq(modified_utf8_next(&cursor), 0xde00);
    ck_assert_int_eq(modified_utf8_next(&cursor), 0);
    strbuf_release(&text);
    ck_assert_int_eq(modified_utf8_hash("Aa"), modified_utf8_hash("BB"));
    ck_assert_int_eq(modified_utf8_hash("hello"), 99162322);
}
END_TEST

/* ---- robustness */

START_TEST(any_change_of_a_source_is_compiled_or_refused_but_never_crashes) {
    static const char *const names[] = {"Control", "Exceptions", "Nested", "Overloads", "Arrays"};
    struct rng rng;
    rng_init(&rng, 7);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *path = arena_format(&arena, SOURCE_DIR "/tests/java/%s.java", names[i]);
        struct java_source source = read_source(path, path);
        char *text = arena_copy_text(&arena, source.text, source.length);
        for (int round = 0; round < 60; round++) {
            memcpy(text, source.text, source.length);
            struct java_source changed = source;
            changed.text = text;
            uint64_t at = rng_below(&rng, source.length), kind = rng_below(&rng, 4);
            uint64_t from = rng_below(&rng, source.length), length = rng_below(&rng, 40);
            if (kind == 0)
                text[at] = (char)rng_next(&rng);
            else if (kind == 1)
                changed.length = at;
            else if (at + length < source.length && from + length < source.length)
                memmove(text + at, source.text + from, length);
            compile_source(&changed);
        }
    }
}
END_TEST

START_TEST(deep_nesting_is_refused) {
    struct strbuf text = STRBUF_INIT;
    static const char *const openings[] = {"(",          "-",    "{",  "a[",
                                           "new int[]{", "x = ", "f(", "if (x) "};
    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++) {
        strbuf_clear(&text);
        strbuf_add_text(&text, "class T { void m() { x = ");
        if (openings[i][0] == '{' || openings[i][0] == 'i') strbuf_add_text(&text, "1; ");
        for (int depth = 0; depth < 100000; depth++) strbuf_add_text(&text, openings[i]);
        compile_text(strbuf_text(&text));
        ck_assert_str_eq(diag.message, "code nested too deeply");
    }
    strbuf_clear(&text);
    strbuf_add_text(&text, "class T { int x = 1");
    for (int depth = 0; depth < 100000; depth++) strbuf_add_text(&text, "+1");
    compile_text(strbuf_text(&text));
    ck_assert_str_eq(diag.message, "expression too long");
    strbuf_release(&text);
}
END_TEST

/* ---- inserted code */

#define BEGIN "DelimitationAPI.instrumentationBegin(DelimitationAPI.HERE);"
#define END   "DelimitationAPI.instrumentationEnd();"
#define HIT   BEGIN "if (CompilerDecision.isMethodCompiled()) Probe.hit(\"p\");" END

/* "~" in the text stands for inserted code, or for nothing. */
static const char *method_text(const char *text, const char *inserted, bool is_cut) {
    struct strbuf source = STRBUF_INIT, out = STRBUF_INIT;
    for (; *text; text++)
        if (*text == '~')
            strbuf_add_text(&source, inserted);
        else
            strbuf_add_char(&source, *text);
    struct java_classes classes = compile_text(strbuf_text(&source));
    const struct classfile *file = read_class(&classes, "T");
    const struct code *code = code_of(&classes, "m");
    ck_assert(!code->regions || !code->regions->fault);
    disasm_code(&out, file, is_cut ? code_program(code) : code);
    strbuf_release(&source);
    const char *copy = arena_copy_text(&arena, strbuf_text(&out), out.length);
    strbuf_release(&out);
    return copy;
}

START_TEST(code_without_its_regions_is_what_the_source_without_them_becomes) {
    static const char *const texts[] = {
        "class T { int m(int i) { ~ i++; ~ ~ return i; } }",
        "class T { int m(int i) { while (i < 9) { ~ i++; ~ } ~ return i; } }",
        "class T { int m(int i) { for (;;) { ~ if (i++ > 3) { ~ break; } ~ } return i; } }",
        "class T { void m(int i) { if (i > 0) { ~ i = 3; } else { ~ } ~ } }",
        "class T { void m(int i) { do { ~ for (; i < 3; i++) { ~ } } while (i > 2); } }",
        "class T { int m(int i) { ~ switch (i) { case 1: ~ return 2; case 2: i = 4; ~ break;"
        " case 3: case 4: i++; } ~ return i; } }",
        "class T { int m(int i) { ~ switch (i) { case 1: ~ return 2; case 900: ~ i = 4; } ~"
        " return i; } }",
        "class T { int m(Object o) { try { ~ return o.hashCode(); } catch (RuntimeException e) { ~"
        " return 1; } finally { ~ o = null; } } }",
        "class T { int m(Object o) { synchronized (o) { ~ return o.hashCode(); } } }",
        "class T { int m(Object o) { synchronized (o) { ~ } return 1; } }",
        "class T { int m(int i) { try { ~ } catch (RuntimeException e) { i++; ~ } return i; } }",
        "class T { int m(int i) { try { ~ ~ } catch (Error e) { i++; } finally { i--; } return i; "
        "} }",
        "class T { int m(int i) { try { try { ~ } finally { i--; } } catch (Error e) { i /= 3; }"
        " return i; } }",
        "class T { int m(int i) { try { try { ~ } catch (Error e) { } finally { ~ } }"
        " catch (Error e) { ~ } return i; } }",
        "class T { int m(int i) { try { try { try { ~ } catch (Error e) { } finally { ~ } }"
        " catch (Error e) { i++; ~ } finally { ~ } } catch (Error e) { i--; } return i; } }",
        "class T { int m(int i) { try { ~ try { ~ } finally { ~ } i++; } finally { ~ } return i; } "
        "}",
        "class T { int m(int i) { for (;;) { try { try { ~ break; } finally { ~ } }"
        " catch (Error e) { ~ } } return i; } }",
    };
    static const char *const inserted[] = {
        HIT,
        BEGIN "for (int q = 0; q < 3; q++) { " HIT " }" END,
        BEGIN "try { Probe.hit(\"a\"); } catch (Error x) { Probe.hit(\"b\"); }" END,
        BEGIN "switch (hashCode()) { case 1: Probe.hit(\"a\"); case 7: Probe.hit(\"b\"); }" END,
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (size_t k = 0; k < sizeof inserted / sizeof *inserted; k++) {
            const char *expected = method_text(texts[i], "", false);
            ck_assert_str_eq(method_text(texts[i], inserted[k], true), expected);
            ck_assert_str_ne(method_text(texts[i], inserted[k], false), expected);
        }
}
END_TEST

START_TEST(lines_and_bcis_of_code_without_its_regions_are_those_of_the_source) {
    struct java_classes classes =
        compile_text("class T { int m(int i) {\n" BEGIN "\ni = i;\n" END " i++;\nreturn i; } }");
    const struct code *code = code_of(&classes, "m");
    const struct code_regions *regions = code->regions;
    ck_assert_int_eq(code_line(regions->program, 0), 4);
    ck_assert_int_eq(code_line(regions->program, 3), 5);
    ck_assert_int_eq(regions->count, 1);
    ck_assert_int_eq(regions->items[0].start, 0);
    ck_assert_int_eq(regions->source_bci[0], regions->items[0].end);
    for (uint32_t bci = 0; bci <= regions->items[0].end; bci++)
        ck_assert_int_eq(regions->program_bci[bci], 0);
    ck_assert_int_eq(regions->program_bci[code->length], regions->program->length);
    ck_assert_ptr_eq(code_region_at(code, regions->items[0].end - 1), regions->items);
    ck_assert_ptr_null(code_region_at(code, regions->items[0].end));
}
END_TEST

START_TEST(inserted_code_that_is_not_closed_stays_and_says_why) {
    static const char *const rows[][2] = {
        {"int m(int i) { " BEGIN " if (i > 0) return 1; " END " return i; }",
         "it returns from the method"},
        {"int m(int i) { " BEGIN " if (i > 0) { " END " i++; } " END " return i; }",
         "instrumentationEnd has no instrumentationBegin"},
        {"int m(int i) { " BEGIN " i++; return i; }",
         "instrumentationBegin has no instrumentationEnd"},
        {"int m(int i) { " END " return i; }", "instrumentationEnd has no instrumentationBegin"},
        {"int m(int i) { while (i > 0) { i--; " BEGIN " if (i > 5) break; " END " } return i; }",
         "control leaves it before instrumentationEnd"},
        {"int m(int i) { DelimitationAPI.instrumentationBegin(i > 0 ? 1 : 2); " END " return i; }",
         "control enters it after instrumentationBegin"},
        {"int m(int i) { DelimitationAPI.instrumentationBegin(i + 1); " END " return i; }",
         "its place is not written as PRED, SUCC or HERE"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct java_classes classes =
            compile_text(arena_format(&arena, "class T { %s }", rows[i][0]));
        const struct code *code = code_of(&classes, "m");
        ck_assert_msg(code->regions && code->regions->fault, "%s", rows[i][0]);
        ck_assert_str_eq(code->regions->fault, rows[i][1]);
        ck_assert_ptr_eq(code_program(code), code);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("frontend");
    TCase *cases = tcase_create("frontend");
    tcase_set_timeout(cases, 120);
    tcase_add_unchecked_fixture(cases, compile_library,
                                release_library); /* once, before the forks */
    tcase_add_test(cases, every_error_has_the_words_of_javac_and_its_place);
    tcase_add_test(cases, java_outside_the_subset_is_refused_with_a_pointer_to_javac);
    tcase_add_test(cases, places_are_shifted_to_where_the_text_starts);
    tcase_add_test(cases, line_numbers_are_those_of_the_file);
    tcase_add_test(cases, references_among_the_parameters_have_names_when_asked);
    tcase_add_test(cases, a_missing_library_is_the_users_error);
    tcase_add_test(cases, constants_are_folded_and_inlined);
    tcase_add_test(cases, dense_cases_make_a_table_and_sparse_ones_a_lookup);
    tcase_add_test(cases, a_monitor_is_released_on_every_way_out);
    tcase_add_test(cases, what_holds_nothing_but_its_way_out_has_no_handler);
    tcase_add_test(cases, a_finally_block_is_copied_and_not_covered_by_its_own_handler);
    tcase_add_test(cases, private_members_of_other_classes_are_reached_through_accessors);
    tcase_add_test(cases, a_covariant_result_has_a_bridge);
    tcase_add_test(cases, interfaces_have_constants_and_abstract_methods);
    tcase_add_test(cases, conditions_jump_instead_of_making_booleans);
    tcase_add_test(cases, numbers_are_printed_as_java_prints_them);
    tcase_add_test(cases, strings_are_utf_16_inside);
    tcase_add_test(cases, any_change_of_a_source_is_compiled_or_refused_but_never_crashes);
    tcase_add_test(cases, deep_nesting_is_refused);
    tcase_add_test(cases, code_without_its_regions_is_what_the_source_without_them_becomes);
    tcase_add_test(cases, lines_and_bcis_of_code_without_its_regions_are_those_of_the_source);
    tcase_add_test(cases, inserted_code_that_is_not_closed_stays_and_says_why);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
