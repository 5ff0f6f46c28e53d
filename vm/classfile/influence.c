/* INFLUENCE: which fields the program reads, by a walk over its calls; then for each region what it
 * writes, by itself and by what it calls, and what it reads at its anchor that is written only
 * later. Calls are resolved by name and descriptor: to more methods than can run, but never to
 * fewer of the target's. */
#include "classfile/influence.h"

#include <string.h>

#include "base/vec.h"
#include "classfile/anchors.h"
#include "classfile/bytes.h"
#include "classfile/local_reads.h"
#include "classfile/opcodes.h"
#include "classfile/producers.h"

struct field_access {
    const char *class, *name;
    const struct influence_method *in;
    uint32_t bci;
};

struct program_methods {
    struct arena *arena;
    const struct classfile *const *files;
    size_t file_count;
    VEC(struct influence_method) methods; /* with code */
    bool *is_program;                     /* by method */
    VEC(struct field_access) reads;
    VEC(struct influence) found;
};

typedef VEC(uint32_t) method_list;

static const struct constant *constant_at(const struct influence_method *method, uint32_t bci) {
    return &method->file->constants[read_u16(method->info->code->bytes + bci + 1)];
}

static bool is_object(const char *class) { return !strcmp(class, "java/lang/Object"); }

/* --- classes --- */

static const struct classfile *file_of(const struct program_methods *p, const char *class) {
    for (size_t i = 0; i < p->file_count; i++)
        if (p->files[i]->name == class) return p->files[i];
    return NULL;
}

static bool declares(const struct classfile *file, const char *field) {
    for (int i = 0; i < file->field_count; i++)
        if (file->fields[i].name == field) return true;
    return false;
}

/* The class that declares the field which the member names. */
static const char *declarer_of(const struct program_methods *p, const struct constant *member) {
    const struct classfile *file = file_of(p, member->member.class_name);
    while (file && !declares(file, member->member.name))
        file = file->super_name ? file_of(p, file->super_name) : NULL;
    return file ? file->name : member->member.class_name;
}

static bool is_below(const struct program_methods *p, const char *class, const char *super) {
    for (const struct classfile *file = file_of(p, class); file;
         file = file->super_name ? file_of(p, file->super_name) : NULL)
        if (file->name == super) return true;
    return false;
}

/* May the class library call it back? A method of Object, or of a class that has a supertype
 * there. */
static bool is_callback(const struct program_methods *p, const struct influence_method *method) {
    static const char *const of_object[] = {"toString", "equals", "hashCode"};
    if (method->info->access & ACC_STATIC) return !strcmp(method->info->name, "<clinit>");
    for (size_t i = 0; i < sizeof of_object / sizeof *of_object; i++)
        if (!strcmp(method->info->name, of_object[i])) return true;
    if (*method->info->name == '<') return false;
    for (const struct classfile *file = method->file; file;) {
        for (int i = 0; i < file->interface_count; i++)
            if (!file_of(p, file->interfaces[i])) return true;
        if (!file->super_name || is_object(file->super_name)) return false;
        file = file_of(p, file->super_name);
    }
    return true;
}

/* --- calls --- */

static void add_method(struct program_methods *p, method_list *list, bool *is_listed,
                       uint32_t index) {
    if (is_listed[index]) return;
    is_listed[index] = true;
    arena_vec_push(p->arena, list, index);
}

static void add_callees(struct program_methods *p, method_list *list, bool *is_listed, int op,
                        const struct constant *callee) {
    bool is_bound = op == OP_invokestatic || op == OP_invokespecial;
    for (uint32_t i = 0; i < p->methods.count; i++) {
        const struct influence_method *method = &p->methods.items[i];
        if (method->info->name != callee->member.name ||
            method->info->descriptor != callee->member.descriptor)
            continue;
        if (is_bound && !is_below(p, callee->member.class_name, method->file->name)) continue;
        add_method(p, list, is_listed, i);
    }
}

