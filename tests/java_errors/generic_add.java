import java.util.*;
class generic_add { void m(List<String> l) { l.add(1); } }
