import java.util.*;
class wildcard_add { void m(List<?> l) { l.add("x"); } }
