package com.scheduleevents.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.InvokeInstruction;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes a version of a class of the JDK for {@code --patch-module}: with it, every JVM iterates over {@code Set.of} and
 * {@code Map.of} in the same order. Otherwise each JVM draws an order from the time at which it starts. In that order functions
 * send keys and messages, faults meet one or the other of them, and a seed would tell another story in another JVM.
 */
public final class FixedIterationOrder {

    private static final String PATCHED = "java/util/ImmutableCollections.class";

    /** In the place of the time. */
    private static final long SALT = 20_260_105;

    private FixedIterationOrder() {}

    /** @param arguments the directory to write to */
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]).resolve(PATCHED);
        byte[] patched = patched();
        Files.createDirectories(file.getParent());
        Files.write(file, patched);
    }

    private static byte[] patched() throws IOException {
        try (InputStream original = Object.class.getResourceAsStream("/" + PATCHED)) {
            if (original == null) {
                throw new IllegalStateException("this JDK has no " + PATCHED);
            }
            ClassFile classes = ClassFile.of();
            return classes.transformClass(
                    classes.parse(original.readAllBytes()),
                    ClassTransform.transformingMethodBodies(
                            method -> method.methodName().equalsString("<clinit>"), (code, element) -> {
                                if (readsTheTime(element)) {
                                    code.loadConstant(SALT);
                                } else {
                                    code.with(element);
                                }
                            }));
        }
    }

    private static boolean readsTheTime(CodeElement element) {
        return element instanceof InvokeInstruction call
                && call.owner().asInternalName().equals("java/lang/System")
                && call.name().equalsString("nanoTime");
    }
}
