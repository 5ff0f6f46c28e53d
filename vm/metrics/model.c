/* MODEL: YAML to formulas. */
#include "metrics/model.h"

#include <stdlib.h>
#include <string.h>

#include "base/intern.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "sections/section.h"

static const struct section_key model_keys[] = {
    SECTION_KEY(model, TEXT, true, NULL, "name of the processor"),
    SECTION_KEY(meaning, SENTENCE, false, NULL, "what the model is of"),
    SECTION_KEY(constants, MAP, false, NULL, "numbers that formulas name"),
    SECTION_KEY(load, MAP, false, "no cycles", "cycles that loading a method takes"),
    SECTION_KEY(cache, VALUE, false, "hits", "hits, misses, or a map of blocks and bytes"),
    SECTION_KEY(cycles, MAP, true, NULL, "cycles by instructions"),
};
static const struct section section_model = {
    .name = "model", .title = "Cycle model", SECTION_KEYS(model_keys)};

static const struct section_key load_keys[] = {
    SECTION_KEY(hit, VALUE, true, NULL, "when the method is in the cache"),
    SECTION_KEY(miss, VALUE, true, NULL, "when it is not"),
};
static const struct section section_load = {
    .name = "load", .title = "Loading a method", SECTION_KEYS(load_keys)};

static const struct section_key cache_keys[] = {
    SECTION_KEY(blocks, ORDINAL, true, NULL, "how many blocks it has"),
    SECTION_KEY(bytes, ORDINAL, true, NULL, "bytes of code in a block"),
};
static const struct section section_cache = {
    .name = "cache", .title = "Method cache", SECTION_KEYS(cache_keys)};

static const struct yaml_content content = {"cycle model", "model and cycles", ""};

struct model_reader {
    struct arena *arena;
    struct cycle_model *model;
    struct diag *diag;
    VEC(struct formula_name) names;
};

static void read_constants(struct model_reader *reader, const struct yaml_node *map) {
    vec_push(&reader->names, (struct formula_name){"length", 0});
    vec_push(&reader->names, (struct formula_name){"load", 0});
    for (uint32_t i = 0; map && i < map->pair_count; i++) {
        const struct yaml_node *key = map->pairs[i].key;
        struct formula_name name = {key->text, 0};
        if (!yaml_to_number(map->pairs[i].value, &name.value))
            diag_error(reader->diag, map->pairs[i].value->place, "constant '%s' is no number",
                       key->text);
        if (!strcmp(key->text, "length") || !strcmp(key->text, "load"))
            diag_error(reader->diag, key->place, "'%s' has a meaning in formulas", key->text);
        vec_push(&reader->names, name);
    }
    struct formula_name *names =
        ARENA_ARRAY(reader->arena, struct formula_name, reader->names.count);
    memory_copy(names, reader->names.items, reader->names.count * sizeof *names);
    reader->model->names = (struct formula_names){names, reader->names.count};
}

static const struct formula *read_formula(struct model_reader *reader,
                                          const struct yaml_node *node) {
    if (node->kind != YAML_SCALAR) {
        diag_error(reader->diag, node->place, "a formula is text, not %s", yaml_kind_text(node));
        return NULL;
    }
    return formula_read(reader->arena, node->text, &reader->model->names, node->place,
                        reader->diag);
}

static const struct formula *read_load_formula(struct model_reader *reader,
                                               const struct yaml_node *node) {
    const struct formula *formula = node ? read_formula(reader, node) : NULL;
    if (formula && formula_uses(formula, MODEL_LOAD))
        diag_error(reader->diag, node->place, "'load' is what this formula says itself");
    return formula;
}

static void read_load(struct model_reader *reader, struct yaml_node *map) {
    struct place nowhere = {0};
    reader->model->hit = reader->model->miss =
        formula_read(reader->arena, "0", &reader->model->names, nowhere, reader->diag);
    if (!map || !section_check(map, &section_load, reader->diag)) return;
    reader->model->hit = read_load_formula(reader, yaml_get(map, "hit"));
    reader->model->miss = read_load_formula(reader, yaml_get(map, "miss"));
}

static void read_cache(struct model_reader *reader, struct yaml_node *node) {
    struct method_cache *cache = &reader->model->cache;
    int64_t blocks = 0, bytes = 0;
    if (!node) return;
    if (node->kind == YAML_SCALAR) {
        if (!cache_read(node->text, cache) || cache->regime == CACHE_BLOCKS)
            diag_error(reader->diag, node->place,
                       "a cache is 'hits', 'misses' or {blocks: N, bytes: N}, not '%s'",
                       node->text);
        return;
    }
    if (!section_check(node, &section_cache, reader->diag)) return;
    yaml_to_integer(yaml_get(node, "blocks"), &blocks);
    yaml_to_integer(yaml_get(node, "bytes"), &bytes);
    if (blocks > 65536 || bytes > 65536)
        diag_error(reader->diag, node->place, "a cache has at most 65536 blocks of 65536 bytes");
    *cache = (struct method_cache){CACHE_BLOCKS, (uint32_t)blocks, (uint32_t)bytes};
}

