/** Auto-configuration, one class for each feature. */
@NullMarked
package io.askr.autoconfigure;

import org.jspecify.annotations.NullMarked;
