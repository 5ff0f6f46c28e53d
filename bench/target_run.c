/* Warming up a target; see target_run.h. */
#include "target_run.h"

bool target_run_begin(struct target_run *run, struct bench *bench, const struct test *test,
                      unsigned profile) {
    *run = (struct target_run){.diag = DIAG_INIT};
    struct spec bare = *test->spec; /* without the probes that its expectations need */
    struct test copy = *test;
    bare.profile = 0;
    copy.spec = &bare;
    if (!program_load(&bench->host, &copy, &bench->arena, &run->diag, &run->program)) return false;
    run->program.target->probe_sites(run->program.target, profile);
    session_begin(&run->session, &run->program, bench->host.output_file, &bench->arena, &run->diag);
    for (int64_t i = 0; i < test->spec->run.warm_up.at_most; i++) {
        if (run->program.target->is_compiled(run->program.target, run->program.method)) return true;
        if (!session_call(&run->session, &run->program.warm_up_arguments, NULL)) return false;
    }
    return false;
}
