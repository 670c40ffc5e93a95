/** The client of an authorization server that gives access tokens for receivers: the client credentials grant of OAuth 2.0 (RFC 6749, section 4.4). */
@NullMarked
package com.scheduleevents.domain.oauth;

import org.jspecify.annotations.NullMarked;
