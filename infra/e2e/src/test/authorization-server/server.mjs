// A certified OpenID provider as an authorization server that knows one client, which may request tokens and ask whether one is valid.
import { Provider } from 'oidc-provider';

const { PORT, CLIENT_ID, CLIENT_SECRET, AUTH_METHOD } = process.env;
const provider = new Provider(`http://127.0.0.1:${PORT}`, {
  clients: [
    {
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: AUTH_METHOD,
    },
  ],
  scopes: ['events:write'],
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    introspection: { enabled: true, allowedPolicy: () => true },
    revocation: { enabled: true, allowedPolicy: () => true },
  },
  ttl: { ClientCredentials: 600 },
});
provider.listen(Number(PORT), '127.0.0.1');
