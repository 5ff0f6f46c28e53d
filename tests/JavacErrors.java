import java.io.File;
import java.io.StringWriter;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Prints "file:line: message" of the first error that javac sees in each file: one JVM for all. */
class JavacErrors {
    public static void main(String[] arguments) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        List<String> options = List.of("-Xlint:none", "-proc:none", "-d", arguments[0]);
        for (int i = 1; i < arguments.length; i++) {
            StringWriter output = new StringWriter();
            compiler.getTask(output, files, null, options, null, files.getJavaFileObjects(arguments[i])).call();
            String error = output.toString().lines().filter(line -> line.contains(": error: ")).findFirst()
                    .orElse(arguments[i] + ":0: error: none");
            System.out.println(new File(arguments[i]).getName()
                    + error.substring(arguments[i].length()).replace(": error: ", ": "));
        }
    }
}
