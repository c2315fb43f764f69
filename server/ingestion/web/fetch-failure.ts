import { type SourceFailure, sourceFailures } from '../failures.ts';

/** Milliseconds. The next refresh comes anyway. */
const MAX_WAIT = 60 * 60_000;

/** The failure that an HTTP status stands for. `retryAfter` is the header of that name. */
export function failureForStatus(status: number, retryAfter: string | null): SourceFailure {
  if (status === 404 || status === 410) return sourceFailures.urlGone(status);
  if (status === 401 || status === 403 || status === 407) return sourceFailures.urlForbidden(status);
  if (status === 429 || status === 408 || status >= 500)
    return sourceFailures.urlUnavailable(status, parseRetryAfter(retryAfter));
  return sourceFailures.urlRefused(status);
}

/** Parses a `Retry-After` header, seconds or a date, into milliseconds. */
export function parseRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(wait) ? Math.min(MAX_WAIT, Math.max(0, wait)) : undefined;
}

/** The failure that an error of the connection, the protocol or the decoder stands for. */
export function failureForError(error: unknown): SourceFailure {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  // The same as for a name that leads to a private address: it must not tell which names a private network has.
  if (code === 'ENOTFOUND' || code === 'ENODATA' || code === 'EBADNAME') {
    const { hostname } = error as { hostname?: unknown };
    return sourceFailures.urlNotAllowed(typeof hostname === 'string' ? `http://${hostname}/` : null, error);
  }
  if (/^(?:ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_SSL|HOSTNAME_MISMATCH)/.test(code)) {
    return sourceFailures.urlCertificate();
  }
  if (/^(?:HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_INVALID|Z_DATA|ERR__ERROR_FORMAT|ERR_BROTLI|ERR_INVALID)/.test(code)) {
    return sourceFailures.urlUnreadable();
  }
  return sourceFailures.urlUnreachable();
}
