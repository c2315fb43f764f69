import { once } from 'node:events';
import { open } from 'node:fs/promises';
import type { ProcessRequest } from './parse-messages.ts';
import type { ParserProcess } from './start-parser-process.ts';

const PART = 256 * 1024;

/**
 * Sends a process its request and then the bytes of the file, no faster than it reads them, until `settled`. Rejects where the
 * file cannot be read. What becomes of the process meanwhile does not matter here.
 */
export async function sendFile(
  child: ParserProcess,
  path: string,
  request: Omit<ProcessRequest, 'size'>,
  settled: AbortSignal,
): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (settled.aborted) return;
    child.send({ ...request, size } satisfies ProcessRequest);
    const buffer = () => Buffer.allocUnsafe(Math.min(PART, size));
    for (let sent = 0; sent < size && !settled.aborted; ) {
      const { bytesRead, buffer: bytes } = await file.read(buffer(), 0, Math.min(PART, size - sent), sent);
      if (bytesRead === 0) throw new Error('The file has become shorter.');
      sent += bytesRead;
      if (!child.stdin.write(bytes.subarray(0, bytesRead)))
        await once(child.stdin, 'drain', { signal: settled }).catch(() => undefined);
    }
  } finally {
    await file.close();
  }
}
