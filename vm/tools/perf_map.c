/* PERF MAP: what perf reads of code that no file has. Both files are whole after each compilation: whoever kills the process loses
 * nothing. */
#define _GNU_SOURCE /* gettid */
#include "tools/perf_map.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "tools/code_name.h"

enum { JITDUMP_MAGIC = 0x4a695444, JITDUMP_VERSION = 1, RECORD_LOAD = 0, RECORD_LINES = 2 };

struct jitdump_header {
    uint32_t magic, version, size, machine, unused, process;
    uint64_t time, flags;
};

struct jitdump_record {
    uint32_t kind, size;
    uint64_t time;
};

struct jitdump_load {
    struct jitdump_record record;
    uint32_t process, thread;
    uint64_t virtual_address, address, size, number;
};

struct jitdump_lines {
    struct jitdump_record record;
    uint64_t address, count;
};

struct jitdump_line {
    uint64_t address;
    int32_t line, discriminator;
};

static struct {
    FILE *map, *dump;
    uint64_t number; /* of the next code */
} files;

/* perf record -k 1: of CLOCK_MONOTONIC. */
static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* --- the map --- */

static bool is_same_method(const struct placed_frame *a, const struct placed_frame *b) {
    bool is_inlined = a && a->caller, is_other_inlined = b && b->caller;
    if (is_inlined != is_other_inlined) return false;
    return !is_inlined || strcmp(a->method, b->method) == 0;
}

static void map_range(const struct placed_code *code, const struct placed_frame *frame,
                      uint32_t from, uint32_t to) {
    struct strbuf name = STRBUF_INIT;
    if (from == to) return;
    if (frame && frame->caller) strbuf_addf(&name, "%s in ", frame->method);
    code_name(&name, code);
    fprintf(files.map, "%lx %x %s\n", (unsigned long)(uintptr_t)code->start + from, to - from,
            strbuf_text(&name));
    strbuf_release(&name);
}

/* Each stretch of code of one inlined method has a line, as has what is between. */
static void write_map(const struct placed_code *code) {
    const struct placed_frame *frame = NULL;
    uint32_t from = 0;
    for (int i = 0; i < code->place_count; i++) {
        const struct placed_bytecode *place = &code->places[i];
        if (!place->frame || is_same_method(frame, place->frame)) continue;
        map_range(code, frame, from, place->offset);
        frame = place->frame;
        from = place->offset;
    }
    map_range(code, frame, from, (uint32_t)code->size);
    fflush(files.map);
}

/* --- the dump --- */

static uint64_t add_lines(struct strbuf *out, const struct placed_code *code) {
    uint64_t count = 0;
    for (int i = 0; i < code->place_count; i++) {
        const struct placed_bytecode *place = &code->places[i];
        if (!place->frame || place->frame->line <= 0) continue;
        struct jitdump_line line = {(uint64_t)(uintptr_t)code->start + place->offset,
                                    place->frame->line, 0};
        strbuf_add(out, (const char *)&line, sizeof line);
        strbuf_add(out, place->frame->source, strlen(place->frame->source) + 1);
        count++;
    }
    return count;
}

static void dump_lines(const struct placed_code *code) {
    struct strbuf lines = STRBUF_INIT;
    struct jitdump_lines head = {.record = {RECORD_LINES, 0, now()},
                                 .address = (uint64_t)(uintptr_t)code->start};
    head.count = add_lines(&lines, code);
    head.record.size = (uint32_t)(sizeof head + lines.length);
    if (head.count) {
        fwrite(&head, sizeof head, 1, files.dump);
        fwrite(strbuf_text(&lines), lines.length, 1, files.dump);
    }
    strbuf_release(&lines);
}

static void dump_code(const struct placed_code *code) {
    struct strbuf name = STRBUF_INIT;
    code_name(&name, code);
    uint64_t address = (uint64_t)(uintptr_t)code->start;
    struct jitdump_load head = {
        .record = {RECORD_LOAD, (uint32_t)(sizeof head + name.length + 1 + code->size), now()},
        .process = (uint32_t)getpid(),
        .thread = (uint32_t)gettid(),
        .virtual_address = address,
        .address = address,
        .size = code->size,
        .number = files.number++};
    fwrite(&head, sizeof head, 1, files.dump);
    fwrite(strbuf_text(&name), name.length + 1, 1, files.dump);
    fwrite(code->start, code->size, 1, files.dump);
    fflush(files.dump);
    strbuf_release(&name);
}

void perf_map_add(const struct placed_code *code) {
    if (code->is_gone) return; /* other code that takes its place is told later */
    write_map(code);
    dump_lines(code);
    dump_code(code);
}

/* --- the files --- */

static FILE *open_file(const char *path, struct diag *diag) {
    FILE *file = fopen(path, "w+e");
    if (!file) diag_error(diag, (struct place){0}, "cannot write '%s': %s", path, strerror(errno));
    return file;
}

/* perf record notes the file where it is mapped to be executed. */
static bool begin_dump(const char *path, struct diag *diag) {
    struct jitdump_header header = {.magic = JITDUMP_MAGIC,
                                    .version = JITDUMP_VERSION,
                                    .size = sizeof header,
                                    .machine = EM_X86_64,
                                    .process = (uint32_t)getpid(),
                                    .time = now()};
    fwrite(&header, sizeof header, 1, files.dump);
    fflush(files.dump);
    void *marker = mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_READ | PROT_EXEC, MAP_PRIVATE,
                        fileno(files.dump), 0);
    return marker != MAP_FAILED ||
           diag_error(diag, (struct place){0}, "cannot map '%s': %s", path, strerror(errno));
}

bool perf_map_open(struct diag *diag) {
    char map[64], dump[64];
    snprintf(map, sizeof map, "/tmp/perf-%d.map", (int)getpid());
    snprintf(dump, sizeof dump, "jit-%d.dump", (int)getpid());
    files.map = open_file(map, diag);
    files.dump = files.map ? open_file(dump, diag) : NULL;
    if (files.dump && begin_dump(dump, diag)) return true;
    if (files.map) unlink(map);
    if (files.dump) unlink(dump);
    return false;
}
