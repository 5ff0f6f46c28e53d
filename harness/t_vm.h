/* The target `vm`: what its files share, and the way to the VM behind it for benchmarks. */
#ifndef HARNESS_T_VM_H
#define HARNESS_T_VM_H

#include "harness/target.h"
#include "profilers/counting.h"
#include "profilers/known_contexts.h"
#include "vm.h"

struct vm_target {
    struct target target;
    struct vm *vm; /* NULL: not started */
    struct counting counting;
    struct event_sink listener; /* who listens, beside the profilers */
    struct known_contexts contexts;
    struct arena arena;
};

struct vm_target_method {
    struct target_method facts;
    struct method *method;
};

static inline struct vm *t_vm_of(struct target *target) { return ((struct vm_target *)target)->vm; }

static inline struct method *t_vm_method(const struct target_method *method) {
    return ((const struct vm_target_method *)method)->method;
}

static inline struct class *t_vm_class(struct target_class *class) { return (struct class *)class; }

/* What counts at sites of the kind. */
enum vm_site_probe t_vm_probe_of(enum site_kind kind);

/* The functions of struct target that each file has. */
void t_vm_fill_call_graph(struct target *target);
void t_vm_fill_calls(struct target *target);
void t_vm_fill_contexts(struct target *target);
void t_vm_fill_counts(struct target *target);
void t_vm_fill_cycles(struct target *target);
void t_vm_fill_lifetimes(struct target *target);
void t_vm_fill_profile(struct target *target);
void t_vm_fill_stand(struct target *target);

#endif
