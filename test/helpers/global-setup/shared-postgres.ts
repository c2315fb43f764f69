import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgres } from '../stores/postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address at which tests request the address of the run's Postgres server. */
    postgresDoor: string;
  }
}

/** Runs before all tests. The server starts at the first request, so that a run without tests on Postgres starts none. */
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