/* What a lambda runs. */
static void add_handles(struct program_methods *p, method_list *list, bool *is_listed,
                        const struct classfile *file, const struct constant *site) {
    const struct bootstrap_method *bootstrap = &file->bootstraps[site->dynamic.bootstrap];
    for (int i = 0; i < bootstrap->argument_count; i++) {
        const struct constant *argument = &file->constants[bootstrap->arguments[i]];
        if (argument->tag != CONSTANT_METHOD_HANDLE) continue;
        const struct constant *member = &file->constants[argument->handle.index];
        if (member->tag == CONSTANT_METHOD || member->tag == CONSTANT_INTERFACE_METHOD)
            add_callees(p, list, is_listed, OP_invokevirtual, member);
    }
}

static void add_calls(struct program_methods *p, method_list *list, bool *is_listed,
                      const struct influence_method *method, uint32_t bci) {
    int op = method->info->code->bytes[bci];
    if (op == OP_invokedynamic)
        add_handles(p, list, is_listed, method->file, constant_at(method, bci));
    else if (op >= OP_invokevirtual && op <= OP_invokeinterface)
        add_callees(p, list, is_listed, op, constant_at(method, bci));
}

/* --- what the program reads --- */

static void read_field(struct program_methods *p, const struct influence_method *method,
                       uint32_t bci) {
    const struct constant *member = constant_at(method, bci);
    struct field_access read = {declarer_of(p, member), member->member.name, method, bci};
    arena_vec_push(p->arena, &p->reads, read);
}

static void walk_program(struct program_methods *p, const struct influence_method *root) {
    method_list work = {0};
    for (uint32_t i = 0; i < p->methods.count; i++) {
        const struct influence_method *method = &p->methods.items[i];
        if (method->info == root->info || is_callback(p, method))
            add_method(p, &work, p->is_program, i);
    }
    for (uint32_t i = 0; i < work.count; i++) {
        const struct influence_method *method = &p->methods.items[work.items[i]];
        const struct code *code = method->info->code;
        for (uint32_t bci = 0; bci < code->length; bci += instruction_length(code, bci)) {
            if (code_region_at(code, bci)) continue;
            int op = code->bytes[bci];
            if (op == OP_getfield || op == OP_getstatic) read_field(p, method, bci);
            add_calls(p, &work, p->is_program, method, bci);
        }
    }
}

/* --- what inserted code writes --- */

/* What is written between an operation and the inserted code that is anchored to it. */
struct writes {
    VEC(struct field_access) fields;
    bool elements;
};

/* A stretch of a method and what it calls: a region, or what comes before it. */
struct stretch {
    struct program_methods *p;
    const struct influence_method *method;
    const struct instruction_origin *origins;
    uint32_t start, end;
    bool is_region;
    struct writes *writes; /* collected, or compared with */
    const char *text;      /* the first influence; NULL: none so far */
};

typedef void (*stretch_visit)(struct stretch *s, uint32_t bci);

static void tell_field(struct stretch *s, const char *what, const struct constant *member) {
    const char *class = declarer_of(s->p, member), *name = member->member.name;
    vec_each(struct field_access, read, &s->p->reads) {
        if (read->class != class || read->name != name) continue;
        const struct influence_method *in = read->in;
        s->text = arena_format(s->p->arena, "writes %s%s.%s, which %s.%s reads at line %d", what,
                               class_words(s->p->arena, class), name,
                               class_words(s->p->arena, in->file->name), in->info->name,
                               code_line(in->info->code, read->bci));
        return;
    }
}

static bool makes_object(int op) {
    return (op >= OP_new && op <= OP_anewarray) || op == OP_multianewarray;
}

/* Does the local hold, in this stretch, only what the stretch has made? */
static bool is_own_local(const struct stretch *s, int local) {
    const struct code *code = s->method->info->code;
    bool is_written = false;
    for (uint32_t bci = s->start; bci < s->end; bci += instruction_length(code, bci)) {
        struct local_access access;
        if (!instruction_local_access(code, bci, &access) || !access.writes) continue;
        if (access.index != local) continue;
        const struct instruction_origin *origin = &s->origins[bci];
        int32_t value = origin->depth ? origin->values[origin->depth - 1] : PRODUCER_SEVERAL;
        bool is_made = value >= (int32_t)s->start && value < (int32_t)s->end &&
                       makes_object(code->bytes[value]);
        if (!is_made) return false;
        is_written = true;
    }
    return is_written;
}

