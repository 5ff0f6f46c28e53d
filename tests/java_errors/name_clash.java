import java.util.*;
class name_clash { void m(List<String> l) { } void m(List<Integer> l) { } }
