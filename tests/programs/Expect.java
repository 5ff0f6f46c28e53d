import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Compiles batches of random programs with javac and runs them: java -cp SCRATCH/classes:… Expect SCRATCH. A line "SEED RELEASE NAMES" asks
 * for the batch in SCRATCH/batch: its class files come to SCRATCH/classes and SCRATCH/batch.jar, what Batch&lt;SEED&gt; prints to
 * SCRATCH/expected. The answer is a line for each program that javac refuses, and "ready". One process, warm, for many batches.
 */
public class Expect {
    private final Path scratch, classes;
    private final JavaCompiler javac = ToolProvider.getSystemJavaCompiler();

    private Expect(Path scratch) {
        this.scratch = scratch;
        classes = scratch.resolve("classes");
    }

    /** Returns null, or what javac says. */
    private String compile(List<Path> files, String release, String names) {
        List<String> arguments = new ArrayList<>(List.of("-nowarn", "-proc:none", "--release", release, names, "-d", classes.toString(),
            "-cp", classes.toString()));
        for (Path file : files) arguments.add(file.toString());
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int status = javac.run(null, messages, messages, arguments.toArray(new String[0]));
        return status == 0 ? null : messages.toString().lines().filter(l -> l.matches(".*[eE]rror.*")).findFirst().orElse("broke down");
    }

    private static List<Path> files(Path directory, String suffix) throws IOException {
        List<Path> files = new ArrayList<>();
        for (File file : directory.toFile().listFiles()) if (file.getName().endsWith(suffix)) files.add(file.toPath());
        return files;
    }

    /** javac itself breaks down over some programs; they become empty ones. */
    private void compileBatch(String release, String names) throws IOException {
        List<Path> files = files(scratch.resolve("batch"), ".java");
        if (compile(files, release, names) == null) return;
        for (Path file : files) {
            String name = file.getFileName().toString().replace(".java", "");
            String message = name.startsWith("Batch") ? null : compile(List.of(file), release, names);
            if (message == null) continue;
            System.out.println("javac refuses " + name + ": " + message.replace("\n", " "));
            Files.writeString(file, "class " + name + " { static String run() { return \"\"; } public static void main(String[] a) { } }");
        }
        String message = compile(files, release, names);
        if (message != null) throw new IllegalStateException(message);
    }

    private void pack() throws IOException {
        try (JarOutputStream jar = new JarOutputStream(new FileOutputStream(scratch.resolve("batch.jar").toFile()))) {
            for (Path file : files(classes, ".class")) {
                jar.putNextEntry(new JarEntry(file.getFileName().toString()));
                jar.write(Files.readAllBytes(file));
            }
        }
    }

    private void run(String seed) throws Exception {
        PrintStream out = System.out;
        try (PrintStream expected = new PrintStream(new FileOutputStream(scratch.resolve("expected").toFile()), false, "UTF-8")) {
            System.setOut(expected);
            Class.forName("Batch" + seed).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(out);
        }
    }

    private void serve() throws Exception {
        for (Scanner requests = new Scanner(System.in); requests.hasNext();) {
            String seed = requests.next(), release = requests.next(), names = requests.next();
            for (Path file : files(classes, ".class")) Files.delete(file);
            compileBatch(release, names);
            pack();
            run(seed);
            System.out.println("ready");
        }
    }

    public static void main(String[] arguments) throws Exception {
        new Expect(Path.of(arguments[0])).serve();
    }
}
