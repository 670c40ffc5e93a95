package com.scheduleevents.domain.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.ApiKeySecret.Mode;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApiKeySecretTest {

    @ParameterizedTest
    @EnumSource
    void whatIsMintedIsReadAgain(Mode mode) {
        ApiKeySecret minted = ApiKeySecret.mint(mode, new Random(1));
        assertThat(minted.reveal()).matches(mode == Mode.LIVE ? "sk_live_[0-9A-Za-z]{38}" : "sk_test_[0-9A-Za-z]{38}");
        assertThat(ApiKeySecret.parse(minted.reveal()).orElseThrow().fingerprint())
                .isEqualTo(minted.fingerprint())
                .matches("[0-9a-f]{64}");
    }

    @Test
    void everySingleMistypedCharacterIsNoticed() {
        String secret = ApiKeySecret.mint(Mode.LIVE, new Random(2)).reveal();
        for (int i = 0; i < secret.length(); i++) {
            char other = secret.charAt(i) == 'a' ? 'b' : 'a';
            String mistyped = secret.substring(0, i) + other + secret.substring(i + 1);
            assertThat(ApiKeySecret.parse(mistyped)).as(mistyped).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "sk_live_", "sk_live_abc", "sk_prod_0123456789012345678901234567890123456789"})
    void whatNeverWasAKeyIsNone(String text) {
        assertThat(ApiKeySecret.parse(text)).isEmpty();
    }

    @Test
    void theSecretIsNeverPrinted() {
        ApiKeySecret secret = ApiKeySecret.mint(Mode.TEST, new Random(3));
        assertThat(secret).hasToString("ApiKeySecret[…]");
    }
}
