/* Exact binomial statistics: what a count of hits among independent trials can and cannot say.
 * Nothing here is an approximation to the normal distribution: at the small probabilities that
 * matter those are wrong by factors. */
#ifndef ASSERTIONS_STAT_H
#define ASSERTIONS_STAT_H

#include <stdbool.h>
#include <stdint.h>

/* The level of the intervals that are shown, and of those that decide an "at least" or "at most".
 */
#define STAT_REPORT_LEVEL   0.999
#define STAT_DECISION_LEVEL 0.9999999
/* The chance that such a decision is wrong: half of what the level leaves, because only one side is
 * asked.
 */
#define STAT_DECISION_RISK ((1 - STAT_DECISION_LEVEL) / 2)

/* The same where trials do not hit or miss, but each hits by a part from 0 to 1: of the mean of independent numbers between 0 and 1
 * a tail is at most e times the binomial's (Bentkus, "On Hoeffding's inequalities", Annals of Probability 32, 2004). */
#define STAT_PARTIAL_DECISION_RISK (2.718281828459045 * STAT_DECISION_RISK)

/* More trials than this are not tried when looking for the number that suffices. */
#define STAT_TRIALS_LIMIT INT64_C(1000000000)

/* Hits that are accepted: lo <= hits <= hi, within 0..n. Empty when hi < lo. */
struct stat_region {
    int64_t lo, hi;
};

/* |hits - n p| <= n epsilon, closed. Both sides are widened by n * 1e-12, so that a bound that is a
 * whole number in decimals (0.8 + 0.02 of 10000) is not lost to binary rounding. p above 1 is
 * allowed: several hits a trial. */
bool stat_is_within(int64_t hits, int64_t n, double p, double epsilon);
/* The same for p in 0..1, as the hits that pass. */
struct stat_region stat_region_within(int64_t n, double p, double epsilon);
/* The two-sided exact test: the widest-tailed region whose tails under Binomial(n, p) are at most
 * alpha / 2 each. */
struct stat_region stat_region_exact(int64_t n, double p, double alpha);

/* P(hits outside the region) under Binomial(n, p). */
double stat_outside(struct stat_region region, int64_t n, double p);

/* The chance that "within epsilon of p" rejects although the odds are p. */
double stat_false_alarm(int64_t n, double p, double epsilon);
/* The chance that it accepts although the odds are p + 2 epsilon or p - 2 epsilon: the larger of
 * the two, of those that are odds at all (inside 0..1). 0 when neither is, or epsilon is 0. */
double stat_miss(int64_t n, double p, double epsilon);

/* The smallest number of trials from [n] on whose false alarm is at most [limit]; 0 when
 * STAT_TRIALS_LIMIT are too few. More trials can be worse again by a little, for hits are whole
 * numbers. */
int64_t stat_trials_needed(int64_t n, double p, double epsilon, double limit);
/* The smallest epsilon from [epsilon] on, in steps of its third significant digit, that brings the
 * false alarm to at most [limit]. Such an epsilon exists: one that accepts everything. */
double stat_epsilon_needed(int64_t n, double p, double epsilon, double limit);

struct stat_interval {
    double lo, hi;
};

/* Clopper and Pearson's interval for the odds. Fractional hits (of clustered trials) are allowed. n
 * > 0. */
struct stat_interval stat_clopper_pearson(double hits, int64_t n, double level);

/* The trials after which an interval of [level] around the same rate would no longer contain
 * [bound]; 0 when STAT_TRIALS_LIMIT are too few. */
int64_t stat_trials_to_exclude(double rate, double bound, double level);

#endif
