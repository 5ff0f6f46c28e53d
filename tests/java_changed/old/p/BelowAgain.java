package p;
public class BelowAgain extends q.Between { public int packageOnly() { return 99; } }
