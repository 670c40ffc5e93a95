package com.scheduleevents.pages;

import java.util.List;
import java.util.Optional;

/**
 * A page without what all have around them.
 *
 * @param name the last part of its URL
 * @param group the heading that it is listed under; empty for a page that only other pages link to
 * @param title its heading, as plain text
 * @param sections its contents
 * @param html all below the heading
 */
record ServedPage(String name, Optional<String> group, String title, List<Section> sections, String html) {}
