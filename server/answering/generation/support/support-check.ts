import type { Embedder } from '../../../engines/types.ts';
import { guessLanguage } from '../../../language/detect.ts';
import { queryTerms, salientWords } from '../../../language/read-question.ts';
import { collapseWhitespace } from '../../../platform/text/collapse-whitespace.ts';
import type { Passage } from '../../types.ts';
import type { SentenceJudge, Verdict } from '../../verification/sentence-judge.ts';
import { type Assessment, assessPassages, type QuestionContext, type Support } from './assess-support.ts';
import { toKnownCode } from './code-spans.ts';
import { MARKDOWN_DECORATION } from './markdown-decoration.ts';
import { numbersIn } from './numbers.ts';
import { type PromptPassage, toPromptPassage } from './prompt-passage.ts';
import { createSimilarityCheck } from './similarity-check.ts';

/**
 * After a contradiction another passage must have so much more of the sentence's terms: one that has as many says nothing
 * against the contradiction, but one that has more may be what the sentence is about.
 */
const MIN_LEAD_IF_DENIED = 0.2;
/**
 * If the model names other passages that do not say it, a passage must have this share of the sentence's terms. Of the
 * recorded answers (test/research/eval/recorded), no right sentence is lost by this; with every marker at a wrong passage, half a
 * percent is, and 5 % fewer wrong ones are cited.
 */
const MIN_COVERAGE_IF_ELSEWHERE = 0.65;
/** Passages that a model reads for one sentence and one of its markers: the best one and what comes next. */
const MAX_JUDGED = 2;

export type SupportChecker = ReturnType<typeof createSupportChecker>;

/**
 * Checks what a model writes against the passages it was given: by rules, and by a model that reads sentence and passage
 * together, if there is one. `shown`: the passages of each prompt number. `embedder`: that of a model; null if there are only
 * the built-in vectors, which know nothing of meaning. `judge`: null if the rules alone decide.
 */
