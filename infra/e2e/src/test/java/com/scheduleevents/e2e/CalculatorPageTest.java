package com.scheduleevents.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests docs/calculator.html in a browser, as a reader opens it. */
@RequiresBrowser
class CalculatorPageTest {

    private final Page page;

    CalculatorPageTest(ConsoleSite site) {
        page = site.empty();
    }

    @BeforeEach
    void open() {
        page.navigate(Path.of("../../docs/calculator.html").toUri().toString());
    }

    /** With so few events, the price of low traffic applies. */
    @Test
    void sumHasAPartForEachPrice() {
        page.getByLabel("Clinics").fill("100");
        page.getByLabel("Events of each clinic on an average day").fill("100");
        page.getByLabel("Webhooks that get each event").fill("1");
        assertThat(shown("volume")).hasText("304,000 events a month");
        assertThat(shown("further")).hasText("0.00");
        page.getByLabel("Webhooks that get each event").fill("3");

        assertThat(shown("further")).not().hasText("0.00");
        Object sum = page.evaluate("""
                () => {
                  const prices = JSON.parse(document.querySelector('#prices').textContent);
                  const millions = 100 * 100 * 365 / 12 / 1e6;
                  return (prices.idle + millions * (prices.api.low + 2 * prices.webhook.low + prices.storage + prices.backups)).toFixed(2);
                }""");
        assertThat(shown("sum")).hasText(String.valueOf(sum));
    }

    @Test
    void serverThatCostsNothingIsCheaperAtOnce() {
        page.getByLabel("A server of your own").fill("0");
        assertThat(shown("verdict")).hasText("A server at that price is cheaper from the first event.");

        page.getByLabel("A server of your own").fill("1000");
        assertThat(shown("verdict")).containsText("events a month, or");
    }

    private Locator shown(String name) {
        return page.locator("output[name=" + name + "]");
    }
}
