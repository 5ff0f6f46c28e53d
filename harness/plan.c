/* Collects, names, filters and seeds tests. */
#include "harness/plan.h"

#include <dirent.h>
#include <errno.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/rng.h"
#include "harness/defaults.h"
#include "base/vec.h"

struct collector {
    struct arena *arena;
    struct diag *diag;
    struct plan *plan;
    const char *root;
    bool is_named; /* the path at hand is of the command line, not of a directory */
    struct {
        struct file_id *items;
        uint32_t count, capacity;
    } inside; /* directories that are being read, the outermost first */
};

static const char *path_last(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_defaults(const char *path) { return !strcmp(path_last(path), DEFAULTS_FILE); }

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), end_length = strlen(end);
    return length > end_length && strcmp(text + length - end_length, end) == 0;
}

const char *plan_spec_name(struct arena *arena, const char *file, const char *root) {
    char *resolved = realpath(file, NULL), *resolved_root = root ? realpath(root, NULL) : NULL;
    const char *path = resolved ? resolved : file, *start = NULL;
    for (const char *found = path; (found = strstr(found, "/specs/")); found++)
        start = found + strlen("/specs/");
    size_t root_length = resolved_root ? strlen(resolved_root) : 0;
    if (!start && root_length && strncmp(path, resolved_root, root_length) == 0 &&
        path[root_length] == '/')
        start = path + root_length + 1;
    if (!start) start = path_last(path);
    size_t length = strlen(start) - (ends_with(start, ".yaml") ? strlen(".yaml") : 0);
    const char *name = arena_copy_text(arena, start, length);
    free(resolved);
    free(resolved_root);
    return name;
}

static struct diags *errors_new(struct collector *in) {
    struct diags *errors = ARENA_NEW(in->arena, struct diags);
    errors->arena = in->arena;
    return errors;
}

static void add_errors(struct collector *in, const char *file, const char *name,
                       const struct diags *errors) {
    struct test test = {.name = name, .file = file, .errors = errors};
    arena_vec_push(in->arena, in->plan, test);
}

/* An entry of a directory that cannot be read is a test that says so. */
static bool add_entry_error(struct collector *in, const char *path, const char *why) {
    struct diags *errors = errors_new(in);
    struct diag error = {.all = errors};
    diag_error(&error, (struct place){path, 0, 0}, "%s", why);
    add_errors(in, path, path, errors);
    return true;
}

/* The file of the spec that is called [name], or a combination of its matrix; NULL when none is. */
static const char *file_called(const struct plan *plan, const char *name) {
    size_t length = strlen(name);
    for (uint32_t i = 0; i < plan->count; i++) {
        const char *other = plan->items[i].name;
        if (strncmp(other, name, length)) continue;
        if (!other[length] || strncmp(other + length, " [", 2) == 0) return plan->items[i].file;
    }
    return NULL;
}

static void add_spec(struct collector *in, const struct spec *spec) {
    struct test test = {
        .name = spec->name, .file = spec->file, .spec = spec, .seed = rng_seed_of_name(spec->name)};
    struct diags *errors = errors_new(in);
    struct diag error = {.all = errors};
    if (!spec->skip && !spec_check_false_alarms(spec, &error)) {
        add_errors(in, spec->file, spec->name, errors);
        return;
    }
    arena_vec_push(in->arena, in->plan, test);
}

/* Notes the file; true when it was noted before: a file that is named twice is one spec. */
static bool is_collected(struct collector *in, const char *file) {
    struct stat status;
    if (stat(file, &status) != 0) return false;
    struct file_id id = {(uint64_t)status.st_dev, (uint64_t)status.st_ino};
    vec_each(struct file_id, known, &in->plan->files)
        if (known->device == id.device && known->inode == id.inode) return true;
    arena_vec_push(in->arena, &in->plan->files, id);
    return false;
}

