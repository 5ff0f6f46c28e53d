package java.util;

@Deprecated
public class Observable {
    private final ArrayList<Observer> observers = new ArrayList<>();
    private boolean hasChanged;

    public synchronized void addObserver(Observer observer) {
        if (observer == null) throw new NullPointerException();
        if (!observers.contains(observer)) observers.add(observer);
    }

    public synchronized void deleteObserver(Observer observer) {
        observers.remove(observer);
    }

    public synchronized void deleteObservers() {
        observers.clear();
    }

    public synchronized int countObservers() {
        return observers.size();
    }

    protected synchronized void setChanged() {
        hasChanged = true;
    }

    protected synchronized void clearChanged() {
        hasChanged = false;
    }

    public synchronized boolean hasChanged() {
        return hasChanged;
    }

    private synchronized Observer[] toldOfChange() {
        Observer[] told = hasChanged ? observers.toArray(new Observer[0]) : new Observer[0];
        hasChanged = false;
        return told;
    }

    public void notifyObservers() {
        notifyObservers(null);
    }

    /** The newest is told first, without the lock: what it does to the list shows the next time. */
    public void notifyObservers(Object argument) {
        Observer[] told = toldOfChange();
        for (int i = told.length - 1; i >= 0; i--) told[i].update(this, argument);
    }
}
