#define _GNU_SOURCE
#include "harness/warm.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/die.h"
#include "base/vec.h"
#include "harness/vms.h"

/* What a test's process and the worker both know of an adapter. */
struct shared {
    bool has_greeted; /* was asked hello */
    bool is_taken;    /* by a test that has not come to its end */
};

struct server {
    const struct vm_identity *vm;
    struct adapter adapter;
    struct shared *shared;
    uint32_t tests;
    bool is_running;
};

static struct {
    struct server *items;
    uint32_t count, capacity;
} servers;
static struct server *prepared; /* for the test that is next, or runs; NULL: it has its own */

static bool has_own_options(const struct test *test) {
    const struct compiler_spec *compiler = &test->spec->compiler;
    return test->without || test->turned.count || test->is_bare || compiler->vm_options.count ||
           compiler->without.count || compiler->sabotage.count || compiler->tier ||
           compiler->is_in_background;
}

static struct server *server_of(const struct vm_identity *vm) {
    vec_each(struct server, server, &servers)
        if (server->vm == vm) return server;
    struct shared *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ASSERT(shared != MAP_FAILED, "no memory to share");
    vec_push(&servers, (struct server){.vm = vm, .shared = shared});
    return &vec_last(&servers);
}

static void stop(struct server *server) {
    if (!server->is_running) return;
    adapter_end(&server->adapter);
    close(server->adapter.output_file);
    server->is_running = false;
}

static void start(struct server *server) {
    struct diag ignored = DIAG_INIT; /* the test's own adapter says it */
    int output = memfd_create("output", MFD_CLOEXEC);
    server->is_running =
        adapter_start(&server->adapter, server->vm->warm_command, output, &ignored);
    server->tests = 0;
    *server->shared = (struct shared){0};
}

/* Is it there? Then it prints into an empty file. */
static bool is_ready(struct server *server) {
    if (!server->is_running || waitpid(server->adapter.process, NULL, WNOHANG) != 0) return false;
    int output = server->adapter.output_file;
    return ftruncate(output, 0) == 0 && lseek(output, 0, SEEK_SET) == 0;
}

void warm_prepare(const struct test *test, uint32_t recycle) {
    prepared = NULL;
    if (!recycle || !test->spec->vm->warm_command || has_own_options(test)) return;
    prepared = server_of(test->spec->vm);
    if (prepared->tests == recycle || !is_ready(prepared)) {
        stop(prepared);
        start(prepared);
    }
    prepared->tests++;
}

bool warm_take(struct adapter *adapter, bool *has_greeted) {
    if (!prepared || !prepared->is_running) return false;
    *adapter = prepared->adapter;
    *has_greeted = prepared->shared->has_greeted;
    adapter->is_taken = &prepared->shared->is_taken;
    *prepared->shared = (struct shared){true, true};
    return true;
}

bool warm_is_to_repeat(void) {
    struct server *server = prepared;
    prepared = NULL;
    if (!server || !server->shared->is_taken) return false;
    kill(server->adapter.process, SIGKILL);
    stop(server);
    return true;
}

void warm_end(void) {
    vec_each(struct server, server, &servers) stop(server);
}
