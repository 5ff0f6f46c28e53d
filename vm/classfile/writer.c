/* WRITER: the bytes of a class file (JVMS 4), big-endian sections that finish() puts together. */
#include <stdlib.h>
#include <string.h>

#include "base/die.h"
#include "base/intern.h"
#include "classfile/writing.h"
#include <uthash.h>

/* A constant by its encoded bytes. */
struct writer_constant {
    UT_hash_handle hh;
    uint16_t index;
    char encoded[];
};

static void exceed(struct class_writer *writer, const char *limit) {
    if (!writer->exceeded) writer->exceeded = limit;
}

/* The index of the constant with these bytes, tag first, which mean [decoded]. */
static uint16_t add_constant(struct class_writer *writer, struct strbuf *encoded,
                             struct constant decoded) {
    struct writer_constant *found;
    HASH_FIND(hh, writer->constants, encoded->bytes, encoded->length, found);
    if (!found) {
        found = arena_allocate(&writer->arena, sizeof *found + encoded->length);
        found->index = (uint16_t)writer->next_constant;
        memcpy(found->encoded, encoded->bytes, encoded->length);
        HASH_ADD_KEYPTR(hh, writer->constants, found->encoded, encoded->length, found);
        strbuf_add(&writer->pool, encoded->bytes, encoded->length);
        vec_push(&writer->decoded, decoded);
        if (decoded.tag == CONSTANT_LONG || decoded.tag == CONSTANT_DOUBLE)
            vec_push(&writer->decoded, (struct constant){.tag = CONSTANT_UNUSED});
        writer->next_constant = writer->decoded.count;
        if (writer->next_constant > UINT16_MAX) exceed(writer, "too many constants");
    }
    strbuf_release(encoded);
    return found->index;
}

static struct strbuf start_constant(enum constant_tag tag) {
    struct strbuf encoded = STRBUF_INIT;
    add_u8(&encoded, tag);
    return encoded;
}

/* Of a constant that there was room for: the index of one too many is another's. */
static const struct constant *decoded_at(const struct class_writer *writer, uint16_t index) {
    return &writer->decoded.items[index];
}

/* A constant that refers to a text alone. */
static uint16_t add_name(struct class_writer *writer, enum constant_tag tag, const char *text) {
    uint16_t index = class_writer_utf8(writer, text);
    struct constant decoded = {.tag = tag, .name = intern(text)};
    struct strbuf encoded = start_constant(tag);
    add_u16(&encoded, index);
    return add_constant(writer, &encoded, decoded);
}

static uint16_t add_pair(struct class_writer *writer, uint16_t first, uint16_t second,
                         struct constant decoded) {
    struct strbuf encoded = start_constant(decoded.tag);
    add_u16(&encoded, first);
    add_u16(&encoded, second);
    return add_constant(writer, &encoded, decoded);
}

static uint16_t add_wide(struct class_writer *writer, uint64_t bits, struct constant decoded) {
    struct strbuf encoded = start_constant(decoded.tag);
    add_u32(&encoded, (uint32_t)(bits >> 32));
    add_u32(&encoded, (uint32_t)bits);
    return add_constant(writer, &encoded, decoded);
}

static uint16_t add_narrow(struct class_writer *writer, uint32_t bits, struct constant decoded) {
    struct strbuf encoded = start_constant(decoded.tag);
    add_u32(&encoded, bits);
    return add_constant(writer, &encoded, decoded);
}

uint16_t class_writer_utf8(struct class_writer *writer, const char *text) {
    struct strbuf encoded = start_constant(CONSTANT_UTF8);
    size_t length = strlen(text);
    if (length > UINT16_MAX) {
        exceed(writer, "constant string too long");
        length = 0;
    }
    struct constant decoded = {.tag = CONSTANT_UTF8};
    decoded.utf8.text = intern_bytes(text, length);
    decoded.utf8.length = (uint32_t)length;
    add_u16(&encoded, (uint32_t)length);
    strbuf_add(&encoded, text, length);
    return add_constant(writer, &encoded, decoded);
}

