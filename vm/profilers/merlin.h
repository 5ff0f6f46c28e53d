/* When objects were last reachable, from stamps: the Merlin algorithm (Hertz, Blackburn, Moss, McKinley, Stefanovic: Generating
 * object lifetime traces with Merlin, TOPLAS 28(3), 2006). Each object's stamp (struct vm_stamp) says in `used` when the program
 * last used it or overwrote a reference to it. An object may have been reachable later, through objects that died with it:
 * of those that a collection found dead, each was reachable at least as long as those that refer to it. */
#ifndef PROFILERS_MERLIN_H
#define PROFILERS_MERLIN_H

#include "vm.h"

/* Of `made`: belongs to the algorithm, while a collection's dead are being added. */
#define MERLIN_MARK (UINT64_C(1) << 63)

struct merlin_death {
    uint64_t used;
    struct object *object;
};

struct merlin {
    /* Where stamps are: NULL for objects that have none; and references. */
    struct vm_stamp *(*stamp)(void *context, struct object *object);
    void (*each_reference)(void *context, struct object *object,
                           void (*visit)(void *visitor, struct object *referred), void *visitor);
    void *context;
    VEC(struct merlin_death) dead, sources, sorted;
    VEC(struct object *) raised;
    uint64_t time; /* of the source whose references are followed */
    bool is_source;
};

void merlin_release(struct merlin *merlin);
/* One of those that a collection found dead. */
void merlin_add(struct merlin *merlin, struct object *object, struct vm_stamp *stamp);
/* All of them were added: from now on `used` of each is when it was last reachable. Tells of each, and forgets them. */
void merlin_settle(struct merlin *merlin,
                   void (*tell)(void *context, struct object *object, const struct vm_stamp *stamp),
                   void *context);

#endif
