import { ApiError } from '../../platform/errors.ts';
import { errors } from '../errors.ts';
import { EndpointError } from './endpoint.ts';
import { isNoApi } from './list-served-models.ts';
import type { ModelServerReach } from './model-server-url.ts';
import { ADDRESS_NOT_ALLOWED } from './open-request.ts';

/** What was asked. `model`: null if the server was asked for its models. */
export interface AskedServer {
  url: string;
  apiKey: string | null;
  model: string | null;
}

const NOT_ALLOWED: Record<ModelServerReach, string> = {
  anywhere:
    'This address is not allowed. It must begin with http:// or https://, without a user name or a query, and must not be a link-local, reserved or metadata address.',
  'this machine':
    'This address is not allowed. With OFFLINE=1, the server must be on this machine, such as http://localhost:11434/v1.',
};

/** What Node says of certificates, in words. */
const CERTIFICATE_FAULTS: Record<string, string> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet: compare the clocks of both machines',
  ERR_TLS_CERT_ALTNAME_INVALID: 'was made for another name',
};
const UNKNOWN_ISSUERS = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];
const NO_TLS = ['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'];
const NO_NAME = ['ENOTFOUND', 'EAI_AGAIN'];

export const addressNotAllowed = (reach: ModelServerReach): ApiError => errors.modelServerAddress(NOT_ALLOWED[reach]);

/** The error for the operator if a model server could not be asked: what is wrong, and what to do. */
export function explainFailure(error: unknown, asked: AskedServer, reach: ModelServerReach): unknown {
  const failure = error instanceof ApiError ? error.cause : error;
  const { origin } = new URL(asked.url);
  if (failure instanceof EndpointError) {
    if (failure.code === ADDRESS_NOT_ALLOWED && failure.status === null) return addressNotAllowed(reach);
    return failure.status === null ? connectionError(failure, origin, asked) : statusError(failure, origin, asked);
  }
  // A 400 is a sentence for the operator already.
  if (!(error instanceof ApiError) || error.status === 400) return error;
  return errors.modelServerFailed(`The model at ${origin} did not complete its answer in time.`);
}

function connectionError(failure: EndpointError, origin: string, { model }: AskedServer): ApiError {
  const { reason, code } = failure;
  if (reason === 'timeout') {
    return errors.modelServerUnreachable(
      `The server at ${origin} does not answer in time. Check that it is running${model === null ? ' and that no firewall is in between' : ', and whether it is still loading the model'}.`,
    );
  }
  if (reason === 'malformed') return model === null ? noApi(origin) : malformed(origin);
  if (reason === 'too_large') return errors.modelServerProtocol(`The answer of ${origin} is too long.`);
  return code === null ? unreachable(origin, '') : connectionFault(code, origin);
}

function connectionFault(code: string, origin: string): ApiError {
  const { hostname } = new URL(origin);
  if (NO_NAME.includes(code)) {
    return errors.modelServerUnreachable(`No machine with the name ${hostname} was found. Check the spelling.`);
  }
  const fault = CERTIFICATE_FAULTS[code];
  if (fault !== undefined) return errors.modelServerCertificate(`The certificate of ${origin} ${fault}.`);
  if (UNKNOWN_ISSUERS.includes(code)) {
    return errors.modelServerCertificate(
      `The certificate of ${origin} comes from an issuer that this machine does not know. Start Footnote with NODE_EXTRA_CA_CERTS set to the file of the issuer's certificate.`,
    );
  }
  if (NO_TLS.includes(code)) {
    return errors.modelServerProtocol(`The server at ${hostname} does not speak https there. Write http:// instead.`);
  }
  if (code === 'ECONNREFUSED') {
    const isLocal = /^(?:localhost|127\.|\[::1\])/.test(hostname);
    const advice = isLocal
      ? ' If Footnote runs in a container, localhost is the container itself: use the name or address of the machine.'
      : ' Many model servers listen only on their own machine until a setting opens them.';
    return errors.modelServerUnreachable(
      `Nothing answers at ${origin}. Check that the server is running and that the port is right.${advice}`,
    );
  }
  return unreachable(origin, ` (${code})`);
}

const unreachable = (origin: string, code: string): ApiError =>
  errors.modelServerUnreachable(
    `The server at ${origin} cannot be reached, or closed the connection${code}. Check the address, and whether it begins with https://.`,
  );

const noApi = (origin: string): ApiError =>
  errors.modelServerProtocol(
    `There is a server at ${origin}, but it does not speak OpenAI’s protocol at this address. It usually ends in /v1, such as http://localhost:11434/v1.`,
  );

const malformed = (origin: string): ApiError =>
  errors.modelServerProtocol(
    `The answer of ${origin} is not a stream of OpenAI’s protocol. Footnote needs a server that streams.`,
  );

function statusError(failure: EndpointError, origin: string, { apiKey, model }: AskedServer): ApiError {
  const { status, code } = failure;
  const known = code === null ? `status ${status}` : `status ${status}, ${code}`;
  if (status === 401 || status === 403) {
    return errors.modelServerKey(
      apiKey === null
        ? `The server at ${origin} asks for an API key.`
        : `The server at ${origin} does not accept this key. Check that it was copied whole, and that it may use this model.`,
    );
  }
  if (status !== null && status >= 300 && status < 400) {
    return errors.modelServerProtocol(
      `The server at ${origin} redirects to another address, which is not followed, so that the key goes nowhere else. Enter that address.`,
    );
  }
  if (model === null && isNoApi(failure)) return noApi(origin);
  if (status === 404)
    return errors.modelServerModel(`The server at ${origin} has no model ${model}. Choose one that it lists.`);
  if (status === 402 || status === 429) {
    return errors.modelServerFailed(
      `The server at ${origin} accepts no more requests at the moment (${known}): a limit is reached, or the account has no credit.`,
    );
  }
  if (model !== null && status !== null && status < 500) {
    return errors.modelServerModel(
      `The server at ${origin} rejects the request (${known}). ${model} may not be a model that chats.`,
    );
  }
  return errors.modelServerFailed(`The server at ${origin} reports an error (${known}). Its own log says more.`);
}
