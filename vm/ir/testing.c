/* The life of one graph test. */
#include "ir/testing.h"

#include "base/die.h"
#include "base/intern.h"

static void receive(void *context, const struct event *event) {
    struct graph_test *test = context;
    vec_push(&test->events, *event);
}

static bool compute_flow(struct graph_test *test) {
    if (setjmp(test->compilation.give_up)) return false;
    cfg_compute(test->graph);
    return true;
}

bool graph_test_read(struct graph_test *test, const char *file, const char *text,
                     struct diag *diag) {
    *test = (struct graph_test){0};
    arena_init(&test->arena);
    meta_world_init(&test->world);
    test->sink = (struct event_sink){receive, test};
    test->compilation = (struct compilation){
        .arena = &test->arena,
        .world = &test->world,
        .sink = &test->sink,
        .root = intern("Test.root()V"),
        .number = 1,
    };
    test->graph = graph_parse_named(&test->compilation, file, text, &test->names, diag);
    if (!test->graph) return false;
    if (test->graph->method) test->compilation.root = test->graph->method->full_name;
    test->compilation.graph = test->graph;
    return compute_flow(test) ||
           diag_error(diag, (struct place){file, 0, 0}, "the flow of control is irreducible");
}

void graph_test_begin(struct graph_test *test, const char *text) {
    struct diag diag = DIAG_INIT;
    char message[2048];
    if (!graph_test_read(test, "graph", text, &diag))
        BUG("%s", diag_format(&diag, message, sizeof message));
}

void graph_test_end(struct graph_test *test) {
    vec_release(&test->events);
    meta_world_release(&test->world);
    arena_release(&test->arena);
}

enum reason graph_test_run(struct graph_test *test, void (*step)(struct graph *graph)) {
    if (setjmp(test->compilation.give_up)) return test->compilation.bailout;
    step(test->graph);
    graph_check(test->graph, "the tested step");
    cfg_compute(test->graph);
    return REASON_none;
}

static const struct text_name *find_name(const struct graph_test *test, const char *name) {
    const char *wanted = intern(name);
    vec_each(struct text_name, entry, &test->names.entries) {
        if (entry->name == wanted) return entry;
    }
    BUG("the text has no name '%s'", name);
}

struct node *graph_test_node(const struct graph_test *test, const char *name) {
    struct node *node = find_name(test, name)->node;
    ASSERT(node, "'%s' is a block", name);
    return node;
}

struct block *graph_test_block(const struct graph_test *test, const char *name) {
    struct block *block = find_name(test, name)->block;
    ASSERT(block, "'%s' is a node", name);
    return block;
}

struct meta_class *graph_test_class(struct graph_test *test, const char *name) {
    struct meta_class *class = meta_find_class(&test->world, name);
    ASSERT(class, "the text has no class %s", name);
    return class;
}

int graph_test_events(const struct graph_test *test, enum event_kind kind) {
    int count = 0;
    vec_each(struct event, event, &test->events) count += event->kind == kind;
    return count;
}

int graph_test_events_because(const struct graph_test *test, enum event_kind kind,
                              enum reason reason) {
    int count = 0;
    vec_each(struct event, event, &test->events) {
        count += event->kind == kind && event->reason == reason;
    }
    return count;
}

const struct event *graph_test_event(const struct graph_test *test, enum event_kind kind, int n) {
    vec_each(struct event, event, &test->events) {
        if (event->kind == kind && n-- == 0) return event;
    }
    return NULL;
}

const char *graph_test_text(struct graph_test *test, const struct print_options *options) {
    struct strbuf out = STRBUF_INIT;
    graph_print(test->graph, options, &out);
    const char *text = arena_copy_text(&test->arena, strbuf_text(&out), out.length);
    strbuf_release(&out);
    return text;
}