uint16_t class_writer_class(struct class_writer *writer, const char *name) {
    return add_name(writer, CONSTANT_CLASS, name);
}

uint16_t class_writer_string(struct class_writer *writer, const char *text) {
    return add_name(writer, CONSTANT_STRING, text);
}

uint16_t class_writer_method_type(struct class_writer *writer, const char *descriptor) {
    return add_name(writer, CONSTANT_METHOD_TYPE, descriptor);
}

uint16_t class_writer_integer(struct class_writer *writer, int32_t value) {
    return add_narrow(writer, (uint32_t)value,
                      (struct constant){.tag = CONSTANT_INTEGER, .integer = value});
}

uint16_t class_writer_long(struct class_writer *writer, int64_t value) {
    return add_wide(writer, (uint64_t)value,
                    (struct constant){.tag = CONSTANT_LONG, .long_value = value});
}

uint16_t class_writer_float(struct class_writer *writer, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return add_narrow(writer, bits, (struct constant){.tag = CONSTANT_FLOAT, .float_value = value});
}

uint16_t class_writer_double(struct class_writer *writer, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return add_wide(writer, bits, (struct constant){.tag = CONSTANT_DOUBLE, .double_value = value});
}

static uint16_t add_name_and_type(struct class_writer *writer, const char *name,
                                  const char *descriptor) {
    uint16_t name_index = class_writer_utf8(writer, name);
    uint16_t type_index = class_writer_utf8(writer, descriptor);
    struct constant decoded = {.tag = CONSTANT_NAME_AND_TYPE};
    decoded.member.name = intern(name);
    decoded.member.descriptor = intern(descriptor);
    return add_pair(writer, name_index, type_index, decoded);
}

uint16_t class_writer_member(struct class_writer *writer, enum constant_tag tag,
                             const char *class_name, const char *name, const char *descriptor) {
    uint16_t owner = class_writer_class(writer, class_name);
    uint16_t type = add_name_and_type(writer, name, descriptor);
    struct constant decoded = {.tag = tag};
    decoded.member.class_name = intern(class_name);
    decoded.member.name = intern(name);
    decoded.member.descriptor = intern(descriptor);
    return add_pair(writer, owner, type, decoded);
}

uint16_t class_writer_method_handle(struct class_writer *writer, uint8_t kind, uint16_t member) {
    struct strbuf encoded = start_constant(CONSTANT_METHOD_HANDLE);
    add_u8(&encoded, kind);
    add_u16(&encoded, member);
    return add_constant(writer, &encoded,
                        (struct constant){.tag = CONSTANT_METHOD_HANDLE, .handle = {kind, member}});
}

uint16_t class_writer_invoke_dynamic(struct class_writer *writer, uint16_t bootstrap,
                                     const char *name, const char *descriptor) {
    uint16_t type = add_name_and_type(writer, name, descriptor);
    struct constant decoded = {.tag = CONSTANT_INVOKE_DYNAMIC,
                               .dynamic = {bootstrap, intern(name), intern(descriptor)}};
    return add_pair(writer, bootstrap, type, decoded);
}

uint16_t class_writer_add_bootstrap(struct class_writer *writer,
                                    const struct bootstrap_method *bootstrap) {
    class_writer_utf8(writer, "BootstrapMethods");
    add_u16(&writer->bootstraps, bootstrap->handle);
    add_u16(&writer->bootstraps, bootstrap->argument_count);
    for (uint16_t i = 0; i < bootstrap->argument_count; i++)
        add_u16(&writer->bootstraps, bootstrap->arguments[i]);
    if (writer->bootstrap_count == UINT16_MAX) exceed(writer, "too many bootstrap methods");
    return writer->bootstrap_count++;
}

void class_writer_init(struct class_writer *writer, uint16_t major, uint16_t access,
                       const char *name, const char *super_name) {
    *writer = (struct class_writer){.next_constant = 1, .major = major, .access = access};
    arena_init(&writer->arena);
    vec_push(&writer->decoded, (struct constant){.tag = CONSTANT_UNUSED});
    writer->this_class = class_writer_class(writer, name);
    if (super_name) writer->super_class = class_writer_class(writer, super_name);
}

