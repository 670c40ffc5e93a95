package com.scheduleevents.cli.listen;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import okhttp3.OkHttpClient;

/**
 * Accepts every certificate, for a target whose certificate its developer has made. It is an extended trust manager because the JDK adds
 * the check of the host name to any other.
 */
final class AnyCertificate extends X509ExtendedTrustManager {

    private AnyCertificate() {}

    /** The same client, without a check of the server. */
    static OkHttpClient accepting(OkHttpClient client) {
        try {
            AnyCertificate any = new AnyCertificate();
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {any}, new SecureRandom());
            return client.newBuilder()
                    .sslSocketFactory(context.getSocketFactory(), any)
                    .hostnameVerifier((_, _) -> true)
                    .build();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has TLS", e);
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
