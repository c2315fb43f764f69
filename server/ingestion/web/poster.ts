import { failureForError, parseRetryAfter } from './fetch-failure.ts';
import { discard, type GuardedClient, type GuardedResponse, openGuardedClient, single } from './guarded-client.ts';
import { type ResolveHostname, resolveHostname } from './safe-dns-lookup.ts';
import { type AddressRange, checkUrl } from './url-policy.ts';

interface PostRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
}

export interface PostAnswer {
  status: number;
  /** The first characters of the answer. */
  text: string;
  /** Milliseconds that the other server asks to wait. */
  retryAfter: number | undefined;
}

/** Why there was no answer. */
export type PostFailure = 'not_allowed' | 'unreachable' | 'certificate' | 'unreadable';

const DEADLINE = 15_000;
/** What is read of an answer. The rest is discarded. */
const READ_BYTES = 4_096;
const SHOWN_CHARACTERS = 1_000;

export type Poster = ReturnType<typeof createPoster>;

export function createPoster({
  allowedRanges = [],
  resolve = resolveHostname,
  deadline = DEADLINE,
}: {
  /** Ranges that the operator allows beside public addresses. */
  allowedRanges?: AddressRange[];
  /** Another resolver, for tests. */
  resolve?: ResolveHostname;
  /** Milliseconds for the whole request; shorter in tests. */
  deadline?: number;
} = {}) {
  let client: Promise<GuardedClient> | null = null;
  return {
    /**
     * Sends a message to a URL that others chose, under the same policy as everything that is fetched. Follows no redirect. Resolves with
     * why there was no answer; rejects only with the signal's reason.
     */
    async post({ url: text, headers, body, signal }: PostRequest): Promise<PostAnswer | PostFailure> {
      const url = checkUrl(text, allowedRanges);
      if (url === null) return 'not_allowed';
      const within = AbortSignal.any([signal, AbortSignal.timeout(deadline)]);
      try {
        client ??= openGuardedClient({ allowedRanges, resolve, deadline });
        const { agent, request } = await client;
        const response = await request(url, { method: 'POST', dispatcher: agent, headers, body, signal: within });
        return {
          status: response.statusCode,
          text: await firstCharacters(response),
          retryAfter: parseRetryAfter(single(response.headers['retry-after'])),
        };
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        return failureOf(error);
      }
    },
    async close(): Promise<void> {
      await (await client)?.agent.destroy();
    },
  };
}

async function firstCharacters({ body }: GuardedResponse): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= READ_BYTES) break;
    }
  } catch {
    // The status has arrived, and decides.
  } finally {
    discard(body);
  }
  const text = new TextDecoder().decode(Buffer.concat(pieces).subarray(0, READ_BYTES));
  return text.replaceAll('\u0000', '\ufffd').slice(0, SHOWN_CHARACTERS).toWellFormed();
}

const FAILURES: Record<string, PostFailure> = {
  url_not_allowed: 'not_allowed',
  url_certificate_invalid: 'certificate',
  url_answer_unreadable: 'unreadable',
};

function failureOf(error: unknown): PostFailure {
  const code = (error as { code?: string } | null)?.code ?? '';
  return FAILURES[code] ?? FAILURES[failureForError(error).code] ?? 'unreachable';
}
