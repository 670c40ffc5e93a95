package com.scheduleevents.emulator.iam;

import com.scheduleevents.cloud.sources.SourceSpec;
import com.scheduleevents.cloud.template.FunctionSpec;
import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.cloud.template.TemplateProblem;
import com.scheduleevents.emulator.proxy.CallInterceptor;
import com.scheduleevents.emulator.proxy.ServiceCall;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Allows a call if its function's role does, and otherwise responds with IAM's error. */
public final class Permissions implements CallInterceptor {

    private final CallPermissions needs;
    private final PseudoParameters pseudoParameters;
    private final Map<String, FunctionRole> roles = new LinkedHashMap<>();
    private final PermissionUse use;

    /**
     * Checks the roles of functions with event source mappings too, as Lambda does when a mapping is created.
     *
     * @throws TemplateProblem when a policy uses something that is not supported, or does not allow its function's event source
     */
    public Permissions(Template template, PseudoParameters pseudoParameters) {
        this.pseudoParameters = pseudoParameters;
        this.needs = new CallPermissions(pseudoParameters);
        for (FunctionSpec function : template.functions().values()) {
            roles.put(function.id(), FunctionRole.of(function));
        }
        this.use = new PermissionUse(roles);
        template.functions().values().forEach(this::requireSources);
    }

    private void requireSources(FunctionSpec function) {
        FunctionRole role = Objects.requireNonNull(roles.get(function.id()));
        for (SourceSpec source : function.sources()) {
            Set<RequiredPermission> reads = CallPermissions.toRead(source);
            Stream.concat(reads.stream(), CallPermissions.toReport(source).stream())
                    .filter(need -> role.forbids(need) || role.allowing(need).isEmpty())
                    .findFirst()
                    .ifPresent(need -> {
                        throw new TemplateProblem(function.id() + ".Policies: nothing allows " + need + ", which "
                                + source.id() + " needs.");
                    });
            reads.forEach(need -> use.used(function.id(), role.allowing(need)));
        }
    }

    @Override
    public Interception before(ServiceCall call) {
        FunctionRole role = Objects.requireNonNull(roles.get(call.function()), call::function);
        Optional<Set<RequiredPermission>> needed = needs.of(call);
        if (needed.isEmpty()) {
            return denied(
                    call,
                    call.service() + ":" + call.operation(),
                    "the permissions of this call are not known; add them to CallPermissions.");
        }
        for (RequiredPermission need : needed.get()) {
            if (role.forbids(need)) {
                return denied(call, need.toString(), "an identity-based policy denies it explicitly.");
            }
            if (role.allowing(need).isEmpty()) {
                return denied(
                        call, need.toString(), "no identity-based policy allows the " + need.action() + " action.");
            }
        }
        needed.get().forEach(need -> use.used(call.function(), role.allowing(need)));
        return Interception.PASS;
    }

    private Interception denied(ServiceCall call, String what, String why) {
        use.denied(call.function(), what);
        return new Interception.Deny("User: " + pseudoParameters.assumedRole(call.function())
                + " is not authorized to perform: " + what.replace(" on ", " on resource: ") + " because " + why);
    }

    /** The denied calls and unused permissions so far. */
    public PermissionReport report() {
        return use.report();
    }
}
