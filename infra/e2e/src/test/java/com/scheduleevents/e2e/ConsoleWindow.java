package com.scheduleevents.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;

/** A window with the console, as a person uses it: by roles and names. */
record ConsoleWindow(Page page) {

    Locator heading() {
        return page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1));
    }

    Locator button(String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    Locator link(String name) {
        return page.getByRole(
                AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    /** The rows of the table, without its heading. */
    Locator rows() {
        return page.locator("tbody tr");
    }

    /** The rows that contain a text. */
    Locator rows(String text) {
        return rows().filter(new Locator.FilterOptions().setHasText(text));
    }

    /** The attempts of a delivery, or the events of an appointment, that contain a text. */
    Locator entries(String text) {
        return page.locator(".timeline > li").filter(new Locator.FilterOptions().setHasText(text));
    }

    /** The first JSON of the page. */
    Locator json() {
        return page.locator("pre").first();
    }

    Locator dialog() {
        return page.getByRole(AriaRole.DIALOG);
    }

    Locator field(String label) {
        return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
    }

    /** A field that offers values. */
    Locator choice(String label) {
        return page.getByRole(
                AriaRole.COMBOBOX, new Page.GetByRoleOptions().setName(label).setExact(true));
    }

    /** Agrees in the dialog that is open. */
    void confirm(String action) {
        dialog().getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName(action).setExact(true))
                .click();
    }

    /** Presses a button that asks, and agrees. */
    void press(String button, String action) {
        button(button).click();
        confirm(action);
    }

    /** What happened, as the page says it. */
    void says(String text) {
        assertThat(page.getByRole(AriaRole.STATUS)).containsText(text);
    }

    /** The secret that a dialog shows; closes it. */
    String secret() {
        Locator shown = dialog().getByTestId("secret");
        assertThat(shown).isVisible();
        String secret = shown.textContent();
        confirm("I have stored it");
        assertThat(dialog()).hasCount(0);
        return secret;
    }
}
