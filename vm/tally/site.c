/* SITE: what was seen of a site is found without a lock, by compiled code itself, too. */
#include "tally/site.h"

#include "base/mutex.h"
#include "context/counts.h"
#include "runtime/class_site.h"

struct site_variant {
    struct class_variant seen;
    struct tally *tally; /* NULL: a filter of the rule names others */
};

struct tally_site {
    struct class_site classes; /* at offset 0: compiled code reads it */
    struct vm_profile *profile;
    const struct spot *spot;
    struct tally_key key;
    const struct class *class; /* of all objects; NULL: theirs */
};

struct tally *tally_of_class(struct vm_profile *profile, const struct spot *spot,
                             const struct tally_key *key, const struct class *class) {
    const struct vm_rule *rule = spot->rule;
    const char *name = class ? class_source_name(class) : NULL;
    struct tally_key whole = *key;
    whole.subject = spot->subject ? spot->subject : name;
    whole.receiver = rule->point == POINT_call ? name : NULL;
    bool is_named = !rule->of || (whole.subject &&
                                  rule_meets(profile, rule, key->position->method, whole.subject));
    return is_named ? tally_of(profile, &whole) : NULL;
}

static struct tally_site *site_new(struct vm_profile *profile, const struct spot *spot,
                                   const struct tally_key *key, const struct class *class) {
    bool is_locked = mutex_enter(&profile->mutex);
    struct tally_site *site = ARENA_NEW(&profile->arena, struct tally_site);
    mutex_leave(&profile->mutex, is_locked);
    *site = (struct tally_site){.profile = profile, .spot = spot, .key = *key, .class = class};
    site->classes.kind_cells = tally_kind_cells(spot->rule);
    site->classes.row_kinds = 1 + tally_kind_count(spot->rule);
    site->classes.first_kind = (int32_t)tally_first_kind(spot->rule);
    return site;
}

struct tally_site *tally_site_new(struct vm_profile *profile, const struct spot *spot,
                                  const struct tally_key *key) {
    return site_new(profile, spot, &tally_of(profile, key)->key, NULL);
}

struct tally_site *tally_site_for(const struct tally_site *site, const struct class *class) {
    return site_new(site->profile, site->spot, &site->key, class);
}

/* The counts that a class has in rows, which is the site's next: what they are. */
static void name_cells_in_row(const struct class_site *site, int number, uint32_t first) {
    struct context_cell *cells = &site->row_cells[number * site->row_kinds];
    for (int i = 0; i < site->row_kinds; i++)
        cells[i].cell = first + (uint32_t)(i * site->kind_cells + site->row_way);
}

static void append(struct tally_site *site, struct site_variant *variant, uint32_t first) {
    struct class_variant **last = &site->classes.variants;
    int number = 0;
    for (; *last; number++) last = &(*last)->next;
    bool is_in_row = site->classes.row_cells && number < CLASSES_IN_ROW;
    if (is_in_row) name_cells_in_row(&site->classes, number, first);
    variant->seen.in_row =
        is_in_row ? number * site->classes.row_kinds * (int32_t)sizeof(int64_t) : -1;
    __atomic_store_n(last, &variant->seen, __ATOMIC_RELEASE);
}

static struct site_variant *variant_new(struct tally_site *site, const struct class *seen) {
    struct vm_profile *profile = site->profile;
    const struct class *class = site->class ? site->class : seen;
    struct tally *tally = tally_of_class(profile, site->spot, &site->key, class);
    uint32_t first = tally ? tally->counts[0].cell : profile->left_out;
    struct cell_place place = cell_place(first);
    bool is_locked = mutex_enter(&profile->mutex);
    struct site_variant *variant = ARENA_NEW(&profile->arena, struct site_variant);
    *variant = (struct site_variant){
        .seen = {.class = seen,
                 .chunk = THREAD_CELLS + place.chunk * (int32_t)sizeof(int64_t *),
                 .word = (int32_t)(place.index * sizeof(int64_t))},
        .tally = tally};
    append(site, variant, first);
    mutex_leave(&profile->mutex, is_locked);
    return variant;
}

struct tally *tally_site_of(struct tally_site *site, const struct class *seen) {
    struct class_variant *at = __atomic_load_n(&site->classes.variants, __ATOMIC_ACQUIRE);
    while (at && at->class != seen) at = __atomic_load_n(&at->next, __ATOMIC_ACQUIRE);
    struct site_variant *variant = (struct site_variant *)at;
    if (!variant) variant = variant_new(site, seen);
    return variant->tally;
}

void tally_site_count(struct thread *thread, struct tally_site *site,
                      const struct site_execution *execution) {
    struct tally *tally = tally_site_of(site, execution->class);
    if (!tally) return;
    enum vm_kind kind = tally_has_kinds(site->spot->rule) ? execution->kind : KIND_none;
    const struct count *count = tally_count(tally, kind, VM_AMOUNT_COUNT);
    uint32_t distance = tally_distance(tally, thread->runtime->profile->contexts,
                                       execution->context, thread->last_context);
    cell_add(&thread->cells, count->cell + execution->way + distance, 1);
}
