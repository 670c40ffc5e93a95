package com.scheduleevents.cli.api;

import com.scheduleevents.cli.process.ProcessContext;
import com.scheduleevents.cli.profiles.Profile;
import com.scheduleevents.cli.profiles.ProfileStore;
import com.scheduleevents.terminal.InvalidArguments;
import com.scheduleevents.terminal.MayChange;
import java.net.URI;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that say which API a command uses, and with which key. */
public final class ConnectionOptions implements MayChange {

    private static final String API = "CLINIC_EVENTS_API";
    private static final String KEY = "CLINIC_EVENTS_KEY";
    private static final String PROFILE = "CLINIC_EVENTS_PROFILE";

    @Option(
            names = "--api",
            paramLabel = "URL",
            description = "The URL of the API; by default " + API + ", or that of the profile.")
    private Optional<String> api = Optional.empty();

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description = {
                "The API key, sk_…; by default " + KEY + ", or that of the profile.",
                "Other users of the machine can see the arguments of a program, so prefer one of the others."
            })
    private Optional<String> key = Optional.empty();

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description = "The profile; by default " + PROFILE + ", or the default profile.")
    private Optional<String> profile = Optional.empty();

    private final ProcessContext context;
    private Optional<ApiSession> opened = Optional.empty();

    /** Looks for what the options do not say in the environment and the profiles. */
    public ConnectionOptions(ProcessContext context) {
        this.context = context;
    }

    /**
     * Opens a session.
     *
     * @throws InvalidArguments when the URL or the key is not known
     */
    public ApiSession open() {
        ProfileStore profiles = new ProfileStore(context);
        Optional<String> givenApi = api.or(() -> variable(API));
        Optional<String> givenKey = key.or(() -> variable(KEY));
        if (givenApi.isPresent() && givenKey.isPresent()) {
            return session(ApiUrl.parse(givenApi.get()), givenKey.get());
        }
        Profile chosen = profile.or(() -> context.variable(PROFILE))
                .map(profiles::require)
                .or(profiles::byDefault)
                .orElseThrow(
                        () -> new InvalidArguments("Say which API, and with which key: add a profile with clinic-events"
                                + " profiles add NAME --api URL, or set " + API + " and " + KEY + "."));
        URI url = givenApi.map(ApiUrl::parse).orElse(chosen.api());
        if (givenKey.isEmpty() && !url.equals(chosen.api())) {
            throw new InvalidArguments("The key of the profile " + chosen.name() + " is for " + chosen.api()
                    + " and is not sent elsewhere: give the key for " + url + " too.");
        }
        return session(url, givenKey.orElseGet(() -> profiles.key(chosen)));
    }

    /** Variables do not change the meaning of a profile that was named. */
    private Optional<String> variable(String name) {
        return profile.isPresent() ? Optional.empty() : context.variable(name);
    }

    private ApiSession session(URI url, String secret) {
        ApiSession session = new ApiSession(url, ApiKeyText.parse(secret), context.pause());
        opened = Optional.of(session);
        return session;
    }

    /** Once a request was sent that may have changed something. */
    @Override
    public boolean mayHaveChanged() {
        return opened.filter(ApiSession::mayHaveChanged).isPresent();
    }
}
