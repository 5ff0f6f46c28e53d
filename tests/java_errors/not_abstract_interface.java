class T implements Runnable { }
