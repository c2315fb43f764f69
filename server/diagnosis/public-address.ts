import { isIP } from 'node:net';
import type { Ask } from './ask.ts';
import { type Finding, findings } from './finding.ts';

/**
 * An address of a documentation network (RFC 5737), which is assigned to no one: a server that reports it trusts forged headers.
 */
const MADE_UP = '192.0.2.77';
const CERTIFICATE = /CERT|SELF_SIGNED|SSL|TLS|ERR_OSSL/;

/** The server to check, and what is expected of it. */
export interface PublicAddress {
  /** Without a trailing slash. */
  url: string;
  /** The version of this program. */
  version: string;
  /** An origin that a project allows; null to skip this check. */
  origin: string | null;
}

/** Checks the server through its public address. Stops early if there is no answer. */
export async function checkPublicAddress({ url, version, origin }: PublicAddress, ask: Ask): Promise<Finding[]> {
  const reachable = await checkReachable(url, version, ask);
  if (reachable.some(({ verdict }) => verdict === 'problem')) return reachable;
  return [
    ...reachable,
    checkEncryption(url),
    ...(await checkStream(url, ask)),
    await checkWidget(url, ask),
    ...(origin === null ? [] : [await checkOrigin(url, origin, ask)]),
  ];
}

async function checkReachable(url: string, version: string, ask: Ask): Promise<Finding[]> {
  const { ok, warning, problem } = findings('address');
  const answer = await ask(`${url}/health`);
  if ('failed' in answer) {
    const advice = CERTIFICATE.test(answer.failed)
      ? 'Renew the proxy’s certificate, with its whole chain, for this name.'
      : 'Check that the name resolves to this machine, the proxy is running, and the port is open.';
    return [problem(`${url} does not answer (${answer.failed}).`, advice)];
  }
  if (answer.status >= 300 && answer.status < 400) {
    return [
      problem(
        `${url} redirects to ${answer.headers.get('location')}.`,
        'Check the address that it redirects to instead.',
      ),
    ];
  }
  if (answer.status !== 200) {
    return [
      problem(
        `${url}/health answers ${answer.status}.`,
        'Check that the proxy passes everything on to Footnote, and that Footnote is running.',
      ),
    ];
  }
  const found = versionIn(answer.text);
  if (found === null) return [problem(`${url} is not Footnote.`, 'Check where the proxy forwards this address.')];
  if (found !== version) {
    return [
      warning(`Footnote ${found} answers there, and this is ${version}.`, 'Start the server again after an update.'),
    ];
  }
  return [ok(`${url} answers, version ${found}.`)];
}

function versionIn(text: string): string | null {
  try {
    const { status, version } = JSON.parse(text) as { status?: unknown; version?: unknown };
    return status === 'ok' && typeof version === 'string' ? version : null;
  } catch {
    return null;
  }
}

function checkEncryption(url: string): Finding {
  const { ok, warning } = findings('encryption');
  if (url.startsWith('https:')) return ok('The certificate is good.');
  if (/^http:\/\/(?:localhost|127\.|\[::1\])/.test(url))
    return ok('The address is on this machine, where no encryption is needed.');
  return warning(
    'Connections are not encrypted.',
    'Put a proxy with a certificate in front, as browsers warn about unencrypted pages.',
  );
}

async function checkStream(url: string, ask: Ask): Promise<Finding[]> {
  const stream = findings('streaming');
  const answer = await ask(`${url}/health/stream`, { headers: { 'x-forwarded-for': MADE_UP } });
  if ('failed' in answer || answer.status !== 200) {
    const why = 'failed' in answer ? answer.failed : answer.status;
    return [
      stream.problem(
        `The stream breaks off (${why}).`,
        'Let the proxy pass text/event-stream on, with a timeout of 60 seconds.',
      ),
    ];
  }
  const spread = answer.parts.at(-1) ?? 0;
  const encoding = answer.headers.get('content-encoding');
  return [
    encoding !== null
      ? stream.warning(`The proxy compresses streams (${encoding}).`, 'Leave text/event-stream out of compression.')
      : spread < 200
        ? stream.problem(
            'The stream arrives all at once: the proxy buffers it.',
            'Turn buffering off for this server (nginx: proxy_buffering off).',
          )
        : stream.ok(`The stream arrives as it is sent, over ${Math.round(spread)} ms.`),
    checkForwarded(url, addressIn(answer.text)),
  ];
}