static bool loads_a_method(enum opcode opcode) {
    return opcode_is_call(opcode) || (opcode >= OP_ireturn && opcode <= OP_return);
}

static bool unknown_instruction(struct model_reader *reader, const struct yaml_node *key,
                                const char *word) {
    const char *names[OPCODE_COUNT];
    for (enum opcode opcode = 0; opcode < OPCODE_COUNT; opcode++)
        names[opcode] = opcode_name(opcode);
    return unknown_error(reader->diag, key->place, "instruction", word, names, OPCODE_COUNT);
}

static bool price(struct model_reader *reader, const struct yaml_pair *pair, const char *word,
                  const struct formula *formula) {
    const struct yaml_node *key = pair->key;
    enum opcode opcode = opcode_of_name(word);
    struct cycle_model *model = reader->model;
    if (opcode == OPCODE_COUNT) return unknown_instruction(reader, key, word);
    if (model->cycles[opcode])
        return diag_error(reader->diag, key->place, "'%s' has cycles already", word);
    model->depends[opcode] =
        formula_uses(formula, MODEL_LENGTH) || formula_uses(formula, MODEL_LOAD);
    if (model->depends[opcode] && !loads_a_method(opcode))
        return diag_error(reader->diag, key->place,
                          "'%s' loads no method: 'length' and 'load' are for calls and returns",
                          word);
    model->cycles[opcode] = formula;
    model->places[opcode] = pair->value->place;
    return true;
}

/* A key is one instruction or several, with spaces between. */
static void read_cycles(struct model_reader *reader, const struct yaml_node *map) {
    for (uint32_t i = 0; i < map->pair_count && !reader->diag->is_set; i++) {
        const struct yaml_pair *pair = &map->pairs[i];
        const struct formula *formula = read_formula(reader, pair->value);
        for (const char *at = pair->key->text; formula && *at; at += strspn(at, " ")) {
            size_t length = strcspn(at, " ");
            if (length && !price(reader, pair, intern_bytes(at, length), formula)) return;
            at += length;
        }
    }
}

static const struct cycle_model *read_model(struct arena *arena, struct yaml_node *root,
                                            struct diag *diag) {
    if (!root || diag->is_set || !section_check(root, &section_model, diag)) return NULL;
    struct model_reader reader = {arena, ARENA_NEW(arena, struct cycle_model), diag, {0}};
    struct yaml_node *meaning = yaml_get(root, "meaning");
    reader.model->name = yaml_get(root, "model")->text;
    reader.model->meaning = meaning ? meaning->text : "";
    read_constants(&reader, yaml_get(root, "constants"));
    read_load(&reader, yaml_get(root, "load"));
    read_cache(&reader, yaml_get(root, "cache"));
    read_cycles(&reader, yaml_get(root, "cycles"));
    vec_release(&reader.names);
    return diag->is_set ? NULL : reader.model;
}

const struct cycle_model *model_read(struct arena *arena, const char *path, struct diag *diag) {
    return read_model(arena, yaml_parse_file(arena, &content, path, diag), diag);
}

const struct cycle_model *model_read_text(struct arena *arena, const char *file, const char *text,
                                          size_t length, struct diag *diag) {
    return read_model(arena, yaml_parse(arena, &content, file, text, length, diag), diag);
}

bool cache_read(const char *text, struct method_cache *cache) {
    char *end;
    unsigned long blocks = strtoul(text, &end, 10);
    if (strcmp(text, "hits") == 0) return cache->regime = CACHE_HITS, true;
    if (strcmp(text, "misses") == 0) return cache->regime = CACHE_MISSES, true;
    if (*text < '0' || *text > '9' || *end || !blocks || blocks > 65536) return false;
    cache->regime = CACHE_BLOCKS;
    cache->blocks = (uint32_t)blocks;
    return true;
}

void cache_add_text(struct strbuf *out, const struct method_cache *cache) {
    switch (cache->regime) {
    case CACHE_HITS: strbuf_add_text(out, "that always hits"); return;
    case CACHE_MISSES: strbuf_add_text(out, "that always misses"); return;
    case CACHE_BLOCKS:
        strbuf_addf(out, "of %u blocks of %u bytes", cache->blocks, cache->block_bytes);
    }
}

double model_cycles(const struct cycle_model *model, enum opcode opcode, uint32_t length,
                    bool misses) {
    size_t count = model->names.count;
    struct formula_name values[count];
    memcpy(values, model->names.items, sizeof values);
    const struct formula_names names = {values, count};
    values[MODEL_LENGTH].value = length;
    if (length) values[MODEL_LOAD].value = formula_value(misses ? model->miss : model->hit, &names);
    return formula_value(model->cycles[opcode], &names);
}
