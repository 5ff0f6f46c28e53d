/* The loader believes nothing: an object file cut at any length or with any byte changed is an
 * error or code, never a crash. */
#define _GNU_SOURCE
#include "backend/elf_loader.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "backend/gccjit.h"
#include "backend/testing.h"
#include "base/die.h"

#include <libgccjit.h>

static uint8_t object[65536];
static size_t object_size_read;
static const struct elf_wish code = {.symbol = "code", .with_frame_info = true};

/* double code(double x) { return x * 1.7; }, with a constant that needs a relocation. */
static void compile_object(void) {
    struct diag diag = DIAG_INIT;
    if (!gccjit_load(&diag)) BUG("%s", diag.message);
    gcc_jit_context *context = gcc_jit_context_acquire();
    gcc_jit_context_set_bool_option(context, GCC_JIT_BOOL_OPTION_DEBUGINFO, 1);
    gcc_jit_context_add_command_line_option(context, "-fno-asynchronous-unwind-tables");
    gcc_jit_location *line = gcc_jit_context_new_location(context, "lines", 1234, 0);
    gcc_jit_type *type = gcc_jit_context_get_type(context, GCC_JIT_TYPE_DOUBLE);
    gcc_jit_param *x = gcc_jit_context_new_param(context, NULL, type, "x");
    gcc_jit_function *function = gcc_jit_context_new_function(
        context, NULL, GCC_JIT_FUNCTION_EXPORTED, type, "code", 1, &x, 0);
    gcc_jit_rvalue *product = gcc_jit_context_new_binary_op(
        context, NULL, GCC_JIT_BINARY_OP_MULT, type, gcc_jit_param_as_rvalue(x),
        gcc_jit_context_new_rvalue_from_double(context, type, 1.7));
    gcc_jit_block_end_with_return(gcc_jit_function_new_block(function, NULL), line, product);
    int file = memfd_create("object", 0);
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(), file);
    gccjit_compile_to_file(context, GCC_JIT_OUTPUT_KIND_OBJECT_FILE, path);
    gcc_jit_context_release(context);
    object_size_read = (size_t)pread(file, object, sizeof object, 0);
    close(file);
}

START_TEST(a_whole_file_runs) {
    struct diag diag = DIAG_INIT;
    struct elf_image image;
    ck_assert_msg(elf_load(object, object_size_read, &code, &image, &diag), "%s", diag.message);
    double (*compiled)(double) = (double (*)(double))image.symbol;
    ck_assert_double_eq(compiled(10), 17.0);
    ck_assert_uint_gt(image.code_bytes, 0);
    ck_assert_uint_lt(image.code_bytes, 64);
    elf_unload(&image, true);
}
END_TEST

START_TEST(lines_are_found_by_return_address) {
    struct diag diag = DIAG_INIT;
    struct elf_image image;
    ck_assert(elf_load(object, object_size_read, &code, &image, &diag));
    ck_assert_uint_eq(line_table_find(&image.lines, (uint32_t)image.code_bytes), 1234);
    ck_assert_uint_eq(line_table_find(&image.lines, (uint32_t)image.code_bytes + 1), 0);
    ck_assert_uint_eq(line_table_find(&image.lines, 0), 0);
    elf_unload(&image, true);
}
END_TEST

/* .debug_frame: an entry for all, then one that names it, where the code begins and its size. */
START_TEST(frame_information_is_about_the_code_where_it_is) {
    struct diag diag = DIAG_INIT;
    struct elf_image image;
    uint64_t first_size = 0, entry[3] = {0};
    ck_assert(elf_load(object, object_size_read, &code, &image, &diag));
    ck_assert_ptr_nonnull(image.frame_info);
    memcpy(&first_size, image.frame_info, 4);
    ck_assert_uint_le(4 + first_size + 24, image.frame_info_size);
    const uint8_t *second = image.frame_info + 4 + first_size;
    memcpy(&entry[0], second + 4, 4);
    memcpy(&entry[1], second + 8, 16);
    ck_assert_uint_eq(entry[0], 0);
    ck_assert_uint_eq(entry[1], (uint64_t)(uintptr_t)image.symbol);
    ck_assert_uint_eq(entry[2], image.code_bytes);
    elf_unload(&image, true);
    struct elf_wish plain = {.symbol = "code"};
    ck_assert(elf_load(object, object_size_read, &plain, &image, &diag));
    ck_assert_ptr_null(image.frame_info);
    elf_unload(&image, true);
}
END_TEST

START_TEST(a_symbol_that_is_not_there_is_an_error) {
    struct diag diag = DIAG_INIT;
    struct elf_image image;
    struct elf_wish nothing = {.symbol = "nothing"};
    ck_assert(!elf_load(object, object_size_read, &nothing, &image, &diag));
    ck_assert(diag.is_set);
}
END_TEST

START_TEST(a_file_cut_anywhere_is_an_error) {
    for (size_t size = 0; size < object_size_read; size++) {
        struct diag diag = DIAG_INIT;
        struct elf_image image;
        uint8_t *copy = memory_allocate(size + 1);
        memcpy(copy, object, size);
        ck_assert(!elf_load(copy, size, &code, &image, &diag));
        ck_assert(diag.is_set);
        memory_free(copy);
    }
}
END_TEST

START_TEST(a_file_with_a_changed_byte_does_no_harm) {
    uint8_t *copy = memory_allocate(object_size_read);
    for (size_t i = 0; i < object_size_read; i++)
        for (int change = 1; change < 256; change = change * 2 + 1) {
            memcpy(copy, object, object_size_read);
            copy[i] ^= (uint8_t)change;
            struct diag diag = DIAG_INIT;
            struct elf_image image;
            if (elf_load(copy, object_size_read, &code, &image, &diag))
                elf_unload(&image, true);
            else
                ck_assert(diag.is_set);
        }
    memory_free(copy);
}
END_TEST

int main(void) {
    compile_object();
    Suite *suite = suite_create("elf_loader");
    TCase *cases = tcase_create("loading");
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, a_whole_file_runs);
    tcase_add_test(cases, lines_are_found_by_return_address);
    tcase_add_test(cases, frame_information_is_about_the_code_where_it_is);
    tcase_add_test(cases, a_symbol_that_is_not_there_is_an_error);
    tcase_add_test(cases, a_file_cut_anywhere_is_an_error);
    tcase_add_test(cases, a_file_with_a_changed_byte_does_no_harm);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
