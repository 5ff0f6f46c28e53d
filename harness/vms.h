/* The VMs that specs can run on: the one of this repository, and those of adapters (targets.def), by the names that the command line
 * and specs use: "own", "hotspot", "hotspot:/opt/jdk-25,tier=c1", "command:my-adapter --option", and names that a jittest.yaml
 * gives to one of these. */
#ifndef HARNESS_VMS_H
#define HARNESS_VMS_H

#include <jansson.h>

#include "base/arena.h"
#include "base/diag.h"

/* The name of a VM, taken apart. */
struct vm_words {
    const char *kind;  /* "hotspot" */
    const char *place; /* behind the colon; NULL: none */
    struct {
        struct vm_option_word {
            const char *name, *value;
        } * items;
        uint32_t count, capacity;
    } options;
};

typedef struct {
    const char **items;
    uint32_t count, capacity;
} command_words;

/* A row of targets.def that an adapter drives; t_name.c exports it as adapter_name. */
struct adapter_kind {
    /* Appends the words of the command. May fail: [diag] says what to install. */
    bool (*command)(const struct vm_words *words, struct arena *arena, command_words *out,
                    struct diag *diag);
    const char *meaning;
    const char *warm_option; /* with which its process takes many programs; NULL: none */
};

/* What a VM says of itself. Lives as long as the process. */
struct vm_identity {
    const char *name;                /* as it was asked for; "own": the one of this repository */
    const char *meaning;             /* likewise, or what a jittest.yaml calls by that name */
    const char *const *command;      /* of the adapter, ends with NULL; NULL: there is none */
    const char *const *warm_command; /* likewise, of one that takes many programs */
    const char *vm, *version;        /* NULL of the own one */
    const char *language;            /* "class files" */
    const char *const
        *tags; /* by which specs mean it, from general to special; its own name is one */
    uint32_t tag_count;
    json_t *hello; /* all of it; NULL of the own one */
};

/* Names that jittest.yaml gives to VMs; of several equal ones the first counts. */
struct vm_aliases {
    struct vm_alias {
        const char *name, *meaning; /* "mine", "command:my-adapter --option" */
    } * items;
    uint32_t count, capacity;
};

/* Asks its adapter, once. NULL with an error at [place]. */
const struct vm_identity *vm_identity_of(const char *name, const struct vm_aliases *aliases,
                                         struct place place, struct diag *diag);
/* How long one may take to say what it is (60 s). */
void vm_limit_time(double seconds);
/* The VM of this repository. */
const struct vm_identity *vm_own(void);
/* What all specs run on, whatever they say; NULL: what they say. */
const struct vm_identity *vm_chosen(void);
void vm_choose(const struct vm_identity *vm);
/* Has it another compiler and class library than the VM of this repository, which may be driven by the protocol, too? NULL
 * is that VM. */
bool vm_has_other_compiler(const struct vm_identity *vm);
/* What a switch of the VM's compiler is by itself: true, false or a number, which then stands behind its name: "callee_size=300".
 * NULL: it has no such switch. */
const json_t *vm_switch(const struct vm_identity *vm, const char *name);
/* Of all its switches, "callee_size=N" of those that are numbers. */
const char **vm_switch_names(const struct vm_identity *vm, size_t *count);
/* Is it one that the condition "c2", "hotspot>=22" names? */
bool vm_is(const struct vm_identity *vm, const char *condition);
/* Is this a condition? Else [diag] says why not. */
bool vm_condition_check(const char *condition, struct place place, struct diag *diag);

/* The program [name] beside this one; else on the path. In [arena]. */
const char *program_beside(struct arena *arena, const char *name);

#endif
