/** The server's rate limit for the project: `perMinute`, what is `left` of it, and milliseconds until more is available. */
export interface RateLimit {
  perMinute: number;
  left: number;
  resetIn: number;
}

/** What is called during an upload. */
export interface UploadListeners {
  /** How much of it has been sent, from 0 to 1. */
  sent(share: number): void;
  /** Called with the server's rate limit, if it has one. */
  limited(limit: RateLimit): void;
}

/** A `fetch` for the SDK that reports upload progress, which the browser's own cannot. It follows redirects. */
export function createUploadFetch(report: UploadListeners): typeof globalThis.fetch {
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

/** Parses the two headers of the IETF draft: `"ingestion";q=10;w=60` and `"ingestion";r=3;t=42`. Null if they are absent. */
function rateLimitOf(headers: Headers): RateLimit | null {
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
