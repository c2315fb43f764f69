import dgram from 'node:dgram';
import dns from 'node:dns';
import dnsPromises from 'node:dns/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import sqlite from 'node:sqlite';

/**
 * What Node's permission model leaves open to the process that reads documents. It is started with leave to read the program's
 * own folders and nothing else (`start-parser-process.ts`): no other file, no process or thread of its own, no native code, no
 * inspector. As of version 24 the model knows no network, does not apply to SQLite files, and allows signals to other
 * processes. Those functions are replaced here, before a parser is loaded.
 *
 * It keeps code that runs in JavaScript from them. Who can write to the memory of the process is held by its user's rights and
 * those of its container alone.
 */

const REFUSAL = 'This is not allowed in a process that reads documents.';

/** Also where it is called with `new`. */
function refuse(): never {
  throw new Error(REFUSAL);
}

function refuseFunctions(owner: object, names: string[] = Object.getOwnPropertyNames(owner)): void {
  for (const name of names) {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name);
    if (typeof descriptor?.value !== 'function') continue;
    Object.defineProperty(owner, name, { value: refuse, writable: false, configurable: false });
  }
}

/** Cannot be undone. */
export function enterSandbox(): void {
  // Also what holds on to them already: TLS, HTTP and `fetch` connect and listen through these.
  refuseFunctions(net.Socket.prototype, ['connect']);
  refuseFunctions(net.Server.prototype, ['listen', '_listen2']);
  refuseFunctions(dgram.Socket.prototype, ['bind', 'connect', 'send', 'sendto', 'addMembership']);
  for (const module of [net, dgram, dns, dnsPromises, sqlite]) refuseFunctions(module);
  refuseFunctions(process, ['kill', '_kill', '_debugProcess', '_debugEnd', 'execve']);
  for (const name of ['fetch', 'WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, name);
  syncBuiltinESMExports();
}

/** What a process in the sandbox cannot do. */
export interface SandboxState {
  /** It cannot read files beside the program's own: not in the given folder, not those of the system. */
  files: boolean;
  network: boolean;
  /** Neither start nor signal one. */
  processes: boolean;
}

/** Tries what a process in the sandbox must not be able to do, with a folder of data. */
export function trySandbox(folder: string): SandboxState {
  return {
    files: fails(() => readdirSync(folder)) && fails(() => readFileSync('/etc/passwd')),
    network: fails(() => net.connect({ host: '127.0.0.1', port: 1 }).destroy()) && !('fetch' in globalThis),
    processes: !process.permission?.has('child') && fails(() => process.kill(process.ppid, 0)),
  };
}

function fails(attempt: () => unknown): boolean {
  try {
    attempt();
    return false;
  } catch {
    return true;
  }
}
