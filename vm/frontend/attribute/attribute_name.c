/* ATTRIBUTE NAME: names and selections: variables, types or packages (JLS 6.5, 15.11). */
#include <string.h>

#include "base/intern.h"
#include "classfile/absent.h"
#include "frontend/attribute.h"

static void set_type(struct expression *expression, struct class_symbol *class) {
    expression->names = NAMES_TYPE;
    expression->type = &class->type;
}

/* ---- fields */

static struct variable *find_field_in(struct attribution *at, struct class_symbol *class,
                                      const char *name, struct place place, uint64_t walk) {
    if (!class_visit(class, walk)) return NULL;
    class_load_members(at->compiler, class);
    struct variable *own = class_field(class, name);
    if (own) return own;
    struct variable *found =
        class->super ? find_field_in(at, class->super, name, place, walk) : NULL;
    for (uint32_t i = 0; i < class->interfaces.count; i++) {
        struct variable *other = find_field_in(at, class->interfaces.items[i], name, place, walk);
        if (found && other && found != other)
            compile_error(at->compiler, place, "reference to %s is ambiguous", name);
        if (!found) found = other;
    }
    return found;
}

/* JLS 8.3: its own, else inherited from the super class or an interface. */
static struct variable *find_field(struct attribution *at, struct class_symbol *class,
                                   const char *name, struct place place) {
    return find_field_in(at, class, name, place, class_walk_new());
}

static const char *access_word(uint16_t access) {
    return access & ACC_PRIVATE ? "private" : "protected";
}

static _Noreturn void fail_access(struct attribution *at, const struct variable *field,
                                  struct place place) {
    if (field->access & (ACC_PRIVATE | ACC_PROTECTED))
        compile_error(at->compiler, place, "%s has %s access in %s", field->name,
                      access_word(field->access), field->owner->simple_name);
    compile_error(at->compiler, place,
                  "%s is not public in %s; cannot be accessed from outside package", field->name,
                  field->owner->simple_name);
}

/* [site]: what a field is reached through, or NULL. */
static void set_variable(struct attribution *at, struct expression *expression,
                         struct variable *variable, struct type *site) {
    expression->names = NAMES_VALUE;
    expression->variable = variable;
    expression->type = variable->type;
    if (!variable->owner) {
        expression->constant = variable->constant;
        return;
    }
    struct type *erased = type_erasure(at->compiler, site);
    expression->site =
        class_is_subclass(erased->class, variable->owner) ? erased : &variable->owner->type;
    if (!(variable->access & ACC_STATIC))
        expression->type = type_of_member(at->compiler, site, variable->owner, variable->type);
    bool is_by_name = expression->kind == EXPRESSION_NAME ||
                      (expression->left && expression->left->names == NAMES_TYPE);
    if (is_by_name) expression->constant = variable_constant(at->compiler, variable);
    expression->accessor = accessor_of_variable(at, ACCESS_GET, variable);
}

/* JLS 8.3.3: an initialiser may not read by its simple name a field that follows it. */
static void check_forward_reference(struct attribution *at, const struct expression *name,
                                    const struct variable *field, bool is_target) {
    if (!at->field_order || field->owner != at->class || is_target) return;
    bool is_static = field->access & ACC_STATIC;
    if (is_static != at->is_static || field->order < at->field_order) return;
    compile_error(at->compiler, name->place,
                  field->order == at->field_order ? "self-reference in initializer"
                                                  : "illegal forward reference");
}

static struct variable *find_local(const struct attribution *at, const char *name) {
    for (uint32_t i = at->locals.count; i-- > 0;)
        if (at->locals.items[i]->name == name) return at->locals.items[i];
    return NULL;
}

static void check_static(struct attribution *at, const struct variable *field,
                         const struct class_symbol *class, bool is_static, struct place place) {
    if (field->access & ACC_STATIC) return;
    if (is_static)
        compile_error(at->compiler, place,
                      "non-static variable %s cannot be referenced from a static context",
                      field->name);
    if (at->in_constructor_call && class == at->class)
        compile_error(at->compiler, place,
                      "cannot reference %s before supertype constructor has been called",
                      field->name);
}