const addressIn = (text: string): string => /"address":"([^"]*)"/.exec(text)?.[1] ?? '';

/** Checks the address that the server applies limits to, after a request with a forged one. */
function checkForwarded(url: string, address: string): Finding {
  const { ok, warning, problem } = findings('visitors’ addresses');
  if (address === MADE_UP) {
    return problem(
      'The server trusts any address that a visitor sends, so limits can be evaded.',
      'Lower TRUST_PROXY to the number of proxies, and let the outermost one replace X-Forwarded-For.',
    );
  }
  const host = new URL(url).hostname;
  const local = host === 'localhost' || isIP(host.replace(/^\[|\]$/g, '')) !== 0;
  if (!local && /^127\.|^::1|^0:0:0:0::/.test(address)) {
    return warning(
      'The server sees the proxy’s address in place of the visitor’s: all share one limit.',
      'Set TRUST_PROXY to the number of proxies, and let the outermost one write the address that it sees into X-Forwarded-For.',
    );
  }
  return ok(`The server sees ${address}, and trusts no forged one.`);
}

async function checkWidget(url: string, ask: Ask): Promise<Finding> {
  const { ok, warning, problem } = findings('widget');
  const answer = await ask(`${url}/widget.js`);
  const [status, headers] = 'failed' in answer ? [answer.failed, new Headers()] : [answer.status, answer.headers];
  if (status !== 200)
    return problem(`${url}/widget.js answers ${status}.`, 'Build it (npm run build), and let the proxy pass it on.');
  const type = headers.get('content-type') ?? 'none';
  if (!type.startsWith('text/javascript')) {
    return problem(
      `widget.js has the type ${type}, which browsers refuse.`,
      'Let the proxy leave Content-Type as it is.',
    );
  }
  if (
    headers.get('access-control-allow-origin') !== '*' ||
    headers.get('cross-origin-resource-policy') !== 'cross-origin'
  ) {
    return problem(
      'widget.js lacks the headers that let other sites load it.',
      'Let the proxy leave headers as they are.',
    );
  }
  const cache = headers.get('cache-control') ?? '';
  const seconds = Number(/max-age=(\d+)/.exec(cache)?.[1] ?? Number.NaN);
  if (!(seconds <= 3600)) {
    return warning(
      `widget.js is cached for long (${cache || 'no Cache-Control'}).`,
      'Let the proxy leave Cache-Control as it is, or visitors keep an old widget.',
    );
  }
  return ok('widget.js has the right type and is cached for minutes.');
}

async function checkOrigin(url: string, origin: string, ask: Ask): Promise<Finding> {
  const { ok, problem } = findings('origin');
  const answer = await ask(`${url}/v1/chat`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  });
  const allowed = 'failed' in answer ? [] : (answer.headers.get('access-control-allow-origin')?.split(/,\s*/) ?? []);
  if (allowed.length > 1) {
    return problem(
      'Access-Control-Allow-Origin is sent twice, which browsers refuse.',
      'Take it out of the proxy: Footnote sends it.',
    );
  }
  if (allowed[0] === origin) return ok(`Pages of ${origin} may chat.`);
  return problem(
    `Pages of ${origin} may not chat${allowed[0] ? ` (the answer allows ${allowed[0]})` : ''}.`,
    'Add it to the allowed origins of its project, exactly so, and let the proxy pass OPTIONS on.',
  );
}
