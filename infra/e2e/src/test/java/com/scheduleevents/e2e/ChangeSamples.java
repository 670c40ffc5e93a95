package com.scheduleevents.e2e;

/** Schedule changes to post. */
final class ChangeSamples {

    private ChangeSamples() {}

    /** @param provider distinguishes the events of one test from all others */
    static String cancelled(String clinic, String provider) {
        return of("appointment.cancelled", clinic, provider);
    }

    /** An appointment event of a type that does not refer to an earlier state. */
    static String of(String type, String clinic, String provider) {
        String further =
                switch (type) {
                    case "appointment.booked" -> ",\"booked_by\":\"patient\"";
                    case "appointment.confirmed" -> ",\"confirmed_by\":\"patient\"";
                    case "appointment.cancelled" -> ",\"recoverable\":true,\"cancelled_by\":\"patient\"";
                    case "appointment.completed", "appointment.no_show" -> "";
                    default -> throw new IllegalArgumentException(type);
                };
        return """
                {"type":"%s","clinic_id":"%s","appointment_id":"%s","provider_id":"%s",\
                "starts_at":"2030-01-15T09:00:00Z","duration_minutes":30%s}""".formatted(type, clinic, appointment(provider), provider, further);
    }

    /** The appointment of a provider's events, so that its history has those of one test alone. */
    static String appointment(String provider) {
        return "apt_of_" + provider;
    }
}
