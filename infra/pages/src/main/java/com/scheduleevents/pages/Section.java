package com.scheduleevents.pages;

/**
 * A place in a page that others link to.
 *
 * @param id the fragment of its URL
 * @param title its heading, as plain text
 */
record Section(String id, String title) {}
