/* What a history says, as text and as a page. */
#ifndef HISTORY_REPORT_H
#define HISTORY_REPORT_H

#include <stdio.h>

#include "history/history.h"

/* What the file lacks or has too much of, one after the other. */
void history_notes(const struct history *history,
                   void (*tell)(void *context, const char *label, const char *text), void *context);
/* All analyses of one run; tables have so many rows. */
void history_print(FILE *out, struct history *history, int rows);
/* What is compared of runs, beside their files: counts, then seconds. NAN: not known. */
enum { SUMMARY_COUNTS = 5, SUMMARY_COLUMNS = 9 };
void history_summary(struct history *history, double out[SUMMARY_COLUMNS]);
/* Several runs, one line each: the columns of the paper's Table 1, and times. */
void histories_compare(FILE *out, struct history *histories, int count);
/* A page with plots and tables that sort and filter; needs nothing else. */
void histories_write_page(FILE *out, struct history *histories, int count);

#endif
