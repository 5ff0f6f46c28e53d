/* Lifetimes of objects: what the stamps say equals brute force, where references are all in the heap. Brute force walks, at
 * every allocation, from the program's roots to all that they reach. */
#include "tests/vm_fixture.h"

#include "profilers/lives.h"

enum { LONGEST_TIME = 1 << 30, MOST_OBJECTS = 40000, PLACES = 1 << 18 };

struct life {
    const struct object *object;
    uint64_t made;
    bool is_reached, is_dead;
    int64_t bytes, lifetime;
};

struct brute_force {
    struct fixture *f;
    struct lives lives;
    struct life items[MOST_OBJECTS];
    uint32_t count;
    struct life *places[PLACES]; /* the newest at each address */
    VEC(struct object *) pending;
};

/* Of an object that is still there: another may have been at its address before. */
static struct life **place_of(struct brute_force *brute, const struct object *object) {
    size_t place = (uintptr_t)object / LIVES_UNIT % PLACES;
    while (brute->places[place] && brute->places[place]->object != object)
        place = (place + 1) % PLACES;
    return &brute->places[place];
}

static void reach(void *context, struct object *object) {
    struct brute_force *brute = context;
    struct life *life = *place_of(brute, object);
    if (!life || life->is_reached) return;
    life->is_reached = true;
    vec_push(&brute->pending, object);
}

static void reach_from_statics(struct brute_force *brute) {
    struct diag diag = DIAG_INIT;
    struct class *class = vm_find_class(brute->f->vm, "T", &diag);
    for (int i = 0; i < class->field_count; i++) {
        const struct field *field = &class->fields[i];
        if (field->cell && field->type == JAVA_REFERENCE && field->cell->r)
            reach(brute, field->cell->r);
    }
    while (brute->pending.count)
        vm_each_reference(brute->f->vm, vec_pop(&brute->pending), reach, brute);
}

/* But for [born], which is not the program's yet; NULL: none. */
static void find_dead(struct brute_force *brute, const struct life *born) {
    for (uint32_t i = 0; i < brute->count; i++) brute->items[i].is_reached = false;
    reach_from_statics(brute);
    for (uint32_t i = 0; i < brute->count; i++) {
        struct life *life = &brute->items[i];
        if (life->is_reached || life->is_dead || life == born) continue;
        uint64_t birth = (life->made & ((UINT64_C(1) << LIVES_CLOCK_BITS) - 1)) * LIVES_UNIT;
        life->is_dead = true;
        life->lifetime = (int64_t)(brute->lives.now - birth);
    }
}

/* Compiled code has told of an object that it makes there, before it tells of the bytecode. */
static void before_it_is_made(void *context, const struct vm_happening *happening) {
    struct brute_force *brute = context;
    struct object *object = happening->object;
    bool is_known = object && vm_stamp(brute->f->vm, object)->made;
    find_dead(brute, is_known ? *place_of(brute, object) : NULL);
}

static void when_its_bytes_passed(void *context, const struct vm_happening *happening) {
    struct brute_force *brute = context;
    struct object *object = happening->object;
    if (object) (*place_of(brute, object))->made = vm_stamp(brute->f->vm, object)->made;
}

static void after_it_was_made(void *context, const struct vm_happening *happening) {
    struct brute_force *brute = context;
    struct life *life = &brute->items[brute->count++];
    ck_assert_uint_lt(brute->count, MOST_OBJECTS);
    *life = (struct life){.object = happening->object,
                          .made = vm_stamp(brute->f->vm, happening->object)->made,
                          .bytes = vm_object_bytes(happening->object)};
    *place_of(brute, happening->object) = life;
}

