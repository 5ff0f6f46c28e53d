/* LIVES: a stamp's `made` is the object's site and its birth, `used` the latest time at which a use of it, or the overwriting of
 * a reference to it, was told. What the VM made before anybody watched has an empty stamp and counts nowhere. */
#include "lives.h"

enum { BUCKETS = 1 << 12 };

static uint64_t made_at(uint32_t site, uint64_t clock) {
    return (uint64_t)site << LIVES_CLOCK_BITS | clock / LIVES_UNIT;
}
static uint32_t site_of(const struct vm_stamp *stamp) {
    return (uint32_t)(stamp->made >> LIVES_CLOCK_BITS);
}
static int64_t birth_of(const struct vm_stamp *stamp) {
    return (int64_t)(stamp->made & ((UINT64_C(1) << LIVES_CLOCK_BITS) - 1)) * LIVES_UNIT;
}

static uint64_t start_of(const struct lives *lives) {
    return __atomic_load_n(&lives->from, __ATOMIC_RELAXED);
}

static uint64_t time_of(const struct lives *lives) {
    return __atomic_load_n(&lives->now, __ATOMIC_RELAXED);
}

/* --- sites: found without a lock, made with it; number 0 is no site --- */

static struct lives_site **bucket_of(const struct lives *lives, const struct position *position,
                                     uint32_t interval) {
    uint64_t hash = position ? (uint64_t)(uintptr_t)position->method ^ (uint64_t)position->bci : 0;
    hash ^= (uint64_t)interval << 16;
    return &lives->buckets[hash * UINT64_C(0x9E3779B97F4A7C15) >> 32 & (BUCKETS - 1)];
}

static bool is_at(const struct lives_site *site, const struct position *position,
                  uint32_t interval) {
    if (site->interval != interval) return false;
    return position ? site->method == position->method && site->bci == position->bci
                    : !site->method;
}

static uint32_t number_in(const struct lives_site *site, const struct position *position,
                          uint32_t interval, const struct class *class) {
    for (; site; site = site->next)
        if (site->class == class && is_at(site, position, interval)) return site->number;
    return 0;
}

static uint32_t site_new(struct lives *lives, struct lives_site **bucket,
                         const struct position *position, uint32_t interval,
                         const struct class *class) {
    struct lives_site *site = ARENA_NEW(&lives->arena, struct lives_site);
    site->interval = interval;
    site->number = lives->sites.count;
    site->class = class;
    site->class_name = vm_class_words(class);
    site->bci = position ? position->bci : -1;
    site->line = position ? position->line : 0;
    site->method = position ? position->method : NULL;
    site->next = *bucket;
    vec_push(&lives->sites, site);
    __atomic_store_n(bucket, site, __ATOMIC_RELEASE);
    return site->number;
}

static uint32_t site_number(struct lives *lives, const struct position *position,
                            const struct class *class) {
    uint32_t interval = lives->marked ? (uint32_t)vm_profile_marks(*lives->marked) : 0;
    struct lives_site **bucket = bucket_of(lives, position, interval);
    uint32_t number =
        number_in(__atomic_load_n(bucket, __ATOMIC_ACQUIRE), position, interval, class);
    if (number) return number;
    pthread_mutex_lock(&lives->mutex);
    number = number_in(*bucket, position, interval, class);
    if (!number && lives->sites.count >= lives->most_sites) number = LIVES_REST;
    if (!number) number = site_new(lives, bucket, position, interval, class);
    pthread_mutex_unlock(&lives->mutex);
    return number;
}

/* --- what rules tell --- */

static void bear(void *context, const struct vm_happening *happening) {
    struct lives *lives = context;
    struct vm_stamp *stamp = happening->object ? vm_stamp(lives->vm, happening->object) : NULL;
    if (!stamp) return;
    uint64_t now = time_of(lives);
    stamp->made =
        made_at(site_number(lives, happening->position, vm_object_class(happening->object)), now);
    __atomic_store_n(&stamp->used, now, __ATOMIC_RELAXED);
}

/* Each execution of the bytecode, whoever makes the object, or nobody. Compiled code tells of what it makes there before. */
void lives_pass(void *context, const struct vm_happening *happening) {
    struct lives *lives = context;
    __atomic_fetch_add(&lives->now, (uint64_t)happening->bytes, __ATOMIC_RELAXED);
    bear(context, happening);
}

