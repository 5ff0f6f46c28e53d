import java.util.*;
class primitive_argument { List<int> m; }
