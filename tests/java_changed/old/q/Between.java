package q;
public class Between extends p.Open { public int packageOnly() { return 98; } }
