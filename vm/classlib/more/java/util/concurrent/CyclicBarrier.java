package java.util.concurrent;

/** Its own monitor guards it; each round has an object of its own. */
public class CyclicBarrier {
    private static final class Round {
        boolean isBroken;
    }

    private final int parties;
    private final Runnable action;
    private Round round = new Round();
    private int missing;

    public CyclicBarrier(int parties) {
        this(parties, null);
    }

    public CyclicBarrier(int parties, Runnable action) {
        if (parties <= 0) throw new IllegalArgumentException();
        this.parties = parties;
        this.action = action;
        missing = parties;
    }

    private void nextRound() {
        round = new Round();
        missing = parties;
        notifyAll();
    }

    private void breakRound() {
        round.isBroken = true;
        missing = parties;
        notifyAll();
    }

    public int await() throws InterruptedException, BrokenBarrierException {
        try {
            return await(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new Error(e);
        }
    }

    public synchronized int await(long timeout, TimeUnit unit)
        throws InterruptedException, BrokenBarrierException, TimeoutException {
        if (round.isBroken) throw new BrokenBarrierException();
        if (Thread.interrupted()) {
            breakRound();
            throw new InterruptedException();
        }
        int index = --missing;
        if (index == 0) arrived();
        else awaitRound(round, unit.endOf(timeout));
        return index;
    }

    private void arrived() {
        boolean isDone = false;
        try {
            if (action != null) action.run();
            isDone = true;
        } finally {
            if (isDone) nextRound();
            else breakRound();
        }
    }

    private void awaitRound(Round mine, long end) throws InterruptedException, BrokenBarrierException, TimeoutException {
        while (round == mine && !mine.isBroken) {
            try {
                if (!TimeUnit.awaitChange(this, end)) {
                    breakRound();
                    throw new TimeoutException();
                }
            } catch (InterruptedException e) {
                if (round == mine && !mine.isBroken) {
                    breakRound();
                    throw e;
                }
                Thread.currentThread().interrupt();
            }
        }
        if (mine.isBroken) throw new BrokenBarrierException();
    }

    public int getParties() {
        return parties;
    }

    public synchronized boolean isBroken() {
        return round.isBroken;
    }

    public synchronized void reset() {
        breakRound();
        nextRound();
    }

    public synchronized int getNumberWaiting() {
        return parties - missing;
    }
}
