/* The classes, fields and methods that a graph mentions, as declarations that the parser reads. */
#include <stdlib.h>

#include "base/intern.h"
#include "ir/print.h"
#include "ir/words.h"

struct mentioned {
    struct printing *p;
    VEC(struct meta_class *) classes; /* superclasses come first */
    VEC(struct meta_method *) methods;
};

static bool is_root(const struct meta_class *class) {
    return class->name == intern("java.lang.Object");
}

static void mention_class(struct mentioned *m, struct meta_class *class) {
    if (!class) return;
    if (class->is_array) {
        mention_class(m, class->element_class);
        return;
    }
    if (is_root(class)) return;
    vec_each(struct meta_class *, known, &m->classes) {
        if (*known == class) return;
    }
    mention_class(m, class->super);
    vec_each(struct meta_class *, super, &class->supertypes) {
        if (*super != class && (*super)->is_interface) mention_class(m, *super);
    }
    arena_vec_push(&m->p->arena, &m->classes, class);
}

/* May be mentioned before they are declared: field types. */
static void mention_field_types(struct mentioned *m) {
    for (uint32_t i = 0; i < m->classes.count; i++) {
        struct meta_class *class = m->classes.items[i];
        vec_each(struct meta_field *, field, &class->fields) {
            if ((*field)->class == class) mention_class(m, (*field)->type_class);
        }
        vec_each(struct meta_field *, field, &class->statics) {
            mention_class(m, (*field)->type_class);
        }
    }
}

static void mention_method(struct mentioned *m, struct meta_method *method) {
    if (!method) return;
    mention_class(m, method->class);
    vec_each(struct meta_method *, known, &m->methods) {
        if (*known == method) return;
    }
    arena_vec_push(&m->p->arena, &m->methods, method);
}

static void mention_node(struct mentioned *m, const struct node *node) {
    enum node_extra_kind extra = node_kind_extra(node->kind);
    if (extra == EXTRA_class) mention_class(m, node->extra.class);
    if (extra == EXTRA_field) mention_class(m, node->extra.field->class);
    if (extra == EXTRA_virtual) mention_class(m, node->extra.virtual_object.class);
    if (extra == EXTRA_state) mention_method(m, node->extra.state->method);
    if (extra == EXTRA_call) {
        mention_method(m, node->extra.call.method);
        mention_class(m, node->extra.call.profiled_class);
        mention_class(m, node->extra.call.other_class);
    }
}

static void print_field(struct strbuf *out, const struct meta_field *field, const char *separator) {
    strbuf_addf(out, "%s%s%s%s", separator, field->is_static ? "static " : "",
                field->is_final ? "final " : "", field->is_volatile ? "volatile " : "");
    strbuf_addf(out, "%s %s",
                field->type_class ? field->type_class->name : java_type_words[field->type],
                field->name);
}

static int compare_names(const void *a, const void *b) {
    return strcmp((*(struct meta_class *const *)a)->name, (*(struct meta_class *const *)b)->name);
}

static void print_interfaces(struct mentioned *m, const struct meta_class *class) {
    VEC(struct meta_class *) interfaces = {0};
    vec_each(struct meta_class *, super, &class->supertypes) {
        if (*super == class || !(*super)->is_interface) continue;
        if (class->super && meta_is_subtype(class->super, *super)) continue;
        arena_vec_push(&m->p->arena, &interfaces, *super);
    }
    if (interfaces.count == 0) return;
    qsort(interfaces.items, interfaces.count, sizeof *interfaces.items, compare_names);
    const char *separator = " implements ";
    vec_each(struct meta_class *, interface, &interfaces) {
        strbuf_addf(m->p->out, "%s%s", separator, (*interface)->name);
        separator = ", ";
    }
}

static void print_class(struct mentioned *m, const struct meta_class *class) {
    struct strbuf *out = m->p->out;
    strbuf_addf(out, "%s%s%s%s%s", class->is_abstract ? "abstract " : "",
                class->is_final ? "final " : "", class->is_initialized ? "" : "uninitialized ",
                class->is_interface ? "interface " : "class ", class->name);
    if (class->super && !is_root(class->super)) strbuf_addf(out, " extends %s", class->super->name);
    print_interfaces(m, class);
    const char *separator = " { ";
    vec_each(struct meta_field *, field, &class->fields) {
        if ((*field)->class != class) continue;
        print_field(out, *field, separator);
        separator = ", ";
    }
    vec_each(struct meta_field *, field, &class->statics) {
        print_field(out, *field, separator);
        separator = ", ";
    }
    strbuf_add_text(out, separator[0] == ',' ? " }\n" : "\n");
}

static void print_method(struct strbuf *out, const struct meta_method *method) {
    strbuf_addf(out, "method %s%s%s%s%s", method->is_static ? "static " : "",
                method->is_final ? "final " : "", method->is_native ? "native " : "",
                method->is_abstract ? "abstract " : "",
                method->is_synchronized ? "synchronized " : "");
    if (method->directives) strbuf_addf(out, "directives %u ", method->directives);
    strbuf_addf(out, "%s\n", method->full_name);
}

void print_declarations(struct printing *p) {
    struct mentioned m = {.p = p};
    mention_method(&m, p->graph->method);
    vec_each(const struct node *, node, &p->nodes) mention_node(&m, *node);
    mention_field_types(&m);
    vec_each(struct meta_class *, class, &m.classes) print_class(&m, *class);
    vec_each(struct meta_method *, method, &m.methods) print_method(p->out, *method);
}
