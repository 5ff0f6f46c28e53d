class T extends Runnable { }
