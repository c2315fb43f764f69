import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** A plain web server for the files of a folder, as a network has it for a mirror. */
export interface FolderServer {
  url: string;
  /** The paths of all requests. */
  requests: string[];
  close(): Promise<void>;
}

export async function serveFolder(folder: string): Promise<FolderServer> {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    const at = join(folder, path);
    const found = await stat(at).catch(() => null);
    if (!found?.isFile()) return void response.writeHead(404).end();
    const [, from = '0'] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
    const start = Number(from);
    response.writeHead(start > 0 ? 206 : 200, {
      'content-length': found.size - start,
      ...(start > 0 && { 'content-range': `bytes ${start}-${found.size - 1}/${found.size}` }),
    });
    await pipeline(createReadStream(at, { start }), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
