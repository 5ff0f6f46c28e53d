import java.util.*;
class for_each_generic { void m(List<String> l) { for (int x : l) { } } }