/* Threshold 0 in [f]: interpreted. */
static struct brute_force *watch(struct fixture *f, const char *program) {
    struct brute_force *brute = calloc(1, sizeof *brute);
    struct vm_rule rules[LIVES_RULES + 3] = {
        {.point = POINT_new, .tell = before_it_is_made, .tell_context = brute}};
    struct diag diag = DIAG_INIT;
    brute->f = f;
    if (!f->options.heap_bytes) f->options = vm_options_default();
    f->options.interpret_only = !f->threshold;
    begin(f, program);
    lives_init(&brute->lives, f->vm);
    lives_rules(&brute->lives, rules + 1);
    rules[LIVES_RULES + 1] = (struct vm_rule){
        .point = POINT_new, .anchor = VM_PRED, .tell = after_it_was_made, .tell_context = brute};
    rules[LIVES_RULES + 2] =
        (struct vm_rule){.point = POINT_new, .tell = when_its_bytes_passed, .tell_context = brute};
    const struct vm_deaths watcher = lives_watcher(&brute->lives);
    ck_assert(vm_watch_deaths(f->vm, &watcher, &diag));
    ck_assert_msg(vm_profile_begin(f->vm, rules, LIVES_RULES + 3, &diag), "%s", diag.message);
    return brute;
}

static void forget(struct brute_force *brute) {
    lives_release(&brute->lives);
    vec_release(&brute->pending);
    end(brute->f);
    free(brute);
}

static struct lives_sum *sums_by_brute_force(const struct brute_force *brute) {
    struct lives_sum *sums = calloc(brute->lives.sites.count, sizeof *sums);
    for (uint32_t i = 0; i < brute->count; i++) {
        const struct life *life = &brute->items[i];
        lives_count(&sums[life->made >> LIVES_CLOCK_BITS], life->bytes,
                    life->is_dead ? life->lifetime : -1);
    }
    return sums;
}

static void check_sum(const struct lives_site *site, const struct lives_sum *brute) {
    const struct lives_sum *sum = &site->sum;
    ck_assert_msg(sum->made == brute->made && sum->made_bytes == brute->made_bytes &&
                      sum->alive == brute->alive && sum->alive_bytes == brute->alive_bytes &&
                      sum->lifetimes == brute->lifetimes && sum->longest == brute->longest &&
                      !memcmp(sum->bins, brute->bins, sizeof sum->bins),
                  "%s, %s:%d: %d made, %d alive, lifetimes %d; by brute force %d, %d, %d",
                  site->class_name, site->method, site->bci, (int)sum->made, (int)sum->alive,
                  (int)sum->lifetimes, (int)brute->made, (int)brute->alive, (int)brute->lifetimes);
}

/* Calls T.run with the argument and compares the sites in T: all that is made there is in T's static fields alone. */
static struct lives_sum run_and_compare(struct fixture *f, const char *program, int argument) {
    struct brute_force *brute = watch(f, program);
    struct lives_sum all = {0};
    call(f, "T.run", argument);
    find_dead(brute, NULL);
    vm_end_lives(f->vm);
    struct lives_sum *sums = sums_by_brute_force(brute);
    vec_each(struct lives_site *, site, &brute->lives.sites) {
        if (!(*site)->method || strncmp((*site)->method, "T.", 2) != 0) continue;
        check_sum(*site, &sums[(*site)->number]);
        lives_add(&all, &(*site)->sum);
    }
    free(sums);
    forget(brute);
    return all;
}

START_TEST(a_list_dies_with_its_head) {
    struct fixture f = {0};
    struct lives_sum sum = run_and_compare(&f,
                                           "class Node { Node next; Node(Node n) { next = n; } }"
                                           "class T { static Node head;"
                                           "    static void push() { head = new Node(head); }"
                                           "    static int run(int n) { for (int i = 0; i < n; "
                                           "i++) push(); head = null; push(); return n; } }",
                                           100);
    ck_assert_int_eq(sum.made, 101);
    ck_assert_int_eq(sum.alive, 1);
    ck_assert_int_eq(sum.longest, 99 * 32);
    ck_assert_int_eq(sum.lifetimes, 99 * 100 / 2 * 32);
}
END_TEST

