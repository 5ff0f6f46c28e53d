/* RESOLVE: the method that a call means (JLS 15.12.2): of those that are applicable, first without
 * boxing, then with it, then with variable arity, the most specific one. */
#include <string.h>

#include "base/intern.h"
#include "frontend/attribute.h"
#include "frontend/inference.h"

enum call_phase { PHASE_STRICT, PHASE_LOOSE, PHASE_VARIABLE, PHASE_COUNT };

/* A method with its types as the call sees them. */
struct call_candidate {
    struct method_symbol *method;
    struct type_list parameters, variables, type_parameters;
};

void attribute_arguments(struct attribution *at, struct expression *call) {
    for (uint32_t i = 0; i < call->arguments.count; i++)
        attribute_argument(at, call->arguments.items[i]);
}

static const char *argument_text(struct compiler *compiler, const struct expression *argument) {
    if (argument->kind == EXPRESSION_LAMBDA) return "lambda";
    if (argument->kind == EXPRESSION_REFERENCE) return "method reference";
    if (!argument->type) return "conditional";
    return type_text(compiler, argument->type);
}

const char *arguments_text(struct compiler *compiler, const struct expression *call) {
    const char *text = "";
    for (uint32_t i = 0; i < call->arguments.count; i++)
        text = arena_format(compiler->arena, "%s%s%s", text, i ? "," : "",
                            argument_text(compiler, call->arguments.items[i]));
    return text;
}

/* ---- candidates */

static bool is_hidden(struct compiler *compiler, struct class_symbol *class,
                      const struct method_list *found, const struct method_symbol *method) {
    for (uint32_t i = 0; i < found->count; i++) {
        const struct method_symbol *other = found->items[i];
        if (other == method) return true;
        if (!same_parameters(compiler, class, other, method)) continue;
        /* A class's own or inherited method comes before an interface's abstract one. */
        if (class_is_subclass(other->owner, method->owner)) return true;
        if (!symbol_is_interface(other->owner) && symbol_is_interface(method->owner)) return true;
    }
    return false;
}

static void collect_methods(struct attribution *at, struct class_symbol *class, const char *name,
                            struct method_list *found) {
    struct class_list all = class_supertypes(at->compiler, class);
    for (uint32_t i = 0; i < all.count; i++) {
        struct class_symbol *owner = all.items[i];
        struct method_symbol *method = class_first_method(owner, name);
        for (; method; method = method->next_of_name) {
            bool is_foreign_static =
                method->access & ACC_STATIC && symbol_is_interface(owner) && owner != class;
            if (!is_foreign_static && !is_hidden(at->compiler, class, found, method))
                arena_vec_push(at->compiler->arena, found, method);
        }
    }
}

struct method_list find_methods(struct attribution *at, struct class_symbol *class,
                                const char *name) {
    struct method_list found = {0};
    if (*name == '<') {
        class_load_members(at->compiler, class);
        struct method_symbol *method = class_first_method(class, name);
        for (; method; method = method->next_of_name)
            arena_vec_push(at->compiler->arena, &found, method);
    } else {
        collect_methods(at, class, name, &found);
    }
    return found;
}

/* ---- applicability */

static bool is_diamond(const struct expression *call) {
    return call->kind == EXPRESSION_NEW && call->syntax->is_diamond;
}

/* The types of the method's members through the site; for a diamond those of the class are inferred
 * too. */