static int32_t value_below_top(const struct stretch *s, uint32_t bci, int slots) {
    const struct instruction_origin *origin = &s->origins[bci];
    return origin->depth > slots ? origin->values[origin->depth - 1 - slots] : PRODUCER_SEVERAL;
}

/* Did the stretch make the object, or is it this in a constructor? */
static bool is_own(const struct stretch *s, int32_t value) {
    int local = producer_local(value);
    bool is_made = value >= (int32_t)s->start && value < (int32_t)s->end &&
                   makes_object(s->method->info->code->bytes[value]);
    bool constructs = !s->is_region && local == 0 && !strcmp(s->method->info->name, "<init>");
    return is_made || constructs || (local >= 0 && is_own_local(s, local));
}

static void write_field(struct stretch *s, uint32_t bci) {
    const struct constant *member = constant_at(s->method, bci);
    const char *cursor = member->member.descriptor;
    int slots = java_type_slots(descriptor_next(&cursor, NULL));
    bool has_object = s->method->info->code->bytes[bci] == OP_putfield;
    if (has_object && is_own(s, value_below_top(s, bci, slots))) return;
    tell_field(s, "", member);
}

static bool region_writes_local(const struct stretch *s, int local) {
    const struct code *code = s->method->info->code;
    for (uint32_t bci = s->start; bci < s->end; bci += instruction_length(code, bci)) {
        struct local_access access;
        if (instruction_local_access(code, bci, &access) && access.writes && access.index == local)
            return true;
    }
    return false;
}

/* An array is the program's when a local or a field of the program leads there. */
static void write_element(struct stretch *s, uint32_t bci) {
    int op = s->method->info->code->bytes[bci];
    int slots = op == OP_lastore || op == OP_dastore ? 2 : 1;
    int32_t array = value_below_top(s, bci, slots + 1);
    int local = producer_local(array);
    if (is_own(s, array)) return;
    int made_by = array >= 0 ? s->method->info->code->bytes[array] : OP_nop;
    if (made_by == OP_getfield || made_by == OP_getstatic)
        tell_field(s, "an element of ", constant_at(s->method, (uint32_t)array));
    else if (local >= 0 && s->is_region && !region_writes_local(s, local))
        s->text = "writes an element of an array of the program";
}

static void visit_write(struct stretch *s, uint32_t bci) {
    int op = s->method->info->code->bytes[bci];
    if (op == OP_putfield || op == OP_putstatic) write_field(s, bci);
    if (op >= OP_iastore && op <= OP_sastore) write_element(s, bci);
}

static void walk_stretch(struct stretch *s, stretch_visit visit, method_list *callees,
                         bool *is_listed) {
    const struct code *code = s->method->info->code;
    s->origins = code_producers(s->p->arena, s->method->file->constants, code);
    for (uint32_t bci = s->start; bci < s->end && !s->text; bci += instruction_length(code, bci)) {
        if (!s->is_region && code_region_at(code, bci)) continue;
        if (!s->origins[bci].is_reached) continue;
        visit(s, bci);
        add_calls(s->p, callees, is_listed, s->method, bci);
    }
}

/* The stretch, then all that it calls. */
static const char *walk_all(struct stretch *s, stretch_visit visit) {
    method_list callees = {0};
    bool *is_listed = ARENA_ARRAY(s->p->arena, bool, s->p->methods.count);
    walk_stretch(s, visit, &callees, is_listed);
    for (uint32_t i = 0; i < callees.count && !s->text; i++) {
        s->method = &s->p->methods.items[callees.items[i]];
        s->start = 0;
        s->end = s->method->info->code->length;
        s->is_region = false;
        walk_stretch(s, visit, &callees, is_listed);
    }
    return s->text;
}

static struct stretch stretch_of(struct program_methods *p, const struct influence_method *method,
                                 const struct code_region *region) {
    return (struct stretch){
        .p = p, .method = method, .start = region->start, .end = region->end, .is_region = true};
}

/* --- what inserted code reads too early --- */

static void collect_write(struct stretch *s, uint32_t bci) {
    int op = s->method->info->code->bytes[bci];
    if (op >= OP_iastore && op <= OP_sastore) s->writes->elements = true;
    if (op != OP_putfield && op != OP_putstatic) return;
    const struct constant *member = constant_at(s->method, bci);
    struct field_access write = {declarer_of(s->p, member), member->member.name, s->method, bci};
    arena_vec_push(s->p->arena, &s->writes->fields, write);
}

