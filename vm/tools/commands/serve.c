/* SERVE: the VM as an adapter of jittest. */
#include "serve/serve.h"

#include <stdio.h>

#include "tools/commands.h"

int command_serve(int argc, char **argv) {
    if (argc == 1) return serve("jitvm --serve");
    fputs("usage: jitvm --serve\n", stderr);
    return 2;
}
