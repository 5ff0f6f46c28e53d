class incompatible_override implements Comparable<String> { public int compareTo(Integer o) { return 0; } }