static struct call_candidate candidate_of(struct attribution *at, const struct expression *call,
                                          struct type *site, struct method_symbol *method) {
    struct compiler *compiler = at->compiler;
    struct call_candidate candidate = {.method = method};
    if (is_diamond(call))
        for (uint32_t i = 0; i < method->owner->parameters.count; i++)
            arena_vec_push(compiler->arena, &candidate.type_parameters,
                           method->owner->parameters.items[i]);
    for (uint32_t i = 0; i < method->type_parameters.count; i++)
        arena_vec_push(compiler->arena, &candidate.type_parameters,
                       method->type_parameters.items[i]);
    candidate.parameters = method->parameters;
    if (!is_diamond(call) && method->owner->parameters.count && !(method->access & ACC_STATIC)) {
        candidate.parameters = (struct type_list){0};
        for (uint32_t i = 0; i < method->parameters.count; i++) {
            struct type *type =
                type_of_member(compiler, site, method->owner, method->parameters.items[i]);
            arena_vec_push(compiler->arena, &candidate.parameters, type);
        }
    }
    if (candidate.type_parameters.count == 0) return candidate;
    if (call->type_arguments.count == candidate.type_parameters.count) {
        for (uint32_t i = 0; i < call->type_arguments.count; i++) {
            struct type *type =
                resolve_type(compiler, attribution_scope(at), call->type_arguments.items[i]);
            arena_vec_push(compiler->arena, &candidate.variables, type);
        }
    } else {
        candidate.variables = inference_variables(compiler, &candidate.type_parameters);
    }
    candidate.parameters = types_substitute(compiler, &candidate.parameters,
                                            &candidate.type_parameters, &candidate.variables);
    return candidate;
}

/* The parameter that takes the argument; the last one's elements in the third phase. */
static struct type *parameter_for(const struct call_candidate *candidate, uint32_t argument,
                                  enum call_phase phase) {
    uint32_t last = candidate->parameters.count - 1;
    if (phase != PHASE_VARIABLE || argument < last) return candidate->parameters.items[argument];
    return candidate->parameters.items[last]->element;
}

static bool has_arity(const struct method_symbol *method, const struct expression *call,
                      enum call_phase phase) {
    uint32_t count = method->parameters.count, given = call->arguments.count;
    if (phase != PHASE_VARIABLE) return count == given;
    return method->is_variable_arity && given + 1 >= count;
}

static bool is_applicable_candidate(struct attribution *at, const struct call_candidate *candidate,
                                    const struct expression *call, enum call_phase phase,
                                    bool *is_unchecked) {
    for (uint32_t i = 0; i < call->arguments.count; i++)
        if (!is_applicable(at, call->arguments.items[i], parameter_for(candidate, i, phase),
                           phase != PHASE_STRICT, is_unchecked))
            return false;
    return true;
}

static bool is_applicable_method(struct attribution *at, const struct expression *call,
                                 struct type *site, struct method_symbol *method,
                                 enum call_phase phase) {
    if (!has_arity(method, call, phase)) return false;
    uint32_t mark = inference_mark(at->compiler);
    bool is_unchecked = false;
    struct call_candidate candidate = candidate_of(at, call, site, method);
    bool is = is_applicable_candidate(at, &candidate, call, phase, &is_unchecked);
    inference_undo(at->compiler, mark);
    return is;
}

bool is_applicable_by_any_phase(struct attribution *at, const struct expression *call,
                                struct type *site, struct method_symbol *method) {
    for (enum call_phase phase = PHASE_LOOSE; phase < PHASE_COUNT; phase++)
        if (is_applicable_method(at, call, site, method, phase)) return true;
    return false;
}

/* ---- the most specific one (JLS 15.12.2.5) */

/* Of two functional interfaces for a lambda: by what the methods return. */
static bool is_function_more_specific(struct attribution *at, const struct expression *argument,
                                      struct type *a, struct type *b) {
    struct function_type of_a, of_b;
    if (!is_lambda(argument)) return false;
    if (!function_type_of(at->compiler, a, &of_a) || !function_type_of(at->compiler, b, &of_b))
        return false;
    if (of_a.parameters.count != of_b.parameters.count) return false;
    if (of_b.result->kind == KIND_VOID) return true;
    if (of_a.result->kind == KIND_VOID) return false;
    const struct lambda *lambda = argument->lambda;
    bool is_primitive = type_is_primitive(of_a.result);
    if (is_primitive != type_is_primitive(of_b.result)) {
        const struct expression *body = lambda->expression;
        bool is_reference = body && (body->kind == EXPRESSION_NEW ||
                                     (body->kind == EXPRESSION_LITERAL && !body->constant));
        return is_primitive != is_reference;
    }
    return type_is_subtype(at->compiler, of_a.result, of_b.result);
}

