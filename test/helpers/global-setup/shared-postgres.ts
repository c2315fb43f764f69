import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import {
  createDatabase,
  dropDatabase,
  GIVEN_POSTGRES,
  type PostgresServer,
  startPostgres,
} from '../stores/postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The address at which tests request the address of the run's Postgres server, and at `/prepared` that of a database on it
     * with our schema.
     */
    postgresDoor: string;
  }
}

/** Runs before all tests. The server starts at the first request, so that a run without tests on Postgres starts none. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer> | undefined;
  let prepared: Promise<string> | undefined;

  async function standing(): Promise<string> {
    if (GIVEN_POSTGRES) return GIVEN_POSTGRES;
    server ??= startPostgres();
    return (await server).url('postgres');
  }

  const door = createServer((request, response) => {
    if (request.url === '/prepared') prepared ??= standing().then(prepareDatabase);
    const address = request.url === '/prepared' ? prepared : standing();
    address?.then(
      (url) => response.end(url),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  door.unref();
  project.provide('postgresDoor', `http://127.0.0.1:${(door.address() as AddressInfo).port}`);
  return async () => {
    door.close();
    if (prepared) await dropDatabase(await standing(), await prepared);
    await (await server)?.remove();
  };
}

/** Creates a database that has what each start of a server creates if it is missing. */
async function prepareDatabase(besides: string): Promise<string> {
  const url = await createDatabase(besides);
  // Loaded only when needed: most single test files do without.
  const { openPool } = await import('../../../server/store/postgres/database/pool.ts');
  const { openStoreOn } = await import('../../../server/store/postgres/open.ts');
  const { createLog } = await import('../../../server/platform/log.ts');
  const log = createLog(() => undefined);
  const store = await openStoreOn(openPool({ url, size: 1, log }), { embedder: null, temporaryDirectory: '', log });
  await store.close();
  return url;
}
