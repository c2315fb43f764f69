import { generateKeyPairSync } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { Provider } from 'oidc-provider';
import { listen } from '../../../server/http/listen.ts';

/** Whom the provider knows, by what they type as their login. The password is not looked at. */
export type People = Record<string, { email?: string; email_verified?: boolean; name?: string }>;

export interface LocalProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Lets the server at this address use the provider. Until then, nothing answers. */
  admit(serverUrl: string): void;
  /** Signs in at the page `url` as the provider's own form does, and returns the query string that the browser brings back. */
  signIn(url: string, login: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts an OpenID Connect provider (the package `oidc-provider`, which is certified) on this machine. */
export async function startProvider(people: People): Promise<LocalProvider> {
  let answer: RequestListener = (_request, response) => response.writeHead(503).end();
  const server = createServer((request, response) => answer(request, response));
  const issuer = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`;
  const client = { clientId: 'footnote', clientSecret: 'a-secret-of-the-client-for-tests' };
  return {
    issuer,
    ...client,
    admit(serverUrl) {
      answer = providerFor(issuer, client, people, `${serverUrl}/login/provider`).callback();
    },
    signIn: (url, login) => signIn(url, login),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function providerFor(
  issuer: string,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  people: People,
  redirectUri: string,
): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return new Provider(issuer, {
    clients: [
      {
        ...{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] },
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a-key-for-the-cookies-of-tests'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'tests' }] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...people[id] }),
    }),
  });
}

/** Follows the provider's redirects and fills in its forms, with its cookies, until it sends the browser back. */
async function signIn(start: string, login: string): Promise<string> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(start);
  let form: URLSearchParams | null = null;
  for (let url = start, steps = 0; steps < 12; steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response: Response = await fetch(url, {
      ...{ redirect: 'manual', headers: { cookie } },
      ...(form && { method: 'POST', body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const text = await response.text();
    const location = response.headers.get('location');
    if (location !== null) {
      const next = new URL(location, url);
      if (next.origin !== origin) return next.search.slice(1);
      url = next.href;
      form = null;
    } else if (/name="prompt" value="(login|consent)"/.test(text)) {
      const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(text) ?? [];
      form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'any' }) });
    } else throw new Error(`The provider answered ${response.status}: ${text.slice(0, 300)}`);
  }
  throw new Error('The provider does not come to an end.');
}
