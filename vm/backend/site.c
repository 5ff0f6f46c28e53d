/* Deoptimisation sites from frame states: which value goes into which slot of which interpreter
 * frame. */
#include "backend/emit.h"

#include "ir/frame_state.h"

struct site_builder {
    struct emitter *e;
    struct deoptimization_site *site;
    struct live_values *values;
    VEC(struct node *) object_states; /* by index of site->objects */
};

static int32_t value_index(struct live_values *values, struct node *node) {
    for (uint32_t i = 0; i < values->count; i++)
        if (values->items[i] == node) return (int32_t)i;
    arena_vec_push(values->arena, values, node);
    return (int32_t)values->count - 1;
}

/* What was added since the last end is a part. */
static void end_part(struct live_values *values) {
    uint32_t last = values->part_count ? values->part_ends[values->part_count - 1] : 0;
    if (values->count > last) values->part_ends[values->part_count++] = values->count;
}

static int32_t object_index(const struct site_builder *builder, const struct node *object) {
    for (uint32_t i = 0; i < builder->object_states.count; i++)
        if (builder->object_states.items[i]->inputs[0] == object) return (int32_t)i;
    BUG("a frame state mentions virtual object %d without its state", (int)object->id);
}

static union value constant_of(const struct node *node) {
    union value value = {.bits = 0};
    if (node->kind == NODE_const_int) value.i = (int32_t)node->extra.integer;
    if (node->kind == NODE_const_long) value.j = node->extra.integer;
    if (node->kind == NODE_const_float) value.f = (float)node->extra.real;
    if (node->kind == NODE_const_double) value.d = node->extra.real;
    if (node->kind == NODE_const_object) value.r = node->extra.object.pointer;
    return value;
}

static struct location locate(struct site_builder *builder, struct node *node) {
    struct location location = {.kind = LOCATION_DEAD};
    if (!node) return location;
    location.type = node->type;
    if (node_is_constant(node)) {
        location.kind = LOCATION_CONSTANT;
        location.constant = constant_of(node);
    } else if (node->kind == NODE_virtual_object) {
        location.kind = LOCATION_OBJECT;
        location.index = object_index(builder, node);
    } else {
        location.kind = LOCATION_VALUE;
        location.index = value_index(builder->values, node);
    }
    return location;
}

/* States of inner frames come first: where two states tell of one object, the inner one is newer.
 */
static void collect_objects(struct site_builder *builder, const struct node *state) {
    for (; state; state = frame_state_caller(state))
        for (int i = 0; i < state->extra.state->object_count; i++) {
            struct node *object_state = frame_state_object(state, i);
            bool is_known = false;
            for (uint32_t k = 0; k < builder->object_states.count; k++)
                is_known |= builder->object_states.items[k]->inputs[0] == object_state->inputs[0];
            if (!is_known) vec_push(&builder->object_states, object_state);
        }
}

static struct position *kept_position(const struct position *position) {
    size_t count = 0;
    for (const struct position *p = position; p; p = p->caller) count++;
    struct position *kept = memory_allocate(sizeof *kept * count);
    for (size_t i = 0; i < count; i++, position = position->caller) {
        kept[i] = *position;
        kept[i].hidden = NULL;
        kept[i].caller = i + 1 < count ? &kept[i + 1] : NULL;
    }
    return kept;
}

static void fill_origins(struct emitter *e, struct site_object *out,
                         const struct position *const *origins) {
    while (origins && origins[out->origin_count]) out->origin_count++;
    out->origins = memory_allocate(sizeof(struct position *) * (size_t)out->origin_count);
    for (int i = 0; i < out->origin_count; i++) out->origins[i] = kept_position(origins[i]);
    if (out->origin_count == 1) out->made_at = gcc_call_site(e, origins[0]);
}

static void fill_object(struct site_builder *builder, struct site_object *out,
                        const struct node *object_state) {
    const struct node *object = object_state->inputs[0];
    const struct meta_class *class = object->extra.virtual_object.class;
    int count = object->extra.virtual_object.length;
    ASSERT(object_state->input_count == count + 1, "an object state has %d entries of %d",
           object_state->input_count - 1, count);
    *out = (struct site_object){
        .class = class->runtime,
        .length = count,
        .lock_count = (int)object_state->extra.integer,
        .offsets = memory_allocate(sizeof(uint32_t) * (size_t)count),
        .types = memory_allocate(sizeof(enum java_type) * (size_t)count),
        .entries = memory_allocate(sizeof(struct location) * (size_t)count),
    };
    fill_origins(builder->e, out, object->extra.virtual_object.origins);
    for (int i = 0; i < count; i++) {
        out->types[i] = class->is_array ? class->element_type : class->fields.items[i]->type;
        out->offsets[i] = class->is_array
                              ? ARRAY_ELEMENTS + (uint32_t)(java_type_size(out->types[i]) * i)
                              : class->fields.items[i]->offset;
        out->entries[i] = locate(builder, object_state->inputs[i + 1]);
    }
}

