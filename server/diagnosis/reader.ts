import { addCommand } from '../engines/packages/engine-folder.ts';
import { type Finding, findings } from './finding.ts';

/** What is known of the reader that runs. */
export interface ReaderFacts {
  ready: boolean;
  /** Why it does not run on the native runtime that was added. */
  notice: string | null;
}

/** Checks the reader; `facts` is null if none runs. */
export function checkReader(facts: ReaderFacts | null): Finding {
  const { ok, warning } = findings('reader');
  if (facts === null) return ok('It is off, by READER or because this machine has less than 1 GB of memory.');
  if (!facts.ready)
    return warning(
      'It does not work: questions are ranked without it.',
      'Look into the log for engine_failed, and install the server again if a file is missing or damaged.',
    );
  if (facts.notice !== null)
    return warning(
      `It runs on WebAssembly, more slowly than it could. ${facts.notice}`,
      `Its answers are the same. Replace its engine: ${addCommand('transformers')}`,
    );
  return ok('It compares questions with passages word by word.');
}
