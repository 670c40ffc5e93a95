package com.scheduleevents.aws.secrets;

import javax.crypto.SecretKey;

/** The data keys that signing secrets are encrypted under. */
public interface DataKeys {

    /** The key that new secrets are encrypted under. */
    DataKey current();

    /**
     * The key of that name.
     *
     * @throws IllegalStateException when there is none
     */
    DataKey named(String id);

    /**
     * A data key, unwrapped.
     *
     * @param id its name
     * @param key 256 bits for AES
     */
    record DataKey(String id, SecretKey key) {

        /** Never the key, wherever it is printed. */
        @Override
        public String toString() {
            return "DataKey[" + id + "]";
        }
    }
}
