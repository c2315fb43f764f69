import { commandLine } from '../platform/program/command-line.ts';
import { type Finding, findings } from './finding.ts';

/** What the processes that read documents cannot do. */
export interface ParserFacts {
  files: boolean;
  network: boolean;
  processes: boolean;
}

const REACHABLE: Record<keyof ParserFacts, string> = {
  files: 'files that are not its own',
  network: 'the network',
  processes: 'other processes',
};

/** Checks the sandbox of the processes that read documents; `facts` is null if none starts. */
export function checkParsers(facts: ParserFacts | null): Finding {
  const { ok, problem } = findings('parsers');
  if (facts === null)
    return problem(
      'The process that reads documents does not start.',
      'Install Footnote again with npm, or take the bundle: a process that reads documents may read packages in node_modules beside or above the program only.',
    );
  const open = (Object.keys(REACHABLE) as (keyof ParserFacts)[]).filter((name) => !facts[name]);
  if (open.length > 0)
    return problem(
      `A process that reads documents can reach ${open.map((name) => REACHABLE[name]).join(' and ')}.`,
      `Keep the data directory out of Footnote’s own folders and of node_modules, then run ${commandLine('doctor')} again.`,
    );
  return ok('They read documents without access to other files, the network or other processes.');
}
