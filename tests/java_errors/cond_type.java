class cond_type { String m(boolean b) { return b ? 1 : "x"; } }
