/* PLACED: code with its bytecodes, from the rows that the assembler wrote down for it. */
#include "jit/internal.h"

#include <pthread.h>
#include <string.h>

#include "backend/bridge.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* bridges come without the jit's lock */

static void send(void *context, const struct placed_code *code) {
    const struct jit *jit = context;
    pthread_mutex_lock(&mutex);
    jit->code_sink.receive(jit->code_sink.context, code);
    pthread_mutex_unlock(&mutex);
}

void jit_watch_code(struct jit *jit, struct code_sink sink) {
    jit->code_sink = sink;
    jit->backend.is_located = true;
    bridge_watch((struct code_sink){send, jit});
}

/* In the folders of the class; by the name of the outermost class where the class file does not say. */
static const char *source_of(struct arena *arena, const struct class *class) {
    const char *slash = strrchr(class->name, '/'), *own = slash ? slash + 1 : class->name;
    int folders = (int)(own - class->name);
    if (class->file->source_file)
        return arena_format(arena, "%.*s%s", folders, class->name, class->file->source_file);
    int length = (int)strcspn(own, "$");
    return arena_format(arena, "%.*s.java", folders + length, class->name);
}

static const struct placed_frame *frame_of(struct arena *arena, const struct call_site *site) {
    if (!site) return NULL;
    struct placed_frame *frame = ARENA_NEW(arena, struct placed_frame);
    *frame = (struct placed_frame){.method = method_full_name(site->method),
                                   .source = source_of(arena, site->method->class),
                                   .bci = site->bci,
                                   .line = method_line(site->method, site->bci),
                                   .caller = frame_of(arena, site->caller)};
    return frame;
}

static const struct placed_bytecode *places_of(struct arena *arena,
                                               const struct machine_code *machine) {
    const struct line_table *lines = &machine->image.lines;
    struct placed_bytecode *places = ARENA_ARRAY(arena, struct placed_bytecode, lines->count + 1);
    for (uint32_t i = 0; i < lines->count; i++)
        places[i] =
            (struct placed_bytecode){.offset = lines->rows[i].offset,
                                     .frame = frame_of(arena, machine_code_row_site(machine, i))};
    return places;
}

void placed_tell(struct jit *jit, const struct method_code *code, bool is_gone) {
    if (!jit->code_sink.receive) return;
    const struct elf_image *image = &code->machine.image;
    struct arena arena;
    arena_init(&arena);
    struct placed_code placed = {.start = image->memory,
                                 .size = image->size,
                                 .root = method_full_name(code->method),
                                 .loop_bci = code->loop_bci,
                                 .compilation = code->compilation,
                                 .is_gone = is_gone};
    if (!is_gone) {
        placed.places = places_of(&arena, &code->machine);
        placed.place_count = (int)image->lines.count;
        placed.frame_info = image->frame_info;
        placed.frame_info_size = image->frame_info_size;
    }
    send(jit, &placed);
    arena_release(&arena);
}
