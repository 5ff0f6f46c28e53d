import java.lang.Missing;
class T { }
