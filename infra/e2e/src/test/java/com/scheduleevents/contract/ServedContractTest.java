package com.scheduleevents.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.e2e.Capability;
import com.scheduleevents.e2e.RequiresCapability;
import com.scheduleevents.e2e.SharedClouds;
import com.scheduleevents.e2e.Target;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that whoever has no key finds the contract. */
@RequiresCapability(SharedClouds.STANDARD)
class ServedContractTest {

    private static final String PATH = "/v1/openapi.json";

    @Test
    void contractIsServedWithoutAKeyAsItIsWritten(Target target) throws IOException, InterruptedException {
        HttpResponse<String> served = get(target.at(PATH), Optional.empty());

        assertThat(served.statusCode()).isEqualTo(200);
        assertThat(served.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(ContractCheck.read(served.body()))
                .isEqualTo(ContractCheck.read(Contract.read().document().toString()));
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/account, KEY, 200,",
        "/v1/account, , 401, missing_api_key",
        "/v1/account, nonsense, 401, invalid_api_key",
        "/v1/nothing, KEY, 404, unknown_path"
    })
    void responsesNameItAndTheDocs(String path, String key, int status, String code, Target target)
            throws IOException, InterruptedException {
        if (status != 200) {
            target.needs(Capability.GATEWAY_RESPONSES);
        }
        Optional<String> sent = Optional.ofNullable(key).map(text -> text.equals("KEY") ? target.key() : text);
        HttpResponse<String> response = get(target.at(path), sent);

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("Link"))
                .hasValue("<" + PATH + ">; rel=\"service-desc\", </v1/docs>; rel=\"service-doc\""
                        + (code == null ? "" : ", </v1/docs/errors#" + code + ">; rel=\"help\""));
        assertThat(response.headers().firstValue("WWW-Authenticate"))
                .isEqualTo(
                        status == 401
                                ? Optional.of("Bearer realm=\"schedule-events\""
                                        + (sent.isPresent() ? ", error=\"invalid_token\"" : ""))
                                : Optional.empty());
    }

    private static HttpResponse<String> get(URI url, Optional<String> key) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(url);
        key.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), BodyHandlers.ofString());
        }
    }
}
