/** Encryption of signing secrets under a data key that KMS protects. */
@NullMarked
package com.scheduleevents.aws.secrets;

import org.jspecify.annotations.NullMarked;
