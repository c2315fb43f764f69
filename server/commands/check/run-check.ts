import { setTimeout as sleep } from 'node:timers/promises';
import type { GoldenCheck, GoldenQuestion, List } from '@footnote/sdk/contract';
import type { Command } from '../command.ts';
import { countBar, countInLines } from '../progress-line.ts';
import type { ProjectApi } from '../project-api.ts';

const POLL_MS = 1_000;
/** How long Ctrl-C waits for the server to take the end of a check. */
const CANCEL_MS = 5_000;

/** Whether the project has golden questions. */
export async function hasGoldenQuestions({ call }: ProjectApi): Promise<boolean> {
  return (await call<List<GoldenQuestion>>('GET', '/golden-questions?limit=1')).total > 0;
}

/**
 * Asks all golden questions of the project, shows how far that is, and resolves with the check when it has ended. On Ctrl-C, the
 * server stops asking, too.
 */
export async function runCheck(
  { call }: ProjectApi,
  { terminal, say, signal }: Pick<Command, 'terminal' | 'say' | 'signal'>,
): Promise<GoldenCheck> {
  let check = await call<GoldenCheck>('POST', '/golden-questions/checks');
  const progress = terminal ? countBar(terminal, 'questions asked') : countInLines(say, 'questions asked');
  try {
    while (check.state === 'running') {
      progress.show(check.asked, check.total);
      await sleep(POLL_MS, undefined, { signal });
      check = await call<GoldenCheck>('GET', `/golden-questions/checks/${check.id}`);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    progress.stop();
    await cancel(call, check.id, say);
    throw signal.reason;
  } finally {
    progress.stop();
  }
  if (check.state !== 'done') throw new Error(`the check of the golden questions ended as "${check.state}".`);
  return check;
}

/** The signal of the command has aborted, so that the request has its own. */
async function cancel(call: ProjectApi['call'], id: string, say: Command['say']): Promise<void> {
  const options = { once: true, signal: AbortSignal.timeout(CANCEL_MS) };
  try {
    const { asked, total } = await call<GoldenCheck>(
      'POST',
      `/golden-questions/checks/${id}/cancel`,
      undefined,
      options,
    );
    say(`The check is cancelled: ${asked} of ${total} questions were asked.`);
  } catch {
    say('The server could not be told to stop: it continues asking. Cancel the check in the console.');
  }
}

export const FAULTS = {
  text_missing: 'the answer lacks the text',
  source_not_cited: 'the source is not cited',
  not_refused: 'it is answered and should be refused',
  refused: 'it is refused',
  failed: 'the answer failed',
} as const;

/** What is wrong with the answer to a golden question. */
export const describeBroken = (question: string, fault: keyof typeof FAULTS): string =>
  `Broken: ${question} – ${FAULTS[fault]}`;
