package com.scheduleevents.local;

import com.scheduleevents.cloud.template.Template;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A logo that is checked and packed into the code of the function that shows it, by the program that {@code ./deploy --logo} does it with.
 *
 * @param hash the value of the parameter {@link #PARAMETER}
 * @param jar the code
 */
record ConsoleLogo(String hash, Path jar) {

    static final String FUNCTION = "ConsoleFunction";
    static final String PARAMETER = "BrandLogo";

    private static final int REFUSED = 2;

    /**
     * Packs a logo.
     *
     * @param root of the project
     * @param jar is written
     * @throws IllegalArgumentException when it is no logo, and why
     * @throws IllegalStateException when there is no Python to check it with
     */
    static ConsoleLogo pack(Path root, Path logo, Path jar) throws IOException {
        String code = Template.declared(root.resolve("template.yaml"))
                .at("/Resources/" + FUNCTION + "/Properties/CodeUri")
                .asText();
        Process packing = started(new ProcessBuilder(
                        "python3",
                        // So that nothing is written beside the program.
                        "-B",
                        root.resolve("infra/deployment/logo.py").toString(),
                        logo.toString(),
                        root.resolve(code).toString(),
                        jar.toString())
                .redirectErrorStream(true));
        String said = new String(packing.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return switch (status(packing)) {
            case 0 -> new ConsoleLogo(said, jar);
            case REFUSED -> throw new IllegalArgumentException(said);
            default -> throw new IllegalStateException("The logo could not be packed: " + said);
        };
    }

    private static Process started(ProcessBuilder packing) {
        try {
            return packing.start();
        } catch (IOException e) {
            throw new IllegalStateException("-Dbrand.logo needs Python 3, which checks the logo as ./deploy does.", e);
        }
    }

    private static int status(Process process) {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The logo was not packed: this thread was interrupted.", e);
        }
    }
}
