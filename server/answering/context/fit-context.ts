import type { Generator, PromptMessage } from '../../engines/types.ts';
import { answerPrompt, closingPrompt, historyMessage, SYSTEM } from '../prompt/prompts.ts';
import type { MatchedPassage } from '../retrieval/match-passage.ts';
import type { HistoryMessage, Passage, Span } from '../types.ts';
import { joinPassages, mergeAdjacentPassages } from './merge-adjacent-passages.ts';
import { showPassage } from './show-passage.ts';

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
/** How often a passage is cut until it fits. */
const MAX_CUTS = 4;

/**
 * Builds a prompt that fits the generator's budget: the passages, best first, whole as long as they fit, the last one cut
 * to the sentences around its best one; and the latest messages of the history. It has at least one passage. Adjacent
 * passages of a section are shown as one text.
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
  const alone = candidates.map(({ passage }, at) => showPassage(at + 1, passage));
  const counts = await generator.count(
    [
      SYSTEM,
      answerPrompt([], [], '')[1]?.text ?? '',
      closingPrompt(question.text, question.language),
      ...past.map(({ text }) => text),
      ...alone,
    ],
    signal,
  );
  const [system = 0, frame = 0, asked = 0] = counts;
  const pastCounts = counts.slice(3, 3 + past.length);
  const passageCounts = counts.slice(3 + past.length);

  const longest = Math.floor(budget.prompt * QUESTION_SHARE);
  const text = asked <= longest ? question.text : shortenQuestion(question.text, longest / asked);
  let left = budget.prompt - system - frame - Math.min(asked, longest) - 2 * budget.message;

  const history = latestMessages(past, pastCounts, {
    room: Math.min(left, budget.prompt * HISTORY_SHARE),
    message: budget.message,
  });
  left -= history.cost;

  const { whole, next } = takeWhole(candidates, passageCounts, left);
  const merged = mergeAdjacentPassages(whole);
  const blocks = merged.map((block, at) => {
    const isAlone = block.length === 1 && block[0] === candidates[at]?.passage;
    return (isAlone && alone[at]) || showPassage(at + 1, joinPassages(block));
  });
  if (next) {
    const room = Math.max(next.room, MIN_PASSAGE_TOKENS);
    blocks.push(await cutToFit(generator, merged.length + 1, next.match, { room, cost: next.cost }, signal));
  }
  return {
    messages: answerPrompt(history.messages, blocks, closingPrompt(text, question.language)),
    shown: [...merged, ...(next ? [[next.match.passage]] : [])],
  };
}

/** The latest messages of the history that fit, oldest first, and what they cost. `message`: tokens that each takes besides its text. */
function latestMessages(
  past: PromptMessage[],
  counts: number[],
  { room, message }: { room: number; message: number },
): { messages: PromptMessage[]; cost: number } {
  let cost = 0;
  let from = past.length;
  while (from > 0 && cost + (counts[from - 1] ?? 0) + message <= room) {
    from--;
    cost += (counts[from] ?? 0) + message;
  }
  return { messages: past.slice(from), cost };
}

/** The best passages that fit whole, and the one after them if there is room for a part of it; there is for the first. */
function takeWhole(
  candidates: MatchedPassage[],
  counts: number[],
  room: number,
): { whole: Passage[]; next: { match: MatchedPassage; cost: number; room: number } | null } {
  const whole: Passage[] = [];
  let left = room;
  for (const [at, match] of candidates.entries()) {
    const cost = counts[at] ?? 0;
    if (cost > left) {
      const isUseful = whole.length === 0 || left >= MIN_PASSAGE_TOKENS;
      return { whole, next: isUseful ? { match, cost, room: left } : null };
    }
    whole.push(match.passage);
    left -= cost;
  }
  return { whole, next: null };
}

/** A passage cut to the text around its best sentence. Its markup takes tokens too, so the first cut may be too long. */
async function cutToFit(
  generator: Pick<Generator, 'count'>,
  number: number,
  match: MatchedPassage,
  { room, cost }: { room: number; cost: number },
  signal: AbortSignal,
): Promise<string> {
  let share = (room / cost) * 0.85;
  for (let attempt = 1; ; attempt++) {
    const block = showPassage(number, match.passage, spanAroundBestSentence(match, share));
    const [count = 0] = await generator.count([block], signal);
    if (count <= room || attempt === MAX_CUTS) return block;
    share *= (room / count) * 0.85;
  }
}

/** The best sentence of a passage and as much around it as the share allows, cut between sentences where possible. */
function spanAroundBestSentence({ passage, sentences }: MatchedPassage, share: number): Span {
  const maxLength = Math.floor(passage.text.length * share);
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
  return { start, end: Math.min(sentences[last]?.end ?? passage.text.length, start + maxLength) };
}

/** The beginning and the end of a question that is too long for the model: usually one of them asks. */
function shortenQuestion(text: string, share: number): string {
  const half = Math.floor((text.length * share * 0.9) / 2);
  return `${text.slice(0, half)} … ${text.slice(-half)}`;
}
