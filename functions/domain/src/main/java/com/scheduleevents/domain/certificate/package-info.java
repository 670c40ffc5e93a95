/** The certificates that the service presents to receivers which ask their clients for one (mutual TLS, RFC 8446, section 4.4.2). */
@NullMarked
package com.scheduleevents.domain.certificate;

import org.jspecify.annotations.NullMarked;