static bool is_more_specific(struct attribution *at, const struct expression *call,
                             struct type *site, struct method_symbol *a, struct method_symbol *b,
                             enum call_phase phase) {
    struct compiler *compiler = at->compiler;
    uint32_t mark = inference_mark(compiler), count = call->arguments.count;
    struct call_candidate of_b = candidate_of(at, call, site, b), of_a = {.method = a};
    for (uint32_t i = 0; i < a->parameters.count; i++) {
        struct type *type = a->parameters.items[i];
        if (!is_diamond(call)) type = type_of_member(compiler, site, a->owner, type);
        arena_vec_push(compiler->arena, &of_a.parameters, type);
    }
    if (phase == PHASE_VARIABLE && count < a->parameters.count) count = a->parameters.count;
    if (phase == PHASE_VARIABLE && count < b->parameters.count) count = b->parameters.count;
    bool is = true;
    for (uint32_t i = 0; i < count && is; i++) {
        struct type *from = parameter_for(&of_a, i, phase), *to = parameter_for(&of_b, i, phase);
        is = type_is_subtype(compiler, from, to) ||
             (i < call->arguments.count &&
              is_function_more_specific(at, call->arguments.items[i], from, to));
    }
    inference_undo(compiler, mark);
    return is;
}

/* Of two with the same parameters: one with a body, else the one with the narrower result. */
static bool is_preferred(struct compiler *compiler, const struct method_symbol *a,
                         const struct method_symbol *b) {
    bool is_a_abstract = a->access & ACC_ABSTRACT, is_b_abstract = b->access & ACC_ABSTRACT;
    if (is_a_abstract != is_b_abstract) return is_b_abstract;
    return a->result != b->result && type_is_reference(a->result) &&
           type_is_subtype(compiler, type_erasure(compiler, a->result),
                           type_erasure(compiler, b->result));
}

/* NULL when ambiguous. */
static struct method_symbol *most_specific(struct attribution *at, const struct expression *call,
                                           struct type *site, const struct method_list *methods,
                                           enum call_phase phase) {
    struct method_symbol *best = NULL;
    if (methods->count == 1) return methods->items[0];
    for (uint32_t i = 0; i < methods->count; i++) {
        struct method_symbol *method = methods->items[i];
        bool is_best = true;
        for (uint32_t j = 0; j < methods->count && is_best; j++)
            is_best = i == j || is_more_specific(at, call, site, method, methods->items[j], phase);
        if (is_best && (!best || is_preferred(at->compiler, method, best))) best = method;
    }
    return best;
}

/* ---- errors */

static _Noreturn void fail_ambiguous(struct attribution *at, const struct expression *call,
                                     const struct method_list *methods) {
    const struct method_symbol *a = methods->items[0], *b = methods->items[1];
    compile_error(
        at->compiler, call->place, "reference to %s is ambiguous; both %s in %s and %s in %s match",
        *call->name == '<' ? a->owner->simple_name : call->name, method_text(at->compiler, a),
        a->owner->simple_name, method_text(at->compiler, b), b->owner->simple_name);
}

static _Noreturn void fail_inapplicable(struct attribution *at, const struct expression *call,
                                        const struct method_symbol *method, bool same_count) {
    struct compiler *compiler = at->compiler;
    bool is_constructor = *method->name == '<';
    const char *required = types_text(compiler, &method->parameters);
    const char *found = arguments_text(compiler, call);
    const char *word = symbol_is_interface(method->owner) ? "interface"
                       : method->owner->access & ACC_ENUM ? "enum"
                                                          : "class";
    const struct type *owner = method->owner->this_type;
    compile_error(compiler, call->place,
                  "%s %s in %s %s cannot be applied to given types; required: %s; found: %s; "
                  "reason: %s",
                  is_constructor ? "constructor" : "method",
                  is_constructor ? method->owner->simple_name : method->name, word,
                  type_text(compiler, owner), *required ? required : "no arguments",
                  *found ? found : "no arguments",
                  same_count ? "argument mismatch"
                             : "actual and formal argument lists differ in length");
}

