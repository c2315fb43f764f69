import type { Configuration } from 'openid-client';
import { isLocalHost } from './local-host.ts';

/** Loaded with the first sign-in: most servers have no provider. */
const openid = () => import('openid-client');

/** Seconds until a request to the provider is given up. */
const TIMEOUT_SECONDS = 10;
/** Of one response of the provider: its keys and its description of itself are some kilobytes. */
const MAX_BYTES = 1024 * 1024;

/** How the server is known to the provider. */
export interface ProviderSettings {
  issuer: string;
  clientId: string;
  /** Null for a public client, which has none. */
  clientSecret: string | null;
}

/** What makes a sign-in one of a kind: the response must fit all of it. */
interface Checks {
  redirectUri: string;
  state: string;
  nonce: string;
  /** The secret of PKCE: of no use to who reads only the response. */
  verifier: string;
}

/** Why a sign-in cannot go on. `refused`: the person or the provider said no. `invalid`: the response does not fit. */
class ProviderError extends Error {
  readonly reason: 'unreachable' | 'refused' | 'invalid';
  constructor(reason: ProviderError['reason'], cause: unknown) {
    super(`The provider's sign-in: ${reason}.`, { cause });
    this.name = 'ProviderError';
    this.reason = reason;
  }
}

/**
 * Signs people in with an OpenID Connect provider (authorization code with PKCE). The provider is asked for its description at
 * the first sign-in, so that the server starts without it.
 */
export function createOidcProvider({ issuer, clientId, clientSecret }: ProviderSettings) {
  let found: Promise<Configuration> | null = null;

  /** What was found is kept; after a failure, the next sign-in asks again. */
  function discovered(): Promise<Configuration> {
    found ??= discover().catch((cause) => {
      found = null;
      throw new ProviderError('unreachable', cause);
    });
    return found;
  }

  async function discover(): Promise<Configuration> {
    const { allowInsecureRequests, ClientSecretPost, customFetch, discovery, None } = await openid();
    const url = new URL(issuer);
    return discovery(
      url,
      clientId,
      clientSecret ?? undefined,
      clientSecret === null ? None() : ClientSecretPost(clientSecret),
      {
        timeout: TIMEOUT_SECONDS,
        [customFetch]: limitedFetch,
        // For a provider on this machine alone: over a network, codes and keys must be encrypted.
        ...(url.protocol === 'http:' && isLocalHost(url.host) && { execute: [allowInsecureRequests] }),
      },
    );
  }

  return {
    /** The address of the provider's page. */
    async begin({ redirectUri, state, nonce, verifier }: Checks): Promise<string> {
      const configuration = await discovered();
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await openid();
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        response_type: 'code',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    },

    /** Who has signed in. `response`: the query string with which the provider has sent the browser back. */
    async finish(response: string, { redirectUri, state, nonce, verifier }: Checks) {
      const configuration = await discovered();
      const { AuthorizationResponseError, authorizationCodeGrant } = await openid();
      const url = new URL(redirectUri);
      url.search = response;
      try {
        const tokens = await authorizationCodeGrant(configuration, url, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Error('There is no ID token.');
        // Some providers tell the address only when they are asked for it.
        const more = !('email' in claims) ? await userInfo(configuration, tokens.access_token, claims.sub) : {};
        const known: Record<string, unknown> = { ...claims, ...more };
        return {
          issuer: claims.iss,
          subject: claims.sub,
          email: text(known.email),
          // As a text, for providers that confuse the two.
          emailVerified: String(known.email_verified) === 'true',
          name: text(known.name) ?? text(known.preferred_username),
        };
      } catch (cause) {
        throw new ProviderError(cause instanceof AuthorizationResponseError ? 'refused' : 'invalid', cause);
      }
    },
  };
}

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

/** Null answers count as nothing: an ID token without an address is dealt with later. */
async function userInfo(configuration: Configuration, accessToken: string, subject: string) {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  const { fetchUserInfo } = await openid();
  return fetchUserInfo(configuration, accessToken, subject);
}

/** The only way to the provider. Refuses responses that are too large, whatever length they claim. */
async function limitedFetch(url: string, options: object): Promise<Response> {
  const response = await fetch(url, options as RequestInit);
  if (response.body === null) return response;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body) {
    bytes += part.length;
    if (bytes > MAX_BYTES) throw new Error('The response of the provider is too large.');
    parts.push(part);
  }
  return new Response(Buffer.concat(parts), { status: response.status, headers: response.headers });
}
