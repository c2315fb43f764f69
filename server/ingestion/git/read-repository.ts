import { SourceFailure } from '../failures.ts';
import { guardProcess } from '../parse/guard-process.ts';
import { type ConfinedProcess, startGitProcess } from '../parse/start-parser-process.ts';
import { failureForError } from '../web/fetch-failure.ts';
import { repositoryFailures } from './failures.ts';
import type { GitServer } from './git-client.ts';
import type { Branches, Commit, FromGitProcess, LeftOutFiles, ReadRequest, ToGitProcess } from './git-messages.ts';

/** What was read of a repository. */
export interface ReadResult {
  branches: Branches;
  /** The one that was read. */
  branch: string;
  /** Null if the branch is still where it was known to be. */
  commit: Commit | null;
  leftOut: LeftOutFiles;
}

interface ReadOptions {
  server: GitServer;
  request: Omit<ReadRequest, 'type'>;
  /** Called with each file, one after the other. Its path has no part that leads out of a folder. */
  onFile: (path: string, bytes: Uint8Array) => Promise<void>;
  signal: AbortSignal;
}

/**
 * Reads one commit of a repository in a process of its own, which may take so much time and memory, and no more. Rejects with a
 * `SourceFailure` or the signal's reason.
 */
export function readRepository({ server, request, onFile, signal }: ReadOptions): Promise<ReadResult> {
  const { limits } = request;
  const child = startGitProcess(limits.heap);
  const send = (message: ToGitProcess) => {
    if (child.connected) child.send(message, () => undefined);
  };
  return new Promise<ReadResult>((resolve, reject) => {
    const guard = guardProcess(child, limits, signal, { fail: reject, failures: repositoryFailures });
    const result: ReadResult = {
      branches: { names: [], first: null },
      branch: '',
      commit: null,
      leftOut: { links: 0, submodules: 0, lfs: 0, tooLarge: 0, names: 0 },
    };
    const receive = async (message: FromGitProcess) => {
      switch (message.type) {
        case 'began':
          return guard.documentBegan();
        case 'request':
          return passOn(server, message, send);
        case 'branches':
          result.branches = message.branches;
          result.branch = message.branch;
          return;
        case 'commit':
          result.commit = message.commit;
          return;
        case 'file':
          await onFile(message.path, message.bytes);
          return send({ type: 'taken' });
        case 'done':
          return resolve({ ...result, leftOut: message.leftOut });
        case 'failed':
          throw new SourceFailure(message.code, message.message);
      }
    };
    child.on('message', (message: FromGitProcess) => {
      receive(message).catch(reject);
    });
    send({ type: 'read', ...request });
    settled(child, guard);
  }).finally(() => child.kill('SIGKILL'));
}

/** The watch ends with the process, however that ends. */
function settled(child: ConfinedProcess, guard: { stop(): void }): void {
  child.once('close', () => setImmediate(guard.stop));
}

async function passOn(
  server: GitServer,
  { path, body }: Extract<FromGitProcess, { type: 'request' }>,
  send: (message: ToGitProcess) => void,
): Promise<void> {
  const { contentType, bytes } = await server.ask({ path, body });
  send({ type: 'answer', contentType });
  try {
    for await (const part of bytes) send({ type: 'bytes', bytes: part });
  } catch (error) {
    throw error instanceof SourceFailure ? error : failureForError(error);
  }
  send({ type: 'end' });
}
