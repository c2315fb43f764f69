import type { Generator } from '../../engines/types.ts';
import { createPromptEchoFilter } from '../completion/prompt-echo-filter.ts';
import { fitContext } from '../context/fit-context.ts';
import { createCitationMarkerParser } from '../generation/markers/citation-marker-parser.ts';
import { statesAbsence } from '../generation/support/states-absence.ts';
import { ownWords } from '../prompt/prompts.ts';
import type { MatchedPassage } from '../retrieval/match-passage.ts';
import type { Passage } from '../types.ts';
import { type BuiltInProbe, PROBE_PASSAGES, PROBES } from './built-in-probes.ts';
import { type Attempt, askModel } from './try-model.ts';

/**
 * How a model answered a probe. `right`: the fact with its citation, or a refusal where the passages do not answer. `uncited`:
 * the fact without a citation, `wrong_citation`: with another passage's. `wrong`: without the fact. `refused`: though the
 * passages answer. `invented`: an answer though they do not. `echoed`: words of the prompt. `empty`: nothing, or cut off before the first word.
 */
export type ProbeVerdict =
  | 'right'
  | 'uncited'
  | 'wrong_citation'
  | 'wrong'
  | 'refused'
  | 'invented'
  | 'echoed'
  | 'empty';

export interface ProbeResult {
  question: string;
  verdict: ProbeVerdict;
  /** What the model wrote; empty for `NO_ANSWER`. */
  text: string;
  totalMs: number;
}

/** What a model can do. */
export interface ModelAbilities {
  /** Its answers come in pieces, as it writes them. */
  streams: boolean;
  /** The most tokens that a prompt may have with it. */
  promptTokens: number;
  probes: ProbeResult[];
}

/**
 * Asks a model the built-in questions about three small passages, with the prompt that answers are written with, and judges
 * what it writes itself, before the server would repair it. Throws what the engine throws, and the signal's reason.
 */
export async function probeModel(generator: Generator, signal: AbortSignal): Promise<ModelAbilities> {
  await generator.refreshBudget?.();
  const passages = PROBE_PASSAGES.map(toMatchedPassage);
  const probes: ProbeResult[] = [];
  let streams = false;
  for (const probe of PROBES) {
    const question = { text: probe.question, language: 'en', history: [] };
    const { messages } = await fitContext(generator, question, passages, signal);
    const attempt = await askModel(generator, messages, signal);
    streams ||= attempt.streams;
    const { text, totalMs } = attempt;
    const verdict = repeatsPrompt(probe, text) ? 'echoed' : judge(probe, attempt);
    probes.push({ question: probe.question, verdict, text, totalMs });
  }
  return { streams, promptTokens: generator.budget.prompt, probes };
}

/**
 * Do the answers of a model serve a reader worse than quotations of the passages? It repeats its prompt, or answers nothing as
 * it should.
 */
export const isUnfit = (probes: Pick<ProbeResult, 'verdict'>[]): boolean =>
  probes.some(({ verdict }) => verdict === 'echoed') || !probes.some(({ verdict }) => verdict === 'right');

function repeatsPrompt({ question }: BuiltInProbe, text: string): boolean {
  const passages = PROBE_PASSAGES.map((passage) => passage.text);
  const filter = createPromptEchoFilter({ rules: ownWords('en'), question, passages });
  filter.read(text);
  filter.end(true);
  return filter.hasEchoed;
}

function judge({ passage, fact }: BuiltInProbe, { text, refused, cutOff }: Attempt): ProbeVerdict {
  const { words, numbers, saysNoAnswer } = readMarkers(text);
  const refuses = refused || saysNoAnswer || (words !== '' && statesAbsence(words));
  if (!refuses && (words === '' || (cutOff && numbers.size === 0 && !fact?.test(words)))) return 'empty';
  if (fact === null) return refuses ? 'right' : 'invented';
  if (!fact.test(words)) return refuses ? 'refused' : 'wrong';
  if (numbers.size === 0) return 'uncited';
  return passage !== null && numbers.has(passage) ? 'right' : 'wrong_citation';
}

/** The text without its markers, and the passages that they name. */
function readMarkers(text: string): { words: string; numbers: Set<number>; saysNoAnswer: boolean } {
  const parser = createCitationMarkerParser();
  const numbers = new Set<number>();
  let words = '';
  let saysNoAnswer = false;
  for (const token of [...parser.parse(text), ...parser.end()]) {
    if (token.type === 'marker' || token.type === 'lead') for (const number of token.numbers) numbers.add(number);
    else if (token.type === 'no-answer') saysNoAnswer = true;
    else words += token.text;
  }
  return { words: words.trim(), numbers, saysNoAnswer };
}

const NOTHING_MATCHED = {
  positions: new Map(),
  inText: new Set<string>(),
  inHeadings: new Set<string>(),
  headingMatch: 0,
  prefixSimilarities: new Map(),
};

function toMatchedPassage({ title, heading, text }: (typeof PROBE_PASSAGES)[number], at: number): MatchedPassage {
  const passage: Passage = {
    chunkId: `probe-${at}`,
    sourceId: `probe-${at}`,
    title,
    headings: [heading],
    language: 'en',
    seq: 0,
    start: 0,
    end: text.length,
    text,
    blocks: [],
    section: 0,
    page: null,
    laterPages: [],
    address: null,
    indexedAt: 0,
    score: 0,
    textRank: null,
    vectorRank: null,
    readerRank: null,
    similarity: null,
  };
  return { passage, sentences: [{ start: 0, end: text.length, matched: new Set() }], ...NOTHING_MATCHED };
}
