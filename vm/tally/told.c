/* TOLD: what compiled code knows of an execution becomes what the interpreter would tell. A reference that is overwritten is
 * read in front of the store. */
#include "tally/told.h"

#include "base/memory.h"
#include "base/mutex.h"
#include "runtime/contexts.h"
#include "tally/execution.h"
#include "tally/sample.h"
#include "tally/site.h"

struct told_place {
    struct told_facts facts;
    struct spot spot; /* the facts' */
    struct vm_profile *profile;
    struct tally *tally; /* of the place; its class and edge may be others as it runs */
};

struct told_place *told_place_new(struct vm_profile *profile, const struct told_facts *facts,
                                  const struct tally_key *key) {
    struct tally *tally = tally_of(profile, key);
    bool is_locked = mutex_enter(&profile->mutex);
    struct told_place *place = ARENA_NEW(&profile->arena, struct told_place);
    *place = (struct told_place){*facts, *facts->spot, profile, tally};
    place->facts.spot = &place->spot;
    int32_t *cases = ARENA_ARRAY(&profile->arena, int32_t, facts->case_count + 1);
    for (int i = 0; i < facts->case_count; i++) cases[i] = facts->cases[i];
    place->facts.cases = cases;
    mutex_leave(&profile->mutex, is_locked);
    return place;
}

/* --- what it says --- */

static int64_t edge_of(const struct told_facts *facts, int64_t number) {
    if (facts->number == TOLD_TAKEN) return number;
    if (facts->number != TOLD_CASE) return facts->edge;
    for (int i = 0; i < facts->case_count; i++)
        if (facts->cases[i] == number) return number;
    return TALLY_DEFAULT;
}

/* An object that is not allocated has no memory in which a reference could be. */
static struct object *overwritten(const struct told_facts *facts,
                                  const struct told_execution *told) {
    if (facts->cell) return *facts->cell;
    if (!told->object) return NULL;
    if (facts->offset) return *(struct object **)object_at(told->object, facts->offset);
    if (facts->number != TOLD_INDEX) return NULL;
    struct array *array = (struct array *)told->object;
    return *(struct object **)array_element(array, JAVA_REFERENCE, (int32_t)told->number);
}

static int64_t bytes_made(const struct told_facts *facts, int64_t length) {
    if (!facts->made) return 0;
    return (int64_t)(class_is_array(facts->made)
                         ? array_size(facts->made->element_type, (int32_t)length)
                         : object_align(facts->made->instance_size));
}

static struct tally *tally_told(const struct told_place *place, const struct told_execution *told,
                                int64_t edge) {
    const struct told_facts *facts = &place->facts;
    const struct spot *spot = facts->spot;
    if (!spot->is_by_class && !spot->is_by_edge) return place->tally;
    struct tally_key key = place->tally->key;
    if (spot->is_by_edge) key.edge = edge;
    const struct class *class = facts->made ? facts->made : told->class;
    return tally_of_class(place->profile, spot, &key, spot->is_by_class ? class : NULL);
}

static void tell(struct thread *thread, const struct told_place *place,
                 const struct told_execution *told) {
    const struct told_facts *facts = &place->facts;
    struct execution execution = {.object = told->object,
                                  .value_type = facts->spot->value_type,
                                  .value = facts->depth ? (union value){.j = 0} : told->value,
                                  .old.r = overwritten(facts, told),
                                  .edge = edge_of(facts, told->number),
                                  .bytes = bytes_made(facts, told->number),
                                  .context = told->context};
    const struct tally *tally = tally_told(place, told, execution.edge);
    if (tally) execution_tell(thread, tally, facts->way, told->kind, &execution);
}

/* --- arrays in an array --- */

static void tell_arrays(struct thread *thread, const struct told_place *place,
                        const struct told_execution *told, struct object *array, int depth) {
    struct told_execution of_one = *told;
    of_one.object = array;
    if (depth == 0) {
        tell(thread, place, &of_one);
        return;
    }
    for (int32_t i = 0; i < ((struct array *)array)->length; i++)
        tell_arrays(thread, place, told, ((struct object **)((struct array *)array)->elements)[i],
                    depth - 1);
}

void told_execution(struct thread *thread, const struct told_place *place,
                    const struct told_execution *told) {
    int depth = place->facts.depth;
    if (depth == 0)
        tell(thread, place, told);
    else if (told->object)
        tell_arrays(thread, place, told, told->object, depth);
    else
        for (int64_t i = 0; i < told->value.j; i++) tell(thread, place, told);
}

/* --- samples --- */

static void count_times(struct thread *thread, const struct told_place *place,
                        const struct told_execution *told, int64_t times) {
    const struct told_facts *facts = &place->facts;
    const struct vm_rule *rule = facts->spot->rule;
    struct execution execution = {.bytes = bytes_made(facts, told->number),
                                  .length = facts->number == TOLD_LENGTH ? told->number : 0};
    struct tally *tally = tally_told(place, told, edge_of(facts, told->number));
    if (tally && tally->in_contexts && thread->runtime->contexts)
        execution.context = contexts_at(thread, tally->key.position);
    enum vm_kind kind = tally_has_kinds(rule) ? told->kind : KIND_none;
    if (tally) execution_add(thread, tally, facts->way, kind, &execution, times);
}

void told_sample(struct thread *thread, const struct told_place *place,
                 const struct told_execution *told) {
    count_times(thread, place, told, sample_due(thread, place->facts.spot->rule));
}

void told_decided(struct thread *thread, const struct told_place *place,
                  const struct told_execution *told) {
    count_times(thread, place, told, place->facts.spot->rule->every);
}
