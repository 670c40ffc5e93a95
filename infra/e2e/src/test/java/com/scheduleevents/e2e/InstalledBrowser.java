package com.scheduleevents.e2e;

import java.lang.reflect.Constructor;
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
 * Finds Chromium, and lends each class a browser; all classes share one cloud. The shell without windows comes first, because it
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
        return parameter.getDeclaringExecutable() instanceof Constructor
                && parameter.getParameter().getType() == ConsoleSite.class;
    }

    /** A browser can be used by one thread at a time, which is that of the class. */
    @Override
    public ConsoleSite resolveParameter(ParameterContext parameter, ExtensionContext context) {
        ConsoleSite site = sites(context).borrow();
        context.getRoot().getStore(SITES).put(context.getRequiredTestClass(), site);
        return site;
    }

    @Override
    public void afterAll(ExtensionContext context) {
        ConsoleSite site = context.getRoot().getStore(SITES).remove(context.getRequiredTestClass(), ConsoleSite.class);
        if (site != null) {
            sites(context).giveBack(site);
        }
    }

    /** Closed by JUnit after the last test. */
    private static ConsoleSites sites(ExtensionContext context) {
        return context.getRoot()
                .getStore(SITES)
                .getOrComputeIfAbsent(
                        ConsoleSites.class, _ -> new ConsoleSites(found().orElseThrow()), ConsoleSites.class);
    }
}
