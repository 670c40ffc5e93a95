/**
 * The contract between Lambda and its event sources: the events that a function is given, the filters that choose
 * them, the response in which a function reports failures, and how batches are formed, retried and given up. Whoever
 * polls a source, in real or in virtual time, does it by these rules.
 */
@NullMarked
package com.scheduleevents.cloud.sources;

import org.jspecify.annotations.NullMarked;
