/* Profilers, as an embedder runs them: their tables of programs whose numbers are known. */
#include "profilers/profilers.h"

#include <check.h>

#include "vm_fixture.h"

static struct fixture f;
static struct arena arena, hearing;
static struct profilings all;
static struct profile_table table; /* of the first profiler */

static void tell(void *context, const struct event *event) { profilings_hear(context, event); }

static void begin_profilers(const char *text, const char *name,
                            const struct profiling_options *options) {
    struct diag diag = DIAG_INIT;
    f = (struct fixture){0};
    arena_init(&arena);
    arena_init(&hearing);
    all = (struct profilings){
        .arena = &arena, .hearing = &hearing, .mutex = PTHREAD_MUTEX_INITIALIZER};
    ck_assert_msg(profilings_add(&all, profiler_called(name, &diag), options, &diag), "%s",
                  diag.message);
    begin(&f, text);
    if (profilings_listen(&all)) vm_listen(f.vm, (struct event_sink){tell, &all});
    ck_assert_msg(profilings_begin(&all, f.vm, options, "T", &diag), "%s", diag.message);
}

static void call_often(int times, int argument) {
    for (int i = 0; i < times; i++) call(&f, "T.run", argument);
    ck_assert(vm_is_compiled(method(&f, "T.run")));
    table = profilings_read(&all).tables[0];
}

static void finish(void) {
    end(&f);
    arena_release(&arena);
    arena_release(&hearing);
}

static size_t column(const char *name) {
    for (size_t i = 0; i < table.column_count; i++)
        if (strcmp(table.columns[i].name, name) == 0) return i;
    ck_abort_msg("there is no column %s", name);
}

static bool has_column(const char *name) {
    for (size_t i = 0; i < table.column_count; i++)
        if (strcmp(table.columns[i].name, name) == 0) return true;
    return false;
}

static int64_t total(const char *name) { return table.totals[column(name)].number; }

/* Of the one row whose first key is so, a text or the line of a place. */
static const struct profile_cell *row_of(const char *text, int line) {
    const struct profile_cell *found = NULL;
    for (size_t i = 0; i < table.row_count; i++) {
        const struct profile_cell *cell = table.rows[i];
        bool is_it = text ? strcmp(cell->text, text) == 0 : cell->frame->line == line;
        if (!is_it) continue;
        ck_assert_msg(!found, "there are two rows");
        found = cell;
    }
    ck_assert_msg(found, "there is no such row");
    return found;
}

#define PROGRAM                                                                                    \
    "class T {\n"                                                                                  \
    "static class P { int x; P(int x) { this.x = x; } int get() { return x; } }\n"                 \
    "static class Q extends P { Q(int x) { super(x); } int get() { return x + 1; } }\n"            \
    "static class R extends P { R(int x) { super(x); } int get() { return x + 2; } }\n"            \
    "static P[] all = { new P(1), new Q(2), new R(3), new P(4) };\n"                               \
    "static P kept;\n"                                                                             \
    "static int run(int n) { int s = 0; for (int i = 0; i < n; i++) {\n"                           \
    "  s += new P(i).x;\n"                                                                         \
    "  kept = new Q(i);\n"                                                                         \
    "  s += all[i & 3].get();\n"                                                                   \
    "} return s; } }\n"

START_TEST(objects_that_escape_are_made_and_others_eliminated) {
    const struct profiling_options options = {.by = "class"};
    begin_profilers(PROGRAM, "allocations", &options);
    call_often(100, 40);
    const struct profile_cell *p = row_of("T$P", 0), *q = row_of("T$Q", 0);
    ck_assert_int_eq(p[column("all")].number, 4000 + 2);
    ck_assert_int_eq(q[column("all")].number, 4000 + 1);
    ck_assert_int_gt(p[column("eliminated")].number, 2000);
    ck_assert_int_eq(p[column("eliminated")].number + p[column("interpreted")].number, 4002);
    ck_assert_int_eq(q[column("eliminated")].number, 0);
    ck_assert_int_gt(q[column("tlab")].number, 2000);
    ck_assert_int_eq(total("all"), total("interpreted") + total("tlab") + total("heap") +
                                       total("native") + total("rematerialised") +
                                       total("eliminated"));
    double share = (double)p[column("eliminated")].number / 4002;
    ck_assert(p[column("eliminated_share")].share == share);
    finish();
}
END_TEST

START_TEST(bytes_are_what_the_allocator_handed_out) {
    const struct profiling_options options = {.by = "class"};
    begin_profilers(PROGRAM, "allocations", &options);
    int64_t before = vm_allocated_bytes(f.vm);
    call_often(100, 40);
    ck_assert_int_eq(total("bytes") - total("eliminated_bytes"), vm_allocated_bytes(f.vm) - before);
    finish();
}
END_TEST

