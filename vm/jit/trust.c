/* TRUST: whether a guard that failed costs its method the compiled code, and when that ends.
 *
 * What compiled code believes of a bytecode comes from the profile, or from what was resolved and
 * initialised. Most failures teach just that: the interpreter, which goes on, resolves the
 * constant, sees the other branch, notes that the instruction throws, and the next code knows.
 * Where the next code fails at the same bytecode, nothing was learned, and compiling would go on
 * for ever. So failures are counted here by the bytecode, over all code of a method. Code that is
 * older than the last lesson proves nothing. */
#include "jit/internal.h"

#include <math.h>

enum action { KEEP, RECONSIDER, INVALIDATE };

static const enum action actions[REASON_COUNT] = {
#define DEOPTIMIZATION(reason, action) [REASON_##reason] = action,
#include "jit/deoptimizations.def"
#undef DEOPTIMIZATION
};

/* A bytecode that cost a method its code. */
struct lesson {
    const char *method; /* of the bytecode, which may have been inlined */
    int bci;
    enum reason reason;
    int32_t times;
    int64_t number; /* of the last time, among all lessons */
    struct lesson *next;
};

struct trust {
    int32_t times; /* in all */
    struct lesson *lessons;
};

static struct trust *trust_of(struct jit *jit, struct method *method) {
    if (!method->trust) method->trust = ARENA_NEW(&jit->world.arena, struct trust);
    return method->trust;
}

static struct lesson *lesson_of(struct jit *jit, struct trust *trust,
                                const struct deoptimization_site *site) {
    const struct position *place = &site->position;
    for (struct lesson *lesson = trust->lessons; lesson; lesson = lesson->next)
        if (lesson->method == place->method && lesson->bci == place->bci &&
            lesson->reason == site->reason)
            return lesson;
    struct lesson *lesson = ARENA_NEW(&jit->world.arena, struct lesson);
    *lesson = (struct lesson){
        .method = place->method, .bci = place->bci, .reason = site->reason, .next = trust->lessons};
    trust->lessons = lesson;
    return lesson;
}

/* Of one guard, before its code is thrown away. */
static double failures_wanted(const struct jit *jit, const struct deoptimization_site *site) {
    return actions[site->reason] == RECONSIDER ? jit->limits[LIMIT_tolerated_failures] : 1;
}

/* The more often a method lost its code, the more a guard must fail. */
static double patience(const struct jit *jit, const struct trust *trust) {
    double doublings = trust->times - jit->limits[LIMIT_prompt_lessons];
    return doublings > 0 ? exp2(doublings) : 1;
}

static void keep(struct deoptimization_site *site, enum reason reason) {
    site->is_tolerated = true;
    guard_tell(site, EVENT_code_kept, reason, NULL, NULL, site->failures);
}

bool trust_is_lost(struct jit *jit, struct deoptimization_site *site,
                   const struct method_code *code) {
    struct trust *trust = trust_of(jit, site->root);
    struct lesson *lesson = lesson_of(jit, trust, site);
    if (code->lessons < lesson->number) return true;
    if (site->failures < failures_wanted(jit, site) * patience(jit, trust)) return false;
    bool is_hopeless = lesson->times >= jit->limits[LIMIT_bytecode_lessons];
    if (is_hopeless || trust->times >= jit->limits[LIMIT_method_lessons]) {
        keep(site, is_hopeless ? REASON_nothing_learned : REASON_compiled_too_often);
        return false;
    }
    trust->times++;
    lesson->times++;
    lesson->number = ++jit->lessons;
    return true;
}

bool trust_may_be_lost(const struct jit *jit, const struct deoptimization_site *site) {
    return actions[site->reason] != KEEP && !site->is_tolerated &&
           site->failures >= failures_wanted(jit, site);
}
