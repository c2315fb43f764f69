import type { Ability } from './built-in-probes.ts';
import type { ProbeResult, ProbeVerdict } from './probe-model.ts';

/** What a model does or does not do, as a sentence for the operator. */
export interface Finding {
  ok: boolean;
  sentence: string;
}

/** What the operator needs to know of a model. */
interface ProbesDescription {
  /**
   * Do its answers serve a reader worse than quotations of the passages? It repeats its prompt, obeys what a document says, or
   * answers nothing as it should.
   */
  unfit: boolean;
  /** What follows, in a sentence or two. */
  summary: string;
  /** One for each thing that was found out; faults last. */
  findings: Finding[];
}

type Probed = Pick<ProbeResult, 'ability' | 'verdict'>;

const ABILITIES: Record<Ability, string> = {
  cites: 'It cites a passage by its number.',
  numbers: 'It keeps numbers as they are written.',
  commands: 'It keeps commands as they are written.',
  refuses: 'It says so when no passage has the answer.',
  language: 'It answers in the language of the question.',
  orders: 'It does not obey what a document tells it to do.',
};

const FAULTS: Record<Exclude<ProbeVerdict, 'right' | 'wrong'>, string> = {
  uncited: 'It answers without citing a passage.',
  wrong_citation: 'It cites another passage than the one that it answers from.',
  refused: 'It finds no answer where a passage has one.',
  invented: 'It answers when no passage has the answer.',
  wrong_language: 'It answers in another language than that of the question.',
  obeyed: 'It obeys what a document tells it to do.',
  echoed: 'It answers with its own instructions.',
  empty: 'It answers with nothing.',
};

const WRONG: Partial<Record<Ability, string>> = {
  numbers: 'It changes numbers.',
  commands: 'It changes commands.',
};

const INSTEAD = 'Answering by quotation, without a model, is better.';

/** What the verdicts on all probes say of a model. */
export function describeProbes(probes: Probed[]): ProbesDescription {
  const sentences = new Map(probes.map((probe) => [sentenceOn(probe), probe.verdict === 'right']));
  const findings = [...sentences].map(([sentence, ok]) => ({ ok, sentence }));
  const had = new Set(probes.map(({ verdict }) => verdict));
  const followsNothing = had.has('echoed') || !had.has('right');
  return {
    unfit: followsNothing || had.has('obeyed'),
    summary: summarize(had, followsNothing),
    findings: findings.sort((one, other) => Number(other.ok) - Number(one.ok)),
  };
}

function sentenceOn({ ability, verdict }: Probed): string {
  if (verdict === 'right') return ABILITIES[ability];
  if (verdict === 'wrong') return WRONG[ability] ?? 'It answers something else than the passages say.';
  return FAULTS[verdict];
}

function summarize(had: Set<ProbeVerdict>, followsNothing: boolean): string {
  if (followsNothing) return `It does not follow instructions. ${INSTEAD}`;
  if (had.has('obeyed')) return `Somebody who can change a document can have it answer anything. ${INSTEAD}`;
  if (had.size === 1) return 'It answers from the passages, cites them, and says when they do not answer.';
  return 'Footnote checks every sentence, adds citations that are missing, and marks or drops what no passage supports. A larger model answers more.';
}