void class_writer_init_behind(struct class_writer *writer, const struct classfile *file,
                              const uint8_t *pool, size_t size) {
    *writer = (struct class_writer){.next_constant = file->constant_count, .major = file->major};
    arena_init(&writer->arena);
    for (uint16_t i = 0; i < file->constant_count; i++)
        vec_push(&writer->decoded, file->constants[i]);
    strbuf_add(&writer->pool, (const char *)pool, size);
}

void class_writer_release(struct class_writer *writer) {
    HASH_CLEAR(hh, writer->constants);
    arena_release(&writer->arena);
    strbuf_release(&writer->pool);
    strbuf_release(&writer->fields);
    strbuf_release(&writer->methods);
    strbuf_release(&writer->bootstraps);
    vec_release(&writer->decoded);
    vec_release(&writer->nest_members);
    vec_release(&writer->interfaces);
    vec_release(&writer->inner_classes);
}

void class_writer_add_interface(struct class_writer *writer, const char *name) {
    vec_push(&writer->interfaces, class_writer_class(writer, name));
}

struct classfile class_writer_view(const struct class_writer *writer, struct arena *arena) {
    ASSERT(!writer->exceeded, "a view of a class that is too large");
    const char **interfaces = ARENA_ARRAY(arena, const char *, writer->interfaces.count);
    for (uint32_t i = 0; i < writer->interfaces.count; i++)
        interfaces[i] = decoded_at(writer, writer->interfaces.items[i])->name;
    return (struct classfile){
        .major = writer->major,
        .access = writer->access,
        .name = decoded_at(writer, writer->this_class)->name,
        .super_name = writer->super_class ? decoded_at(writer, writer->super_class)->name : NULL,
        .constant_count = (uint16_t)writer->decoded.count,
        .constants = writer->decoded.items,
        .interface_count = (uint16_t)writer->interfaces.count,
        .interfaces = interfaces,
    };
}

void class_writer_set_source_file(struct class_writer *writer, const char *name) {
    class_writer_utf8(writer, "SourceFile");
    writer->source_file = class_writer_utf8(writer, name);
}

void class_writer_set_signature(struct class_writer *writer, const char *signature) {
    class_writer_utf8(writer, "Signature");
    writer->signature = class_writer_utf8(writer, signature);
}

void class_writer_set_nest_host(struct class_writer *writer, const char *name) {
    class_writer_utf8(writer, "NestHost");
    writer->nest_host = class_writer_class(writer, name);
}

void class_writer_add_nest_member(struct class_writer *writer, const char *name) {
    class_writer_utf8(writer, "NestMembers");
    vec_push(&writer->nest_members, class_writer_class(writer, name));
}

static uint16_t optional_class(struct class_writer *writer, const char *name) {
    return name ? class_writer_class(writer, name) : 0;
}

static uint16_t optional_utf8(struct class_writer *writer, const char *text) {
    return text ? class_writer_utf8(writer, text) : 0;
}

void class_writer_add_inner_class(struct class_writer *writer, const struct inner_class *inner) {
    class_writer_utf8(writer, "InnerClasses");
    class_writer_class(writer, inner->name);
    optional_class(writer, inner->outer_name);
    optional_utf8(writer, inner->simple_name);
    vec_push(&writer->inner_classes, *inner);
}

static void add_member_head(struct class_writer *writer, struct strbuf *out, uint16_t access,
                            const char *name, const char *descriptor) {
    add_u16(out, access);
    add_u16(out, class_writer_utf8(writer, name));
    add_u16(out, class_writer_utf8(writer, descriptor));
}

/* An attribute whose contents are in [body], which is released. */
static void add_attribute(struct class_writer *writer, struct strbuf *out, const char *name,
                          struct strbuf *body) {
    add_u16(out, class_writer_utf8(writer, name));
    add_u32(out, (uint32_t)body->length);
    strbuf_add(out, strbuf_text(body), body->length);
    strbuf_release(body);
}

