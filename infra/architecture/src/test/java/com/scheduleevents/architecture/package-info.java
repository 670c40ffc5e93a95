/** Tests the rules that hold for the code of all modules. */
@NullMarked
package com.scheduleevents.architecture;

import org.jspecify.annotations.NullMarked;
