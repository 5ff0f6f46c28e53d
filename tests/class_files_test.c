/* The classes of a program as class files without inserted code: what the frontend makes of the source without probes. */
#include "classfile/disasm.h"
#include "classfile/frames.h"
#include "vm_fixture.h"

#define BEGIN "DelimitationAPI.instrumentationBegin(DelimitationAPI.HERE);"
#define HIT   "if (CompilerDecision.isMethodCompiled()) Probe.hit(\"x\");"
#define END   "DelimitationAPI.instrumentationEnd();"

/* [probe]: a line that is inserted in several places, or nothing. */
static const char *source_with(struct arena *arena, const char *probe) {
    return arena_format(arena,
                        "class T {\n"
                        "    int x;\n"
                        "    static int f(int n) {\n"
                        "        int sum = 0;\n"
                        "        T kept = null;\n"
                        "        for (int i = 0; i < n; i++) {\n"
                        "            T t = new T();\n"
                        "%s\n"
                        "            switch (i & 3) {\n"
                        "            case 0: t.x = i; break;\n"
                        "            case 1: sum += i; kept = t; break;\n"
                        "            default: sum -= 1;\n"
                        "            }\n"
                        "            synchronized (t) {\n"
                        "%s\n"
                        "                sum += t.x; }\n"
                        "        }\n"
                        "        try { return kept.x + sum; } catch (NullPointerException e) {\n"
                        "%s\n"
                        "            return -sum; }\n"
                        "    }\n"
                        "    static int plain(int n) { return n > 0 ? n : -n; }\n"
                        "}\n",
                        probe, probe, probe);
}

static const struct classfile *file_of(struct arena *arena, struct vm *vm,
                                       struct vm_class_file *bytes) {
    const struct vm_class_file *files;
    size_t count;
    struct diag diag = DIAG_INIT;
    ck_assert_msg(vm_class_files(vm, false, arena, &files, &count, &diag), "%s", diag.message);
    ck_assert_int_eq(count, 1);
    ck_assert_str_eq(files[0].name, "T");
    *bytes = files[0];
    const struct classfile *file = classfile_read(arena, "T", files[0].bytes, files[0].size, &diag);
    ck_assert_msg(file, "%s", diag.message);
    return file;
}

static const char *text_of(struct arena *arena, const struct classfile *file,
                           const struct member_info *method) {
    struct strbuf text = STRBUF_INIT;
    disasm_code(&text, file, method->code);
    const char *copy = arena_copy_text(arena, strbuf_text(&text), text.length);
    strbuf_release(&text);
    return copy;
}

static const struct member_info *method_f(const struct classfile *file) {
    int i = 0;
    while (strcmp(file->methods[i].name, "f")) i++;
    return &file->methods[i];
}

static void assert_equal_methods(struct arena *arena, const struct classfile *a,
                                 const struct classfile *b) {
    ck_assert_int_eq(a->method_count, b->method_count);
    for (int i = 0; i < a->method_count; i++) {
        const struct code *left = a->methods[i].code, *right = b->methods[i].code;
        ck_assert_str_eq(text_of(arena, a, &a->methods[i]), text_of(arena, b, &b->methods[i]));
        ck_assert_int_eq(left->frame_count, right->frame_count);
        for (int k = 0; k < left->frame_count; k++) {
            ck_assert_int_eq(left->frames[k].bci, right->frames[k].bci);
            ck_assert_int_eq(left->frames[k].local_count, right->frames[k].local_count);
            ck_assert_int_eq(left->frames[k].stack_count, right->frames[k].stack_count);
        }
    }
}

/* One VM a process at a time. */
static const struct classfile *file_of_source(struct arena *arena, const char *probe) {
    struct fixture f = {0};
    struct vm_class_file bytes;
    begin(&f, source_with(arena, probe));
    const struct classfile *file = file_of(arena, f.vm, &bytes);
    end(&f);
    return file;
}

START_TEST(class_files_without_inserted_code_are_those_of_the_source_without_probes) {
    struct arena arena;
    arena_init(&arena);
    const struct classfile *probed = file_of_source(&arena, BEGIN HIT END),
                           *plain = file_of_source(&arena, "");
    assert_equal_methods(&arena, probed, plain);
    ck_assert_int_gt(method_f(probed)->code->frame_count, 4);
    arena_release(&arena);
}
END_TEST