START_TEST(places_that_are_too_many_are_one_site) {
    struct fixture f = {0};
    struct brute_force *brute =
        watch(&f, "class A { } class B { }"
                  "class T { static Object kept;"
                  "    static int run(int n) { for (int i = 0; i < n; i++) {"
                  "        kept = new A(); kept = new B(); kept = new int[2]; } return n; } }");
    const struct lives *lives = &brute->lives;
    brute->lives.most_sites = lives->sites.count + 1;
    call(&f, "T.run", 100);
    find_dead(brute, NULL);
    vm_end_lives(f.vm);
    ck_assert_uint_eq(lives->sites.count, lives->most_sites);
    ck_assert_str_eq(lives->sites.items[LIVES_REST + 1]->class_name, "A");
    struct lives_sum *sums = sums_by_brute_force(brute);
    for (uint32_t i = LIVES_REST; i < lives->sites.count; i++) {
        ck_assert_int_eq(lives->sites.items[i]->sum.made, i == LIVES_REST ? 200 : 100);
        check_sum(lives->sites.items[i], &sums[i]);
    }
    free(sums);
    forget(brute);
}
END_TEST

/* Each is overwritten in a field, in a static field or in an element while 160 bytes are made, some for the first time that
 * the bytecode is executed. */
START_TEST(what_is_overwritten_was_reachable_until_then) {
    struct fixture f = {0};
    static const char *const stores[] = {"kept.next = null", "last = null", "all[3] = null"};
    char program[1000];
    snprintf(program, sizeof program,
             "class Node { Node next; }"
             "class T { static Node kept = new Node(), last; static Node[] all = new Node[5];"
             "    static void make() { Node n = new Node(); kept.next = n; last = n; all[3] = n; }"
             "    static void others() { for (int i = 0; i < 5; i++) new Node(); }"
             "    static void drop() { %s; }"
             "    static void run(int n) { for (int i = 0; i < n; i++) {"
             "        make(); others(); %s; %s; others(); drop(); others(); } } }",
             stores[_i], stores[(_i + 1) % 3], stores[(_i + 2) % 3]);
    struct lives_sum sum = run_and_compare(&f, program, 2);
    ck_assert_int_eq(sum.lifetimes, 2 * 10 * 32);
}
END_TEST

/* A mutator at random: fields, elements and statics; cycles, strings, arrays of arrays, large arrays; natives that copy. */
static const char mutator[] =
    "class Node { Node a, b; Object c; Node(Node a) { this.a = a; } }"
    "class Big extends Node { long x, y; String name; Big(Node a) { super(a); b = this; } }"
    "class T {"
    "    static Node[] roots = new Node[12]; static Node head; static Object other; static int "
    "seed;"
    "    static int next(int n) { seed = seed * 1103515245 + 12345; return (seed >>> 16) % n; }"
    "    static void make() { roots[next(12)] = new Node(roots[next(12)]); }"
    "    static void big() { head = new Big(head); if (next(6) == 0) head = null; }"
    "    static void link() { Node n = roots[next(12)], m = roots[next(12)]; if (n != null) {"
    "        if (next(2) == 0) n.a = m; else n.b = m; } }"
    "    static void array() { Object[] a = new Object[next(20)]; other = a; }"
    "    static void fill() { if (other instanceof Object[]) { Object[] a = (Object[]) other;"
    "        if (a.length > 0) a[next(a.length)] = roots[next(12)]; } }"
    "    static void hang() { Node n = roots[next(12)]; if (n != null) n.c = other; }"
    "    static Object nest; static void nested() { nest = new Node[next(4)][next(4)]; }"
    "    static void large() { if (next(10) == 0) other = new int[next(8000)]; }"
    "    static void text() { Node n = roots[next(12)]; if (n instanceof Big) ((Big) n).name = "
    "\"n\" + next(50); }"
    "    static void move() { System.arraycopy(roots, next(6), roots, next(6), next(6)); }"
    "    static void copy() { nest = roots.clone(); }"
    "    static void drop() { roots[next(12)] = null; }"
    "    static void walk() { Node n = roots[next(12)];"
    "        for (int i = 0; i < 5 && n != null; i++) n = next(2) == 0 ? n.a : n.b; }"
    "    static void lock() { Node n = roots[next(12)]; if (n != null) synchronized (n) { "
    "n.hashCode(); } }"
    "    static void step() { switch (next(14)) { case 0: make(); break; case 1: big(); break;"
    "        case 2: link(); break; case 3: array(); break; case 4: fill(); break; case 5: hang(); "
    "break;"
    "        case 6: nested(); break; case 7: large(); break; case 8: text(); break; case 9: "
    "move(); break;"
    "        case 10: copy(); break; case 11: drop(); break; case 12: walk(); break; default: "
    "lock(); } }"
    "    static int start(int n) { seed = n; return n; }"
    "    static int once(int n) { step(); return n; }"
    "    static int run(int n) { seed = n; for (int i = 0; i < 3000; i++) step(); return seed; } }";

