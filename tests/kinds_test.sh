#!/bin/sh
# Switches that a new kind would miss in silence are found where they are planted, and nothing else is.
#
#     kinds_test.sh SOURCE_DIRECTORY SCRATCH_DIRECTORY
set -eu
source=$1 scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch"

"$source/ci/check_kinds.sh"

cat > "$scratch/planted.c" << 'END'
int cost(const struct node *node) {
    switch (node->kind) {
    case NODE_add:
        switch (node->letter) {
        case '{': return 0;
        default: return 1;
        }
    default: return 2;
    }
}

int size(const struct node *node) {
    switch ((int)node->kind) {
    case NODE_add: return 1;
    }
    switch ((uint8_t)node_kind_placement(node->kind)) {
    case PLACEMENT_end: return 2;
    }
    switch (node_kind_extra(node->kind)) {
    case EXTRA_none: return 3;
    default: break;
    }
    switch ((int)token->kind) {
    case TOKEN_PLUS: return 4;
    }
    switch (letter) {
    case 'k': return 5;
    default: return 6;
    }
}
END
(cd "$scratch" && "$source/ci/check_kinds.sh" planted.c) > "$scratch/told" && exit 1
diff "$scratch/told" - << 'END'
planted.c:8: a default in a switch over kinds
planted.c:13: a switch over an enumeration that is cast away
planted.c:16: a switch over an enumeration that is cast away
planted.c:21: a default in a switch over kinds
END
