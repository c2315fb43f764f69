import type { Generator, PromptMessage } from '../../engines/types.ts';
import { answerPrompt, closingPrompt, historyMessage, passageBlock, SYSTEM } from '../prompt/prompts.ts';
import type { MatchedPassage } from '../retrieval/match-passage.ts';
import type { HistoryMessage, Passage } from '../types.ts';
import { blockText, mergeAdjacentPassages } from './merge-adjacent-passages.ts';

/** A prompt and its passages. `shown[0]` has number 1: one passage, or several that are adjacent in their document. */
export interface FittedContext {
  messages: PromptMessage[];
  shown: Passage[][];
}

/** More passages distract a model more than they help it. */
export const MAX_PASSAGES = 8;
/** Shares of the budget that the history and a long question may take. */
const HISTORY_SHARE = 0.2;
const QUESTION_SHARE = 0.4;
/** A shorter excerpt of a passage is of no use. */
const MIN_PASSAGE_TOKENS = 60;
const HISTORY_MESSAGES = 6;

/**
 * Builds a prompt that fits the generator's budget: the passages, best first, whole as long as they fit, the last one cut
 * to the sentences around its best one; and the latest messages of the history. It has at least one passage. Adjacent
 * passages of a document are shown as one text.
 */
export async function fitContext(
  generator: Pick<Generator, 'budget' | 'count'>,
  question: { text: string; language: string; history: HistoryMessage[] },
  ranked: MatchedPassage[],
  signal: AbortSignal,
): Promise<FittedContext> {
  const { budget } = generator;
  const candidates = ranked.slice(0, MAX_PASSAGES);
  const past = question.history.slice(-HISTORY_MESSAGES).map(historyMessage);
  const counts = await generator.count(
    [
      SYSTEM,
      answerPrompt([], [], '')[1]?.text ?? '',
      closingPrompt(question.text, question.language),
      ...past.map(({ text }) => text),
      ...candidates.map(({ passage }, at) => passageBlock(at + 1, passage.title, passage.text)),
    ],
    signal,
  );
  const [system = 0, frame = 0, asked = 0] = counts;
  const pastCounts = counts.slice(3, 3 + past.length);
  const passageCounts = counts.slice(3 + past.length);

  const longest = Math.floor(budget.prompt * QUESTION_SHARE);
  const text = asked <= longest ? question.text : shortenQuestion(question.text, longest / asked);
  let left = budget.prompt - system - frame - Math.min(asked, longest) - 2 * budget.message;

  const history: PromptMessage[] = [];
  let forHistory = Math.min(left, budget.prompt * HISTORY_SHARE);
  for (let at = past.length - 1; at >= 0; at--) {
    const message = past[at];
    const cost = (pastCounts[at] ?? 0) + budget.message;
    if (!message || cost > forHistory) break;
    forHistory -= cost;
    left -= cost;
    history.unshift(message);
  }

  const whole: Passage[] = [];
  const cut: { passage: Passage; text: string }[] = [];
  for (const [at, match] of candidates.entries()) {
    const cost = passageCounts[at] ?? 0;
    if (cost > left && whole.length > 0 && left < MIN_PASSAGE_TOKENS) break;
    if (cost > left) {
      cut.push({
        passage: match.passage,
        text: excerptAroundBestSentence(match, Math.max(left, MIN_PASSAGE_TOKENS) / cost),
      });
      break;
    }
    whole.push(match.passage);
    left -= cost;
  }
  const joined = mergeAdjacentPassages(whole);
  const shown = [...joined, ...cut.map(({ passage }) => [passage])];
  const texts = [...joined.map(blockText), ...cut.map((one) => one.text)];
  const blocks = texts.map((one, at) => passageBlock(at + 1, shown[at]?.[0]?.title ?? '', one));
  return { messages: answerPrompt(history, blocks, closingPrompt(text, question.language)), shown };
}

/** The best sentence of a passage and as much around it as the share allows, cut between sentences where possible. */
function excerptAroundBestSentence({ passage, sentences }: MatchedPassage, share: number): string {
  // A little less, because the fence takes some tokens too.
  const maxLength = Math.floor(passage.text.length * share * 0.85);
  let best = 0;
  sentences.forEach(({ matched }, at) => {
    if (matched.size > (sentences[best]?.matched.size ?? 0)) best = at;
  });
  let [first, last] = [best, best];
  const length = (from: number, to: number) => (sentences[to]?.end ?? 0) - (sentences[from]?.start ?? 0);
  for (;;) {
    const before = first > 0 && length(first - 1, last) <= maxLength;
    const after = last + 1 < sentences.length && length(first, last + 1) <= maxLength;
    if (before && (!after || length(first, best) < length(best, last))) first--;
    else if (after) last++;
    else break;
  }
  const start = sentences[first]?.start ?? 0;
  return passage.text.slice(start, Math.min(sentences[last]?.end ?? passage.text.length, start + maxLength));
}

/** The beginning and the end of a question that is too long for the model: usually one of them asks. */
function shortenQuestion(text: string, share: number): string {
  const half = Math.floor((text.length * share * 0.9) / 2);
  return `${text.slice(0, half)} … ${text.slice(-half)}`;
}
