package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A browser, and the console that it opens. What a page must never do is noted while it is open. */
final class ConsoleSite implements AutoCloseable {

    /** The demo account's own. */
    static final String EVERY_SCOPE =
            "\"events:read\",\"webhooks:read\",\"webhooks:write\",\"keys:write\",\"usage:read\",\"audit:read\",\"console:write\"";

    /** In milliseconds; only a failing test waits so long. */
    private static final double LIMIT = 120_000;

    /** In seconds: when a window has not been closed by then, its browser is ended. */
    private static final long CLOSING_LIMIT = 120;

    /** More than one test makes. */
    private static final int LINKS_KEPT = 10;

    private static final int WIDE = 1200;
    private static final String HOME = "en-GB";
    private static final int HIGH = 800;

    private final ConsoleCloud cloud;
    private final Playwright playwright;
    private final Path chromium;

    /** An argument that Chromium does not know, by which its process is found. */
    private final String mark = "--console-site=" + UUID.randomUUID();

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().factory());
    private final AtomicBoolean ended = new AtomicBoolean();
    private final Deque<String> links = new ArrayDeque<>();
    private Browser browser;
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private final Set<Request> underWay = ConcurrentHashMap.newKeySet();
    private Optional<BrowserContext> context = Optional.empty();

    /** @param chromium the browser's program */
    ConsoleSite(ConsoleCloud cloud, Path chromium) {
        this.cloud = cloud;
        this.playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        this.chromium = chromium;
        this.browser = launch();
        PlaywrightAssertions.setDefaultAssertionTimeout(LIMIT);
    }

    private Browser launch() {
        return playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium)
                        .setArgs(List.of("--no-sandbox", mark)));
    }

    Target target() {
        return cloud.target();
    }

    OperatorCalls operator() {
        return cloud.operator();
    }

    /** A client of the account whose console is opened. */
    ApiClientAccount account() {
        return target().account();
    }

    /** A link to the console with some scopes and all clinics. */
    String link(String scopes) {
        return link(scopes, "null");
    }

    /** @param clinics JSON: an array, or null for all clinics */
    String link(String scopes, String clinics) {
        HttpsResponse made =
                account().post("/v1/console_links", "{\"scopes\":[" + scopes + "],\"clinic_ids\":" + clinics + "}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        String url = made.json().path("url").asText();
        links.addLast(url);
        if (links.size() > LINKS_KEPT) {
            revoke(links.removeFirst());
        }
        return url;
    }

    /** An account has a hundred keys at most, and each link is one. */
    private void revoke(String link) {
        HttpsResponse own = target().withKey(link.replaceFirst(".*#token=", "")).get("/v1/account");
        if (own.status() == 200) {
            account().delete("/v1/api_keys/" + own.json().at("/api_key/id").asText());
        }
    }

    /** A link that the operator makes for support staff. */
    String operatorsLink(String account, String... options) {
        return operator()
                .run(OperatorCalls.with(new String[] {"console", account, "--json"}, options))
                .replaceAll("(?s).*\"url\" ?: ?\"([^\"]+)\".*", "$1");
    }

    /** Opens a page of the console, such as {@code /events}, with every scope. */
    Page open(String page) {
        return visit(link(EVERY_SCOPE) + "&page=" + page);
    }

    /** Opens a URL in a wide window. */
    Page visit(String url) {
        return visit(url, WIDE, HIGH, ColorScheme.LIGHT);
    }

    Page visit(String url, int width, int height, ColorScheme scheme) {
        Page page = window(width, height, scheme, false, HOME);
        page.navigate(url);
        return page;
    }

    /** An empty window. */
    Page empty() {
        return window(WIDE, HIGH, ColorScheme.LIGHT, false, HOME);
    }

    /** An empty window, in whose pages the test's own scripts may run. */
    Page scriptable(int width, int height, ColorScheme scheme) {
        return window(width, height, scheme, true, HOME);
    }

    /** An empty window of a phone whose owner has another language, and writes numbers in another way. */
    Page phone(String locale) {
        return window(390, 844, ColorScheme.LIGHT, false, locale);
    }

    /** An empty window of somebody in another time zone than that of the tests. */
    Page elsewhere(String zone) {
        return window(WIDE, HIGH, ColorScheme.LIGHT, false, HOME, zone);
    }

    private Page window(int width, int height, ColorScheme scheme, boolean scriptable, String locale) {
        return window(width, height, scheme, scriptable, locale, "UTC");
    }

    private Page window(int width, int height, ColorScheme scheme, boolean scriptable, String locale, String zone) {
        endVisit();
        BrowserContext visit = browser.newContext(new Browser.NewContextOptions()
                .setViewportSize(width, height)
                .setColorScheme(scheme)
                .setLocale(locale)
                .setTimezoneId(zone)
                .setPermissions(List.of("clipboard-read", "clipboard-write"))
                .setBypassCSP(scriptable));
        visit.setDefaultTimeout(LIMIT);
        context = Optional.of(visit);
        Page page = visit.newPage();
        page.onPageError(error -> problems.add("script: " + error));
        page.onConsoleMessage(message -> {
            // A response with an error status is noted too, which some tests want.
            if (message.type().equals("error") && !message.text().startsWith("Failed to load resource")) {
                problems.add("console: " + message.text());
            }
        });
        underWay.clear();
        page.onRequest(underWay::add);
        page.onRequestFinished(underWay::remove);
        page.onRequestFailed(underWay::remove);
        page.onRequest(request -> {
            if (!request.url().startsWith(target().api().toString())
                    && !request.url().startsWith("blob:")) {
                problems.add("foreign request: " + request.url());
            }
            if (request.url().contains("sk_")
                    || request.headers().getOrDefault("referer", "").contains("sk_")) {
                problems.add("the key is in a URL or Referer: " + request.url());
            }
        });
        return page;
    }

    /** What was noted since the last call: script errors, violations of the policy, requests to others, the key in a URL. */
    List<String> problems() {
        List<String> noted = List.copyOf(problems);
        problems.clear();
        return noted;
    }

    /** Waits until the page has read what it asked for. */
    void awaitResponses(Page page) {
        page.waitForCondition(underWay::isEmpty);
    }

    /** Waits until the page, which is live, has read its deliveries again. */
    void awaitRefresh(Page page) {
        page.waitForResponse(response -> response.url().contains("/deliveries?"), () -> {});
        // A round trip, before which the page has handled the response.
        page.evaluate("() => null");
        awaitResponses(page);
    }

    /** Closes the window, with its session. What a page asks for meanwhile is not a test's to respond to any more. */
    void endVisit() {
        context.ifPresent(visit -> close(() -> {
            visit.pages().forEach(Page::unrouteAll);
            visit.close();
        }));
        context = Optional.empty();
        if (ended.compareAndSet(true, false)) {
            browser = launch();
        }
    }

    /** Chromium sometimes never responds to closing a window (seen with version 156). Its browser is ended then. */
    private void close(Runnable closing) {
        ScheduledFuture<?> end = timer.schedule(this::endBrowser, CLOSING_LIMIT, TimeUnit.SECONDS);
        try {
            closing.run();
        } catch (PlaywrightException e) {
            if (!ended.get()) {
                throw e;
            }
        } finally {
            end.cancel(false);
        }
    }

    private void endBrowser() {
        ended.set(true);
        ProcessHandle.current()
                .descendants()
                .filter(process -> List.of(process.info().arguments().orElseGet(() -> new String[0]))
                        .contains(mark))
                .forEach(ProcessHandle::destroyForcibly);
    }

    @Override
    public void close() {
        endVisit();
        close(browser::close);
        playwright.close();
        timer.shutdownNow();
    }
}
