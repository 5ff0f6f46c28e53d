class T implements Runnable { void run() { } }
