import { type SourceFailure, sourceFailures } from '../failures.ts';

/** Longer than this is as good as never; the owner's next refresh comes anyway. */
const LONGEST_WAIT = 60 * 60_000;

/** What an answer other than the page means. `retryAfter`: the header. */
export function refusalOf(status: number, retryAfter: string | null): SourceFailure {
  if (status === 404 || status === 410) return sourceFailures.urlGone(status);
  if (status === 401 || status === 403 || status === 407) return sourceFailures.urlForbidden(status);
  if (status === 429 || status === 408 || status >= 500)
    return sourceFailures.urlUnavailable(status, waitOf(retryAfter));
  return sourceFailures.urlRefused(status);
}

/** Seconds, or a date. */
function waitOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(wait) ? Math.min(LONGEST_WAIT, Math.max(0, wait)) : undefined;
}

/** What went wrong on the way, from the error that the connection, the protocol or the decoder ended with. */
export function failureOf(error: unknown): SourceFailure {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  if (code === 'ENOTFOUND' || code === 'ENODATA' || code === 'EBADNAME') return sourceFailures.urlUnreachable(false);
  if (/^(?:ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_SSL|HOSTNAME_MISMATCH)/.test(code)) {
    return sourceFailures.urlCertificate();
  }
  if (/^(?:HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_INVALID|Z_DATA|ERR__ERROR_FORMAT|ERR_BROTLI|ERR_INVALID)/.test(code)) {
    return sourceFailures.urlUnreadable();
  }
  return sourceFailures.urlUnreachable();
}
