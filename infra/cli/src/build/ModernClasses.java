import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Writes the classes of a jar that are older than Java 8 again as classes of Java 8, which have stack maps: the JDK's ahead-of-time cache
 * takes no older ones, and picocli's are of Java 5. Run by the build, with the jar as its argument; it is replaced.
 */
public final class ModernClasses {

    private static final int JAVA_8 = 52;

    private final Map<String, byte[]> entries = new TreeMap<>();
    private final Map<String, FileTime> times = new TreeMap<>();
    private final ClassFile classes = ClassFile.of(
            ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
            ClassFile.ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(type -> {
                        String name = type.packageName().isEmpty()
                                ? type.displayName()
                                : type.packageName().replace('.', '/') + "/" + type.displayName();
                        byte[] bytes = entries().get(name + ".class");
                        return bytes == null ? null : new java.io.ByteArrayInputStream(bytes);
                    })
                    .orElse(ClassHierarchyResolver.defaultResolver())));

    private ModernClasses() {}

    public static void main(String[] arguments) throws IOException {
        new ModernClasses().rewrite(Path.of(arguments[0]));
    }

    private Map<String, byte[]> entries() {
        return entries;
    }

    private void rewrite(Path jar) throws IOException {
        try (ZipFile file = new ZipFile(jar.toFile())) {
            file.stream().filter(entry -> !entry.isDirectory()).forEach(entry -> read(file, entry));
        }
        Path next = jar.resolveSibling(jar.getFileName() + ".next");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(next))) {
            // Java reads the manifest only where it is the first entry, or the second.
            write(out, "META-INF/MANIFEST.MF");
            for (String name : entries.keySet()) {
                if (!name.equals("META-INF/MANIFEST.MF")) {
                    write(out, name);
                }
            }
        }
        Files.move(next, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    private void read(ZipFile file, ZipEntry entry) {
        try {
            entries.put(entry.getName(), file.getInputStream(entry).readAllBytes());
            times.put(entry.getName(), entry.getLastModifiedTime());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(ZipOutputStream out, String name) throws IOException {
        byte[] bytes = entries.get(name);
        ZipEntry entry = new ZipEntry(name);
        entry.setLastModifiedTime(times.get(name));
        out.putNextEntry(entry);
        out.write(name.endsWith(".class") ? modern(bytes) : bytes);
        out.closeEntry();
    }

    private byte[] modern(byte[] bytes) {
        ClassModel model = classes.parse(bytes);
        if (model.majorVersion() >= JAVA_8) {
            return bytes;
        }
        return classes.transformClass(
                model,
                ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL).andThen((builder, element) -> {
                    if (element instanceof ClassFileVersion) {
                        builder.withVersion(JAVA_8, 0);
                    } else {
                        builder.with(element);
                    }
                }));
    }
}
