/* KEPT: an allocation that is left is a call of the slow path in the scheduled graph. Its reasons are the uses of the object in the
 * graph that escape analysis has judged: those that let it escape, if there are; else those that keep it from being replaced by its
 * fields; else those of which neither is known. The place is told by short names, and is found among the calls that were inlined. */
#include "adapters/hotspot/kept.h"

#include <stdlib.h>

#include "adapters/hotspot/hidden_names.h"

typedef VEC(char *) word_list;
typedef VEC(const struct ideal_node *) node_list;

/* In the order in which C2 asks. */
enum strength { ESCAPES, NOT_REPLACED, UNCLEAR, STRENGTHS };

struct judging {
    const struct ideal_node *allocation;
    node_list *asked; /* objects for which was asked whether they escape, and the first; or NULL */
    const struct ideal_compilation *compilation;
    word_list words[STRENGTHS];
    node_list seen;
    bool goes_beyond; /* merges: to where the object escapes, which is C2's first question */
    long array_limit;
    bool may_escape; /* to a call whose arguments are cut off */
};

static bool is_named(const struct ideal_node *node, const char *name) {
    return node && strcmp(node->name, name) == 0;
}

static bool begins(const char *text, const char *beginning) {
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* --- places --- */

/* A place as graphs have it. */
struct short_place {
    char *method; /* "C::name"; NULL: it was cut off; owned */
    int bci;
};

struct short_places {
    VEC(struct short_place) places; /* from the inside out */
};

/* Names from " C::name @ bci:3 (line 5) D::other @ bci:7 (line 9)", as far as it goes. */
static void add_names(struct short_places *at, const char *spec) {
    static const char mark[] = " @ bci:";
    uint32_t i = 0;
    for (const char *found = spec; (found = strstr(found, mark)); found += sizeof mark - 1, i++) {
        const char *begin = found;
        while (begin > spec && begin[-1] != ' ') begin--;
        struct strbuf name = STRBUF_INIT;
        strbuf_add(&name, begin, (size_t)(found - begin));
        if (i < at->places.count)
            at->places.items[i].method = strbuf_detach(&name);
        else
            strbuf_release(&name);
    }
}

static struct short_places short_places_of(const struct ideal_node *node) {
    struct short_places at = {0};
    char *end;
    for (const char *text = node->places; *text; text = *end ? end + 1 : end) {
        long bci = strtol(text, &end, 10);
        if (end == text) break;
        vec_push(&at.places, (struct short_place){NULL, (int)bci});
    }
    add_names(&at, node->spec);
    return at;
}

static void short_places_release(struct short_places *at) {
    vec_each(struct short_place, place, &at->places) memory_free(place->method);
    vec_release(&at->places);
}

static bool may_be_same(const struct short_place *a, const struct short_place *b) {
    return a->bci == b->bci && (!a->method || !b->method || strcmp(a->method, b->method) == 0);
}

static bool are_same(const struct ideal_node *a, const struct ideal_node *b) {
    struct short_places at = short_places_of(a), other = short_places_of(b);
    bool same = at.places.count == other.places.count && at.places.count > 0;
    for (uint32_t i = 0; same && i < at.places.count; i++)
        same = may_be_same(&at.places.items[i], &other.places.items[i]);
    short_places_release(&at);
    short_places_release(&other);
    return same;
}

/* Is "a.b.C.name(descriptor)" called "C::name"? */
static bool is_called(const char *method, const char *name) {
    const char *end = strchr(method, '('), *dot = end, *class;
    const char *colon = strstr(name, "::");
    while (dot && dot > method && *dot != '.') dot--;
    if (!dot || dot == method || !colon) return false;
    for (class = dot; class > method && class[-1] != '.' && class[-1] != '/';) class --;
    size_t class_length = (size_t)(dot - class), name_length = (size_t)(end - dot - 1);
    bool is_hidden = begins(class, "0x"); /* its number is ours */
    return (is_hidden ||
            ((size_t)(colon - name) == class_length && memcmp(name, class, class_length) == 0)) &&
           strlen(colon + 2) == name_length && memcmp(colon + 2, dot + 1, name_length) == 0;
}

static bool is_inlined_at(const struct log_decision *decision, const struct log_places *at) {
    return decision->kind <= LOG_GUARDED && log_places_equal(&decision->at, at);
}

/* What was inlined at [at] by the name, if it is known; NULL: nothing, or several methods. */
static const char *callee_at(const struct log_task *task, const struct log_places *at,
                             const char *name) {
    const char *found = NULL;
    vec_each(const struct log_decision, decision, &task->decisions) {
        if (!is_inlined_at(decision, at)) continue;
        const char *callee = decision->callee ? decision->callee : decision->subject;
        if (name && !is_called(callee, name)) continue;
        if (found && strcmp(found, callee) != 0) return NULL;
        found = callee;
    }
    return found;
}

bool find_places(const struct log_task *task, const struct ideal_node *node,
                 struct log_places *out) {
    struct short_places at = short_places_of(node);
    *out = (struct log_places){0};
    bool is_found = at.places.count > 0;
    for (uint32_t i = at.places.count; is_found && i > 0; i--) {
        const struct short_place *place = &at.places.items[i - 1];
        bool is_root = i == at.places.count;
        const char *method = is_root ? task->method : callee_at(task, out, place->method);
        is_found = method && (!place->method || is_called(method, place->method));
        if (!is_found) break;
        char *copy = memory_duplicate(method);
        vec_insert(&out->places, 0, (struct log_place){copy, place->bci});
    }
    short_places_release(&at);
    if (!is_found) log_places_release(out);
    return is_found;
}

/* --- what is left --- */

static bool is_allocation(const struct ideal_node *node) {
    return strcmp(node->name, "Allocate") == 0 || strcmp(node->name, "AllocateArray") == 0;
}

/* The slow path of an allocation. */
static bool is_left(const struct ideal_node *node) {
    return begins(node->name, "CallStaticJava") &&
           (strstr(node->spec, "_new_instance_Java") || strstr(node->spec, "_new_array_"));
}

static bool is_left_of(const struct ideal_graph *scheduled, const struct ideal_node *allocation) {
    vec_each(const struct ideal_node, node, &scheduled->nodes)
        if (is_left(node) && are_same(node, allocation)) return true;
    return false;
}

static double frequency_of_block(const struct ideal_graph *graph, int block) {
    vec_each(const struct ideal_node, node, &graph->nodes)
        if (node->block == block) return node->frequency;
    return -1;
}

static int dominator_of_block(const struct ideal_graph *graph, int block) {
    vec_each(const struct ideal_node, node, &graph->nodes)
        if (node->block == block && node->dominator >= 0) return node->dominator;
    return -1;
}

double for_each_call(const struct ideal_graph *scheduled, double frequency) {
    double of_method = -1;
    vec_each(const struct ideal_node, node, &scheduled->nodes)
        if (strcmp(node->name, "Start") == 0) of_method = node->frequency;
    return of_method > 0 && frequency >= 0 ? frequency / of_method : -1;
}

/* The block in front of the slow path tests whether the fast one will do: it is executed whenever there is an allocation. */
static double frequency_of(const struct ideal_graph *scheduled, const struct ideal_node *left) {
    int block = dominator_of_block(scheduled, left->block);
    return for_each_call(scheduled, block < 0 ? -1 : frequency_of_block(scheduled, block));
}

/* --- reasons --- */

static void add_word(struct judging *judging, enum strength strength, const char *word) {
    if (judging->goes_beyond && strength != ESCAPES) return;
    vec_each(char *, known, &judging->words[strength])
        if (strcmp(*known, word) == 0) return;
    char *copy = memory_duplicate(word);
    vec_push(&judging->words[strength], copy);
}

enum {
    IN_BASE = 1,
    IN_ADDRESS = 2,
    IN_VALUE = 3,
    IN_OFFSET = 3,
    IN_FIRST_ARGUMENT = 5,
    IN_LENGTH = 8
};

enum use { USE_UNKNOWN, USE_IS, USE_SPARES, USE_ESCAPES };

static enum use use_of(const struct ideal_node *node) {
    static const struct {
        const char *node;
        enum use what;
    } uses[] = {
#define USE(node, what) {#node, USE_##what},
#include "adapters/hotspot/uses.def"
#undef USE
    };
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
        if (is_named(node, uses[i].node)) return uses[i].what;
    return USE_UNKNOWN;
}

/* Where the object comes from that an address is in. */
static const struct ideal_node *object_of(const struct ideal_graph *graph,
                                          const struct ideal_node *node) {
    for (uint32_t steps = graph->nodes.count; node && steps > 0; steps--) {
        bool is_address = is_named(node, "AddP");
        if (is_address)
            node = ideal_input(graph, node, IN_ADDRESS);
        else if (use_of(node) == USE_IS)
            node = ideal_input(graph, node, 1);
        else
            break;
    }
    const struct ideal_node *made = is_named(node, "Proj") ? ideal_input(graph, node, 0) : NULL;
    return made ? made : node;
}

static void judging_release(struct judging *judging) {
    for (int i = 0; i < STRENGTHS; i++) {
        vec_each(char *, word, &judging->words[i]) memory_free(*word);
        vec_release(&judging->words[i]);
    }
    vec_release(&judging->seen);
}

static void judge_allocation(struct judging *judging, const struct ideal_node *allocation);

static bool is_first(node_list *nodes, const struct ideal_node *node) {
    vec_each(const struct ideal_node *, known, nodes)
        if (*known == node) return false;
    vec_push(nodes, node);
    return true;
}

/* Does it, where those do not that were asked for? */
static bool escapes(const struct judging *stored, const struct ideal_node *owner) {
    node_list first = {0};
    struct judging judging = {.asked = stored->asked ? stored->asked : &first,
                              .compilation = stored->compilation,
                              .array_limit = stored->array_limit};
    if (!stored->asked) vec_push(&first, stored->allocation);
    bool does = false;
    if (is_first(judging.asked, owner)) {
        judge_allocation(&judging, owner);
        does = judging.words[ESCAPES].count > 0;
    }
    judging_release(&judging);
    vec_release(&first);
    return does;
}

static void judge_owner(struct judging *judging, const struct ideal_node *owner) {
    if (!is_left_of(&judging->compilation->scheduled, owner)) return;
    if (escapes(judging, owner))
        add_word(judging, ESCAPES, "stored into an object that escapes");
    else
        add_word(judging, NOT_REPLACED, "stored into an object that is not replaced");
}

/* The object is stored where [address] says. */
static void judge_store(struct judging *judging, const struct ideal_node *store) {
    const struct ideal_graph *graph = &judging->compilation->judged;
    const struct ideal_node *address = ideal_input(graph, store, IN_ADDRESS);
    const struct ideal_node *object = object_of(graph, address),
                            *base = ideal_input(graph, address, IN_BASE);
    if (!object || is_named(object, "Phi"))
        add_word(judging, UNCLEAR, "stored into one of several objects");
    else if (is_allocation(object))
        judge_owner(judging, object);
    else if (is_named(object, "ConP") && strstr(object->spec, "java/lang/Class"))
        add_word(judging, ESCAPES, "stored into a static field");
    else if ((base && begins(base->type, "ary")) || strstr(store->spec, "[int:"))
        add_word(judging, ESCAPES, "stored into an array");
    else
        add_word(judging, ESCAPES, "stored into an object");
}

/* "void ( int, A:NotNull * ) C=1.0": two. False where the text is cut off before the last. */
static bool count_arguments(const char *spec, int *count) {
    const char *at = strstr(spec, "( "), *end = at ? strstr(at, " )") : NULL;
    *count = !at || end == at + 2 ? 0 : 1;
    for (; at && *at && at != end; at++) *count += begins(at, ", ");
    return end != NULL;
}

/* Behind its arguments a call has what the interpreter would need, if compiled code were left there. */
static void judge_call(struct judging *judging, const struct ideal_node *call, int input) {
    struct strbuf word = STRBUF_INIT;
    int count;
    bool is_whole = count_arguments(call->spec, &count);
    bool is_argument = input < IN_FIRST_ARGUMENT + count;
    if (input < IN_FIRST_ARGUMENT || strstr(call->spec, "uncommon_trap")) return;
    strbuf_addf(&word, "argument of %s", call->name);
    if (is_argument) add_word(judging, ESCAPES, strbuf_text(&word));
    judging->may_escape |= !is_argument && !is_whole;
    strbuf_release(&word);
}

static void judge(struct judging *judging, const struct ideal_node *object);

static void judge_field(struct judging *judging, const struct ideal_node *address) {
    const struct ideal_graph *graph = &judging->compilation->judged;
    if (!is_first(&judging->seen, address)) return;
    const struct ideal_node *offset = ideal_input(graph, address, IN_OFFSET);
    if (offset && !is_named(offset, "ConL") && !is_named(offset, "ConI"))
        add_word(judging, NOT_REPLACED, "AddP with an index that is not constant");
    vec_each(const struct ideal_edge, edge, &graph->edges) {
        const struct ideal_node *user =
            edge->from == address->id ? ideal_node_of(graph, edge->to) : NULL;
        if (is_named(user, "AddP")) judge_field(judging, user);
        if (user && begins(user->name, "Call")) judge_call(judging, user, edge->index);
    }
}

static void judge_merge(struct judging *judging, const struct ideal_node *phi) {
    const struct ideal_graph *graph = &judging->compilation->judged;
    const struct ideal_node *region = ideal_input(graph, phi, 0);
    bool is_of_loop = region && strstr(region->name, "Loop");
    add_word(judging, NOT_REPLACED, is_of_loop ? "Phi of a loop" : "Phi");
    if (judging->goes_beyond) judge(judging, phi);
}

static void judge_use(struct judging *judging, const struct ideal_node *user, int input) {
    if (begins(user->name, "Store") || begins(user->name, "CompareAnd") ||
        begins(user->name, "GetAndSet") || begins(user->name, "WeakCompareAnd")) {
        if (input >= IN_VALUE) judge_store(judging, user);
    } else if (begins(user->name, "Call")) {
        judge_call(judging, user, input);
    } else if (is_named(user, "AddP")) {
        judge_field(judging, user);
    } else if (is_named(user, "Phi")) {
        judge_merge(judging, user);
    } else {
        enum use use = use_of(user);
        if (use == USE_IS) judge(judging, user);
        if (use == USE_ESCAPES) add_word(judging, ESCAPES, user->name);
        if (use == USE_UNKNOWN) add_word(judging, UNCLEAR, user->name);
    }
}

/* All uses of the node's value, and of what has the same object. */
static void judge(struct judging *judging, const struct ideal_node *object) {
    const struct ideal_graph *graph = &judging->compilation->judged;
    if (!is_first(&judging->seen, object)) return;
    vec_each(const struct ideal_edge, edge, &graph->edges) {
        if (edge->from != object->id) continue;
        const struct ideal_node *user = ideal_node_of(graph, edge->to);
        if (user) judge_use(judging, user, edge->index);
    }
}

static void judge_length(struct judging *judging, const struct ideal_node *allocation) {
    const struct ideal_node *length =
        ideal_input(&judging->compilation->judged, allocation, IN_LENGTH);
    if (!is_named(allocation, "AllocateArray") || !length) return;
    if (!is_named(length, "ConI"))
        add_word(judging, NOT_REPLACED, "AllocateArray of a length that is not constant");
    else if (strstr(length->spec, "#int:") &&
             atol(strstr(length->spec, "#int:") + 5) > judging->array_limit)
        add_word(judging, NOT_REPLACED, "AllocateArray above EliminateAllocationArraySizeLimit");
}

static void judge_uses(struct judging *judging, const struct ideal_node *allocation) {
    const struct ideal_graph *graph = &judging->compilation->judged;
    vec_clear(&judging->seen);
    vec_each(const struct ideal_edge, edge, &graph->edges) {
        const struct ideal_node *user =
            edge->from == allocation->id ? ideal_node_of(graph, edge->to) : NULL;
        if (is_named(user, "Proj") && begins(user->spec, "#5")) judge(judging, user);
    }
}

static void judge_allocation(struct judging *judging, const struct ideal_node *allocation) {
    judging->allocation = allocation;
    judging->goes_beyond = false;
    judge_length(judging, allocation);
    judge_uses(judging, allocation);
    judging->goes_beyond = true;
    judge_uses(judging, allocation);
}

/* --- decisions --- */

/* "precise klass a/b/C: 0x00007f…:Constant:exact *"; a hidden class is a/b/C+0x… */
static char *class_of(const struct ideal_graph *graph, const struct ideal_node *allocation) {
    enum { IN_CLASS = 6 };
    static const char mark[] = "precise klass ";
    const struct ideal_node *class = ideal_input(graph, allocation, IN_CLASS);
    const char *at = class ? strstr(class->spec, mark) : NULL;
    if (!at) return NULL;
    at += sizeof mark - 1;
    struct strbuf name = STRBUF_INIT, whole = STRBUF_INIT;
    for (; *at && *at != ':'; at++)
        strbuf_add_char(&name, *at == '/' ? '.' : *at == '+' ? '/' : *at);
    add_hidden_names(&whole, strbuf_text(&name));
    strbuf_release(&name);
    return strbuf_detach(&whole);
}

static void add_decision(struct log_task *task, const struct log_places *at, const char *subject,
                         const char *reason, double frequency) {
    struct log_decision decision = {.kind = LOG_KEPT,
                                    .subject = memory_duplicate(subject),
                                    .reason = reason ? memory_duplicate(reason) : NULL,
                                    .count = -1,
                                    .frequency = frequency};
    log_places_add_all(&decision.at, at);
    vec_push(&task->decisions, decision);
}

/* One for each reason; what is expected of the place is told once. */
static void add_decisions(struct log_task *task, const struct log_places *at, const char *subject,
                          const struct judging *judging, double frequency) {
    const word_list *words = judging->words;
    while (words < judging->words + UNCLEAR && !words->count && !judging->may_escape) words++;
    if (!words->count) add_decision(task, at, subject, NULL, frequency);
    for (uint32_t i = 0; i < words->count; i++)
        add_decision(task, at, subject, words->items[i], i ? 0 : frequency);
}

static void add_kept_at(struct log_task *task, const struct ideal_compilation *compilation,
                        const struct ideal_node *left, double frequency, long array_limit) {
    struct log_places at;
    struct judging judging = {.compilation = compilation, .array_limit = array_limit};
    char *subject = NULL;
    if (!find_places(task, left, &at)) return;
    vec_each(const struct ideal_node, node, &compilation->judged.nodes) {
        if (!is_allocation(node) || !are_same(node, left)) continue;
        judge_allocation(&judging, node);
        if (!subject) subject = class_of(&compilation->judged, node);
    }
    if (subject) add_decisions(task, &at, subject, &judging, frequency);
    judging_release(&judging);
    memory_free(subject);
    log_places_release(&at);
}

static bool is_first_of_place(const struct ideal_graph *scheduled, const struct ideal_node *left) {
    for (const struct ideal_node *node = scheduled->nodes.items; node < left; node++)
        if (is_left(node) && are_same(node, left)) return false;
    return true;
}

void add_kept(struct log_task *task, const struct ideal_compilation *compilation,
              long array_limit) {
    const struct ideal_graph *scheduled = &compilation->scheduled;
    vec_each(const struct ideal_node, left, &scheduled->nodes) {
        if (!is_left(left) || !is_first_of_place(scheduled, left)) continue;
        double frequency = 0; /* of all copies */
        for (const struct ideal_node *node = left; node < left_end && frequency >= 0; node++) {
            if (!is_left(node) || !are_same(node, left)) continue;
            double one = frequency_of(scheduled, node);
            frequency = one < 0 ? -1 : frequency + one;
        }
        add_kept_at(task, compilation, left, frequency, array_limit);
    }
}

/* --- calls --- */

static bool is_call_of_java(const struct ideal_node *node) {
    return (begins(node->name, "CallStaticJava") || begins(node->name, "CallDynamicJava")) &&
           !strstr(node->spec, "wrapper for:");
}

/* The one decision that a call is left at the place; NULL: there is none, or there are several. */
static struct log_decision *call_left_at(struct log_task *task, const struct log_places *at) {
    struct log_decision *found = NULL;
    vec_each(struct log_decision, decision, &task->decisions) {
        bool is_left_call = decision->kind == LOG_NOT_INLINED || decision->kind == LOG_VIRTUAL;
        if (!is_left_call || !log_places_equal(&decision->at, at)) continue;
        if (found) return NULL;
        found = decision;
    }
    return found;
}

void add_expected_calls(struct log_task *task, const struct ideal_graph *scheduled) {
    vec_each(const struct ideal_node, node, &scheduled->nodes) {
        struct log_places at;
        double frequency = for_each_call(scheduled, node->frequency);
        if (frequency < 0 || !is_call_of_java(node) || !find_places(task, node, &at)) continue;
        struct log_decision *decision = call_left_at(task, &at);
        if (decision)
            decision->frequency = frequency + (decision->frequency < 0 ? 0 : decision->frequency);
        log_places_release(&at);
    }
}
