import { Readable } from 'node:stream';
import type { Answer } from '../http/guard.ts';
import { utcDay } from '../platform/utc-day.ts';
import type { ExportFile } from '../presenters/export-file.ts';

/** Answers with a file named after the day, one line for each row, streamed with backpressure. */
export function sendExport<Row>(
  name: string,
  { mediaType, extension, head, line }: ExportFile<Row>,
  rows: AsyncIterable<Row>,
  now: number,
): Answer<200> {
  async function* text() {
    if (head !== '') yield head;
    for await (const row of rows) yield line(row);
  }
  return {
    status: 200,
    type: mediaType,
    file: { name: `${name}-${utcDay(now)}.${extension}`, shown: false },
    // One line at a time: the next is made when the client has read enough.
    body: Readable.from(text(), { objectMode: false, highWaterMark: 64 * 1024 }),
  };
}
