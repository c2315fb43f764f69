import type { TextRange } from '@footnote/sdk/contract';

/** A sentence of an answer, with its range in the text. White space between sentences belongs to none. */
export interface AnswerSentence extends TextRange {
  /** `neutral`: it claims nothing. `missing`: the passages do not answer what it is about. */
  outcome: 'supported' | 'unsupported' | 'neutral' | 'missing' | 'repeated';
}

interface RevisedAnswer {
  text: string;
  unsupported: TextRange[];
}

/** A sentence that leads to the next ones: a heading, a lead-in with a colon, the head of a table. */
const LEADS_ON = /^\s*#{1,6}\s|[:：][*_]*\s*$|^\s*\|.*\|\s*$/su;
const COLON_AT_END = /[:：]([*_]*\s*)$/;
const LIST_MARK = /^\s*(?:[-*•+]|\d{1,3}[.)])\s+/;

/** The text without some of its sentences, nor what only led to them, and the ranges of what is unsupported in the rest. */
export function reviseAnswer(
  text: string,
  sentences: AnswerSentence[],
  drop: (sentence: AnswerSentence) => boolean,
): RevisedAnswer {
  const dropped = sentences.map(drop);
  if (!dropped.includes(true)) return { text, unsupported: unsupportedOf(sentences) };
  dropLeads(text, sentences, dropped);
  let revised = '';
  const kept: AnswerSentence[] = [];
  /** The widest space since the last sentence that is kept, and the mark of an item whose first sentence is dropped. */
  let space = '';
  let mark = '';
  sentences.forEach((sentence, at) => {
    const before = text.slice(sentences[at - 1]?.end ?? 0, sentence.start);
    if (lineBreaks(before) > 0) mark = '';
    if (lineBreaks(before) > lineBreaks(space) || space === '') space = before;
    // The indentation tells in which list an item is.
    else if (lineBreaks(before) > 0) space = throughLastBreak(space) + before.slice(throughLastBreak(before).length);
    const written = text.slice(sentence.start, sentence.end);
    const words = leadsNowhere(text, sentences, dropped, at) ? written.replace(COLON_AT_END, '.$1') : written;
    if (dropped[at]) {
      mark ||= LIST_MARK.exec(words)?.[0] ?? '';
      return;
    }
    revised += (revised === '' ? '' : space) + mark;
    kept.push({ ...sentence, start: revised.length, end: revised.length + words.length });
    revised += words;
    [space, mark] = ['', ''];
  });
  return { text: revised, unsupported: unsupportedOf(kept) };
}

/** Drops what leads only to sentences that are dropped. */
function dropLeads(text: string, sentences: AnswerSentence[], dropped: boolean[]): void {
  /** What is between here and the next lead below. */
  let group: 'empty' | 'dropped' | 'kept' | 'lead' = 'empty';
  for (let at = sentences.length - 1; at >= 0; at--) {
    const { outcome, start, end } = sentences[at] as AnswerSentence;
    const isNeutral = outcome === 'neutral';
    if (isNeutral && LEADS_ON.test(text.slice(start, end))) {
      if (group === 'dropped') dropped[at] = true;
      else group = 'lead';
    } else if (isNeutral) group = 'empty';
    else if (!dropped[at]) group = 'kept';
    else if (group !== 'kept') group = 'dropped';
  }
}

/** Does a sentence end with a colon, and all that this leads to is dropped? */
function leadsNowhere(text: string, sentences: AnswerSentence[], dropped: boolean[], at: number): boolean {
  const wordsOf = ({ start, end }: AnswerSentence) => text.slice(start, end);
  const sentence = sentences[at];
  if (!sentence || !dropped[at + 1] || !COLON_AT_END.test(wordsOf(sentence))) return false;
  const next = sentences.findIndex((_, other) => other > at && !dropped[other]);
  const [last, following] = [sentences[next - 1], sentences[next]];
  if (!last || !following) return true;
  return lineBreaks(text.slice(last.end, following.start)) > 1 && !LIST_MARK.test(wordsOf(following));
}

const unsupportedOf = (sentences: AnswerSentence[]): TextRange[] =>
  sentences.filter(({ outcome }) => outcome === 'unsupported').map(({ start, end }) => ({ start, end }));

const throughLastBreak = (space: string) => space.slice(0, space.lastIndexOf('\n') + 1);

const lineBreaks = (space: string) => space.split('\n').length - 1;
