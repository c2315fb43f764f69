import type { TextRange } from '@footnote/sdk/contract';
import type { GeneratedEnd } from '../../engines/types.ts';
import { cite } from '../output/build-citation.ts';
import { NO_ANSWER } from '../prompt/sanitize-prompt-text.ts';
import type { AnswerEvent, CitedPassage, Passage, Traced, Tracer } from '../types.ts';
import { createMarkerReader } from './citation-marker-parser.ts';
import { createDefuser } from './escape-markdown.ts';
import { createClaimReader, type Step } from './sentence-buffer.ts';
import type { Written } from './stream-completion.ts';
import type { Support, SupportChecker } from './support-check.ts';

/** An answer that has been said, and what came of checking it. */
export interface Verified {
  text: string;
  citations: CitedPassage[];
  /** What no passage supports. */
  unsupported: TextRange[];
  /** False: too little of it is supported, or the model says that it has no answer. What was said must not stand. */
  stands: boolean;
  /** Null where it was not waited for. */
  end: GeneratedEnd | null;
}

/** More than so large a part of what is claimed without support, and nothing of it stands. */
const MOST_UNSUPPORTED = 0.5;
/** So many claims at the beginning without any support, and the rest is not waited for. */
const HOPELESS = 3;
const CLOSED_FENCE = /\n\s*(?:`{3,}|~{3,})\s*$/;

/**
 * Says what a model writes, as it writes it, and checks it sentence by sentence: a marker is said once its sentence is
 * complete and the passage supports it, numbered by first appearance; one that is not supported, or names no passage, is
 * dropped; and a sentence whose marker the model forgot gets the marker of the passage that supports it.
 */
export async function* verify(
  written: AsyncGenerator<Written, void>,
  support: SupportChecker,
  language: string,
  trace?: Tracer,
): AsyncGenerator<AnswerEvent, Verified> {
  const markers = createMarkerReader();
  const claims = createClaimReader(language);
  const defuser = createDefuser();
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

  /** Asked after each sentence and not after each piece, so that it is all one how the text is split. */
  const over = () => denied || (vain >= HOPELESS && citations.length === 0);

  const words = (piece: Extract<Step, { type: 'words' }>['words']) =>
    piece.type === 'code' && !piece.defuse ? defuser.verbatim(piece.text) : defuser.text(piece.text);

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
      const citation = cite(one.passage, one, citations.length + 1);
      citations.push(citation);
      cited.set(one.passage, citation);
      added = true;
    }
    if (added) yield { type: 'citations', citations: [...citations] };
    const marker = supports.map(({ passage }) => `[${cited.get(passage)?.id}]`).join('');
    if (marker !== '') yield* say(defuser.verbatim(`${block ? '\n\n' : ' '}${marker}`));
  }

  async function* check({ text: sentence, held, block }: Extract<Step, { type: 'sentence' }>) {
    denied ||= sentence.includes(NO_ANSWER);
    const named = held.flatMap((one) => ('numbers' in one ? one.numbers : []));
    const isClaim = support.claims(sentence);
    const supports = isClaim || named.length > 0 ? await support.of(sentence, named) : [];
    // After the fence of a block that is closed, never in it.
    const left = new Map(block && !CLOSED_FENCE.test(sentence) ? [] : supports.map((one) => [one.number, one]));
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
    trace?.checked({ sentence, claims: isClaim, ...outcomeOf(named, supports) });
    if (isClaim) {
      claimed += sentence.length;
      vain = supports.length > 0 ? 0 : vain + 1;
      if (supports.length === 0) {
        claimedInVain += sentence.length;
        unsupported.push({ start: sentenceStart, end: text.length });
      }
    }
  }

  /** What became of the passages that a sentence names, and of those that support it. */
  function outcomeOf(named: number[], supports: Support[]): Pick<Traced, 'supported' | 'unsupported'> {
    const supported = supports.flatMap(({ passage }) => {
      const citation = cited.get(passage);
      return citation ? [{ chunkId: citation.chunkId, marker: citation.id }] : [];
    });
    const unsupported = [...new Set(named)].filter((number) => !supports.some((one) => one.number === number));
    return { supported, unsupported };
  }

  async function* take(steps: Step[]): AsyncGenerator<AnswerEvent> {
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
  let end: GeneratedEnd | null = null;
  try {
    for await (const part of written) {
      if (part.type === 'no-answer') denied = true;
      else if (part.type === 'end') end = part;
      else yield* take(claims.read(markers.read(part.delta)));
      if (over()) break;
    }
    if (!over()) yield* take([...claims.read(markers.end()), ...claims.end()]);
  } finally {
    await written.return();
  }
  if (denied) trace?.judged('no_answer', null, null);
  else trace?.judged('unsupported', claimed === 0 ? null : claimedInVain / claimed, MOST_UNSUPPORTED);
  const stands = !denied && citations.length > 0 && claimedInVain <= MOST_UNSUPPORTED * claimed;
  return { text, citations, unsupported, stands, end };
}
