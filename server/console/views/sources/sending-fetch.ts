/** How much a server lets one project do: `perMinute` at most, `left` of that, and how many milliseconds until there is more. */
export interface RateLimit {
  perMinute: number;
  left: number;
  resetIn: number;
}

/** Who is told while something is sent. */
export interface SendingReport {
  /** How much of it has been sent, from 0 to 1. */
  sent(share: number): void;
  /** What the server says of its limit; not called where it has none. */
  limited(limit: RateLimit): void;
}

/** A `fetch` for the SDK that tells how far a body is sent, which the browser's own does not. It follows redirects. */
export function sendingFetch(report: SendingReport): typeof globalThis.fetch {
  return (input, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const signal = init?.signal;
      const stop = () => request.abort();
      request.open(init?.method ?? 'GET', String(input));
      for (const [name, value] of new Headers(init?.headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => report.sent(total > 0 ? loaded / total : 0);
      request.onload = () => {
        const headers = headersOf(request);
        const limit = rateLimitOf(headers);
        if (limit) report.limited(limit);
        resolve(new Response(request.responseText, { status: request.status, headers }));
      };
      request.onerror = () => reject(new TypeError('The connection failed.'));
      request.onabort = () => reject(signal?.reason);
      request.onloadend = () => signal?.removeEventListener('abort', stop);
      signal?.addEventListener('abort', stop);
      if (signal?.aborted) return reject(signal.reason);
      request.send((init?.body ?? null) as XMLHttpRequestBodyInit | null);
    });
}

/** What the two headers of the IETF's draft say: `"ingestion";q=10;w=60` and `"ingestion";r=3;t=42`. Null where they are absent. */
export function rateLimitOf(headers: Headers): RateLimit | null {
  const [, quota = '', window = ''] = /;q=(\d+);w=(\d+)/.exec(headers.get('ratelimit-policy') ?? '') ?? [];
  const [, left = '', reset = ''] = /;r=(\d+);t=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? [];
  if (!quota || !left) return null;
  return { perMinute: (Number(quota) * 60) / Number(window), left: Number(left), resetIn: Number(reset) * 1000 };
}

function headersOf(request: XMLHttpRequest): Headers {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
  return new Headers(
    lines.filter(Boolean).map((line): [string, string] => {
      const at = line.indexOf(':');
      return [line.slice(0, at), line.slice(at + 1).trim()];
    }),
  );
}
