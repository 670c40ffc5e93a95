/** Profiles: the URL of an API, and an API key in the keychain of the operating system or in a private file. */
@NullMarked
package com.scheduleevents.cli.profiles;

import org.jspecify.annotations.NullMarked;
