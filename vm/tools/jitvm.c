/* jitvm: runs a Java program on the VM, as `java` does. For trying the VM out and for differential
 * tests. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/output_file.h"
#include "tools/commands.h"
#include "tools/program.h"

static const struct jitvm_command {
    const char *word, *arguments, *meaning, *options;
    int (*run)(int argc, char **argv);
} commands[] = {
#define COMMAND(name, word, arguments, meaning, options)                                           \
    {word, arguments, meaning, options, command_##name},
#include "tools/commands.def"
#undef COMMAND
};
enum { COMMANDS = sizeof commands / sizeof *commands };

/* The one that the first argument names; NULL: a program is run. */
static const struct jitvm_command *find_command(const char *word) {
    for (size_t i = 0; word && i < COMMANDS; i++)
        if (strcmp(commands[i].word, word) == 0) return &commands[i];
    return NULL;
}

static void print_usage(FILE *out) {
    fputs("usage: jitvm [option...] Main argument...\n"
          "       jitvm [option...] -jar FILE argument...\n"
          "       jitvm COMMAND ...\n"
          "Runs a Java program. Options:\n",
          out);
    program_print_options(out);
    fputs("Commands, each the first argument (options before a main class of that name make it a "
          "class):\n",
          out);
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(out, "  %s %s\n      %s\n", commands[i].word, commands[i].arguments,
                commands[i].meaning);
}

/* Running a program under profilers has help of its own. */
static bool is_asked_for_help(const struct jitvm_command *command, int argc, char **argv) {
    return command->run != command_profile && argc == 3 && strcmp(argv[2], "--help") == 0;
}

static int help(const struct jitvm_command *command) {
    printf("usage: jitvm %s %s\n%s\n%s", command->word, command->arguments, command->meaning,
           command->options);
    return 0;
}

static int run(const struct jitvm_command *command, int argc, char **argv) {
    int status =
        is_asked_for_help(command, argc, argv) ? help(command) : command->run(argc - 1, argv + 1);
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    fputs("jitvm: cannot write the output\n", stderr);
    return COULD_NOT_WRITE;
}

int main(int argc, char **argv) {
    output_file_spare_streams();
    const struct jitvm_command *command = find_command(argv[1]);
    if (command) return run(command, argc, argv);
    const struct command_options own = {.command = "jitvm", .print_usage = print_usage};
    struct jitvm_program program;
    program_read(&program, &own, argc, argv);
    exit(program_run(&program, program_make(&program)));
}