/* JLS 7.5.3, 7.5.4 */
static bool attribute_imported(struct attribution *at, struct expression *name) {
    const struct compilation_unit *unit = at->class->unit;
    for (int is_whole = 0; is_whole < 2; is_whole++)
        for (uint32_t i = 0; i < unit->imports.count; i++) {
            const struct import *import = &unit->imports.items[i];
            if (!import->member || !import->class) continue;
            bool fits = is_whole ? strcmp(import->member, "*") == 0 : import->member == name->name;
            struct variable *field =
                fits ? find_field(at, import->class, name->name, name->place) : NULL;
            if (!field || !(field->access & ACC_STATIC) ||
                !member_is_accessible(at, import->class, field->owner, field->access, false))
                continue;
            set_variable(at, name, field, &import->class->type);
            return true;
        }
    return false;
}

/* JLS 6.4.1: from the inside out, the locals of each block before the fields of its class. */
static bool attribute_variable_name(struct attribution *at, struct expression *name,
                                    bool is_target) {
    struct variable *inaccessible = NULL;
    bool is_static = at->is_static;
    const struct attribution *around = at;
    for (struct class_symbol *class = at->class; class; class = class->outer) {
        struct variable *local = around ? find_local(around, name->name) : NULL;
        if (local) {
            if (!local->constant) capture_variable(at, local, name->place);
            set_variable(at, name, local, NULL);
            return true;
        }
        struct variable *field = find_field(at, class, name->name, name->place);
        bool is_accessible =
            field && member_is_accessible(at, class, field->owner, field->access, true);
        if (is_accessible) {
            check_static(at, field, class, is_static, name->place);
            check_forward_reference(at, name, field, is_target);
            if (!(field->access & ACC_STATIC)) capture_this(at);
            name->around = class;
            set_variable(at, name, field, class->this_type);
            return true;
        }
        if (field) inaccessible = field;
        is_static |= !class->is_inner;
        around = class->is_local ? class->site : NULL;
    }
    if (inaccessible) fail_access(at, inaccessible, name->place);
    return attribute_imported(at, name);
}

void attribute_name(struct attribution *at, struct expression *name, int wanted, bool is_target) {
    struct scope scope = attribution_scope(at);
    if (name->syntax) { /* of a method reference */
        name->names = NAMES_TYPE;
        name->type = resolve_type(at->compiler, scope, name->syntax);
        return;
    }
    if (wanted & WANT_VALUE && attribute_variable_name(at, name, is_target)) return;
    if (wanted & WANT_TYPE) {
        struct type *type = find_type_in_scope(at->compiler, scope, name->name, name->place);
        if (type && type->kind == KIND_CLASS)
            check_class_access(at->compiler, scope, type->class, name->place);
        if (type) {
            name->names = NAMES_TYPE;
            name->type = type;
            return;
        }
    }
    if (wanted & WANT_PACKAGE) {
        name->names = NAMES_PACKAGE;
        name->package = name->name;
        return;
    }
    fail_symbol(at->compiler, name->place, scope, wanted & WANT_VALUE ? "variable" : "class",
                name->name);
}

/* ---- selections */

static void select_in_package(struct attribution *at, struct expression *select, int wanted) {
    const char *name = intern_format("%s/%s", select->left->package, select->name);
    struct class_symbol *class = class_find(at->compiler, name);
    if (class && wanted & WANT_TYPE) {
        check_class_access(at->compiler, scope_of(at->class), class, select->place);
        set_type(select, class);
    } else if (wanted & WANT_PACKAGE) {
        select->names = NAMES_PACKAGE;
        select->package = name;
    } else {
        compile_error(at->compiler, select->place, "package %s does not exist",
                      class_display_name(at->compiler, select->left->package));
    }
}

/* "class A", or "variable s of type String" */
static const char *location_text(struct compiler *compiler, const struct expression *site) {
    if (site->names == NAMES_VALUE && site->variable)
        return arena_format(compiler->arena, "variable %s of type %s", site->variable->name,
                            type_text(compiler, site->type));
    return site->type->kind == KIND_CLASS
               ? class_text(compiler, site->type->class)
               : arena_format(compiler->arena, "class %s", type_text(compiler, site->type));
}

static bool select_field(struct attribution *at, struct expression *select) {
    struct expression *left = select->left;
    struct type *type = type_capture(at->compiler, left->type);
    struct class_symbol *site = type_member_class(at->compiler, type);
    struct variable *field = find_field(at, site, select->name, select->place);
    if (!field) return false;
    bool is_super = left->kind == EXPRESSION_SUPER;
    if (!member_is_accessible(at, site, field->owner, field->access, is_super))
        fail_access(at, field, select->place);
    if (left->names == NAMES_TYPE && !(field->access & ACC_STATIC))
        compile_error(at->compiler, select->place,
                      "non-static variable %s cannot be referenced from a static context",
                      field->name);
    set_variable(at, select, field, type);
    return true;
}

