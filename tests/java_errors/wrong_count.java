import java.util.*;
class wrong_count { Map<String> m; }