START_TEST(a_random_mutators_objects_live_as_long_as_brute_force_says) {
    struct fixture f = {0};
    struct lives_sum sum = run_and_compare(&f, mutator, _i * 7919 + 1);
    ck_assert_int_gt(lives_died(&sum), 300);
}
END_TEST

/* Arrays in arrays are told of when all of them are made: brute force would find those dead that are in no other yet. */
START_TEST(what_compiled_code_allocates_lives_as_long_as_brute_force_says) {
    struct fixture f = {.options = vm_options_default(), .threshold = _i % 2 ? 5 : 50};
    f.options.deoptimize_always = _i % 3 == 0;
    char *program = strdup(mutator), *nested = strstr(program, "case 6: nested();");
    memcpy(nested, "case 6: make();  ", strlen("case 6: nested();"));
    struct lives_sum sum = run_and_compare(&f, program, _i * 6151 + 3);
    ck_assert_int_gt(lives_died(&sum), 300);
    ck_assert_int_gt(f.heard.counts[EVENT_compiled], 1);
    free(program);
}
END_TEST

/* Every object but each tenth is eliminated; that is allocated late, and born then. */
START_TEST(objects_that_compiled_code_eliminates_pass_time_and_have_no_lives) {
    struct fixture f = {.threshold = 20};
    struct lives_sum sum = run_and_compare(
        &f,
        "class Node { int x; Node next; }"
        "class T { static Node kept; static void step(int i) {"
        "        Node m = new Node(); m.x = i; Node n = new Node(); n.x = i;"
        "        if (i % 10 == 9) kept = n; }"
        "    static int run(int n) { for (int i = 0; i < n; i++) step(i); return n; } }",
        1000);
    ck_assert_int_lt(sum.made, 300);
    ck_assert_int_gt(sum.made, 100);
    ck_assert_int_eq(sum.alive, 1);
    ck_assert_int_eq(sum.longest, 20 * 32);
}
END_TEST

/* An array of 80 bytes lives until the next one is there, whoever makes it, and whenever its bytes are counted. */
START_TEST(objects_are_as_old_in_compiled_code) {
    struct fixture f = {.threshold = _i ? 20 : 0};
    struct lives_sum sum = run_and_compare(
        &f,
        "class T { static int[] kept;"
        "    static void step(int n) { kept = new int[n]; }"
        "    static int run(int n) { for (int i = 0; i < n; i++) step(12); return n; } }",
        500);
    ck_assert_int_eq(f.heard.counts[EVENT_compiled] > 0, _i);
    ck_assert_int_eq(sum.made, 500);
    ck_assert_int_eq(sum.longest, 80);
    ck_assert_int_eq(sum.lifetimes, 499 * 80);
}
END_TEST

/* --- the collector itself as brute force: it collects at every allocation */

