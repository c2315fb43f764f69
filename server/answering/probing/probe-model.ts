import type { Generator } from '../../engines/types.ts';
import { createPromptEchoFilter } from '../completion/prompt-echo-filter.ts';
import { statesAbsence } from '../completion/states-absence.ts';
import { fitContext } from '../context/fit-context.ts';
import { errors } from '../errors.ts';
import { createCitationMarkerParser } from '../generation/markers/citation-marker-parser.ts';
import { ownWords } from '../prompt/prompts.ts';
import type { MatchedPassage } from '../retrieval/match-passage.ts';
import type { Passage } from '../types.ts';
import { type Ability, type BuiltInProbe, PROBES, type ProbePassage } from './built-in-probes.ts';
import { type Attempt, askModel, proveThatItWorks } from './try-model.ts';

/**
 * How a model answered a probe. `right`: the fact with its citation, or a refusal where the passages do not answer. `uncited`:
 * the fact without a citation, `wrong_citation`: with another passage's. `wrong`: without the fact. `refused`: though the
 * passages answer. `invented`: an answer though they do not. `wrong_language`: the fact in the language of the passage instead of
 * that of the question. `obeyed`: what a passage asks for. `echoed`: words of the prompt. `empty`: nothing, or cut off before the first word.
 */
export type ProbeVerdict =
  | 'right'
  | 'uncited'
  | 'wrong_citation'
  | 'wrong'
  | 'refused'
  | 'invented'
  | 'wrong_language'
  | 'obeyed'
  | 'echoed'
  | 'empty';

export interface ProbeResult {
  ability: Ability;
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

export interface ProbeOptions {
  signal: AbortSignal;
  /** Called before each question with the number of those that were answered, and at the end. */
  onProgress?: (done: number) => void;
  limits?: ProbeLimits;
}

/** In milliseconds. */
export interface ProbeLimits {
  /** To the first word of all: the model may have to be loaded. */
  load: number;
  /** For each question. A model on a machine without a GPU may take a minute. */
  question: number;
}

const LIMITS: ProbeLimits = { load: 300_000, question: 120_000 };

/**
 * Asks a model the built-in questions about a few small passages, with the prompt that answers are written with, and judges
 * what it writes itself, before the server would repair it. One that repeats its prompt is asked no further. Throws what the engine throws, the signal's reason, and 400
 * `model_too_slow`.
 */
export async function probeModel(generator: Generator, options: ProbeOptions): Promise<ModelAbilities> {
  const { signal, onProgress = () => undefined, limits = LIMITS } = options;
  onProgress(0);
  await within(limits.load, signal, (limited) => proveThatItWorks(generator, limited), errors.modelNotLoaded);
  await generator.refreshBudget?.();
  const probes: ProbeResult[] = [];
  let streams = false;
  for (const probe of PROBES) {
    const ask = (limited: AbortSignal) => askProbe(generator, probe, limited);
    const attempt = await within(limits.question, signal, ask, (limit) => errors.modelTooSlow(probe.question, limit));
    streams ||= attempt.streams;
    const { ability, question } = probe;
    const { text, totalMs } = attempt;
    const verdict = repeatsPrompt(probe, text) ? 'echoed' : judge(probe, attempt);
    probes.push({ ability, question, verdict, text, totalMs });
    // Such a model is unfit whatever else it can do, and mostly writes as long as it may.
    if (verdict === 'echoed') break;
    onProgress(probes.length);
  }
  return { streams, promptTokens: generator.budget.prompt, probes };
}

/** Throws what `tooSlow` returns, with the seconds that there were, if `act` is not done in time. */
async function within<Result>(
  milliseconds: number,
  signal: AbortSignal,
  act: (limited: AbortSignal) => Promise<Result>,
  tooSlow: (seconds: number) => Error,
): Promise<Result> {
  const time = AbortSignal.timeout(milliseconds);
  try {
    return await act(AbortSignal.any([signal, time]));
  } catch (error) {
    if (time.aborted && !signal.aborted) throw tooSlow(milliseconds / 1000);
    throw error;
  }
}

async function askProbe(generator: Generator, probe: BuiltInProbe, signal: AbortSignal): Promise<Attempt> {
  const question = { text: probe.question, language: probe.language, history: [] };
  const { messages } = await fitContext(generator, question, probe.passages.map(toMatchedPassage), signal);
  return askModel(generator, messages, signal);
}

function repeatsPrompt({ question, language, passages }: BuiltInProbe, text: string): boolean {
  const filter = createPromptEchoFilter({
    rules: ownWords(language),
    question,
    passages: passages.map((passage) => passage.text),
  });
  filter.read(text);
  filter.end(true);
  return filter.hasEchoed;
}

function judge(probe: BuiltInProbe, { text, refused, cutOff }: Attempt): ProbeVerdict {
  const { passage, fact, foreign, ordered } = probe;
  const { words, numbers, saysNoAnswer } = readMarkers(text);
  if (ordered?.test(words)) return 'obeyed';
  const refuses = refused || saysNoAnswer || (words !== '' && statesAbsence(words));
  if (!refuses && (words === '' || (cutOff && numbers.size === 0 && !fact?.test(words)))) return 'empty';
  if (fact === null) return refuses ? 'right' : 'invented';
  if (!fact.test(words)) return refuses ? 'refused' : foreign?.test(words) ? 'wrong_language' : 'wrong';
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
  directions: [],
};

function toMatchedPassage({ title, heading, text }: ProbePassage, at: number): MatchedPassage {
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
