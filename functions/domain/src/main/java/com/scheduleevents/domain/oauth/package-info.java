/** Access tokens for receivers that ask for one: the client credentials grant of OAuth 2.0 (RFC 6749, section 4.4). */
@NullMarked
package com.scheduleevents.domain.oauth;

import org.jspecify.annotations.NullMarked;