static bool select_in_array(struct attribution *at, struct expression *select) {
    if (strcmp(select->name, "length") != 0 || select->left->names == NAMES_TYPE) return false;
    select->names = NAMES_VALUE;
    select->type = type_primitive(at->compiler, JAVA_INT);
    select->site = select->left->type;
    return true;
}

void attribute_select(struct attribution *at, struct expression *select, int wanted) {
    struct expression *left = select->left;
    int left_wanted = 0;
    if (wanted & WANT_PACKAGE) left_wanted |= WANT_PACKAGE;
    if (wanted & WANT_TYPE) left_wanted |= WANT_TYPE | WANT_PACKAGE;
    if (wanted & WANT_VALUE) left_wanted |= WANT_VALUE | WANT_TYPE;
    attribute_site(at, left, left_wanted);
    if (left->names == NAMES_PACKAGE) {
        select_in_package(at, select, wanted);
        return;
    }
    struct type *site = left->type;
    if (!type_is_reference(site) || site->kind == KIND_NULL)
        compile_error(at->compiler, select->place, "%s cannot be dereferenced",
                      type_text(at->compiler, site));
    if (wanted & WANT_VALUE &&
        (site->kind == KIND_ARRAY ? select_in_array(at, select) : select_field(at, select)))
        return;
    if (wanted & WANT_TYPE && left->names == NAMES_TYPE && site->kind == KIND_CLASS) {
        struct class_symbol *class = find_member_class(at->compiler, site->class, select->name);
        if (class) {
            check_class_access(at->compiler, scope_of(at->class), class, select->place);
            set_type(select, class);
            return;
        }
    }
    compile_error(at->compiler, select->place, "cannot find symbol: %s %s, location: %s%s",
                  wanted & WANT_VALUE ? "variable" : "class", select->name,
                  location_text(at->compiler, left),
                  site->kind == KIND_CLASS ? absent_class_note(site->class->name) : "");
}

/* C.this: the class, which must be around; or an interface whose default method is called. */
static void attribute_qualified(struct attribution *at, struct expression *self) {
    struct expression *left = self->left;
    attribute_site(at, left, WANT_TYPE | WANT_PACKAGE);
    if (left->names != NAMES_TYPE || left->type->kind != KIND_CLASS)
        compile_error(at->compiler, self->place, "not an enclosing class: %s",
                      left->name ? left->name : "?");
    self->names = NAMES_VALUE;
    if (self->kind == EXPRESSION_SUPER) {
        struct class_symbol *interface = left->type->class;
        for (uint32_t i = 0; i < at->class->interfaces.count; i++)
            if (at->class->interfaces.items[i] == interface) {
                capture_this(at);
                self->type = at->class->interface_types.items[i];
                return;
            }
        if (interface == at->class) {
            self->left = NULL;
            attribute_this(at, self);
            return;
        }
        compile_refuse(at->compiler, self->place,
                       "members of an enclosing class's super class are");
    }
    bool is_static = at->is_static;
    struct class_symbol *class = at->class;
    for (; class && class != left->type->class; class = class->outer) is_static |= !class->is_inner;
    if (!class)
        compile_error(at->compiler, self->place, "not an enclosing class: %s",
                      left->type->class->simple_name);
    if (is_static)
        compile_error(at->compiler, self->place,
                      "non-static variable this cannot be referenced from a static context");
    capture_this(at);
    self->around = class;
    self->type = class->this_type;
}

void attribute_this(struct attribution *at, struct expression *self) {
    const char *word = self->kind == EXPRESSION_THIS ? "this" : "super";
    if (self->left) {
        attribute_qualified(at, self);
        return;
    }
    if (at->is_static)
        compile_error(at->compiler, self->place,
                      "non-static variable %s cannot be referenced from a static context", word);
    if (at->in_constructor_call)
        compile_error(at->compiler, self->place,
                      "cannot reference %s before supertype constructor has been called", word);
    capture_this(at);
    self->names = NAMES_VALUE;
    self->around = at->class;
    self->type = at->class->this_type;
    if (self->kind == EXPRESSION_SUPER) {
        if (!at->class->super)
            fail_symbol(at->compiler, self->place, scope_of(at->class), "variable", "super");
        self->type = at->class->super_type;
    }
}