static void use_object(struct lives *lives, struct object *object) {
    struct vm_stamp *stamp = object ? vm_stamp(lives->vm, object) : NULL;
    if (stamp) __atomic_store_n(&stamp->used, time_of(lives), __ATOMIC_RELAXED);
}

static void use(void *context, const struct vm_happening *happening) {
    use_object(context, happening->object);
}

static void overwrite(void *context, const struct vm_happening *happening) {
    use_object(context, happening->object);
    use_object(context, happening->old.r);
}

static void touched(void *context, struct object *object) { use_object(context, object); }

_Static_assert(offsetof(struct lives, now) == 0, "rules that only stamp find the clock");
const struct vm_rule lives_told[LIVES_TOLD] = {
    {.point = POINT_new, .anchor = VM_PRED, .tell = bear},
    {.point = POINT_write, .tell = overwrite, .only_stamps = true},
    {.point = POINT_read, .tell = use, .only_stamps = true},
    {.point = POINT_call, .tell = use, .only_stamps = true},
    {.point = POINT_lock, .tell = use, .only_stamps = true},
    {.point = POINT_unlock, .tell = use, .only_stamps = true},
    {.point = POINT_check, .tell = use, .only_stamps = true},
    {.point = POINT_throw, .tell = use, .only_stamps = true},
    {.point = POINT_catch, .tell = use, .only_stamps = true},
};

void lives_rules(struct lives *lives, struct vm_rule rules[LIVES_RULES]) {
    rules[0] = (struct vm_rule){.point = POINT_new, .tell = lives_pass};
    for (int i = 0; i < LIVES_TOLD; i++) rules[i + 1] = lives_told[i];
    for (int i = 0; i < LIVES_RULES; i++) rules[i].tell_context = lives;
}

/* The clock goes on a little, and so tells what is made from now on from what was made just before. */
void lives_restart(struct lives *lives) {
    uint64_t now = __atomic_add_fetch(&lives->now, LIVES_UNIT, __ATOMIC_RELAXED);
    __atomic_store_n(&lives->from, now / LIVES_UNIT * LIVES_UNIT, __ATOMIC_RELAXED);
}

const struct lives_sum *lives_of_site(const struct lives *lives, const struct lives_site *site) {
    return site->from == start_of(lives) ? &site->sum : NULL;
}

void lives_begin_sum(struct lives *lives, struct lives_sum *sum) {
    *sum = (struct lives_sum){0};
    lives->reading++;
}

static void add_of_interval(struct lives *lives, const struct position *position,
                            const char *class_words, uint32_t interval, struct lives_sum *sum) {
    struct lives_site *site = *bucket_of(lives, position, interval);
    while (site && (!is_at(site, position, interval) || strcmp(site->class_name, class_words) != 0))
        site = site->next;
    const struct lives_sum *added = site ? lives_of_site(lives, site) : NULL;
    if (!added || site->reading == lives->reading) return;
    site->reading = lives->reading;
    lives_add(sum, added);
}

void lives_add_of(struct lives *lives, const struct position *position, const char *class_words,
                  const char *interval, struct lives_sum *sum) {
    size_t marks = interval ? vm_profile_marks(*lives->marked) : 0;
    for (size_t i = 0; i <= marks; i++)
        if (!interval || strcmp(vm_profile_mark_text(*lives->marked, i), interval) == 0)
            add_of_interval(lives, position, class_words, (uint32_t)i, sum);
}

/* --- what collections tell --- */

void lives_count(struct lives_sum *sum, int64_t bytes, int64_t lifetime) {
    sum->made++;
    sum->made_bytes += bytes;
    if (lifetime < 0) {
        sum->alive++;
        sum->alive_bytes += bytes;
        return;
    }
    sum->bins[lives_bin(lifetime)]++;
    sum->lifetimes += lifetime;
    if (lifetime > sum->longest) sum->longest = lifetime;
}

/* The collector alone counts, so that it is also who begins anew. */
static void count(struct lives *lives, struct object *object, const struct vm_stamp *stamp,
                  int64_t lifetime) {
    struct lives_site *site = lives->sites.items[site_of(stamp)];
    uint64_t from = start_of(lives);
    if ((uint64_t)birth_of(stamp) < from) return;
    if (site->from != from) site->sum = (struct lives_sum){0};
    site->from = from;
    lives_count(&site->sum, vm_object_bytes(object), lifetime);
}