static void collect_file(struct collector *in, const char *file) {
    const char *name = plan_spec_name(in->arena, file, in->root);
    struct diags *errors = errors_new(in);
    struct diag error = {.all = errors};
    struct specs *specs = ARENA_NEW(in->arena, struct specs);
    if (is_collected(in, file)) return;
    spec_load(in->arena, file, name, &error, specs);
    if (specs->is_of_profiler && !in->is_named) return;
    const char *other = file_called(in->plan, name);
    if (other)
        diag_error(&error, (struct place){file, 1, 1},
                   "another spec of this run is called '%s' (%s): rename one of the files, or run "
                   "each by itself",
                   name, other);
    if (specs->is_of_profiler)
        diag_error(&error, (struct place){file, 1, 1},
                   "this is a profiler: specs name it ('profile: [%s]'), 'jitvm profile %s' runs "
                   "programs under it",
                   path_last(file), file);
    if (error.is_set) add_errors(in, file, name, errors);
    for (uint32_t i = 0; !error.is_set && i < specs->count; i++) add_spec(in, &specs->items[i]);
}

static bool collect(struct collector *in, const char *path, bool is_named);

/* A path on the command line must exist; an entry of a directory that cannot be read fails alone.
 */
static bool collect_failed(struct collector *in, const char *path, int error) {
    const char *why = arena_format(in->arena, "cannot open '%s': %s", path, strerror(error));
    if (in->is_named) return diag_error(in->diag, (struct place){0}, "%s", why);
    return add_entry_error(in, path, why);
}

static int is_entry(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static int by_name(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

static bool collect_entries(struct collector *in, const char *path) {
    struct dirent **entries;
    int count = scandir(path, &entries, is_entry, by_name);
    if (count < 0) return collect_failed(in, path, errno);
    bool is_fine = true;
    for (int i = 0; i < count; i++) {
        const char *slash = ends_with(path, "/") ? "" : "/";
        const char *entry = arena_format(in->arena, "%s%s%s", path, slash, entries[i]->d_name);
        is_fine = is_fine && collect(in, entry, false);
        free(entries[i]);
    }
    free(entries);
    return is_fine;
}

/* A link may lead back to a directory that is being read. */
static bool collect_directory(struct collector *in, const char *path, struct file_id id) {
    vec_each(struct file_id, above, &in->inside)
        if (above->device == id.device && above->inode == id.inode)
            return add_entry_error(in, path,
                                   "this link leads back to a directory that contains it");
    arena_vec_push(in->arena, &in->inside, id);
    bool is_fine = collect_entries(in, path);
    in->inside.count--;
    return is_fine;
}

static bool collect(struct collector *in, const char *path, bool is_named) {
    struct stat status;
    in->is_named = is_named;
    if (stat(path, &status) != 0) return collect_failed(in, path, errno);
    struct file_id id = {(uint64_t)status.st_dev, (uint64_t)status.st_ino};
    if (S_ISDIR(status.st_mode)) return collect_directory(in, path, id);
    if (is_defaults(path) && !is_named) return true;
    if (is_named || (ends_with(path, ".yaml") && S_ISREG(status.st_mode)))
        collect_file(in, path);
    else if (ends_with(path, ".yaml"))
        add_entry_error(in, path, "this is not a file: a spec is a file or a link to one");
    return true;
}

bool plan_collect(struct arena *arena, const char *const *paths, size_t count, struct diag *diag,
                  struct plan *plan) {
    for (size_t i = 0; i < count; i++) {
        struct stat status;
        bool is_directory = stat(paths[i], &status) == 0 && S_ISDIR(status.st_mode);
        struct collector collector = {
            .arena = arena, .diag = diag, .plan = plan, .root = is_directory ? paths[i] : NULL};
        if (!collect(&collector, arena_copy_text(arena, paths[i], strlen(paths[i])), true))
            return false;
    }
    return true;
}

static bool contains(const void *filter, const char *name) { return strstr(name, filter) != NULL; }

static bool matches(const void *filter, const char *name) {
    return regexec(filter, name, 0, NULL, 0) == 0;
}

static uint32_t keep(struct plan *plan, bool (*is_kept)(const void *, const char *),
                     const void *filter) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < plan->count; i++)
        if (is_kept(filter, plan->items[i].name)) plan->items[kept++] = plan->items[i];
    return kept;
}