START_TEST(a_class_file_without_inserted_code_can_be_defined_and_does_the_same) {
    enum { CALLS = 9 };
    struct arena arena;
    struct fixture probed = {0}, again = {0};
    struct vm_class_file bytes;
    struct diag diag = DIAG_INIT;
    int results[CALLS];
    arena_init(&arena);
    begin(&probed, source_with(&arena, BEGIN HIT END));
    file_of(&arena, probed.vm, &bytes);
    for (int n = 0; n < CALLS; n++) results[n] = call(&probed, "T.f", n);
    end(&probed);
    begin(&again, "class Other { }");
    ck_assert_msg(vm_define_class(again.vm, "T", bytes.bytes, bytes.size, &diag), "%s",
                  diag.message);
    for (int n = 0; n < CALLS; n++) ck_assert_int_eq(call(&again, "T.f", n), results[n]);
    ck_assert(!vm_has_inserted_code(again.vm));
    end(&again);
    arena_release(&arena);
}
END_TEST

static bool has_markers(struct arena *arena, const struct vm_class_file *bytes) {
    struct diag diag = DIAG_INIT;
    const struct classfile *file = classfile_read(arena, "T", bytes->bytes, bytes->size, &diag);
    ck_assert_msg(file, "%s", diag.message);
    return strstr(text_of(arena, file, method_f(file)), "instrumentationBegin") != NULL;
}

START_TEST(a_class_file_with_inserted_code_has_its_markers) {
    struct arena arena;
    struct fixture probed = {0};
    const struct vm_class_file *files;
    struct vm_class_file without;
    size_t count;
    struct diag diag = DIAG_INIT;
    arena_init(&arena);
    begin(&probed, source_with(&arena, BEGIN HIT END));
    file_of(&arena, probed.vm, &without);
    ck_assert(vm_class_files(probed.vm, true, &arena, &files, &count, &diag));
    ck_assert(has_markers(&arena, &files[0]));
    ck_assert(!has_markers(&arena, &without));
    end(&probed);
    arena_release(&arena);
}
END_TEST

/* T with inserted code on a class path, which Other names. */
START_TEST(classes_of_the_class_path_lose_their_inserted_code_too) {
    char folder[] = "/tmp/class-files-XXXXXX";
    struct arena arena;
    struct fixture on_path = {0}, f = {0};
    const struct vm_class_file *files;
    size_t count;
    struct diag diag = DIAG_INIT;
    arena_init(&arena);
    ck_assert_ptr_nonnull(mkdtemp(folder));
    begin(&on_path, source_with(&arena, BEGIN HIT END));
    ck_assert(vm_class_files(on_path.vm, true, &arena, &files, &count, &diag));
    const char *path = arena_format(&arena, "%s/T.class", folder);
    FILE *file = fopen(path, "w");
    ck_assert_int_eq(fwrite(files[0].bytes, 1, files[0].size, file), files[0].size);
    ck_assert_int_eq(fclose(file), 0);
    end(&on_path);

    const char *java = "class Other { static int g(int n) { return T.f(n); } }";
    struct java_source source = {"Other.java", java, strlen(java), 1, 1, NULL};
    begin(&f, "class First { }");
    ck_assert_msg(vm_add_class_path(f.vm, folder, &diag) &&
                      vm_define_sources(f.vm, &source, 1, &diag),
                  "%s", diag.message);
    ck_assert(vm_class_files(f.vm, false, &arena, &files, &count, &diag));
    ck_assert_int_eq(count, 2);
    vm_load_named(f.vm);
    ck_assert_msg(vm_class_files(f.vm, false, &arena, &files, &count, &diag), "%s", diag.message);
    ck_assert_int_eq(count, 3);
    ck_assert_str_eq(files[2].name, "T");
    ck_assert(!has_markers(&arena, &files[2]));
    ck_assert(vm_class_files(f.vm, true, &arena, &files, &count, &diag));
    ck_assert_int_eq(count, 2);
    end(&f);
    remove(path);
    remove(folder);
    arena_release(&arena);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("class files");
    TCase *cases = tcase_create("class files");
    tcase_add_test(cases, class_files_without_inserted_code_are_those_of_the_source_without_probes);
    tcase_add_test(cases, a_class_file_without_inserted_code_can_be_defined_and_does_the_same);
    tcase_add_test(cases, a_class_file_with_inserted_code_has_its_markers);
    tcase_add_test(cases, classes_of_the_class_path_lose_their_inserted_code_too);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
