import { APIConnectionError } from './errors.ts';

/** Characters of one event. No part of an answer comes near it; a stream without line ends must not fill the memory. */
const LONGEST_EVENT = 2 ** 24;

/**
 * Reads server-sent events: given the next bytes, it returns the data of every event that they complete. Bytes may end
 * anywhere, within a character or between the two of a line end; an event that is never completed is never returned.
 * Names, ids and comments are passed over, as this API sends nothing in them.
 */
export function createEventReader(): (bytes: Uint8Array) => string[] {
  const decoder = new TextDecoder();
  let line = '';
  let data: string[] = [];
  let length = 0;
  let afterReturn = false;

  return (bytes) => {
    const decoded = decoder.decode(bytes, { stream: true });
    // The line ended with the bytes before: this line feed belongs to that end.
    const text = afterReturn && decoded.startsWith('\n') ? decoded.slice(1) : decoded;
    if (decoded) afterReturn = text.endsWith('\r');
    const lines = text.split(/\r\n?|\n/);
    // Only the new text is searched, so that one byte at a time costs no more than all at once.
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
    if (length > LONGEST_EVENT) throw new APIConnectionError(`An event is longer than ${LONGEST_EVENT} characters.`);
    return events;
  };
}
