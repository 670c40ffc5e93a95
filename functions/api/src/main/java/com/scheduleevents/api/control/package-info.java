/**
 * The function with which an account looks after itself, behind {@code /account}, {@code /addresses}, {@code /audit_log},
 * {@code /api_keys}, {@code /console_links} and {@code /usage}.
 */
@NullMarked
package com.scheduleevents.api.control;

import org.jspecify.annotations.NullMarked;
