import type { Middleware } from 'koa';
import { ApiError } from '../platform/errors.ts';
import { isApiKeyShaped } from '../services/access/api-keys.ts';
import type { Credential, CredentialVerifiers } from '../services/access/credentials.ts';
import type { RequestContext, RequestState } from './context.ts';
import { errors } from './errors.ts';

/**
 * Turns the request's headers into a credential. An invalid credential is not thrown here but kept for the route's guard, so
 * that the request still counts against its address and routes that need no credential ignore it.
 */
export function authenticate(verifiers: CredentialVerifiers): Middleware<RequestState> {
  return async (context, next) => {
    context.state.credential = null;
    context.state.credentialError = null;
    if (context.state.rule?.accepts.some((kind) => kind !== 'none')) {
      try {
        context.state.credential = await credentialOf(context, verifiers);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        context.state.credentialError = error;
      }
    }
    await next();
  };
}

async function credentialOf(context: RequestContext, verifiers: CredentialVerifiers): Promise<Credential | null> {
  const authorization = context.get('authorization');
  const key = context.get('x-api-key');
  if (authorization && key) throw errors.twoCredentials();
  if (key) return verifiers.apiKey(key, context.state.fullAddress);
  if (!authorization) return null;
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (!token) throw errors.tokenInvalid();
  const { openAiShaped, keyAsBearer } = context.state.rule ?? {};
  if ((openAiShaped || keyAsBearer) && isApiKeyShaped(token)) {
    return verifiers.apiKey(token, context.state.fullAddress);
  }
  return verifiers.bearer(token);
}
