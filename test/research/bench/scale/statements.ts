import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy for a database that counts and times statements. */
export interface StatementCounter {
  /** The address of the database through the proxy. */
  url: string;
  /** The number of statements since the last call, and their total time in milliseconds. */
  take(): { count: number; milliseconds: number };
  close(): void;
}

/** Message types. Frontend: a simple query, or the execution of a prepared one. Backend: ready for query. */
const SIMPLE_QUERY = 0x51;
const EXECUTE = 0x45;
const READY = 0x5a;

/** Starts a proxy between a server and its Postgres. */
export async function countStatements(database: string): Promise<StatementCounter> {
  const target = new URL(database);
  let count = 0;
  let milliseconds = 0;
  const sockets = new Set<Socket>();
  const relay = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.once('close', () => {
        sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
      socket.on('error', () => socket.destroy());
    }
    let began = 0;
    // The first message of a client has no type.
    const fromClient = messageTypes(true, (type) => {
      if (type !== SIMPLE_QUERY && type !== EXECUTE) return;
      count += 1;
      began ||= performance.now();
    });
    const fromServer = messageTypes(false, (type) => {
      if (type !== READY || began === 0) return;
      milliseconds += performance.now() - began;
      began = 0;
    });
    client.on('data', (bytes) => {
      fromClient(bytes);
      server.write(bytes);
    });
    server.on('data', (bytes) => {
      fromServer(bytes);
      client.write(bytes);
    });
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const url = new URL(database);
  url.port = String((relay.address() as AddressInfo).port);
  return {
    url: url.href,
    take() {
      const taken = { count, milliseconds };
      [count, milliseconds] = [0, 0];
      return taken;
    },
    close() {
      relay.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Calls `see` with the type of each message, however the bytes are split. */
function messageTypes(startsUntyped: boolean, see: (type: number) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let untyped = startsUntyped;
  let toSkip = 0;
  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    for (;;) {
      const skipped = Math.min(toSkip, rest.length);
      toSkip -= skipped;
      rest = rest.subarray(skipped);
      const header = untyped ? 4 : 5;
      if (toSkip > 0 || rest.length < header) return;
      const length = rest.readUInt32BE(header - 4);
      if (!untyped) see(rest[0] ?? 0);
      toSkip = length + header - 4;
      untyped = false;
    }
  };
}
