/* Exact binomial statistics over GSL's binomial distribution. Requires trial counts below 2^32,
 * as GSL does. */
#include "assertions/stat.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>

#include "base/die.h"

/* P(hits <= k) or P(hits >= k), k on that side of the mean, term by term from k outward: each is
 * smaller than the one before by a factor that shrinks too. For the trial counts at which GSL's
 * continued fraction gives up. */
static double sum_tail(int64_t k, int64_t n, double p, bool downward) {
    double term = gsl_ran_binomial_pdf((unsigned)k, p, (unsigned)n), sum = 0, odds = p / (1 - p);
    while (k >= 0 && k <= n && term > sum * 1e-17) {
        sum += term;
        double hits = (double)k, rest = (double)(n - k);
        term *= downward ? hits / ((rest + 1) * odds) : rest * odds / (hits + 1);
        k += downward ? -1 : 1;
    }
    return sum;
}

/* P(hits <= k) and P(hits > k), each computed on its own so that small tails keep their digits. */
static double at_most(int64_t k, int64_t n, double p) {
    if (k < 0) return 0;
    if (k >= n) return 1;
    double chance = gsl_cdf_binomial_P((unsigned)k, p, (unsigned)n);
    if (!isnan(chance)) return chance;
    return (double)k < (double)n * p ? sum_tail(k, n, p, true) : 1 - sum_tail(k + 1, n, p, false);
}

static double above(int64_t k, int64_t n, double p) {
    if (k < 0) return 1;
    if (k >= n) return 0;
    double chance = gsl_cdf_binomial_Q((unsigned)k, p, (unsigned)n);
    if (!isnan(chance)) return chance;
    return (double)k < (double)n * p ? 1 - sum_tail(k, n, p, true) : sum_tail(k + 1, n, p, false);
}

static int64_t clamp(double hits, int64_t n) {
    return hits < -1 ? -1 : hits > (double)n + 1 ? n + 1 : (int64_t)hits;
}

static double slack_of(double trials, double p) { return trials * fmax(1, p) * 1e-12; }

bool stat_is_within(int64_t hits, int64_t n, double p, double epsilon) {
    double trials = (double)n;
    return fabs((double)hits - trials * p) <= trials * epsilon + slack_of(trials, p);
}

struct stat_region stat_region_within(int64_t n, double p, double epsilon) {
    double trials = (double)n, slack = slack_of(trials, p);
    int64_t lo = clamp(ceil(trials * p - trials * epsilon - slack), n);
    int64_t hi = clamp(floor(trials * p + trials * epsilon + slack), n);
    return (struct stat_region){lo < 0 ? 0 : lo, hi > n ? n : hi};
}

struct stat_region stat_region_exact(int64_t n, double p, double alpha) {
    ASSERT(n >= 0 && n < UINT_MAX, "too many trials");
    /* lo: the largest with P(hits < lo) <= alpha / 2; hi: the smallest with P(hits > hi) <= alpha
     * / 2. */
    int64_t lo = 0, beyond = n + 1;
    while (beyond - lo > 1) {
        int64_t middle = lo + (beyond - lo) / 2;
        if (at_most(middle - 1, n, p) <= alpha / 2)
            lo = middle;
        else
            beyond = middle;
    }
    int64_t hi = n, below = -1;
    while (hi - below > 1) {
        int64_t middle = below + (hi - below) / 2;
        if (above(middle, n, p) <= alpha / 2)
            hi = middle;
        else
            below = middle;
    }
    return (struct stat_region){lo, hi};
}

double stat_outside(struct stat_region region, int64_t n, double p) {
    ASSERT(n >= 0 && n < UINT_MAX, "too many trials");
    ASSERT(p >= 0 && p <= 1, "odds are between 0 and 1");
    if (region.hi < region.lo) return 1;
    return at_most(region.lo - 1, n, p) + above(region.hi, n, p);
}

double stat_false_alarm(int64_t n, double p, double epsilon) {
    return stat_outside(stat_region_within(n, p, epsilon), n, p);
}

/* Inside by the narrower of its two tails, so that a small chance of acceptance keeps its digits.
 */
static double inside(struct stat_region region, int64_t n, double p) {
    if (region.hi < region.lo) return 0;
    double from_below = at_most(region.hi, n, p) - at_most(region.lo - 1, n, p);
    double from_above = above(region.lo - 1, n, p) - above(region.hi, n, p);
    double chance = (double)region.hi < (double)n * p ? from_below : from_above;
    return chance < 0 ? 0 : chance;
}