export function createSupportChecker(
  shown: Passage[][],
  question: string,
  embedder: Embedder | null,
  signal: AbortSignal,
  judge: SentenceJudge | null = null,
) {
  let prepared: PreparedPrompt | null = null;
  // With the first sentence: until then the model is awaited, and is sent its prompt the sooner.
  const prepare = () => {
    prepared ??= preparePrompt(shown, question, embedder, signal);
    return prepared;
  };
  const assess = async (
    sentence: string,
    candidates: PromptPassage[],
    isNamed: boolean,
    denied: Denial,
    minimum = 0,
  ) => {
    const assessed = await assessPassages(prepare().context, sentence, candidates, isNamed);
    return chooseCandidates(assessed, denied, minimum);
  };
  return {
    /**
     * The passages that support a sentence: for each of the given prompt numbers the best one that does. If there is none,
     * the best of all others that does.
     */
    async findSupport(sentence: string, numbers: number[]): Promise<Support[]> {
      const { blocks } = prepare();
      const named = [...new Set(numbers)].flatMap((number) => [blocks[number - 1] ?? []]);
      const groups: Candidates[] = [];
      for (const block of named) groups.push(await assess(sentence, block, true, NOT_DENIED));
      const chosen = await chooseSupports(judge, sentence, groups);
      if (chosen.supports.length > 0) return chosen.supports;
      const others = blocks.filter((block) => !named.includes(block)).flat();
      const isElsewhere = named.some((block) => block.length > 0);
      const rest = await assess(sentence, others, false, chosen.denial, isElsewhere ? MIN_COVERAGE_IF_ELSEWHERE : 0);
      return (await chooseSupports(judge, sentence, [rest])).supports;
    },

    /** Does a sentence say anything that a passage would have to support? */
    isClaim(sentence: string): boolean {
      const words = sentence.replace(MARKDOWN_DECORATION, '').trim();
      if (/[?？؟:：]["'”’)*_]*$/u.test(words) || /^\s*#{1,6}\s/.test(sentence)) return false;
      return numbersIn(sentence).size > 0 || salientWords(words, [guessLanguage(words)]).length >= 2;
    },
  };
}

/** The passages of each prompt number, and the question, as the checks need them. */
interface PreparedPrompt {
  blocks: PromptPassage[][];
  context: QuestionContext;
}

function preparePrompt(
  shown: Passage[][],
  question: string,
  embedder: Embedder | null,
  signal: AbortSignal,
): PreparedPrompt {
  const blocks = shown.map((block, at) =>
    block.map((passage) => {
      const adjacent = block.filter((other) => other !== passage);
      return toPromptPassage(passage, at + 1, adjacent);
    }),
  );
  const passages = blocks.flat();
  const languages = new Set(passages.map(({ passage }) => passage.language));
  const context: QuestionContext = {
    code: toKnownCode([question, ...passages.map(({ fullText }) => fullText)]),
    language: guessLanguage(question),
    terms: new Set([...languages].flatMap((language) => queryTerms(question, [language]))),
    isSimilar: embedder ? createSimilarityCheck(embedder, question, passages, signal) : async () => null,
  };
  return { blocks, context };
}

/** What has spoken against a sentence so far. */
interface Denial {
  /** The share of its words that the passage has by which the rules found it contradicted; 0 if none did. */
  covered: number;
  /** A model that read it with a passage denied it. */
  byModel: boolean;
}

const NOT_DENIED: Denial = { covered: 0, byModel: false };

/** The passages of one group that may support a sentence, best first, and what speaks against the sentence. */
interface Candidates {
  held: Assessment[];
  weak: Assessment[];
  denial: Denial;
}

/** Tells the passages that support a sentence from those that have too little of it, also beside one that contradicts it. */
function chooseCandidates(assessed: Assessment[], before: Denial, minimum: number): Candidates {
  const contradicted = assessed.filter(({ outcome }) => outcome === 'contradicted');
  const covered = Math.max(before.covered, ...contradicted.map((one) => one.covered));
  const needed = covered > 0 ? covered + MIN_LEAD_IF_DENIED : minimum;
  const isHeld = (one: Assessment) => one.outcome === 'held' && (one.isQuote || one.covered >= needed);
  const held = assessed.filter(isHeld);
  const isWeak = (one: Assessment) => one.outcome !== 'contradicted' && !isHeld(one);
  const weak = covered > 0 || before.byModel ? [] : assessed.filter(isWeak);
  return { held, weak, denial: { ...before, covered } };
}

/** The best passage of each group that supports the sentence, and what spoke against it. */
async function chooseSupports(
  judge: SentenceJudge | null,
  sentence: string,
  groups: Candidates[],
): Promise<{ supports: Support[]; denial: Denial }> {
  const read = groups.map((group) => (judge ? toJudge(group) : []));
  const pairs = read.flat().map(({ passage, isForeign }) => {
    return { sentence: toPlainSentence(sentence), passage, isForeign };
  });
  const verdicts = judge && pairs.length > 0 ? await judge.judge(pairs) : [];
  const denial = { ...NOT_DENIED };
  let from = 0;
  const supports = groups.flatMap((group, at) => {
    const candidates = read[at] ?? [];
    const verdictOf = new Map(candidates.map((one, place) => [one, verdicts[from + place] ?? null]));
    from += candidates.length;
    const chosen = chooseSupport(group, verdictOf);
    denial.covered = Math.max(denial.covered, group.denial.covered);
    denial.byModel ||= [...verdictOf.values()].includes('contradicted');
    return chosen ? [chosen] : [];
  });
  return { supports, denial };
}

/** The candidates that a model reads. A quotation needs none. */
function toJudge({ held, weak }: Candidates): Assessment[] {
  if (held[0]?.isQuote) return [];
  const candidates = held.length > 0 ? held.slice(0, MAX_JUDGED) : weak.slice(0, 1);
  return candidates.filter(({ isQuote }) => !isQuote);
}

/**
 * The first candidate that the model does not deny. Once it has denied one, the next must follow from its passage, and so
 * must a sentence that has too few words of its passage for the rules.
 */
function chooseSupport(
  { held, weak, denial }: Candidates,
  verdictOf: ReadonlyMap<Assessment, Verdict | null>,
): Assessment | null {
  let { byModel } = denial;
  for (const candidate of held) {
    const verdict = verdictOf.get(candidate) ?? null;
    if (candidate.isQuote || verdict === 'entailed' || (!byModel && verdict !== 'contradicted')) return candidate;
    byModel = true;
  }
  return byModel ? null : (weak.find((candidate) => verdictOf.get(candidate) === 'entailed') ?? null);
}

/** A sentence as a model reads it: without emphasis, list marks and white space around it. */
const toPlainSentence = (sentence: string) => collapseWhitespace(sentence.replace(MARKDOWN_DECORATION, ''));
