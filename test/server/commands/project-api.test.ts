import { openAsBlob, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createProjectApi, RefusedError } from '../../../server/commands/project-api.ts';
import { temporaryPlaces } from '../../helpers/stores/rows.ts';
import { settle } from '../../helpers/timing/until.ts';

const places = temporaryPlaces();
afterEach(() => places.clear());

it('leaves no error behind where the command ends after a refusal, before all of a file was read', async () => {
  const path = join(places.directory(), 'large.md');
  writeFileSync(path, '');
  truncateSync(path, 200_000_000);
  const refused = JSON.stringify({ code: 'payload_too_large', detail: 'The file is too large.' });
  const server = createServer((_, response) => response.writeHead(413).end(refused));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const command = new AbortController();
  const { call } = createProjectApi(
    {
      server: new URL(`http://127.0.0.1:${port}`),
      credential: { 'x-api-key': 'a key' },
      projectId: 'proj_1',
      signal: command.signal,
    },
    () => undefined,
  );
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  try {
    const form = async () => {
      const files = new FormData();
      files.append('files', await openAsBlob(path), 'large.md');
      return files;
    };
    await expect(call('POST', '/sources/batch', form)).rejects.toBeInstanceOf(RefusedError);
    // Reading has begun, and takes longer.
    await settle(20);
    command.abort();
    await settle(300);
    expect(unhandled).toEqual([]);
  } finally {
    process.off('unhandledRejection', note);
    server.closeAllConnections();
    server.close();
  }
});