/* Reports an argument that the method does not take. */
static void check_arguments(struct attribution *at, const struct expression *call,
                            struct type *site, struct method_symbol *method) {
    struct call_candidate candidate = candidate_of(at, call, site, method);
    bool is_unchecked = false;
    for (uint32_t i = 0; i < call->arguments.count; i++) {
        const struct expression *argument = call->arguments.items[i];
        struct type *parameter = parameter_for(&candidate, i, PHASE_LOOSE);
        uint32_t mark = inference_mark(at->compiler);
        if (is_applicable(at, argument, parameter, true, &is_unchecked)) continue;
        inference_undo(at->compiler, mark);
        if (argument->kind == EXPRESSION_LAMBDA)
            compile_error(at->compiler, argument->place,
                          "incompatible types: incompatible parameter types in lambda expression");
        if (!argument->type)
            compile_error(at->compiler, argument->place,
                          "incompatible types: invalid method reference");
        fail_conversion(at, argument->place, argument->type, parameter);
    }
}

/* javac reports a wrong argument at the argument when only one method has as many parameters. */
static _Noreturn void fail_unresolved(struct attribution *at, const struct expression *call,
                                      struct type *site, const struct method_list *methods) {
    struct compiler *compiler = at->compiler;
    struct method_symbol *same_count = NULL;
    uint32_t same_counts = 0;
    for (uint32_t i = 0; i < methods->count; i++)
        if (has_arity(methods->items[i], call, PHASE_LOOSE) ||
            has_arity(methods->items[i], call, PHASE_VARIABLE))
            same_count = methods->items[i], same_counts++;
    bool is_plain = same_counts == 1 && !same_count->is_variable_arity;
    if (is_plain && !same_count->type_parameters.count) check_arguments(at, call, site, same_count);
    if (methods->count == 1) fail_inapplicable(at, call, methods->items[0], same_counts == 1);
    bool is_constructor = *call->name == '<';
    const char *found = arguments_text(compiler, call);
    compile_error(compiler, call->place, "no suitable %s found for %s(%s)",
                  is_constructor ? "constructor" : "method",
                  is_constructor ? methods->items[0]->owner->simple_name : call->name,
                  *found ? found : "no arguments");
}

_Noreturn void fail_method_access(struct attribution *at, const struct expression *call,
                                  const struct method_symbol *method) {
    const char *text = method_text(at->compiler, method);
    if (method->access & (ACC_PRIVATE | ACC_PROTECTED))
        compile_error(at->compiler, call->place, "%s has %s access in %s", text,
                      method->access & ACC_PRIVATE ? "private" : "protected",
                      method->owner->simple_name);
    compile_error(at->compiler, call->place,
                  "%s is not public in %s; cannot be accessed from outside package", text,
                  method->owner->simple_name);
}

/* ---- the choice */

/* An anonymous class inherits from what it calls. */
static bool is_accessible(const struct attribution *at, const struct expression *call,
                          struct type *site, const struct method_symbol *method, bool is_super) {
    if (call->kind == EXPRESSION_NEW && call->body && method->access & ACC_PROTECTED) return true;
    const struct class_symbol *class = type_member_class(at->compiler, site);
    return member_is_accessible(at, class, method->owner, method->access, is_super);
}

