import type { TextRange } from '@footnote/sdk/contract';
import type { GeneratedEnd } from '../../engines/types.ts';
import { buildCitation } from '../output/build-citation.ts';
import { NO_ANSWER } from '../prompt/sanitize-prompt-text.ts';
import type { AnswerEvent, CheckedSentence, CitedPassage, Passage, Tracer } from '../types.ts';
import { createCitationMarkerParser } from './citation-marker-parser.ts';
import { createMarkdownEscaper } from './escape-markdown.ts';
import { createSentenceBuffer } from './sentence-buffer.ts';
import type { CompletionPart } from './stream-completion.ts';
import type { Support, SupportChecker } from './support-check.ts';
import { createTableReader, type TableStep } from './table-reader.ts';

/** An answer that has been said, and what came of checking it. */
export interface VerifiedAnswer {
  text: string;
  citations: CitedPassage[];
  /** What no passage supports. */
  unsupported: TextRange[];
  /** False: too little of it is supported, or the model says that it has no answer. What was said must not stand. */
  accepted: boolean;
  /** The model has said nothing, not even that it has no answer. */
  empty: boolean;
  /** Null where it was not waited for. */
  end: GeneratedEnd | null;
}

/** More than so large a part of what is claimed without support, and nothing of it stands. */
const MAX_UNSUPPORTED_SHARE = 0.5;
/** So many claims at the beginning without any support, and the rest is not waited for. */
const MAX_LEADING_UNSUPPORTED = 3;
const SENTENCE_END = /[.!?…。！？؟।॥|][\p{Pe}\p{Pf}"'’”*_`]*$/u;
const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?[\s>]*(`{3,}|~{3,})/;

/**
 * Says what a model writes, as it writes it, and checks it sentence by sentence: a marker is said once its sentence is
 * complete and the passage supports it, numbered by first appearance; one that is not supported, or names no passage, is
 * dropped; and a sentence whose marker the model forgot gets the marker of the passage that supports it.
 */
export async function* verifyCitations(
  written: AsyncGenerator<CompletionPart, void>,
  support: SupportChecker,
  language: string,
  trace?: Tracer,
): AsyncGenerator<AnswerEvent, VerifiedAnswer> {
  const markers = createCitationMarkerParser();
  const claims = createSentenceBuffer(language);
  const tables = createTableReader();
  const defuser = createMarkdownEscaper();
  const citations: CitedPassage[] = [];
  const cited = new Map<Passage, CitedPassage>();
  const unsupported: TextRange[] = [];
  let text = '';
  let sentenceStart = 0;
  let claimed = 0;
  let claimedInVain = 0;
  let vain = 0;
  let denied = false;
  let begins = true;
  let end: GeneratedEnd | null = null;

  /** Asked after each sentence and not after each piece, so that it is all one how the text is split. */
  const over = () => denied || (vain >= MAX_LEADING_UNSUPPORTED && citations.length === 0);

  const words = (piece: Extract<TableStep, { type: 'words' }>['words']) =>
    piece.type === 'code' && !piece.escape ? defuser.verbatim(piece.text) : defuser.text(piece.text);

  function* say(delta: string): Generator<AnswerEvent> {
    if (delta === '') return;
    text += delta;
    yield { type: 'text', delta };
  }

  /** The citations of these passages, made on first appearance. */
  function* mark(supports: Support[], block: boolean): Generator<AnswerEvent> {
    let added = false;
    for (const one of supports) {
      if (cited.has(one.passage)) continue;
      const citation = buildCitation(one.passage, one, citations.length + 1);
      citations.push(citation);
      cited.set(one.passage, citation);
      added = true;
    }
    if (added) yield { type: 'citations', citations: [...citations] };
    const marker = supports.map(({ passage }) => `[${cited.get(passage)?.id}]`).join('');
    if (marker !== '') yield* say(defuser.verbatim(`${block ? '\n\n' : ' '}${marker}`));
  }

  async function* check({ text: sentence, held, block, header, closing }: Extract<TableStep, { type: 'sentence' }>) {
    denied ||= sentence.includes(NO_ANSWER);
    const named = held.flatMap((one) => ('numbers' in one ? one.numbers : []));
    const isClaim = !header && support.isClaim(sentence);
    const supports = isClaim || named.length > 0 ? await support.findSupport(sentence, named) : [];
    // After the fence of a block that is closed, never in it.
    const left = new Map(block && !isClosed(sentence) ? [] : supports.map((one) => [one.number, one]));
    let together = '';
    for (const one of held) {
      if ('words' in one) {
        together += words(one.words);
        continue;
      }
      yield* say(together);
      together = '';
      const here = block ? [] : [...new Set(one.numbers)].flatMap((number) => left.get(number) ?? []);
      for (const { number } of here) left.delete(number);
      yield* mark(here, false);
    }
    yield* say(together);
    if (isClaim || named.length > 0) yield* mark([...left.values()], block);
    yield* say(defuser.text(closing));
    trace?.sentenceChecked({ sentence, isClaim: isClaim, ...outcomeOf(named, supports) });
    const unfinished = end?.reason === 'length' && !SENTENCE_END.test(sentence);
    if (isClaim && unfinished && supports.length === 0) {
      // What is cut off in its middle says too little to be held against the rest.
      unsupported.push({ start: sentenceStart, end: text.length });
    } else if (isClaim) {
      claimed += sentence.length;
      vain = supports.length > 0 ? 0 : vain + 1;
      if (supports.length === 0) {
        claimedInVain += sentence.length;
        unsupported.push({ start: sentenceStart, end: text.length });
      }
    }
  }

  /** What became of the passages that a sentence names, and of those that support it. */
  function outcomeOf(named: number[], supports: Support[]): Pick<CheckedSentence, 'supported' | 'unsupported'> {
    const supported = supports.flatMap(({ passage }) => {
      const citation = cited.get(passage);
      return citation ? [{ chunkId: citation.chunkId, marker: citation.id }] : [];
    });
    const unsupported = [...new Set(named)].filter((number) => !supports.some((one) => one.number === number));
    return { supported, unsupported };
  }

  async function* take(steps: TableStep[]): AsyncGenerator<AnswerEvent> {
    let together = '';
    for (const step of steps) {
      if (step.type === 'words') {
        const delta = words(step.words);
        // White space between sentences belongs to none of them.
        if (begins && delta.trim() === '') sentenceStart = text.length + together.length + delta.length;
        else begins = false;
        together += delta;
        continue;
      }
      yield* say(together);
      together = '';
      yield* check(step);
      if (over()) return;
      sentenceStart = text.length;
      begins = true;
    }
    yield* say(together);
  }
  try {
    for await (const part of written) {
      if (part.type === 'no-answer') denied = true;
      else if (part.type === 'end') end = part;
      else yield* take(tables.push(claims.push(markers.parse(part.delta))));
      if (over()) break;
    }
    if (!over()) yield* take([...tables.push([...claims.push(markers.end()), ...claims.end()]), ...tables.end()]);
  } finally {
    await written.return();
  }
  if (denied) trace?.answerabilityScored('no_answer', null, null);
  else trace?.answerabilityScored('unsupported', claimed === 0 ? null : claimedInVain / claimed, MAX_UNSUPPORTED_SHARE);
  const empty = text.trim() === '' && !denied;
  const onlyBegun = end?.reason === 'length' && claimed === 0 && !empty;
  const supported = citations.length > 0 && claimedInVain <= MAX_UNSUPPORTED_SHARE * claimed;
  return { text, citations, unsupported, accepted: !denied && (supported || onlyBegun), empty, end };
}

/** Does a block of code end with a fence that closes the one it begins with? */
function isClosed(block: string): boolean {
  const fence = FENCE.exec(block)?.[1] ?? '';
  const last = block.slice(block.lastIndexOf('\n') + 1).trim();
  return block.includes('\n') && last.length >= fence.length && last === (fence[0] ?? '').repeat(last.length);
}
