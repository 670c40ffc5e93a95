/**
 * The function behind the paths with which an account looks after itself: {@code /account}, {@code /addresses}, {@code /audit_log},
 * {@code /api_keys}, {@code /console_links} and {@code /usage}.
 */
@NullMarked
package com.scheduleevents.api.control;

import org.jspecify.annotations.NullMarked;
