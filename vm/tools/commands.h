/* The commands of jitvm (commands.def): each is a function in a file of its own. */
#ifndef TOOLS_COMMANDS_H
#define TOOLS_COMMANDS_H

enum { COULD_NOT_WRITE = 3 }; /* the exit status where an output is not whole */

/* The arguments from the command's word on, ended by NULL. Returns the exit status: 2 for a mistake
 * on the command line. */
#define COMMAND(name, word, arguments, meaning, options) int command_##name(int argc, char **argv);
#include "tools/commands.def"
#undef COMMAND

#endif
