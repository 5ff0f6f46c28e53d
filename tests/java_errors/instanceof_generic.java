import java.util.*;
class instanceof_generic { boolean m(Object o) { return o instanceof List<String>; } }
