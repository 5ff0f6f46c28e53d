package p;
public class Hidden { }