double stat_miss(int64_t n, double p, double epsilon) {
    if (epsilon <= 0) return 0;
    struct stat_region region = stat_region_within(n, p, epsilon);
    double worst = 0;
    if (p - 2 * epsilon >= 0) worst = fmax(worst, inside(region, n, p - 2 * epsilon));
    if (p + 2 * epsilon <= 1) worst = fmax(worst, inside(region, n, p + 2 * epsilon));
    return worst;
}

int64_t stat_trials_needed(int64_t n, double p, double epsilon, double limit) {
    if (n < 1) n = 1;
    if (stat_false_alarm(n, p, epsilon) <= limit) return n;
    int64_t bad = n, good = n;
    do {
        bad = good;
        good *= 2;
        if (good > STAT_TRIALS_LIMIT) return 0;
    } while (stat_false_alarm(good, p, epsilon) > limit);
    while (good - bad > 1) {
        int64_t middle = bad + (good - bad) / 2;
        if (stat_false_alarm(middle, p, epsilon) <= limit)
            good = middle;
        else
            bad = middle;
    }
    /* The false alarm is a saw: its teeth are 1 / (p +- epsilon) trials apart, and a few of them
     * may reach below the limit before the one that the bisection met. */
    int64_t window = (int64_t)(8 / fmax(epsilon, 1e-4)) + 64, first = good;
    for (int64_t fewer = good - 1; fewer >= n && fewer > good - window; fewer--)
        if (stat_false_alarm(fewer, p, epsilon) <= limit) first = fewer;
    return first;
}

/* The smallest number with three significant digits that keeps the false alarm below [limit].
 * [epsilon] is at most a millionth above the smallest that does: where the alarm falls at a number
 * of three digits, that is the next one below. */
static double round_up(int64_t n, double p, double epsilon, double limit) {
    double step = pow(10, floor(log10(epsilon)) - 2);
    double below = floor(epsilon / step + 1e-9) * step;
    return stat_false_alarm(n, p, below) <= limit ? below : below + step;
}

double stat_epsilon_needed(int64_t n, double p, double epsilon, double limit) {
    if (stat_false_alarm(n, p, epsilon) <= limit) return epsilon;
    double bad = epsilon, good = 1;
    while (good - bad > 1e-9 && good / bad > 1 + 1e-6) {
        double middle = bad + (good - bad) / 2;
        if (stat_false_alarm(n, p, middle) <= limit)
            good = middle;
        else
            bad = middle;
    }
    return fmin(round_up(n, p, good, limit), 1);
}

/* The odds at which a tail has this probability. The tail grows with the odds when it [rises]. */
static double solve(double (*tail)(int64_t, int64_t, double), int64_t k, int64_t n, bool rises,
                    double probability) {
    double lo = 0, hi = 1;
    while (hi - lo > 1e-15 * hi) {
        double middle = lo + (hi - lo) / 2;
        if (middle <= lo || middle >= hi) break;
        if ((tail(k, n, middle) < probability) == rises)
            lo = middle;
        else
            hi = middle;
    }
    return hi;
}

struct stat_interval stat_clopper_pearson(double hits, int64_t n, double level) {
    ASSERT(n > 0 && n < UINT_MAX && hits >= 0 && hits <= (double)n, "%g hits of %" PRId64, hits, n);
    int64_t lo = (int64_t)floor(hits), hi = (int64_t)ceil(hits);
    double each = (1 - level) / 2;
    return (struct stat_interval){
        lo == 0 ? 0 : solve(above, lo - 1, n, true, each),
        hi == n ? 1 : solve(at_most, hi, n, false, each),
    };
}

static bool excludes(double rate, int64_t n, double bound, double level) {
    struct stat_interval interval = stat_clopper_pearson(rate * (double)n, n, level);
    return bound < interval.lo || bound > interval.hi;
}

int64_t stat_trials_to_exclude(double rate, double bound, double level) {
    int64_t bad = 0, good = 1;
    while (!excludes(rate, good, bound, level)) {
        bad = good;
        good *= 2;
        if (good > STAT_TRIALS_LIMIT) return 0;
    }
    while (good - bad > 1) {
        int64_t middle = bad + (good - bad) / 2;
        if (excludes(rate, middle, bound, level))
            good = middle;
        else
            bad = middle;
    }
    return good;
}
