package com.scheduleevents.e2e;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Finds Chromium, and gives each class a browser; all classes share one cloud. The shell without windows comes first, because it
 * takes a third of the processor time: it loads no pages of a user interface that nobody sees.
 */
final class InstalledBrowser implements ExecutionCondition, ParameterResolver, AfterAllCallback {

    private static final Namespace SITES = Namespace.create(InstalledBrowser.class);

    private static final List<Path> PLACES = List.of(
            Path.of("/usr/bin/chromium-headless-shell"),
            Path.of("/usr/bin/chromium"),
            Path.of("/usr/bin/chromium-browser"),
            Path.of("/usr/bin/google-chrome"),
            Path.of("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"));

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return found().isPresent()
                ? ConditionEvaluationResult.enabled("There is a browser.")
                : ConditionEvaluationResult.disabled(
                        "The console was not opened in a browser: there is no Chromium (apt-get install chromium-headless-shell).");
    }

    private static Optional<Path> found() {
        return PLACES.stream().filter(Files::isExecutable).findFirst();
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == ConsoleSite.class;
    }

    /** A browser can be used by the thread that started it, which is that of the class. */
    @Override
    public ConsoleSite resolveParameter(ParameterContext parameter, ExtensionContext context) {
        ConsoleCloud cloud = context.getRoot()
                .getStore(SITES)
                .getOrComputeIfAbsent(ConsoleCloud.class, _ -> new ConsoleCloud(), ConsoleCloud.class);
        return context.getRoot()
                .getStore(SITES)
                .getOrComputeIfAbsent(
                        context.getRequiredTestClass(),
                        _ -> new ConsoleSite(cloud, found().orElseThrow()),
                        ConsoleSite.class);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        ConsoleSite site = context.getRoot().getStore(SITES).remove(context.getRequiredTestClass(), ConsoleSite.class);
        if (site != null) {
            site.close();
        }
    }
}
