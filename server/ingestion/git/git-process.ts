import { SourceFailure } from '../failures.ts';
import { enterSandbox } from '../parse/sandbox.ts';
import { repositoryFailures } from './failures.ts';
import type { FromGitProcess, ReadRequest, ToGitProcess } from './git-messages.ts';

/**
 * The program of a process that reads one repository and is killed then (`read-repository.ts`). It can open no file and no
 * connection: what it asks of the server of the repository is fetched for it, and what it unpacks stays in its memory until it
 * is handed over file by file.
 */
enterSandbox();

/** Resolves when the message is handed to the system, so that the process does not run ahead of its reader. */
function send(message: FromGitProcess): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve());
  });
}

const received: ToGitProcess[] = [];
let wake: () => void = () => undefined;

process.on('message', (message: ToGitProcess) => {
  if (message.type === 'read') void run(message);
  else received.push(message);
  wake();
});

/** The next answer, in order. */
async function next(): Promise<ToGitProcess> {
  for (;;) {
    const message = received.shift();
    if (message) return message;
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
}

async function run(request: ReadRequest): Promise<void> {
  try {
    const { readBranch } = await import('./read-branch.ts');
    await send({ type: 'began' });
    await readBranch(request, { send, next });
  } catch (error) {
    const { code, message } = error instanceof SourceFailure ? error : repositoryFailures.unreadable();
    await send({ type: 'failed', code, message });
  }
}