static void die_now(void *context, struct object *object, struct vm_stamp *stamp) {
    struct lives *lives = context;
    int64_t birth = (int64_t)(stamp->made & ((UINT64_C(1) << LIVES_CLOCK_BITS) - 1)) * LIVES_UNIT;
    if (stamp->made)
        lives_count(&lives->sites.items[stamp->made >> LIVES_CLOCK_BITS]->sum,
                    vm_object_bytes(object), (int64_t)lives->now - birth);
}

enum { STEPS = 3000 };

/* What calls left on the C stack below this one is no reference. */
static __attribute__((noinline)) void forget_the_stack(void) {
    volatile char words[1 << 16];
    for (size_t i = 0; i < sizeof words; i++) words[i] = 0;
}

/* The sum over T's sites. */
static struct lives_sum run_alone(bool is_brute_force, int argument) {
    struct fixture f = {.options = vm_options_default()};
    struct lives lives;
    struct vm_rule rules[LIVES_RULES];
    struct diag diag = DIAG_INIT;
    struct lives_sum all = {0};
    f.options.collect_always = is_brute_force;
    f.options.interpret_only = true;
    begin(&f, mutator);
    lives_init(&lives, f.vm);
    lives_rules(&lives, rules);
    struct vm_deaths watcher = lives_watcher(&lives);
    if (is_brute_force)
        watcher =
            (struct vm_deaths){.died = die_now, .survived = watcher.survived, .context = &lives};
    ck_assert(vm_watch_deaths(f.vm, &watcher, &diag));
    ck_assert_msg(vm_profile_begin(f.vm, rules, LIVES_RULES, &diag), "%s", diag.message);
    call(&f, "T.start", argument);
    for (int i = 0; i < STEPS; i++) {
        call(&f, "T.once", i);
        forget_the_stack();
    }
    vm_end_lives(f.vm);
    vec_each(struct lives_site *, site, &lives.sites)
        if ((*site)->method && !strncmp((*site)->method, "T.", 2)) lives_add(&all, &(*site)->sum);
    lives_release(&lives);
    end(&f);
    return all;
}

/* A word on the C stack may keep a dead object for some allocations more, never less. */
START_TEST(no_object_dies_later_than_a_collection_at_every_allocation_finds) {
    int argument = _i * 104729 + 5;
    struct lives_sum stamps = run_alone(false, argument), brute = run_alone(true, argument);
    int64_t younger = 0, longer = 0;
    ck_assert_int_eq(stamps.made, brute.made);
    ck_assert_int_eq(stamps.alive, brute.alive);
    for (int i = 0; i < LIVES_BINS; i++) {
        younger += stamps.bins[i] - brute.bins[i];
        ck_assert_int_ge(younger, 0);
        longer += llabs(stamps.bins[i] - brute.bins[i]);
    }
    ck_assert_int_le(longer, stamps.made / 20);
    ck_assert_int_ge(brute.lifetimes, stamps.lifetimes);
    ck_assert_int_le(brute.lifetimes, stamps.lifetimes + stamps.lifetimes / 20);
}
END_TEST

/* --- what stacks alone refer to lives until its last use */

/* An object of class A, alone in a local variable, and what is done with it when 64 bytes more have been made. */
static const char *const uses[] = {
    "a.x = 1",
    "n = a.x",
    "a.f()",
    "synchronized (a) { }",
    "if (o instanceof A) n++",
    "System.identityHashCode(o)",
    "kept = new Object[] {o}; kept = null",
    "T.last = a; T.last = null",
    "reference.set(o); reference.compareAndSet(o, null)",
};
enum { USES = sizeof uses / sizeof *uses };

