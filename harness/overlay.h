/* What a spec says for some VMs alone: `on:` beside an expectation, `of:` and `in:` by VM, `relies_on` by VM. A tree is made what
 * it says for one VM, before it is read. */
#ifndef HARNESS_OVERLAY_H
#define HARNESS_OVERLAY_H

#include "harness/vms.h"
#include "sections/yaml_tree.h"

/* Changes the maps of [root], the tree of one spec, which is nobody else's. False with errors. [others]: a list, in [arena], of
 * the expectations for other VMs, which are to be checked, too. */
bool overlay_apply(struct arena *arena, struct yaml_node *root, const struct vm_identity *vm,
                   struct diag *diag, struct yaml_node **others);
/* Does the value of `on`, a VM or a list of VMs, mean [vm]? [diag] says what is wrong with it. */
bool overlay_means(const struct yaml_node *condition, const struct vm_identity *vm,
                   struct diag *diag);

#endif
