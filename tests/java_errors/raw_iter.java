import java.util.*;
class raw_iter { void m(List l) { for (String s : l) { } } }
