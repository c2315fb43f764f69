import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgres } from '../stores/postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the tests ask for the address of the run's Postgres server. */
    postgresDoor: string;
  }
}

/** Before all tests. The server starts for the first who asks: a run without a test on Postgres never waits for one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer> | undefined;
  const door = createServer((_, response) => {
    server ??= startPostgres();
    server.then(
      ({ url }) => response.end(url('postgres')),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  door.unref();
  project.provide('postgresDoor', `http://127.0.0.1:${(door.address() as AddressInfo).port}`);
  return async () => {
    door.close();
    await (await server)?.remove();
  };
}
