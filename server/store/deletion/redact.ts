import type { StoredCitation, StoredTrace } from '../types.ts';

/** What a stored answer has in place of sentences that rested on a deleted source. */
export const REMOVED_NOTICE = '[Removed: the source of this statement has been deleted.]';

const LEADING_MARKERS = /^(?:\s*\[\d+\])+/;
const MARKER = /\[(\d+)\]/g;

interface Range {
  start: number;
  end: number;
}

export interface Redacted {
  text: string;
  citations: StoredCitation[];
}

/**
 * A stored answer without what it took from the given sources: their citations keep only the number and the ids, and
 * the part of the answer that shows them, or every sentence that carries one of their markers, gives way to a notice
 * (neighbouring sentences to one notice).
 */
export function redact(answer: Redacted, isDeleted: (sourceId: string) => boolean): Redacted {
  const gone = new Set(answer.citations.filter((citation) => isDeleted(citation.sourceId)).map(({ id }) => id));
  if (gone.size === 0) return answer;
  return {
    text: withoutSentences(withoutRanges(answer, gone), gone),
    citations: answer.citations.map(({ answerRange, sourceName, ...citation }) =>
      gone.has(citation.id)
        ? { ...citation, title: '', heading: null, text: '', quote: '', quoteStart: 0, quoteEnd: 0, address: null }
        : {
            ...citation,
            ...(sourceName !== undefined && { sourceName }),
            ...(answerRange && { answerRange: movedRange(answer, gone, answerRange) }),
          },
    ),
  };
}

/**
 * The trace of an answer without what it tells of the given sources: their passages keep only ids, ranks and scores, and
 * what the answer said of them, or was to say, gives way to a notice.
 */
export function redactTrace(trace: StoredTrace, isDeleted: (sourceId: string) => boolean): StoredTrace {
  const gone = trace.passages.filter((passage) => isDeleted(passage.source_id));
  if (gone.length === 0) return trace;
  const cited = new Set(gone.map((passage) => passage.cited_as));
  const offered = new Set(gone.map((passage) => passage.offered_as));
  return {
    ...trace,
    passages: trace.passages.map((passage) =>
      gone.includes(passage) ? { ...passage, title: '', heading: '', text: '' } : passage,
    ),
    claims: trace.claims.map((claim) =>
      claim.markers.some((marker) => cited.has(marker)) ? { ...claim, sentence: REMOVED_NOTICE } : claim,
    ),
    // Of a sentence that names no passage no one knows what it was taken from.
    dropped: trace.dropped.map((claim) =>
      claim.marker === null || offered.has(claim.marker) ? { ...claim, sentence: REMOVED_NOTICE } : claim,
    ),
  };
}

/** The ranges of an answer that show a deleted source, in order. */
function removedRanges({ text, citations }: Redacted, gone: Set<number>): Range[] {
  return citations.flatMap(({ id, answerRange: range }) =>
    // An answer that was stopped may end before its range does.
    range && gone.has(id) && range.start < text.length
      ? { start: range.start, end: Math.min(range.end, text.length) }
      : [],
  );
}

function withoutRanges(answer: Redacted, gone: Set<number>): string {
  let text = '';
  let from = 0;
  for (const { start, end } of removedRanges(answer, gone)) {
    text += answer.text.slice(from, start) + REMOVED_NOTICE;
    from = end;
  }
  return text + answer.text.slice(from);
}

/** Where a range lies after those before it gave way to notices. */
function movedRange(answer: Redacted, gone: Set<number>, { start, end }: Range): Range {
  const before = removedRanges(answer, gone).filter((range) => range.end <= start);
  const by = before.reduce((sum, range) => sum + REMOVED_NOTICE.length - (range.end - range.start), 0);
  return { start: start + by, end: end + by };
}

function withoutSentences(text: string, gone: Set<number>): string {
  let result = '';
  let removing = false;
  for (const sentence of sentencesOf(text)) {
    const removed = [...sentence.matchAll(MARKER)].some(([, id]) => gone.has(Number(id)));
    // White space around a sentence is layout (a line of a list, a blank line) and stays.
    if (!removed) result += sentence;
    else if (removing) result += spaceAfter(sentence).match(/\n.*/s)?.[0] ?? '';
    else result += REMOVED_NOTICE + spaceAfter(sentence);
    removing = removed;
  }
  return result;
}

const spaceAfter = (sentence: string) => sentence.slice(sentence.trimEnd().length);

/** Sentences whose concatenation is the text. Markers after a full stop belong to the sentence before them. */
function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)) {
    const markers = LEADING_MARKERS.exec(segment)?.[0] ?? '';
    const before = sentences.pop();
    if (before === undefined) sentences.push(segment);
    else if (segment.length === markers.length || markers === '') {
      sentences.push(before + markers);
      if (markers === '') sentences.push(segment);
    } else sentences.push(before + markers, segment.slice(markers.length));
  }
  return sentences;
}
