import { APIConnectionError } from './errors.ts';

/** The maximum length of an event in characters, far above any real one. It keeps a stream without line ends from filling the memory. */
const MAX_EVENT_LENGTH = 2 ** 24;

/**
 * Parses server-sent events: given the next bytes, returns the data of every event that they complete. Bytes may end anywhere,
 * even within a character or a line end. An incomplete event is never returned. Names, ids and comments are ignored, as this
 * API does not use them.
 */
export function createEventReader(): (bytes: Uint8Array) => string[] {
  const decoder = new TextDecoder();
  let line = '';
  let data: string[] = [];
  let length = 0;
  let afterReturn = false;

  return (bytes) => {
    const decoded = decoder.decode(bytes, { stream: true });
    // The previous bytes ended with a carriage return, and this line feed belongs to it.
    const text = afterReturn && decoded.startsWith('\n') ? decoded.slice(1) : decoded;
    if (decoded) afterReturn = text.endsWith('\r');
    const lines = text.split(/\r\n?|\n/);
    // Search only the new text, so that reading byte by byte is not slower.
    lines[0] = line + lines[0];
    line = lines.pop() ?? '';
    length += text.length;
    const events: string[] = [];
    for (const whole of lines) {
      if (whole.startsWith('data:')) data.push(whole.slice(whole[5] === ' ' ? 6 : 5));
      if (whole !== '') continue;
      if (data.length > 0) events.push(data.join('\n'));
      data = [];
      length = line.length;
    }
    if (length > MAX_EVENT_LENGTH)
      throw new APIConnectionError(`An event is longer than ${MAX_EVENT_LENGTH} characters.`);
    return events;
  };
}
