#include "harness/names.h"

#include <string.h>

#include "base/memory.h"
#include "harness/spec_keys.h"

/* A limit that is named like a phase, without a value. */
static bool limit_without_value(const char *text, double *value) {
    const char *name, *meaning;
    for (size_t i = 0; the_target()->list_limits(i, &name, value, &meaning); i++)
        if (strncmp(name, text, strcspn(text, "=")) == 0 && !name[strcspn(text, "=")]) return true;
    return false;
}

static bool check_one(const struct spec_text *name, const char *const *known, size_t count,
                      const char *what, const char *where, struct diag *diag) {
    double value;
    if (limit_without_value(name->text, &value))
        return diag_error(diag, name->place,
                          "a limit needs a value other than its own: write %.*s=N, not %g",
                          (int)strcspn(name->text, "="), name->text, value);
    if (diag_nearest(name->text, known, count))
        return unknown_error(diag, name->place, what, name->text, known, count);
    return diag_error(diag, name->place, "unknown %s '%s'; %s lists them", what, name->text, where);
}

static bool check(const struct spec_texts *names, enum target_names which, const char *what,
                  const char *where, struct diag *diag) {
    enum { MOST = 512 };
    const char *known[MOST], *meaning;
    size_t count = 0;
    bool is_fine = true;
    while (count < MOST && the_target()->list_names(which, count, &known[count], &meaning)) count++;
    vec_each(struct spec_text, name, names) {
        bool is_known = which == TARGET_SWITCHES && the_target()->is_limit_setting(name->text);
        for (size_t i = 0; i < count; i++) is_known |= strcmp(known[i], name->text) == 0;
        if (!is_known) is_fine = check_one(name, known, count, what, where, diag);
    }
    return is_fine;
}

/* Switches are an adapter's own. */
static bool check_switches(const struct spec_texts *names, const struct vm_identity *vm,
                           struct diag *diag) {
    size_t count;
    const char **known = vm_switch_names(vm, &count);
    bool is_fine = true;
    vec_each(struct spec_text, name, names) {
        if (!vm_switch(vm, name->text))
            is_fine =
                unknown_error(diag, name->place, "switch of this VM", name->text, known, count);
    }
    return is_fine;
}

bool names_check_disableable(const struct spec_texts *names, struct diag *diag) {
    if (vm_chosen() && vm_chosen()->command) return check_switches(names, vm_chosen(), diag);
    return check(names, TARGET_SWITCHES, "phase or rule",
                 "`jittest list phases`, `rules` or `limits`", diag);
}

bool names_check_sabotages(const struct spec_texts *names, struct diag *diag) {
    return check(names, TARGET_SABOTAGES, "sabotage", "`jittest list sabotages`", diag);
}

bool names_check_one(const struct spec_text *name, enum target_names which, const char *what,
                     const char *topic, struct diag *diag) {
    struct spec_texts names = {(struct spec_text *)name, 1, 1};
    return check(&names, which, what, topic, diag);
}

bool names_check(const struct spec *spec, struct diag *diag) {
    if (!spec->vm) return true;
    if (spec->vm->command) return check_switches(&spec->relies_on, spec->vm, diag);
    bool is_fine = names_check_disableable(&spec->relies_on, diag);
    is_fine &= names_check_disableable(&spec->compiler.without, diag);
    return names_check_sabotages(&spec->compiler.sabotage, diag) && is_fine;
}
