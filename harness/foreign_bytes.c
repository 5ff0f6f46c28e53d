/* FOREIGN BYTES: where an adapter tells the bytes of each execution and no objects, what was allocated follows from what the
 * reference run reached: exactly, where all of it is of one class and one bytecode, or all was allocated, or nothing. */
#include <math.h>
#include <string.h>

#include "base/vec.h"
#include "harness/exchange.h"
#include "harness/foreign_sites.h"

/* What the reference run reached in one execution. */
struct reached_objects {
    int64_t objects, bytes; /* bytes: of those whose size is known */
    int64_t size;           /* of each; 0: they have several, or one is not known */
    size_t sites;
    const char *class;
};

static void add_object(struct reached_objects *reached, const char *class, int64_t count,
                       int64_t size) {
    bool is_same = !reached->sites || (reached->class && class && !strcmp(reached->class, class));
    reached->sites++;
    reached->objects += count;
    reached->bytes += count * size;
    reached->size = is_same ? size : 0;
    reached->class = is_same ? class : NULL;
}

static struct reached_objects reached_in(const struct foreign *foreign, const json_t *sizes,
                                         int64_t execution) {
    struct reached_objects reached = {0};
    vec_each(const struct reference_site, site, &foreign->reference.sites) {
        int32_t count = site->per_execution[execution];
        if (site->kind != SITE_ALLOCATION || !count) continue;
        const json_t *size = site->subject ? json_object_get(sizes, site->subject) : NULL;
        add_object(&reached, site->subject, count, json_integer_value(size));
    }
    return reached;
}

/* Which part of what was reached was allocated. False: it is an estimate. */
static bool part_of(const struct reached_objects *reached, int64_t bytes, double *part) {
    *part = 0;
    if (!bytes) return true;
    *part = reached->bytes ? fmin(1, (double)bytes / (double)reached->bytes) : 1;
    return reached->size && bytes <= reached->bytes && bytes % reached->size == 0 &&
           (reached->sites == 1 || bytes == reached->bytes);
}

static void add_part(struct foreign_sites *sites, const json_t *sizes, int64_t execution,
                     double part) {
    vec_each(struct foreign_site, site, sites) {
        if (site->kind != SITE_ALLOCATION || !site->reached[execution]) continue;
        int64_t objects = llround(part * (double)site->reached[execution]);
        site->effective[execution] += objects;
        site->bytes += objects * json_integer_value(json_object_get(sizes, site->subject));
    }
}

bool foreign_add_bytes(struct foreign *foreign, struct foreign_sites *sites, json_t *chunk,
                       int64_t from, int64_t executions) {
    const json_t *sizes = json_object_get(chunk, "sizes");
    int64_t *bytes = ARENA_ARRAY(foreign->arena, int64_t, executions + 1);
    bool is_exact = true;
    if (!runs_integers(json_object_get(chunk, "bytes"), bytes, executions))
        adapter_fault(&foreign->adapter, chunk, "did not tell 'bytes' of each execution");
    for (int64_t i = 0; i < executions; i++) {
        struct reached_objects reached = reached_in(foreign, sizes, from + i);
        double part;
        bool is_known = part_of(&reached, bytes[i], &part);
        if (foreign->in_code[from + i]) is_exact &= is_known;
        add_part(sites, sizes, from + i, part);
    }
    return is_exact;
}
