package com.scheduleevents.aws.secrets;

import javax.crypto.SecretKey;

/** The data keys that encrypt signing secrets. */
public interface DataKeys {

    /** The key that encrypts new secrets. */
    DataKey current();

    /**
     * Finds a key.
     *
     * @throws IllegalStateException when it does not exist
     */
    DataKey named(String id);

    /** A decrypted data key of 256 bits for AES. */
    record DataKey(String id, SecretKey key) {

        /** Omits the key. */
        @Override
        public String toString() {
            return "DataKey[" + id + "]";
        }
    }
}
