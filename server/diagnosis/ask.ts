/** The response of an address, or why there is none. */
export type Asked =
  | {
      status: number;
      headers: Headers;
      text: string /** Milliseconds after the first, of each part as it came. */;
      parts: number[];
    }
  | { failed: string };

/** Sends a request to an address. */
export type Ask = (url: string, options?: { method?: string; headers?: Record<string, string> }) => Promise<Asked>;

const LIMIT_MS = 10_000;
const MAX_BYTES = 1_000_000;

/** Requests the address that the operator has given as that of their server, without following redirects. Never throws. */
export const ask: Ask = async (url, options = {}) => {
  try {
    const response = await fetch(url, { ...options, redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) });
    const decoder = new TextDecoder();
    const parts: number[] = [];
    let text = '';
    let first = 0;
    for await (const bytes of response.body ?? []) {
      first ||= performance.now();
      parts.push(performance.now() - first);
      text += decoder.decode(bytes, { stream: true });
      if (text.length > MAX_BYTES) break;
    }
    return { status: response.status, headers: response.headers, text, parts };
  } catch (error) {
    const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
    return { failed: cause?.code ?? cause?.message ?? message };
  }
};
