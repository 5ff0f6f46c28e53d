/* What each verdict is called and means: the columns of verdicts.def. */
#include "assertions/verdict.h"

static const struct {
    const char *text;
    bool is_red;
    int badness;
} rows[] = {
#define VERDICT(name, text, is_red, badness) {text, is_red, badness},
#include "assertions/verdicts.def"
#undef VERDICT
};

const char *verdict_text(enum verdict_kind kind) { return rows[kind].text; }
bool verdict_is_red(enum verdict_kind kind) { return rows[kind].is_red; }

enum verdict_kind verdict_worse(enum verdict_kind a, enum verdict_kind b) {
    return rows[a].badness >= rows[b].badness ? a : b;
}
