package com.scheduleevents.e2e;

/** Schedule changes to post. */
final class ChangeSamples {

    private ChangeSamples() {}

    /** @param provider tells the events of one test from all others */
    static String cancelled(String clinic, String provider) {
        return of("appointment.cancelled", clinic, provider);
    }

    /** An event of one of the types about appointments that look back on nothing. */
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
                {"type":"%s","clinic_id":"%s","appointment_id":"apt_1","provider_id":"%s",\
                "starts_at":"2030-01-15T09:00:00Z","duration_minutes":30%s}""".formatted(type, clinic, provider, further);
    }
}
