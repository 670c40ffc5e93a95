/** Functions with SnapStart: priming before the snapshot, and randomness that is renewed after each restore. */
@NullMarked
package com.scheduleevents.aws.snapshot;

import org.jspecify.annotations.NullMarked;