/* An attribute whose contents are the index of a constant. */
static void add_index(struct class_writer *writer, struct strbuf *out, const char *name,
                      uint16_t index) {
    struct strbuf body = STRBUF_INIT;
    add_u16(&body, index);
    add_attribute(writer, out, name, &body);
}

void class_writer_add_generic_field(struct class_writer *writer, uint16_t access, const char *name,
                                    const char *descriptor, uint16_t constant,
                                    const char *signature) {
    struct strbuf *out = &writer->fields;
    add_member_head(writer, out, access, name, descriptor);
    add_u16(out, (constant ? 1u : 0u) + (signature ? 1u : 0u));
    if (constant) add_index(writer, out, "ConstantValue", constant);
    if (signature) add_index(writer, out, "Signature", class_writer_utf8(writer, signature));
    if (++writer->field_count > UINT16_MAX) exceed(writer, "too many fields");
}

void class_writer_add_field(struct class_writer *writer, uint16_t access, const char *name,
                            const char *descriptor, uint16_t constant) {
    class_writer_add_generic_field(writer, access, name, descriptor, constant, NULL);
}

static void add_lines(struct class_writer *writer, struct strbuf *out, const struct code *code) {
    struct strbuf body = STRBUF_INIT;
    add_u16(&body, code->line_count);
    for (uint16_t i = 0; i < code->line_count; i++) {
        add_u16(&body, code->lines[i].bci);
        add_u16(&body, (uint32_t)code->lines[i].line);
    }
    add_attribute(writer, out, "LineNumberTable", &body);
}

static void add_locals(struct class_writer *writer, struct strbuf *out, const struct code *code) {
    struct strbuf body = STRBUF_INIT;
    add_u16(&body, code->local_count);
    for (uint16_t i = 0; i < code->local_count; i++) {
        const struct local_variable *local = &code->locals[i];
        add_u16(&body, local->start);
        add_u16(&body, local->length);
        add_u16(&body, class_writer_utf8(writer, local->name));
        add_u16(&body, class_writer_utf8(writer, local->type));
        add_u16(&body, local->slot);
    }
    add_attribute(writer, out, "LocalVariableTable", &body);
}

void class_writer_code(struct class_writer *writer, struct strbuf *out,
                       const struct member_info *method) {
    const struct code *code = method->code;
    struct strbuf body = STRBUF_INIT;
    if (code->length > UINT16_MAX) exceed(writer, "code too large");
    add_u16(&body, code->max_stack);
    add_u16(&body, code->max_locals);
    add_u32(&body, code->length);
    strbuf_add(&body, (const char *)code->bytes, code->length);
    add_u16(&body, code->handler_count);
    for (uint16_t i = 0; i < code->handler_count; i++) {
        const struct handler *handler = &code->handlers[i];
        const char *catch_class = handler->catch_class;
        add_u16(&body, handler->start);
        add_u16(&body, handler->end);
        add_u16(&body, handler->target);
        add_u16(&body, optional_class(writer, catch_class));
    }
    add_u16(&body, (code->line_count != 0) + (code->local_count != 0) + (code->frame_count != 0));
    if (code->line_count) add_lines(writer, &body, code);
    if (code->local_count) add_locals(writer, &body, code);
    if (code->frame_count) {
        struct strbuf frames = STRBUF_INIT;
        add_stack_map(writer, &frames, method);
        add_attribute(writer, &body, "StackMapTable", &frames);
    }
    add_attribute(writer, out, "Code", &body);
}

static void add_exceptions(struct class_writer *writer, struct strbuf *out,
                           const struct member_info *method) {
    struct strbuf body = STRBUF_INIT;
    add_u16(&body, method->exception_count);
    for (uint16_t i = 0; i < method->exception_count; i++)
        add_u16(&body, class_writer_class(writer, method->exceptions[i]));
    add_attribute(writer, out, "Exceptions", &body);
}

