/** An event stream, complete or as far as it was received. */
export interface ReadStream {
  raw: string;
  /** The JSON of every `data:` line except the last, `[DONE]`. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into parts of every shape.
  parts: any[];
  comments: string[];
  done: boolean;
}

/** Parses an event stream. Throws for a line that is not valid in our streams. */
export function parseStream(raw: string): ReadStream {
  const stream: ReadStream = { raw, parts: [], comments: [], done: false };
  for (const block of raw.split('\n\n').slice(0, -1)) {
    if (stream.done) throw new Error(`Something follows [DONE]: ${block}`);
    if (block.startsWith(': ')) stream.comments.push(block.slice(2));
    else if (block === 'data: [DONE]') stream.done = true;
    else if (block.startsWith('data: ') && !block.includes('\n')) stream.parts.push(JSON.parse(block.slice(6)));
    else throw new Error(`Not a line of an event stream: ${block}`);
  }
  return stream;
}

/** The concatenated text parts of a stream. */
export function textOf({ parts }: Pick<ReadStream, 'parts'>): string {
  return parts.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : [])).join('');
}
