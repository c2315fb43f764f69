import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { ProcessRequest } from './parse-messages.ts';
import type { ParserProcess } from './start-parser-process.ts';

/** A file of at most so many bytes is sent with its request. */
const SHORT = 64 * 1024;
const PART = 256 * 1024;

/**
 * Sends a process its request and the bytes of the file, those of a long one no faster than it reads them, until `settled`.
 * Rejects where the file cannot be read. What becomes of the process meanwhile does not matter here.
 */
export async function sendFile(
  child: ParserProcess,
  path: string,
  request: Omit<ProcessRequest, 'content'>,
  settled: AbortSignal,
): Promise<void> {
  const { size } = statSync(path);
  const send = (content: ProcessRequest['content']) => child.send({ ...request, content } satisfies ProcessRequest);
  if (size <= SHORT) send(readFileSync(path));
  else {
    send(size);
    await sendBytes(child, path, size, settled);
  }
}

async function sendBytes(child: ParserProcess, path: string, size: number, settled: AbortSignal): Promise<void> {
  const file = await open(path);
  try {
    for (let sent = 0; sent < size && !settled.aborted; ) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(PART), 0, Math.min(PART, size - sent), sent);
      if (bytesRead === 0) throw new Error('The file has become shorter.');
      sent += bytesRead;
      if (!child.stdin.write(buffer.subarray(0, bytesRead)))
        await once(child.stdin, 'drain', { signal: settled }).catch(() => undefined);
    }
  } finally {
    await file.close();
  }
}
