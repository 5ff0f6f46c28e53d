/* SITE: what was seen of a site is found without a lock. Variants are added and never removed. */
#include "tally/site.h"

#include "base/mutex.h"

struct site_variant {
    struct site_variant *next;
    const struct class *class;
    struct tally *tally; /* NULL: a filter of the rule names others */
};

struct tally_site {
    struct vm_profile *profile;
    const struct spot *spot;
    struct tally_key key;
    const struct class *class; /* of all objects; NULL: theirs */
    struct site_variant *variants;
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

struct tally_site *tally_site_new(struct vm_profile *profile, const struct spot *spot,
                                  const struct tally_key *key) {
    const struct tally *kept = tally_of(profile, key);
    bool is_locked = mutex_enter(&profile->mutex);
    struct tally_site *site = ARENA_NEW(&profile->arena, struct tally_site);
    *site = (struct tally_site){.profile = profile, .spot = spot, .key = kept->key};
    mutex_leave(&profile->mutex, is_locked);
    return site;
}

struct tally_site *tally_site_for(const struct tally_site *site, const struct class *class) {
    struct vm_profile *profile = site->profile;
    bool is_locked = mutex_enter(&profile->mutex);
    struct tally_site *made = ARENA_NEW(&profile->arena, struct tally_site);
    *made = (struct tally_site){profile, site->spot, site->key, class, NULL};
    mutex_leave(&profile->mutex, is_locked);
    return made;
}

static struct site_variant *variant_new(struct tally_site *site, const struct class *class) {
    struct vm_profile *profile = site->profile;
    struct tally *tally = tally_of_class(profile, site->spot, &site->key, class);
    bool is_locked = mutex_enter(&profile->mutex);
    struct site_variant *variant = ARENA_NEW(&profile->arena, struct site_variant);
    *variant = (struct site_variant){site->variants, class, tally};
    __atomic_store_n(&site->variants, variant, __ATOMIC_RELEASE);
    mutex_leave(&profile->mutex, is_locked);
    return variant;
}

struct tally *tally_site_of(struct tally_site *site, const struct class *class) {
    struct site_variant *variant = __atomic_load_n(&site->variants, __ATOMIC_ACQUIRE);
    while (variant && variant->class != class) variant = variant->next;
    if (!variant) variant = variant_new(site, class);
    return variant->tally;
}

void tally_site_count(struct thread *thread, struct tally_site *site,
                      const struct site_execution *execution) {
    const struct class *class = site->class;
    if (!class) class = execution->class;
    struct tally *tally = tally_site_of(site, class);
    if (!tally) return;
    enum vm_kind kind = tally_has_kinds(site->spot->rule) ? execution->kind : KIND_none;
    count_add(&thread->cells, tally_count(tally, kind, VM_AMOUNT_COUNT), execution->way, 1);
}
