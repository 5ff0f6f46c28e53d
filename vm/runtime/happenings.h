/* What happens again at the same place adds to the cells that it added to before: nobody asks what the place is. */
#ifndef RUNTIME_HAPPENINGS_H
#define RUNTIME_HAPPENINGS_H

#include "runtime/runtime.h"

/* [cells]: what it adds to, or did when it was told before; NULL: it is not known. */
void happening_tell(struct thread *thread, struct happening *happening,
                    struct happening_cells *cells);
/* The VM, or a native, made an object of so many bytes. */
void happening_tell_made(struct thread *thread, struct object *object, size_t size);
/* Code is released; the world stands still. */
void happenings_forget(struct thread *thread);

#endif