static int64_t lifetime_of_an_a(const char *use) {
    struct fixture f = {.options = vm_options_default()};
    struct lives lives;
    struct vm_rule rules[LIVES_RULES];
    struct diag diag = DIAG_INIT;
    char program[1200];
    int64_t lifetimes = 0;
    snprintf(program, sizeof program,
             "import java.util.concurrent.atomic.AtomicReference;"
             "class A { int x; void f() {} }"
             "class T { static A last; static Object[] kept;"
             "    static final AtomicReference<Object> reference = new AtomicReference<>(null);"
             "    static void run(int n) { System.nanoTime(); A a = new A(); Object o = a;"
             "        for (int i = 0; i < 4; i++) new Object(); %s;"
             "        for (int i = 0; i < 9; i++) new Object(); } }",
             use);
    f.options.interpret_only = true;
    begin(&f, program);
    lives_init(&lives, f.vm);
    lives_rules(&lives, rules);
    const struct vm_deaths watcher = lives_watcher(&lives);
    ck_assert(vm_watch_deaths(f.vm, &watcher, &diag));
    ck_assert_msg(vm_profile_begin(f.vm, rules, LIVES_RULES, &diag), "%s", diag.message);
    call(&f, "T.run", 1);
    vm_end_lives(f.vm);
    vec_each(struct lives_site *, site, &lives.sites)
        if ((*site)->class_name && !strcmp((*site)->class_name, "A"))
            lifetimes += (*site)->sum.lifetimes;
    lives_release(&lives);
    end(&f);
    return lifetimes;
}

/* While a local variable refers to the A, the array that did dies, too; a collection between finds the array alone. */
START_TEST(how_often_is_collected_does_not_show_in_lifetimes) {
    char use[100];
    for (int collects = 0; collects < 2; collects++) {
        snprintf(use, sizeof use, "kept = new Object[] {o}; new Object(); kept = null; %s",
                 collects ? "System.gc()" : "");
        ck_assert_int_eq(lifetime_of_an_a(use), 4 * 16 + 48 + 16);
    }
}
END_TEST

START_TEST(an_object_on_the_stack_lives_until_it_is_last_used) {
    bool makes_an_array = strstr(uses[_i], "new Object[]");
    ck_assert_int_eq(lifetime_of_an_a("n++"), 0);
    ck_assert_int_eq(lifetime_of_an_a(uses[_i]), 4 * 16 + (makes_an_array ? 48 : 0));
}
END_TEST

/* The array lives until the native has copied it, and is in no field. */
START_TEST(a_native_uses_what_it_is_given) {
    struct fixture f = {.options = vm_options_default()};
    struct lives lives;
    struct vm_rule rules[LIVES_RULES];
    struct diag diag = DIAG_INIT;
    f.options.interpret_only = true;
    begin(&f,
          "class T { static int[] kept; static int run(int n) { System.nanoTime(); int[] from = "
          "new int[n], to = new "
          "int[n];"
          "    kept = new int[n]; System.arraycopy(from, 0, to, 0, n); kept = null; return n; } }");
    lives_init(&lives, f.vm);
    lives_rules(&lives, rules);
    const struct vm_deaths watcher = lives_watcher(&lives);
    ck_assert(vm_watch_deaths(f.vm, &watcher, &diag));
    ck_assert_msg(vm_profile_begin(f.vm, rules, LIVES_RULES, &diag), "%s", diag.message);
    call(&f, "T.run", 10);
    vm_end_lives(f.vm);
    static const int64_t lifetimes[] = {160, 80, 0};
    int made = 0;
    vec_each(struct lives_site *, site, &lives.sites)
        if ((*site)->method && !strncmp((*site)->method, "T.", 2))
            ck_assert_int_eq((*site)->sum.lifetimes, lifetimes[made++]);
    ck_assert_int_eq(made, 3);
    lives_release(&lives);
    end(&f);
}
END_TEST

/* --- compiled code stamps without telling anybody */

struct clock {
    uint64_t now; /* first: rules that only stamp find it */
    struct fixture *f;
    int told;
};

static void stamp(struct clock *clock, struct object *object) {
    struct vm_stamp *stamp = object ? vm_stamp(clock->f->vm, object) : NULL;
    if (stamp) stamp->used = clock->now;
}

static void stamp_both(void *context, const struct vm_happening *happening) {
    struct clock *clock = context;
    clock->told++;
    stamp(clock, happening->object);
    stamp(clock, happening->old.r);
}