static void read_early_field(struct stretch *s, uint32_t bci) {
    const struct constant *member = constant_at(s->method, bci);
    const char *class = declarer_of(s->p, member);
    bool has_object = s->method->info->code->bytes[bci] == OP_getfield;
    if (has_object && is_own(s, value_below_top(s, bci, 0))) return;
    vec_each(struct field_access, write, &s->writes->fields) {
        if (write->class != class || write->name != member->member.name) continue;
        s->text = arena_format(s->p->arena, "reads %s.%s before line %d writes it",
                               class_words(s->p->arena, class), write->name,
                               code_line(write->in->info->code, write->bci));
        return;
    }
}

static void visit_early_read(struct stretch *s, uint32_t bci) {
    int op = s->method->info->code->bytes[bci];
    if (op == OP_getfield || op == OP_getstatic) read_early_field(s, bci);
    bool reads_element = op >= OP_iaload && op <= OP_saload;
    if (reads_element && s->writes->elements && !is_own(s, value_below_top(s, bci, 1)))
        s->text = "reads an element of an array before it is filled";
}

/* Inserted code that is anchored to an allocation runs before the object is constructed, or the
 * array filled. */
static const char *find_early_read(struct program_methods *p, const struct influence_method *method,
                                   const struct code_region *region,
                                   const struct region_anchor *anchor) {
    const struct code *code = method->info->code;
    if (anchor->place != REGION_PRED || !anchor->operation) return NULL;
    struct writes writes = {.elements = code->bytes[anchor->bci] == OP_multianewarray};
    struct stretch between = {.p = p,
                              .method = method,
                              .start = anchor->bci + instruction_length(code, anchor->bci),
                              .end = region->start,
                              .writes = &writes};
    walk_all(&between, collect_write);
    struct stretch reading = stretch_of(p, method, region);
    reading.writes = &writes;
    if (!walk_all(&reading, visit_early_read)) return NULL;
    return arena_format(p->arena, "is anchored to %s at line %d and %s", anchor->operation,
                        anchor->operation_line, reading.text);
}

/* --- the whole --- */

#define WRITES "let it write only what probes alone read, or count with Probe.hit"
#define READS  "write HERE: there it runs where it stands"

static void check_region(struct program_methods *p, const struct influence_method *method,
                         const struct code_region *region, const struct region_anchor *anchor) {
    struct influence found = {*method, region, NULL, WRITES};
    struct stretch stretch = stretch_of(p, method, region);
    found.text = find_local_influence(p->arena, method->info->code, region);
    if (!found.text) found.text = walk_all(&stretch, visit_write);
    if (!found.text) {
        found.text = find_early_read(p, method, region, anchor);
        found.cure = READS;
    }
    if (found.text) arena_vec_push(p->arena, &p->found, found);
}

static void check_regions(struct program_methods *p, const struct influence_method *method) {
    const struct code *code = method->info->code;
    const struct region_anchor *anchors = code_anchors(p->arena, method->file, code);
    for (uint32_t i = 0; code->regions && i < code->regions->count; i++)
        check_region(p, method, &code->regions->items[i], &anchors[i]);
}

static bool collect_methods(struct program_methods *p) {
    bool has_regions = false;
    for (size_t i = 0; i < p->file_count; i++)
        for (int m = 0; m < p->files[i]->method_count; m++) {
            const struct member_info *info = &p->files[i]->methods[m];
            if (!info->code || info->code->fault) continue;
            struct influence_method method = {p->files[i], info};
            arena_vec_push(p->arena, &p->methods, method);
            has_regions |= info->code->regions && info->code->regions->count;
        }
    return has_regions;
}

size_t find_influences(struct arena *arena, const struct classfile *const *files, size_t count,
                       const struct influence_method *root, const struct influence **influences) {
    struct program_methods p = {.arena = arena, .files = files, .file_count = count};
    if (!collect_methods(&p)) return 0;
    p.is_program = ARENA_ARRAY(arena, bool, p.methods.count);
    walk_program(&p, root);
    vec_each(struct influence_method, method, &p.methods) check_regions(&p, method);
    *influences = p.found.items;
    return p.found.count;
}
