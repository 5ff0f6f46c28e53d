/* A place in compiled code of which only the execution tells what it is of: the class of an object. */
#ifndef TALLY_SITE_H
#define TALLY_SITE_H

#include "runtime/runtime.h"
#include "tally/spots.h"

struct tally_site;

/* A spot's place: the key, but for what the class tells. As long as the profile. */
struct tally_site *tally_site_new(struct vm_profile *profile, const struct spot *spot,
                                  const struct tally_key *key);

/* Of executions with an object of this class (NULL: with null). NULL: a filter of the rule names others. */
struct tally *tally_of_class(struct vm_profile *profile, const struct spot *spot,
                             const struct tally_key *key, const struct class *class);

/* What a site tells of an execution. */
struct site_execution {
    const struct class *class; /* of the object; NULL: it is null */
    enum vm_kind kind;         /* KIND_none: of all of them */
    enum count_way way;
    struct context *context; /* where the rule counts by contexts */
};

/* Counts one. Neither collects nor throws, but for what the rule's function does. */
void tally_site_count(struct thread *thread, struct tally_site *site,
                      const struct site_execution *execution);
/* The tally that it would count in. */
struct tally *tally_site_of(struct tally_site *site, const struct class *class);
/* The same place for objects of this class, whatever it is told. */
struct tally_site *tally_site_for(const struct tally_site *site, const struct class *class);

#endif
