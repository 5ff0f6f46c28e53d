import java.util.*;
class cannot_infer { <T extends Number> T f(T t) { return t; } String s = f("x"); }