START_TEST(a_key_takes_the_place_of_the_columns_that_it_splits) {
    const struct profiling_options options = {.by = "kind,class"};
    begin_profilers(PROGRAM, "allocations", &options);
    call_often(100, 40);
    ck_assert(!has_column("tlab") && !has_column("eliminated_share") && has_column("bytes"));
    ck_assert_uint_eq(table.key_count, 2);
    int64_t sum = 0;
    for (size_t i = 0; i < table.row_count; i++) sum += table.rows[i][column("all")].number;
    ck_assert_int_eq(sum, total("all"));
    finish();
}
END_TEST

START_TEST(calls_are_inlined_or_left) {
    const struct profiling_options options = {.by = "site"};
    begin_profilers(PROGRAM, "calls", &options);
    call_often(100, 40);
    const struct profile_cell *get = row_of(NULL, 10);
    ck_assert_int_eq(get[column("all")].number, 4000);
    ck_assert_int_eq(get[column("not_inlined")].number, 4000);
    ck_assert_int_gt(get[column("virtual")].number, 2000);
    const struct profile_cell *constructor = row_of(NULL, 8);
    ck_assert_int_eq(constructor[column("all")].number, 4000);
    ck_assert_int_gt(constructor[column("inlined")].number, 2000);
    ck_assert_int_eq(constructor[column("not_inlined")].number,
                     constructor[column("interpreted")].number);
    finish();
}
END_TEST

START_TEST(rows_are_sorted_by_the_main_column) {
    const struct profiling_options options = {0};
    begin_profilers(PROGRAM, "blocks", &options);
    call_often(100, 40);
    for (size_t i = 1; i < table.row_count; i++)
        ck_assert_int_ge(table.rows[i - 1][table.main].number, table.rows[i][table.main].number);
    ck_assert_int_gt(table.rows[0][table.main].number, 4000);
    finish();
}
END_TEST

START_TEST(a_call_that_is_left_has_its_reason) {
    const struct profiling_options options = {.by = "site"};
    begin_profilers(PROGRAM, "inlining", &options);
    call_often(100, 40);
    const struct profile_cell *get = row_of(NULL, 10);
    ck_assert_int_eq(get[column("calls")].number + get[column("interpreted")].number, 4000);
    char text[100];
    snprintf(text, sizeof text, "%s 100.0 %%", reason_text(REASON_polymorphic_profile));
    ck_assert_str_eq(get[column("reasons")].text, text);
    snprintf(text, sizeof text, "%s: %d calls, most (%d) at ",
             reason_text(REASON_polymorphic_profile), (int)get[column("calls")].number,
             (int)get[column("calls")].number);
    ck_assert_uint_eq(table.note_count, 1);
    ck_assert(strncmp(table.notes[0], text, strlen(text)) == 0);
    ck_assert_str_eq(table.notes[0] + strlen(text), "T.run(int):42 (line 10)");
    finish();
}
END_TEST

START_TEST(intervals_come_one_after_the_other) {
    const struct profiling_options options = {.by = "class,mark"};
    begin_profilers(PROGRAM, "allocations", &options);
    call_often(50, 40);
    vm_profile_mark(all.profile, "warm");
    call_often(10, 40);
    ck_assert_str_eq(table.columns[0].name, "mark");
    ck_assert_str_eq(table.rows[0][0].text, "warm");
    const struct profile_cell *last = table.rows[table.row_count - 1];
    ck_assert_str_eq(last[0].text, "end");
    ck_assert_int_eq(last[column("all")].number, 400);
    ck_assert_int_eq(total("all"), 2 * 60 * 40 + 5);
    finish();
}
END_TEST

START_TEST(mistakes_are_told) {
    struct diag diag = DIAG_INIT;
    ck_assert_ptr_null(profiler_called("blokcs", &diag));
    ck_assert_str_eq(diag.message, "there is no profiler 'blokcs'; did you mean 'blocks'?");
    struct arena own;
    arena_init(&own);
    struct profilings none = {.arena = &own};
    diag = (struct diag)DIAG_INIT;
    ck_assert(!profilings_add(&none, profiler_called("blocks", &diag),
                              &(struct profiling_options){.by = "site,class"}, &diag));
    ck_assert_str_eq(diag.message,
                     "blocks cannot be had by class: at the point 'block' there is none");
    arena_release(&own);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("profilers");
    TCase *tc = tcase_create("tables");
    suite_add_tcase(suite, tc);
    tcase_add_test(tc, objects_that_escape_are_made_and_others_eliminated);
    tcase_add_test(tc, bytes_are_what_the_allocator_handed_out);
    tcase_add_test(tc, a_key_takes_the_place_of_the_columns_that_it_splits);
    tcase_add_test(tc, calls_are_inlined_or_left);
    tcase_add_test(tc, rows_are_sorted_by_the_main_column);
    tcase_add_test(tc, a_call_that_is_left_has_its_reason);
    tcase_add_test(tc, intervals_come_one_after_the_other);
    tcase_add_test(tc, mistakes_are_told);
    return check_run(suite);
}