/* An object in a block and a large one, whose stamp lies elsewhere: used, and overwritten in a field, an element and a static
 * field; null is no object, and one that is not allocated has no stamp. */
START_TEST(compiled_code_stamps_what_is_used_and_overwritten) {
    struct fixture f = {.options = vm_options_default()};
    struct clock clock = {.f = &f};
    struct diag diag = DIAG_INIT;
    static const char *const stamped[] = {"h",       "array",    "large",      "inField",
                                          "inArray", "inStatic", "largeField", "largeStatic"};
    begin(&f,
          "class H { Object o, p, none; int x; }"
          "class T { static H h = new H(); static Object[] array = new Object[3];"
          "    static int[] large = new int[100000]; static Object s, t, none;"
          "    static Object inField = new H(), inArray = new H(), inStatic = new H(),"
          "        largeField = new int[100000], largeStatic = new int[100000], alone = new H();"
          "    static int prepare(int n) { h.o = inField; h.p = largeField; array[n] = inArray;"
          "        s = inStatic; t = largeStatic; return n; }"
          "    static int step(int n) { H a = new H(); a.o = a; a.x = n; h.o = null; h.p = null;"
          "        h.none = null; array[n] = null; s = null; t = null; none = null; large[n] = 5;"
          "        return a.x; } }");
    const struct vm_rule rule = {
        .point = POINT_write, .tell = stamp_both, .tell_context = &clock, .only_stamps = true};
    const struct vm_deaths nobody = {0};
    ck_assert(vm_watch_deaths(f.vm, &nobody, &diag));
    ck_assert_msg(vm_profile_begin(f.vm, &rule, 1, &diag), "%s", diag.message);
    warm_up(&f, "T.step", 1);
    call(&f, "T.prepare", 1);
    ck_assert_int_gt(clock.told, 0);
    clock.now = 777;
    clock.told = 0;
    call(&f, "T.step", 1);
    ck_assert_int_eq(clock.told, 0);
    struct class *class = vm_find_class(f.vm, "T", &diag);
    for (int i = 0; i < class->field_count; i++) {
        const struct field *field = &class->fields[i];
        if (field->type != JAVA_REFERENCE || !field->cell || !field->cell->r) continue;
        bool is_stamped = false;
        for (size_t k = 0; k < sizeof stamped / sizeof *stamped; k++)
            is_stamped |= !strcmp(field->name, stamped[k]);
        ck_assert_msg((vm_stamp(f.vm, field->cell->r)->used == 777) == is_stamped, "%s",
                      field->name);
    }
    end(&f);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("lifetimes");
    TCase *cases = tcase_create("lifetimes");
    tcase_set_timeout(cases, 240);
    tcase_add_test(cases, a_list_dies_with_its_head);
    tcase_add_test(cases, places_that_are_too_many_are_one_site);
    tcase_add_loop_test(cases, what_is_overwritten_was_reachable_until_then, 0, 3);
    tcase_add_loop_test(cases, a_random_mutators_objects_live_as_long_as_brute_force_says, 0, 20);
    tcase_add_loop_test(cases, what_compiled_code_allocates_lives_as_long_as_brute_force_says, 0,
                        10);
    tcase_add_test(cases, objects_that_compiled_code_eliminates_pass_time_and_have_no_lives);
    tcase_add_loop_test(cases, objects_are_as_old_in_compiled_code, 0, 2);
    tcase_add_loop_test(cases, no_object_dies_later_than_a_collection_at_every_allocation_finds, 0,
                        5);
    tcase_add_loop_test(cases, an_object_on_the_stack_lives_until_it_is_last_used, 0, USES);
    tcase_add_test(cases, how_often_is_collected_does_not_show_in_lifetimes);
    tcase_add_test(cases, a_native_uses_what_it_is_given);
    tcase_add_test(cases, compiled_code_stamps_what_is_used_and_overwritten);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