static void fill_frame(struct site_builder *builder, struct site_frame *out,
                       const struct node *state) {
    const struct state_layout *layout = state->extra.state;
    int count = layout->local_count + layout->stack_count + layout->lock_count;
    *out = (struct site_frame){
        .method = layout->method->runtime,
        .bci = layout->bci,
        .after_call = layout->after_call,
        .local_count = layout->local_count,
        .stack_count = layout->stack_count,
        .lock_count = layout->lock_count,
        .slots = memory_allocate(sizeof(struct location) * (size_t)count),
    };
    /* Locals, stack and locks follow each other in the inputs. */
    for (int i = 0; i < count; i++) {
        if (i == layout->local_count) end_part(builder->values);
        out->slots[i] = locate(builder, state->inputs[i]);
    }
    end_part(builder->values);
}

/* From the outermost frame inwards: what guards in the same callers have in common comes first. */
static void fill_frames(struct site_builder *builder, const struct node *state, int frame) {
    if (!state) return;
    fill_frames(builder, frame_state_caller(state), frame + 1);
    fill_frame(builder, &builder->site->frames[frame], state);
}

static char *path_of(const struct position *position) {
    struct strbuf text = STRBUF_INIT;
    if (position) position_format(position, &text);
    strbuf_add(&text, "", 0);
    return text.bytes ? strbuf_detach(&text) : memory_duplicate("");
}

static void add_lost(struct deoptimization_site *site, const struct lost_local *lost) {
    for (const struct lost_local *l = lost; l; l = l->next) site->lost_count++;
    site->lost = memory_allocate(sizeof *site->lost * (size_t)site->lost_count);
    for (int i = 0; lost; lost = lost->next) site->lost[i++] = lost->cell;
}

struct deoptimization_site *deoptimization_site_new(struct emitter *e, const struct node *node,
                                                    struct live_values *values) {
    struct deoptimization_site *site = memory_allocate(sizeof *site);
    struct site_builder builder = {e, site, values, {0}};
    const struct node *state = node_state(node);
    const struct meta_method *root = node->graph->method;
    site->reason = node->extra.guard.reason;
    if (node->position) site->position = *node->position;
    site->position.caller = site->position.hidden = NULL;
    site->path = path_of(node->position);
    site->root = root ? root->runtime : NULL;
    site->is_loop = node->graph->is_loop;
    site->compilation = node->graph->compilation->number;

    collect_objects(&builder, state);
    site->object_count = (int)builder.object_states.count;
    site->objects = memory_allocate(sizeof *site->objects * (size_t)site->object_count);

    for (const struct node *s = state; s; s = frame_state_caller(s)) site->frame_count++;
    site->frames = memory_allocate(sizeof *site->frames * (size_t)site->frame_count);
    values->part_ends = ARENA_ARRAY(values->arena, uint32_t, 2 * site->frame_count + 1);
    fill_frames(&builder, state, 0);
    for (int i = 0; i < site->object_count; i++)
        fill_object(&builder, &site->objects[i], builder.object_states.items[i]);
    end_part(values);
    add_lost(site, state->extra.state->lost);
    site->value_count = (int)values->count;
    vec_release(&builder.object_states);
    return site;
}

void deoptimization_site_free(struct deoptimization_site *site) {
    for (int i = 0; i < site->object_count; i++) {
        memory_free(site->objects[i].offsets);
        memory_free(site->objects[i].types);
        memory_free(site->objects[i].entries);
        for (int k = 0; k < site->objects[i].origin_count; k++)
            memory_free(site->objects[i].origins[k]);
        memory_free(site->objects[i].origins);
    }
    for (int i = 0; i < site->frame_count; i++) memory_free(site->frames[i].slots);
    memory_free(site->objects);
    memory_free(site->frames);
    memory_free(site->path);
    memory_free(site->lost);
    memory_free(site);
}