static void die(void *context, struct object *object, const struct vm_stamp *stamp) {
    count(context, object, stamp, (int64_t)stamp->used - birth_of(stamp));
}

static void died(void *context, struct object *object, struct vm_stamp *stamp) {
    struct lives *lives = context;
    if (stamp->made) merlin_add(&lives->merlin, object, stamp);
}

static void all_died(void *context) {
    struct lives *lives = context;
    merlin_settle(&lives->merlin, die, lives);
}

static void survived(void *context, struct object *object, struct vm_stamp *stamp) {
    if (stamp->made) count(context, object, stamp, -1);
}

struct vm_deaths lives_watcher(struct lives *lives) {
    return (struct vm_deaths){.touched = touched,
                              .died = died,
                              .all_died = all_died,
                              .survived = survived,
                              .context = lives};
}

static struct vm_stamp *stamp_in_heap(void *context, struct object *object) {
    return vm_stamp(context, object);
}

static void each_in_heap(void *context, struct object *object,
                         void (*visit)(void *visitor, struct object *referred), void *visitor) {
    vm_each_reference(context, object, visit, visitor);
}

void lives_init(struct lives *lives, struct vm *vm) {
    *lives = (struct lives){
        .vm = vm,
        .most_sites = LIVES_SITES,
        .mutex = PTHREAD_MUTEX_INITIALIZER,
        .merlin = {.stamp = stamp_in_heap, .each_reference = each_in_heap, .context = vm}};
    arena_init(&lives->arena);
    lives->buckets = ARENA_ARRAY(&lives->arena, struct lives_site *, BUCKETS);
    for (uint32_t number = 0; number <= LIVES_REST; number++) {
        struct lives_site *site = ARENA_NEW(&lives->arena, struct lives_site);
        site->number = number;
        site->class_name = "";
        vec_push(&lives->sites, site);
    }
}

void lives_release(struct lives *lives) {
    merlin_release(&lives->merlin);
    vec_release(&lives->sites);
    arena_release(&lives->arena);
}

/* --- lifetimes --- */

int lives_bin(int64_t bytes) {
    uint64_t units = (uint64_t)bytes / LIVES_UNIT;
    if (units < LIVES_STEPS) return (int)units;
    int doubling = 63 - __builtin_clzll(units); /* 3 or more */
    return (doubling - 2) * LIVES_STEPS + (int)(units >> (doubling - 3) & (LIVES_STEPS - 1));
}

int64_t lives_bin_start(int bin) {
    int doubling = bin / LIVES_STEPS + 2;
    if (bin < LIVES_STEPS) return (int64_t)bin * LIVES_UNIT;
    return (int64_t)(LIVES_STEPS + bin % LIVES_STEPS) << (doubling - 3) << 4;
}

int64_t lives_step(int64_t bytes, int64_t *next) {
    int bin = lives_bin(bytes);
    *next = lives_bin_start(bin + 1);
    return lives_bin_start(bin);
}

void lives_add(struct lives_sum *sum, const struct lives_sum *other) {
    sum->made += other->made;
    sum->made_bytes += other->made_bytes;
    sum->alive += other->alive;
    sum->alive_bytes += other->alive_bytes;
    sum->lifetimes += other->lifetimes;
    if (other->longest > sum->longest) sum->longest = other->longest;
    for (int i = 0; i < LIVES_BINS; i++) sum->bins[i] += other->bins[i];
}

int64_t lives_died(const struct lives_sum *sum) { return sum->made - sum->alive; }

int64_t lives_quantile(const struct lives_sum *sum, double share) {
    int64_t died = lives_died(sum), before = 0;
    for (int bin = 0; bin < LIVES_BINS; bin++) {
        before += sum->bins[bin];
        if (before && (double)before >= share * (double)died) {
            int64_t last = lives_bin_start(bin + 1) - LIVES_UNIT;
            return last < sum->longest ? last : sum->longest;
        }
    }
    return 0;
}

int64_t lives_younger(const struct lives_sum *sum, int64_t bytes) {
    int64_t died = 0;
    for (int bin = 0; bin < LIVES_BINS && lives_bin_start(bin + 1) <= bytes; bin++)
        died += sum->bins[bin];
    return died;
}
