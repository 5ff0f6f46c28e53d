/* Words of decisions and their reasons, and names with their places. */
#include "harness/e_read.h"

#include <string.h>

#include "event/event.h"
#include "harness/decided.h"

bool read_word(struct spec_reader *reader, const struct yaml_node *node,
               const struct assertion *assertion, const char **out) {
    VEC(const char *) words = {0};
    const char *word, *meaning;
    if (!node) return true;
    for (unsigned i = 0; assertion_word(assertion, i, &word, &meaning); i++) {
        if (strcmp(word, node->text) == 0) *out = word;
        arena_vec_push(reader->arena, &words, word);
    }
    return *out || unknown_error(reader->diag, node->place, "decision", node->text, words.items,
                                 words.count);
}

/* May one of these kinds of decisions have the reason? */
static bool is_reason_of(unsigned decisions, enum reason reason) {
    for (int kind = 0; kind < EVENT_DECISION_COUNT; kind++)
        if (decisions >> decided_by((enum event_kind)kind) & 1 &&
            reason_is_of(reason, (enum event_kind)kind))
            return true;
    return false;
}

/* A reason that the decision asked for never has would make the expectation red whatever the
 * compiler does, or green where it only narrows a count. [what]: the decision or the kind. */
static bool check_reason(struct spec_reader *reader, const struct yaml_node *node,
                         const struct expectation *expectation, const char *what,
                         enum reason reason) {
    struct strbuf all = STRBUF_INIT;
    unsigned decisions = expectation_reasoned(expectation);
    if (is_reason_of(decisions, reason)) return true;
    for (int i = 1; i < REASON_COUNT; i++)
        if (is_reason_of(decisions, (enum reason)i))
            strbuf_addf(&all, "%s%s",
                        all.length ? ", " : "; there are: ", reason_name((enum reason)i));
    diag_error(reader->diag, node->place, "'%s' is not a reason for '%s'%s", node->text, what,
               all.length ? strbuf_text(&all) : ", which has none");
    strbuf_release(&all);
    return false;
}

bool read_reason(struct spec_reader *reader, const struct yaml_node *node,
                 const struct expectation *expectation, const char *what, const char **because) {
    const char *names[REASON_COUNT];
    enum reason reason;
    if (!node) return true;
    if (reason_of_name(node->text, &reason) && reason != REASON_none) {
        *because = reason_name(reason);
        return check_reason(reader, node, expectation, what, reason);
    }
    for (int i = 1; i < REASON_COUNT; i++) names[i - 1] = reason_name((enum reason)i);
    if (!diag_nearest(node->text, names, REASON_COUNT - 1))
        return diag_error(reader->diag, node->place,
                          "unknown reason '%s'; `jittest list reasons` lists them", node->text);
    return unknown_error(reader->diag, node->place, "reason", node->text, names, REASON_COUNT - 1);
}

struct place spec_place_of(const struct spec_expectation *expectation, const char *name) {
    vec_each(struct spec_text, known, &expectation->names) {
        if (known->text == name) return known->place;
    }
    return expectation->place;
}

const char *name_at(struct spec_reader *reader, struct spec_expectation *out, const char *name,
                    struct place place) {
    arena_vec_push(reader->arena, &out->names, ((struct spec_text){name, place}));
    return name;
}

const char *name_of(struct spec_reader *reader, struct spec_expectation *out,
                    const struct yaml_node *node) {
    return node ? name_at(reader, out, node->text, node->place) : NULL;
}
