/* Starts the VM in the process that forks. */
#define _GNU_SOURCE
#include "harness/host.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "harness/spec_keys.h"

bool host_open(struct run_host *host, const struct vm_options *options, struct diag *diag) {
    host->options = *options;
    host->output_file = memfd_create("output", 0);
    FILE *output = host->output_file >= 0 ? fdopen(host->output_file, "w+") : NULL;
    if (!output)
        return diag_error(diag, (struct place){0}, "cannot make a file for output: %s",
                          strerror(errno));
    host->options.out = host->options.err = output;
    host->vm = vm_create(&host->options, diag);
    return host->vm && vm_load_code_generator(diag);
}

void host_close(struct run_host *host) {
    if (host->vm) vm_destroy(host->vm);
    if (host->options.out) fclose(host->options.out);
    host->vm = NULL;
}

static bool check(const struct spec_texts *names,
                  bool (*list)(size_t, const char **, const char **), const char *what,
                  struct diag *diag) {
    enum { MOST = 512 };
    const char *known[MOST], *meaning;
    size_t count = 0;
    bool is_fine = true;
    while (count < MOST && list(count, &known[count], &meaning)) count++;
    vec_each(struct spec_text, name, names) {
        bool is_known = list == vm_list_disableable && vm_is_limit_setting(name->text);
        for (size_t i = 0; i < count; i++) is_known |= strcmp(known[i], name->text) == 0;
        if (!is_known) is_fine = unknown_error(diag, name->place, what, name->text, known, count);
    }
    return is_fine;
}

bool host_check_disableable(const struct spec_texts *names, struct diag *diag) {
    return check(names, vm_list_disableable, "phase or rule", diag);
}

bool host_check_sabotages(const struct spec_texts *names, struct diag *diag) {
    return check(names, vm_list_sabotages, "sabotage", diag);
}
