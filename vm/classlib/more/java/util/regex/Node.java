package java.util.regex;

import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * One thing that a pattern asks for, and behind it the next. A node matches when it and all behind it do: what it leaves in the
 * matcher then stays, else it takes it back. At the end of a chain that is asked for on its own (a loop's body, an assertion) stands a
 * node that says what is next.
 */
abstract class Node {
    Node next;

    abstract boolean match(Matcher m, int at);

    /** A loop without a limit. */
    static final int MANY = 0x7fffffff;

    /** The end of the pattern. */
    static final class End extends Node {
        boolean match(Matcher m, int at) {
            if (m.mustEnd && at != m.to) return false;
            m.groups[1] = at;
            return true;
        }
    }

    /** Where ways come together, or nothing at all. */
    static final class Join extends Node {
        boolean match(Matcher m, int at) {
            return next.match(m, at);
        }
    }

    /** The end of what must stand ahead, or of a group that does not go back. */
    static final class Stop extends Node {
        boolean match(Matcher m, int at) {
            m.stopped = at;
            return true;
        }
    }

    /** The end of what must stand behind a place. */
    static final class StopAtPlace extends Node {
        boolean match(Matcher m, int at) {
            return at == m.place;
        }
    }

    /** A character that satisfies the predicate. */
    static final class One extends Node {
        final IntPredicate set;

        One(IntPredicate set) {
            this.set = set;
        }

        /** Where it ends; -1: it is not there. */
        int end(Matcher m, int at) {
            if (at >= m.to) {
                m.sawEnd = true;
                return -1;
            }
            int c = m.codePoint(at);
            int end = at + Character.charCount(c);
            if (end > m.to) m.sawEnd = true;
            return end <= m.to && set.test(c) ? end : -1;
        }

        boolean match(Matcher m, int at) {
            int end = end(m, at);
            return end >= 0 && next.match(m, end);
        }
    }

    /** An end of a line, \R. */
    static final class LineBreak extends Node {
        boolean match(Matcher m, int at) {
            if (at >= m.to) {
                m.sawEnd = true;
                return false;
            }
            char c = m.text.charAt(at);
            if (c == '\r' && at + 1 == m.to) m.sawEnd = true;
            if (c == '\r' && at + 1 < m.to && m.text.charAt(at + 1) == '\n' && next.match(m, at + 2)) return true;
            return (c >= '\n' && c <= '\r' || c == '\u0085' || c == '\u2028' || c == '\u2029') && next.match(m, at + 1);
        }
    }

    /** A place of which the kind tells. */
    static final class Place extends Node {
        final char kind;
        final boolean isUnix;
        final boolean isUnicode;

        Place(char kind, boolean isUnix, boolean isUnicode) {
            this.kind = kind;
            this.isUnix = isUnix;
            this.isUnicode = isUnicode;
        }

        boolean match(Matcher m, int at) {
            boolean isHere = isHere(m, at);
            if (asksForEnd(m, at, isHere)) {
                m.sawEnd = true;
                if (kind != 'z' && kind != '^') m.needsEnd = true;
            }
            return isHere && next.match(m, at);
        }

        private boolean asksForEnd(Matcher m, int at, boolean isHere) {
            switch (kind) {
                case 'A':
                case 'G': return false;
                case 'b':
                case 'B': return at >= m.seenTo();
                case 'Z': return isHere;
                default: return at == m.anchoredTo();
            }
        }

        private boolean isHere(Matcher m, int at) {
            switch (kind) {
                case 'A': return at == m.anchoredFrom();
                case 'z': return at == m.anchoredTo();
                case 'Z': return at == m.anchoredTo() || isLastBreak(m, at);
                case '^': return at < m.anchoredTo() && (at == m.anchoredFrom() || isBehindBreak(m, at));
                case '$': return at == m.anchoredTo() || isBreak(m, at);
                case 'G': return at == m.last;
                case 'b': return isWord(m, at - 1) != isWord(m, at);
                default: return isWord(m, at - 1) == isWord(m, at);
            }
        }

        private boolean isWord(Matcher m, int at) {
            if (at < m.seenFrom() || at >= m.seenTo()) return false;
            int c = m.codePointAround(at);
            if (isUnicode ? CharacterSets.UNICODE_WORD.test(c) : c == '_' || Character.isLetterOrDigit(c)) return true;
            return Character.getType(c) == Character.NON_SPACING_MARK && isOnLetter(m, at);
        }

        private static boolean isOnLetter(Matcher m, int at) {
            while (at >= m.seenFrom() && Character.getType(m.codePointAround(at)) == Character.NON_SPACING_MARK) at--;
            return at >= m.seenFrom() && Character.isLetterOrDigit(m.codePointAround(at));
        }

        private boolean isEnd(char c) {
            return c == '\n' || !isUnix && (c == '\r' || c == '\u0085' || c == '\u2028' || c == '\u2029');
        }

        /** Between the characters of a pair is no place. */
        private boolean isBreak(Matcher m, int at) {
            char c = m.text.charAt(at);
            return isEnd(c) && !(c == '\n' && !isUnix && at > 0 && m.text.charAt(at - 1) == '\r');
        }

        private boolean isLastBreak(Matcher m, int at) {
            if (!isBreak(m, at)) return false;
            int length = !isUnix && at + 1 < m.anchoredTo() && m.text.charAt(at) == '\r' && m.text.charAt(at + 1) == '\n' ? 2 : 1;
            return at + length == m.anchoredTo();
        }

        private boolean isBehindBreak(Matcher m, int at) {
            char before = m.text.charAt(at - 1);
            return isEnd(before) && !(before == '\r' && !isUnix && m.text.charAt(at) == '\n');
        }
    }

    /** Keeps the place in a slot of the groups. */
    static final class Mark extends Node {
        final int slot;

        Mark(int slot) {
            this.slot = slot;
        }

        boolean match(Matcher m, int at) {
            int old = m.marks[slot];
            m.marks[slot] = at;
            if (next.match(m, at)) return true;
            m.marks[slot] = old;
            return false;
        }
    }

    /** The end of a group: only now is it one that matched. */
    static final class Close extends Node {
        final int group;

        Close(int group) {
            this.group = group;
        }

        boolean match(Matcher m, int at) {
            int start = m.groups[2 * group];
            int end = m.groups[2 * group + 1];
            m.groups[2 * group] = m.marks[group];
            m.groups[2 * group + 1] = at;
            if (next.match(m, at)) return true;
            m.groups[2 * group] = start;
            m.groups[2 * group + 1] = end;
            return false;
        }
    }

    static final class Branch extends Node {
        final Node[] ways;

        Branch(Node[] ways) {
            this.ways = ways;
        }

        boolean match(Matcher m, int at) {
            for (Node way : ways)
                if (way.match(m, at)) return true;
            return false;
        }
    }

    /** What stands in a group, again. */
    static final class Again extends Node {
        final int group;
        final IntUnaryOperator fold;

        Again(int group, IntUnaryOperator fold) {
            this.group = group;
            this.fold = fold;
        }

        boolean match(Matcher m, int at) {
            int start = m.groups[2 * group];
            if (start < 0) return false;
            int length = m.groups[2 * group + 1] - start;
            if (length > m.to - at) {
                m.sawEnd = true;
                return false;
            }
            for (int i = 0, c; i < length; i += Character.charCount(c)) {
                c = m.codePoint(start + i);
                if (fold.applyAsInt(c) != fold.applyAsInt(m.codePoint(at + i))) return false;
            }
            return next.match(m, at + length);
        }
    }

    /** What must, or must not, stand ahead. What its groups matched stays, as in Java, also when it then fails. */
    static class Look extends Node {
        final Node body;
        final boolean isWanted;

        Look(Node body, boolean isWanted) {
            this.body = body;
            this.isWanted = isWanted;
        }

        boolean match(Matcher m, int at) {
            return isThere(m, at) == isWanted && next.match(m, at);
        }

        boolean isThere(Matcher m, int at) {
            int to = m.to;
            m.to = m.seenTo();
            if (!isWanted && at == m.to) m.needsEnd = true;
            boolean isFound = body.match(m, at);
            m.to = to;
            return isFound;
        }
    }

    /**
     * What must, or must not, stand behind, with its length in characters of one or two chars. A greatest length that overflowed has
     * Java look at no place, or at all if the difference overflows, too.
     */
    static final class LookBehind extends Look {
        final int least;
        final int most;

        LookBehind(Node body, boolean isWanted, int least, int most) {
            super(body, isWanted);
            this.least = least;
            this.most = most;
        }

        boolean isThere(Matcher m, int at) {
            int place = m.place;
            m.place = at;
            boolean isFound = false;
            int from = m.from;
            m.from = m.seenFrom();
            long first = Math.max(m.from, most < 0 ? at - most : at - 2L * most);
            for (int start = at - least; start >= first && !isFound; start--) isFound = body.match(m, start);
            m.from = from;
            m.place = place;
            return isFound;
        }
    }

    /** A group that does not go back once it matched; its groups stay, as those of Look do. */
    static final class Once extends Node {
        final Node body;

        Once(Node body) {
            this.body = body;
        }

        boolean match(Matcher m, int at) {
            return body.match(m, at) && next.match(m, m.stopped);
        }
    }

    enum Greed { MUCH, LITTLE, ALL }

    /** A character many times, without recursion. */
    static final class Run extends Node {
        final One one;
        final int least;
        final int most;
        final Greed greed;

        Run(One one, int least, int most, Greed greed) {
            this.one = one;
            this.least = least;
            this.most = most;
            this.greed = greed;
        }

        boolean match(Matcher m, int at) {
            int count = 0;
            int end = at;
            int wanted = greed == Greed.LITTLE ? least : most;
            while (count < wanted) {
                int following = one.end(m, end);
                if (following < 0) break;
                end = following;
                count++;
            }
            if (count < least) return false;
            if (greed == Greed.ALL) return next.match(m, end);
            return greed == Greed.LITTLE ? matchMore(m, end, count) : matchLess(m, at, end, count);
        }

        /** The run may have started in the middle of a pair. */
        private boolean matchLess(Matcher m, int start, int end, int count) {
            for (;;) {
                if (next.match(m, end)) return true;
                if (count-- == least) return false;
                end = Math.max(start, end - Character.charCount(m.codePointBefore(end)));
            }
        }

        private boolean matchMore(Matcher m, int end, int count) {
            for (;;) {
                if (next.match(m, end)) return true;
                if (count++ == most) return false;
                end = one.end(m, end);
                if (end < 0) return false;
            }
        }
    }

    /** The start of a loop over anything: sets its counter. */
    static final class Enter extends Node {
        final Loop loop;

        Enter(Loop loop) {
            this.loop = loop;
        }

        boolean match(Matcher m, int at) {
            int count = m.counts[loop.number];
            int start = m.starts[loop.number];
            m.counts[loop.number] = 0;
            m.starts[loop.number] = -1;
            if (loop.match(m, at)) return true;
            m.counts[loop.number] = count;
            m.starts[loop.number] = start;
            return false;
        }
    }

    /** Stands behind its body, and decides whether it is gone through again. */
    static final class Loop extends Node {
        final int number;
        final int least;
        final int most;
        final boolean isLazy;
        Node body;
        /** Whether going through again depends on nothing but the place: where it failed once it fails always. */
        boolean remembers;

        Loop(int number, int least, int most, boolean isLazy) {
            this.number = number;
            this.least = least;
            this.most = most;
            this.isLazy = isLazy;
        }

        boolean match(Matcher m, int at) {
            int count = m.counts[number];
            int start = m.starts[number];
            if (count < least) return again(m, at, count, start);
            boolean mayGoOn = count < most && at != start;
            if (isLazy) return leave(m, at, count, start) || mayGoOn && again(m, at, count, start);
            return mayGoOn && again(m, at, count, start) || leave(m, at, count, start);
        }

        private boolean again(Matcher m, int at, int count, int start) {
            boolean remembers = this.remembers && count >= least;
            if (remembers && m.hasFailed(number, at)) return false;
            m.counts[number] = count + 1;
            m.starts[number] = at;
            if (body.match(m, at)) return true;
            m.counts[number] = count;
            m.starts[number] = start;
            if (remembers) m.fail(number, at);
            return false;
        }

        private boolean leave(Matcher m, int at, int count, int start) {
            if (next.match(m, at)) return true;
            m.counts[number] = count;
            m.starts[number] = start;
            return false;
        }
    }
}
