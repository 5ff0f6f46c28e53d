import java.util.*;
class generic_argument { void m() { List<String> l = new ArrayList<Integer>(); } }