void class_writer_add_method(struct class_writer *writer, const struct member_info *method) {
    struct strbuf *out = &writer->methods;
    add_member_head(writer, out, method->access, method->name, method->descriptor);
    add_u16(out, (method->code ? 1u : 0u) + (method->exception_count ? 1u : 0u) +
                     (method->signature ? 1u : 0u));
    if (method->code) class_writer_code(writer, out, method);
    if (method->exception_count) add_exceptions(writer, out, method);
    if (method->signature)
        add_index(writer, out, "Signature", class_writer_utf8(writer, method->signature));
    if (++writer->method_count > UINT16_MAX) exceed(writer, "too many methods");
}

static void add_inner_classes(struct class_writer *writer, struct strbuf *out) {
    struct strbuf body = STRBUF_INIT;
    add_u16(&body, writer->inner_classes.count);
    vec_each(struct inner_class, inner, &writer->inner_classes) {
        add_u16(&body, class_writer_class(writer, inner->name));
        add_u16(&body, optional_class(writer, inner->outer_name));
        add_u16(&body, optional_utf8(writer, inner->simple_name));
        add_u16(&body, inner->access);
    }
    add_attribute(writer, out, "InnerClasses", &body);
}

static void add_nest_members(struct class_writer *writer, struct strbuf *out) {
    struct strbuf body = STRBUF_INIT;
    add_u16(&body, writer->nest_members.count);
    vec_each(uint16_t, member, &writer->nest_members) add_u16(&body, *member);
    add_attribute(writer, out, "NestMembers", &body);
}

static void add_bootstraps(struct class_writer *writer, struct strbuf *out) {
    struct strbuf body = STRBUF_INIT;
    add_u16(&body, writer->bootstrap_count);
    strbuf_add(&body, writer->bootstraps.bytes, writer->bootstraps.length);
    add_attribute(writer, out, "BootstrapMethods", &body);
}

/* Their constants are in the pool already, which is written before them. */
static void add_class_attributes(struct class_writer *writer, struct strbuf *out) {
    add_u16(out, (writer->source_file != 0) + (writer->signature != 0) + (writer->nest_host != 0) +
                     (writer->inner_classes.count != 0) + (writer->nest_members.count != 0) +
                     (writer->bootstrap_count != 0));
    if (writer->source_file) add_index(writer, out, "SourceFile", writer->source_file);
    if (writer->signature) add_index(writer, out, "Signature", writer->signature);
    if (writer->nest_host) add_index(writer, out, "NestHost", writer->nest_host);
    if (writer->inner_classes.count) add_inner_classes(writer, out);
    if (writer->nest_members.count) add_nest_members(writer, out);
    if (writer->bootstrap_count) add_bootstraps(writer, out);
}

static void add_class(struct class_writer *writer, struct strbuf *out) {
    add_u32(out, 0xcafebabe);
    add_u16(out, 0);
    add_u16(out, writer->major);
    add_u16(out, writer->next_constant);
    strbuf_add(out, strbuf_text(&writer->pool), writer->pool.length);
    add_u16(out, writer->access);
    add_u16(out, writer->this_class);
    add_u16(out, writer->super_class);
    add_u16(out, writer->interfaces.count);
    vec_each(uint16_t, interface, &writer->interfaces) add_u16(out, *interface);
    add_u16(out, writer->field_count);
    strbuf_add(out, strbuf_text(&writer->fields), writer->fields.length);
    add_u16(out, writer->method_count);
    strbuf_add(out, strbuf_text(&writer->methods), writer->methods.length);
    add_class_attributes(writer, out);
}

uint8_t *class_writer_finish(struct class_writer *writer, struct arena *arena, size_t *size) {
    struct strbuf out = STRBUF_INIT;
    add_class(writer, &out);
    uint8_t *bytes = NULL;
    if (!writer->exceeded) {
        *size = out.length;
        bytes = (uint8_t *)arena_copy_text(arena, out.bytes, out.length);
    }
    strbuf_release(&out);
    return bytes;
}
