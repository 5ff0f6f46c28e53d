/* PLACED: code with its bytecodes, from the rows that the assembler wrote down for it. */
#include "jit/internal.h"

static const struct position *position_of(struct arena *arena, const struct call_site *site) {
    if (!site) return NULL;
    struct position *position = ARENA_NEW(arena, struct position);
    *position = (struct position){.method = method_full_name(site->method),
                                  .bci = site->bci,
                                  .line = method_line(site->method, site->bci),
                                  .caller = position_of(arena, site->caller)};
    return position;
}

static const struct placed_bytecode *places_of(struct arena *arena,
                                               const struct machine_code *machine) {
    const struct line_table *lines = &machine->image.lines;
    struct placed_bytecode *places = ARENA_ARRAY(arena, struct placed_bytecode, lines->count + 1);
    for (uint32_t i = 0; i < lines->count; i++)
        places[i] = (struct placed_bytecode){
            .offset = lines->rows[i].offset,
            .position = position_of(arena, machine_code_row_site(machine, i))};
    return places;
}

void placed_tell(const struct jit *jit, const struct method_code *code, bool is_gone) {
    if (!jit->code_sink.receive) return;
    const struct machine_code *machine = &code->machine;
    struct arena arena;
    arena_init(&arena);
    struct placed_code placed = {.start = machine->image.memory,
                                 .size = machine->image.size,
                                 .root = method_full_name(code->method),
                                 .loop_bci = code->loop_bci,
                                 .compilation = code->compilation,
                                 .is_gone = is_gone};
    if (!is_gone) {
        placed.places = places_of(&arena, machine);
        placed.place_count = (int)machine->image.lines.count;
    }
    jit->code_sink.receive(jit->code_sink.context, &placed);
    arena_release(&arena);
}