/* Names of a matrix's combinations, "x [p=1]", do not match themselves as regular expressions. */
bool plan_filter(struct plan *plan, const char *filter, struct diag *diag) {
    regex_t regex;
    char text[128];
    uint32_t kept = keep(plan, contains, filter);
    int error = kept ? 0 : regcomp(&regex, filter, REG_EXTENDED | REG_NOSUB);
    if (error) {
        regerror(error, &regex, text, sizeof text);
        return diag_error(diag, (struct place){0}, "bad regular expression '%s': %s", filter, text);
    }
    if (!kept) {
        kept = keep(plan, matches, &regex);
        regfree(&regex);
    }
    plan->count = kept;
    return true;
}

void plan_set_seed(struct plan *plan, uint64_t seed) {
    for (uint32_t i = 0; i < plan->count; i++) plan->items[i].seed = seed;
}

static const struct spec_text *relied_on(const struct test *test, const char *thing) {
    vec_each(struct spec_text, text, &test->spec->relies_on)
        if (strcmp(text->text, thing) == 0) return text;
    return NULL;
}

/* Those of the tests [from, to) again that rely on the thing, without it. */
static void add_proof(struct arena *arena, const struct plan *plan, uint32_t from, uint32_t to,
                      const char *thing, struct plan *proofs) {
    for (uint32_t i = from; i < to; i++) {
        struct test proof = plan->items[i];
        proof.without = relied_on(&proof, thing);
        if (!proof.without) continue;
        proof.name = arena_format(arena, "%s without %s", proof.name, thing);
        arena_vec_push(arena, proofs, proof);
    }
}

/* Of all things that one of the tests relies on: a matrix may have put another in each. */
static void add_proofs(struct arena *arena, const struct plan *plan, uint32_t from, uint32_t to,
                       struct plan *proofs) {
    for (uint32_t i = from; i < to; i++) {
        vec_each(struct spec_text, thing, &plan->items[i].spec->relies_on) {
            bool is_known = relied_on(&plan->items[i], thing->text) != thing;
            for (uint32_t k = from; k < i; k++)
                is_known |= relied_on(&plan->items[k], thing->text) != NULL;
            if (!is_known) add_proof(arena, plan, from, to, thing->text, proofs);
        }
    }
}

static bool is_provable(const struct test *test) {
    return test->spec && !test->spec->skip && !test->spec->known_failure;
}

void plan_add_proofs(struct arena *arena, struct plan *plan) {
    struct plan proofs = {0};
    for (uint32_t from = 0, to; from < plan->count; from = to) {
        const struct test *first = &plan->items[from];
        bool can_prove = true;
        for (to = from; to < plan->count && strcmp(plan->items[to].file, first->file) == 0; to++) {
            can_prove = can_prove && is_provable(&plan->items[to]);
            arena_vec_push(arena, &proofs, plan->items[to]);
        }
        if (can_prove) add_proofs(arena, plan, from, to, &proofs);
    }
    *plan = proofs;
}

struct spec_texts plan_switches(struct arena *arena, const struct test *test) {
    json_t *told = json_object_get(test->spec->vm->hello, "switches"), *one;
    struct spec_texts switches = {0};
    size_t index;
    json_array_foreach(told, index, one) {
        if (json_is_number(json_object_get(one, "is"))) continue;
        struct spec_text name = {json_string_value(json_object_get(one, "name")), {0}};
        arena_vec_push(arena, &switches, name);
    }
    return switches;
}

void plan_add_turned(struct arena *arena, const struct test *test,
                     const struct spec_texts *switches, uint32_t from, uint32_t count,
                     struct plan *plan) {
    struct test turned = *test;
    turned.turned = (struct spec_texts){switches->items + from, count, 0};
    arena_vec_push(arena, plan, turned);
}

void plan_add_bare(struct arena *arena, struct plan *plan) {
    struct plan all = {0};
    for (uint32_t i = 0; i < plan->count; i++) {
        struct test bare = plan->items[i];
        arena_vec_push(arena, &all, bare);
        if (!is_provable(&bare)) continue;
        bare.is_bare = true;
        bare.name = arena_format(arena, "%s without phases", bare.name);
        arena_vec_push(arena, &all, bare);
    }
    *plan = all;
}
