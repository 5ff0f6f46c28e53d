/* FOREIGN SWITCHES: parts of the compiler that a test turns off or breaks are switches of the adapter's, by their names. */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "harness/foreign.h"

/* "callee_size=300" is a switch with a number. Returns the first name that the adapter does not know; NULL: none. */
static const char *turn(const struct foreign *foreign, const struct spec_texts *names, bool is,
                        json_t *switches) {
    const char *missing = NULL;
    vec_each(struct spec_text, name, names) {
        const char *number = strchr(name->text, '=');
        size_t length = number ? (size_t)(number - name->text) : strlen(name->text);
        const char *word = arena_copy_text(foreign->arena, name->text, length);
        const json_t *by_itself = vm_switch(foreign->test->spec->vm, name->text);
        if (!missing && !by_itself) missing = name->text;
        /* To do without the value of one that is off is to turn it on. */
        json_object_set_new(switches, word,
                            number ? json_real(strtod(number + 1, NULL))
                                   : json_boolean(is || json_is_false(by_itself)));
    }
    return missing;
}

static void turn_all_off(const struct foreign *foreign, json_t *switches) {
    const json_t *all = json_object_get(foreign->test->spec->vm->hello, "switches");
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *one = json_array_get(all, i);
        if (json_is_true(json_object_get(one, "is")))
            json_object_set_new(switches, json_string_value(json_object_get(one, "name")),
                                json_false());
    }
}

json_t *foreign_switches(const struct foreign *foreign, const char **missing) {
    const struct test *test = foreign->test;
    struct spec_texts proof = {(struct spec_text *)test->without, test->without != NULL, 0};
    json_t *switches = json_object();
    const struct {
        const struct spec_texts *names;
        bool is;
    } lists[] = {{foreign->host->without, false},
                 {&test->spec->compiler.without, false},
                 {&proof, false},
                 {&test->turned, false},
                 {foreign->host->sabotage, true},
                 {&test->spec->compiler.sabotage, true}};
    *missing = NULL;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const char *unknown = turn(foreign, lists[i].names, lists[i].is, switches);
        if (!*missing) *missing = unknown;
    }
    if (test->is_bare) turn_all_off(foreign, switches);
    return switches;
}
