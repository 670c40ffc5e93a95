package com.scheduleevents.local.permissions;

import com.scheduleevents.local.gate.Call;
import com.scheduleevents.local.gate.Interceptor;
import com.scheduleevents.local.template.FunctionSpec;
import com.scheduleevents.local.template.Surroundings;
import com.scheduleevents.local.template.Template;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Lets a call pass if the role of its function allows it, and answers it with IAM's refusal if not. */
public final class Permissions implements Interceptor {

    private final Needs needs;
    private final Surroundings surroundings;
    private final Map<String, Role> roles = new LinkedHashMap<>();
    private final PermissionUse use;

    /**
     * @throws com.scheduleevents.local.template.TemplateProblem when a policy is written in a way that is not known here
     */
    public Permissions(Template template, Surroundings surroundings) {
        this.surroundings = surroundings;
        this.needs = new Needs(surroundings);
        for (FunctionSpec function : template.functions().values()) {
            roles.put(function.id(), Role.of(function));
        }
        this.use = new PermissionUse(roles);
    }

    @Override
    public Verdict before(Call call) {
        Role role = Objects.requireNonNull(roles.get(call.function()), call::function);
        Optional<Set<Need>> needed = needs.of(call);
        if (needed.isEmpty()) {
            return denied(
                    call,
                    call.service() + ":" + call.operation(),
                    "it is not known here what this call needs. Teach it to " + Needs.class.getName() + ".");
        }
        for (Need need : needed.get()) {
            if (role.forbids(need)) {
                return denied(call, need.toString(), "an identity-based policy denies it explicitly.");
            }
            if (role.allowing(need).isEmpty()) {
                return denied(
                        call, need.toString(), "no identity-based policy allows the " + need.action() + " action.");
            }
        }
        needed.get().forEach(need -> use.used(call.function(), role.allowing(need)));
        return Verdict.PASS;
    }

    private Verdict denied(Call call, String what, String why) {
        use.denied(call.function(), what);
        return new Verdict.Deny("User: " + surroundings.assumedRole(call.function()) + " is not authorized to perform: "
                + what.replace(" on ", " on resource: ") + " because " + why);
    }

    /** What was denied and what was never used, until now. */
    public PermissionReport report() {
        return use.report();
    }
}
