import type { BatchEntry, GoldenResult, Source } from '@footnote/sdk/contract';
import { describeBroken, hasGoldenQuestions, runCheck } from '../check/run-check.ts';
import { type Command, plural } from '../command.ts';
import { type ProjectApi, RefusedError } from '../project-api.ts';
import { ownMetadata, type SyncPlan } from './plan.ts';
import type { FormerFile, SyncApi } from './sync-api.ts';

/** A request with more counts more than once against the server's limit. */
const BATCH_FILES = 100;

/** A golden question that a change broke. */
export interface Broken {
  question: string;
  fault: NonNullable<GoldenResult['fault']>;
  /** The first words of its answers before and after the change. */
  before: string;
  after: string;
}

export interface GateVerdict {
  asked: number;
  broken: Broken[];
}

/** What the golden questions say of a sync. */
export interface Gate {
  /** Asks the questions again after the sync. */
  ask(): Promise<GateVerdict>;
  /** Puts the sources back to what they were. Resolves with what became of each; they are read again then. */
  putBack(): Promise<BatchEntry[]>;
}

/**
 * Asks the golden questions before a sync, and keeps what the sync is about to replace or remove. Null if there are no questions,
 * or they cannot be asked with this key; with `required`, that throws.
 */
export async function openGate(
  command: Command,
  { project, sync }: { project: ProjectApi; sync: SyncApi },
  { plan, sources, prune, required }: { plan: SyncPlan; sources: Source[]; prune: boolean; required: boolean },
): Promise<Gate | null> {
  const { say } = command;
  if (!(await hasGoldenQuestions(project))) {
    if (required)
      throw new Error('--gate and --trial need golden questions, and the project has none. Add some in the console.');
    return null;
  }
  const changes = plan.added.length + plan.changed.length + plan.described.length + (prune ? plan.gone.length : 0);
  if (changes === 0) return null;
  let former: ReadonlyMap<string, GoldenResult>;
  try {
    say('Asking the golden questions before the change.');
    former = new Map((await runCheck(project, command)).results.map((result) => [result.question_id, result]));
  } catch (error) {
    if (required || !(error instanceof RefusedError) || error.status !== 403) throw error;
    say('The golden questions are not asked: that needs a key with the scope "ask".');
    return null;
  }
  const files = required ? await keepFormer(sync, plan, sources, prune) : [];

  return {
    async ask() {
      say('Asking the golden questions after the change.');
      const { asked, results } = await runCheck(project, command);
      const broken = results.flatMap(({ question_id, question, fault, answer: after }) => {
        const before = former.get(question_id);
        return fault === null || before?.fault ? [] : [{ question, fault, before: before?.answer ?? '', after }];
      });
      for (const { question, fault } of broken) say(describeBroken(question, fault));
      if (broken.length === 0) say(`No golden question was broken (${plural(asked, 'question')} asked).`);
      else say(`The change broke ${broken.length} of ${plural(asked, 'golden question')}.`);
      return { asked, broken };
    },

    async putBack() {
      const added = plan.added.map(({ externalId }) => externalId);
      const entries: BatchEntry[] = [];
      for (let at = 0; at === 0 || at < files.length; at += BATCH_FILES) {
        const { items } = await sync.putBack(files.slice(at, at + BATCH_FILES), at === 0 ? added : []);
        entries.push(...items);
      }
      return entries;
    },
  };
}

/** The files that the sync changes or removes, as they are now. Throws for one that cannot be read: nothing was sent yet. */
async function keepFormer(sync: SyncApi, plan: SyncPlan, sources: Source[], prune: boolean): Promise<FormerFile[]> {
  const changed = [...plan.changed, ...plan.described].map(({ externalId }) => externalId);
  const ids = new Set([...changed, ...(prune ? plan.gone : [])]);
  const former: FormerFile[] = [];
  for (const source of sources) {
    const { external_id: externalId, url = null } = source;
    if (externalId === undefined || !ids.has(externalId) || source.type !== 'file') continue;
    former.push({ externalId, content: await sync.original(source), url, metadata: ownMetadata(source) });
  }
  return former;
}
