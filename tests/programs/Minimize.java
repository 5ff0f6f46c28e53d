import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;

/**
 * Makes a random program smaller while java and the VM still disagree on it: java Minimize.java JITVM P1.java [option...].
 * Whole blocks and single lines are left out, the larger first, until nothing can go; the result stands in P1.java.min.
 */
public class Minimize {
    private final String vm, name;
    private final List<String> options;
    private final Path scratch;

    private Minimize(String vm, String name, List<String> options) throws IOException {
        this.vm = vm;
        this.name = name;
        this.options = options;
        scratch = Files.createTempDirectory("minimize");
    }

    private String run(List<String> command) throws Exception {
        File out = scratch.resolve("out").toFile();
        Process process = new ProcessBuilder(command).redirectOutput(out).redirectErrorStream(true).start();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            return null;
        }
        return process.exitValue() + "\n" + Files.readString(out.toPath());
    }

    /** Does it compile, run on java without a fault of the whole program, and give something else on the VM? */
    private boolean differs(List<String> lines) throws Exception {
        Path classes = scratch.resolve("classes"), source = scratch.resolve(name + ".java"), main = scratch.resolve("Run.java");
        Files.createDirectories(classes);
        Files.writeString(source, String.join("\n", lines));
        Files.writeString(main, "class Run { public static void main(String[] a) { System.out.println(" + name + ".run()); } }");
        String[] javac = {"-nowarn", "-proc:none", "-d", classes.toString(), source.toString(), main.toString()};
        if (ToolProvider.getSystemJavaCompiler().run(null, OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), javac) != 0)
            return false;
        String expected = run(List.of("java", "-XX:TieredStopAtLevel=1", "-cp", classes.toString(), "Run"));
        if (expected == null || !expected.startsWith("0\n")) return false;
        List<String> command = new ArrayList<>(List.of(vm));
        command.addAll(options);
        command.addAll(List.of("-cp", classes.toString(), "Run"));
        return !expected.equals(run(command));
    }

    /** The line behind the block that begins in this line; the next line when none does. */
    private static int end(List<String> lines, int start) {
        int depth = 0;
        for (int i = start; i < lines.size(); i++) {
            for (char c : lines.get(i).toCharArray()) depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (depth <= 0) return i + 1;
        }
        return lines.size();
    }

    private static List<String> without(List<String> lines, int from, int to) {
        List<String> rest = new ArrayList<>(lines.subList(0, from));
        rest.addAll(lines.subList(to, lines.size()));
        return rest;
    }

    private List<String> minimize(List<String> lines) throws Exception {
        for (boolean isSmaller = true; isSmaller;) {
            isSmaller = false;
            for (int i = lines.size() - 1; i >= 0; i--) {
                if (i >= lines.size()) continue;
                List<String> shorter = without(lines, i, end(lines, i));
                if (shorter.size() == lines.size() || !differs(shorter)) continue;
                lines = shorter;
                isSmaller = true;
            }
        }
        return lines;
    }

    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[1]);
        String name = file.getFileName().toString().replace(".java", "");
        Minimize minimizer = new Minimize(arguments[0], name, Arrays.asList(arguments).subList(2, arguments.length));
        List<String> lines = Files.readAllLines(file);
        if (!minimizer.differs(lines)) {
            System.out.println("java and the VM agree on " + file);
            return;
        }
        List<String> small = minimizer.minimize(lines);
        Path result = Path.of(arguments[1] + ".min");
        Files.write(result, small);
        System.out.println(lines.size() + " lines became " + small.size() + ": " + result);
    }
}
