/* CODE NAME: see the header. */
#include "tools/code_name.h"

void code_name(struct strbuf *out, const struct placed_code *code) {
    strbuf_add_text(out, code->root);
    if (code->loop_bci >= 0) strbuf_addf(out, " loop at %d", code->loop_bci);
}
