const LIMIT_MS = 300_000;
const MAX_BYTES = 10_000_000;

interface Reply {
  result?: Record<string, unknown>;
  error?: { message: string };
}

/** Sends messages to the MCP endpoint of a project. */
export type Remote = ReturnType<typeof createRemote>;

/** `key`: the project's API key; null for a project that is public. */
export function createRemote(address: string, key: string | null, signal: AbortSignal) {
  let id = 0;
  return {
    /** The result of a request. Throws an error whose message is written for the reader. */
    async request(method: string, params: object): Promise<Record<string, unknown>> {
      id += 1;
      const response = await fetch(address, {
        method: 'POST',
        redirect: 'error',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(key !== null && { 'x-api-key': key }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]),
      }).catch((error: Error) => {
        signal.throwIfAborted();
        throw new Error(`${address} does not answer (${describe(error)}). Is the server running?`);
      });
      const text = await readText(response);
      if (!response.ok) throw new Error(refusal(response.status, text));
      const reply = parseReply(text, id);
      if (!reply) throw new Error(`${address} answers, but not as a Footnote server does.`);
      if (reply.error) throw new Error(reply.error.message);
      return reply.result ?? {};
    },
  };
}

const describe = ({ cause, message }: Error) => (cause as NodeJS.ErrnoException | undefined)?.code ?? message;

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > MAX_BYTES) throw new Error('The answer of the server is too large.');
  }
  return text;
}

/** What the server says about a refusal, in its own words where it has some. */
function refusal(status: number, text: string): string {
  const { detail } = parseJson<{ detail?: string }>(text) ?? {};
  const advice = status === 401 ? ' Set FOOTNOTE_API_KEY to an API key of the project.' : '';
  return `${detail ?? `The server answered with status ${status}.`}${advice}`;
}

/** The reply with this id: the body, or an event of a stream. */
function parseReply(text: string, id: number): Reply | null {
  const events = [...text.matchAll(/^data: ?(.*)$/gm)].map(([, data = '']) => data);
  const replies = (events.length > 0 ? events : [text]).map((json) => parseJson<Reply & { id?: number }>(json));
  return replies.find((reply) => reply?.id === id) ?? null;
}

function parseJson<Value>(text: string): Value | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? (value as Value | null) : null;
  } catch {
    return null;
  }
}