static struct method_symbol *choose(struct attribution *at, const struct expression *call,
                                    const struct method_list *named, struct type *site,
                                    bool is_super, enum call_phase *phase) {
    struct method_list accessible = {0};
    struct method_symbol *inaccessible = NULL;
    for (uint32_t i = 0; i < named->count; i++) {
        struct method_symbol *method = named->items[i];
        if (is_accessible(at, call, site, method, is_super))
            arena_vec_push(at->compiler->arena, &accessible, method);
        else if (is_applicable_method(at, call, site, method, PHASE_LOOSE))
            inaccessible = method;
    }
    for (*phase = PHASE_STRICT; *phase < PHASE_COUNT; (*phase)++) {
        struct method_list applicable = {0};
        for (uint32_t i = 0; i < accessible.count; i++)
            if (is_applicable_method(at, call, site, accessible.items[i], *phase))
                arena_vec_push(at->compiler->arena, &applicable, accessible.items[i]);
        if (applicable.count == 0) continue;
        struct method_symbol *method = most_specific(at, call, site, &applicable, *phase);
        if (!method) fail_ambiguous(at, call, &applicable);
        return method;
    }
    if (accessible.count == 0 && inaccessible) fail_method_access(at, call, inaccessible);
    fail_unresolved(at, call, site, accessible.count ? &accessible : named);
}

/* The type of the call: of a diamond the class's. */
static struct type *result_type(struct attribution *at, const struct expression *call,
                                struct type *site, const struct call_candidate *candidate,
                                bool is_unchecked) {
    struct compiler *compiler = at->compiler;
    struct method_symbol *method = candidate->method;
    struct type *type = method->result;
    if (is_diamond(call)) {
        type = method->owner->this_type;
    } else if (call->kind == EXPRESSION_NEW) {
        return site;
    } else if (!(method->access & ACC_STATIC)) {
        type = type_of_member(compiler, site, method->owner, type);
    }
    bool is_get_class = strcmp(method->name, "getClass") == 0 && method->parameters.count == 0;
    if (is_get_class && type->kind == KIND_CLASS && type->class->parameters.count == 1) {
        struct type *argument =
            type_wildcard(compiler, WILDCARD_EXTENDS, type_erasure(compiler, site));
        struct type_list arguments = {&argument, 1, 1};
        return type_parameterized(compiler, type->class, &arguments);
    }
    type = type_substitute(compiler, type, &candidate->type_parameters, &candidate->variables);
    return is_unchecked && candidate->type_parameters.count ? type_erasure(compiler, type) : type;
}

static void add_thrown(struct attribution *at, struct expression *call, struct type *site,
                       const struct call_candidate *candidate) {
    struct compiler *compiler = at->compiler;
    const struct method_symbol *method = candidate->method;
    call->thrown = (struct type_list){0};
    for (uint32_t i = 0; i < method->exceptions.count; i++) {
        struct type *type =
            type_of_member(compiler, site, method->owner, method->exceptions.items[i]);
        type = type_substitute(compiler, type, &candidate->type_parameters, &candidate->variables);
        if (type->kind == KIND_INFERENCE) type->inference->is_thrown = true;
        arena_vec_push(compiler->arena, &call->thrown, type);
    }
}

bool resolve_call(struct attribution *at, struct expression *call, const struct method_list *named,
                  struct type *site, bool is_super) {
    enum call_phase phase;
    if (named->count == 0) return false;
    struct method_symbol *method = choose(at, call, named, site, is_super, &phase);
    struct call_candidate candidate = candidate_of(at, call, site, method);
    bool is_unchecked = false;
    call->method = method;
    call->is_variable_arity = phase == PHASE_VARIABLE;
    if (candidate.type_parameters.count && !call->type_arguments.count)
        call->variables = candidate.variables;
    for (uint32_t i = 0; i < call->arguments.count; i++) {
        struct expression *argument = call->arguments.items[i];
        struct type *parameter = parameter_for(&candidate, i, phase);
        is_applicable(at, argument, parameter, true, &is_unchecked);
        attribute_accepted(at, argument, parameter);
    }
    call->element_type = call->is_variable_arity ? vec_last(&candidate.parameters)->element : NULL;
    call->type = result_type(at, call, site, &candidate, is_unchecked);
    add_thrown(at, call, site, &candidate);
    if (call->variables.count) attribute_pending(at, call, NULL);
    return true;
}
