import type { AnswerTrace, PassageDropped, RefusalReason, TracedPassage } from '@footnote/sdk/contract';
import type { SearchHit } from '../../store/types.ts';
import type { CheckedSentence, Passage, TraceEnd, Tracer, TraceStage } from '../types.ts';

/** A trace is kept with its message: so much of each thing, which is more than nearly every answer has. */
const MAX_PASSAGES = 30;
const MAX_SENTENCES = 50;
const MAX_TERMS = 60;
const MAX_TEXT_LENGTH = 1_500;
const MAX_CONTEXT_LENGTH = 2_000;
const MAX_SENTENCE_LENGTH = 500;

/** Gathers how one answer comes about, for as long as it is being made. `clock`: milliseconds. */
export function createTracer(asked: string, clock: () => number = () => performance.now()): Tracer {
  let last = clock();
  const shortener = createShortener();
  const { cut, first } = shortener;
  const spent: Partial<Record<TraceStage, number>> = {};
  let question: AnswerTrace['question'] = { asked, text: asked, context: '', language: 'und', terms: [] };
  let engines: AnswerTrace['engines'] = { embedder: null, reranker: null, answerer: '' };
  let text: SearchHit[] = [];
  let vector: SearchHit[] = [];
  let fused: Passage[] = [];
  let kept = new Set<string>();
  let order: string[] = [];
  /** By passage, the number under which the answerer was shown it. */
  let offered = new Map<string, number>();
  let shown = 0;
  let considered = 0;
  let judged: { reason: RefusalReason; score: number | null; threshold: number | null } | null = null;
  const marks = new Map<string, number>();
  const claims: AnswerTrace['claims'] = [];
  const dropped: AnswerTrace['dropped'] = [];

  const sentence = (whole: string) => cut(whole.trim(), MAX_SENTENCE_LENGTH);

  function stageEnded(stage: TraceStage): void {
    const at = clock();
    spent[stage] = (spent[stage] ?? 0) + at - last;
    last = at;
  }

  return {
    stageEnded,
    enginesChosen(names) {
      engines = names;
    },
    queryContextualized(understood, { own, carried, weights }) {
      const terms = [...own, ...carried].map((term) => {
        return { term, weight: rounded(weights.get(term) ?? 0), carried: carried.includes(term) };
      });
      question = {
        asked,
        text: understood.text,
        context: cut(understood.context, MAX_CONTEXT_LENGTH),
        language: understood.language,
        terms: first(
          terms.sort((one, other) => other.weight - one.weight),
          MAX_TERMS,
        ),
      };
    },
    indexesSearched({ own, withContext, vector: near }) {
      text = [...own, ...withContext];
      vector = near;
    },
    rankingsFused(all, withoutRepeats) {
      fused = all;
      kept = new Set(withoutRepeats.map(({ chunkId }) => chunkId));
    },
    readingOrderChosen(passages) {
      order = passages.map(({ chunkId }) => chunkId);
    },
    passagesOffered(blocks, of) {
      offered = new Map(blocks.flatMap((block, at) => block.map(({ chunkId }) => [chunkId, at + 1] as const)));
      shown = blocks.length;
      considered = of;
    },
    answerabilityScored(reason, score, threshold) {
      judged = { reason, score, threshold };
    },
    sentenceChecked(said: CheckedSentence) {
      for (const { chunkId, marker } of said.supported) marks.set(chunkId, marker);
      const markers = said.supported.map(({ marker }) => marker);
      if (markers.length > 0) claims.push({ sentence: sentence(said.sentence), markers });
      for (const marker of said.unsupported) {
        const reason = marker >= 1 && marker <= shown ? 'unsupported' : 'no_such_passage';
        dropped.push({ sentence: sentence(said.sentence), marker, reason });
      }
      if (said.isClaim && markers.length === 0 && said.unsupported.length === 0) {
        dropped.push({ sentence: sentence(said.sentence), marker: null, reason: 'uncited' });
      }
    },
    result({ outcome, firstText, total, promptTokens }: TraceEnd) {
      if (shown > 0) stageEnded('generate');
      const refused = outcome === 'refused';
      const gathered = { text, vector, kept, order, offered, shown, considered, marks, refused };
      const reason = fused.length === 0 ? 'nothing_found' : (judged?.reason ?? null);
      const stage = (name: TraceStage) => (spent[name] === undefined ? null : rounded(spent[name]));
      return {
        question,
        passages: first(
          fused.map((passage, at) => tracedPassage(passage, at, gathered, cut)),
          MAX_PASSAGES,
        ),
        claims: first(claims, MAX_SENTENCES),
        dropped: first(dropped, MAX_SENTENCES),
        verdict: {
          outcome,
          reason: refused ? reason : null,
          score: judged === null || judged.score === null ? null : rounded(judged.score),
          threshold: judged?.threshold ?? null,
        },
        engines,
        timings: {
          wait: stage('wait'),
          understand: stage('understand'),
          retrieve: stage('retrieve'),
          rerank: stage('rerank'),
          generate: stage('generate'),
          first_text: firstText,
          total,
        },
        prompt_tokens: shown > 0 ? promptTokens : null,
        shortened: shortener.hasShortened(),
      };
    },
  };
}

interface Shortener {
  cut(text: string, maxLength: number): string;
  first<Item>(items: Item[], limit: number): Item[];
  /** Whether anything has been left out. */
  hasShortened(): boolean;
}

function createShortener(): Shortener {
  let shortened = false;
  return {
    cut(text, maxLength) {
      if (text.length <= maxLength) return text;
      shortened = true;
      return `${text.slice(0, maxLength).toWellFormed()}…`;
    },
    first(items, limit) {
      if (items.length > limit) shortened = true;
      return items.slice(0, limit);
    },
    hasShortened: () => shortened,
  };
}

/** What the tracer knows when the answer has ended. */
interface Gathered {
  /** The hits of both searches. */
  text: SearchHit[];
  vector: SearchHit[];
  /** Chunk ids without repeats, and the order in which they are read. */
  kept: ReadonlySet<string>;
  order: string[];
  /** By chunk id: its number in the prompt, and its marker in the answer. */
  offered: ReadonlyMap<string, number>;
  marks: ReadonlyMap<string, number>;
  shown: number;
  considered: number;
  refused: boolean;
}

/** How one passage fared; `at` is its 0-based place after fusion. */
function tracedPassage(passage: Passage, at: number, gathered: Gathered, cut: Shortener['cut']): TracedPassage {
  const { text, vector, order, offered, marks, refused } = gathered;
  const id = passage.chunkId;
  const [inText, inVector] = [text, vector].map((hits) => hits.findIndex(({ chunkId }) => chunkId === id));
  const number = offered.get(id) ?? null;
  const marker = marks.get(id) ?? null;
  const reason = number === null ? droppedFor(id, gathered) : null;
  return {
    chunk_id: id,
    source_id: passage.sourceId,
    title: passage.title,
    heading: passage.headings.join(' › '),
    page: passage.page,
    text: cut(passage.text, MAX_TEXT_LENGTH),
    text_rank: passage.textRank,
    text_score: text[inText ?? -1]?.score ?? null,
    vector_rank: passage.vectorRank,
    vector_score: vector[inVector ?? -1]?.score ?? null,
    fused_rank: at + 1,
    fused_score: passage.score,
    reranked: placeIn(order, id),
    use: reason !== null ? 'dropped' : marker !== null && !refused ? 'cited' : 'offered',
    reason,
    offered_as: number,
    cited_as: marker,
  };
}

/** Why a passage was not offered to the answerer. */
function droppedFor(id: string, { kept, shown, order, considered, refused }: Gathered): PassageDropped {
  if (!kept.has(id)) return 'repeat';
  if (shown === 0) return refused ? 'refused' : 'lower';
  return (placeIn(order, id) ?? Number.POSITIVE_INFINITY) <= considered ? 'no_room' : 'lower';
}

/** 1-based; null where it is not there. */
function placeIn(ids: string[], id: string): number | null {
  const at = ids.indexOf(id);
  return at === -1 ? null : at + 1;
}

const rounded = (value: number) => Math.round(value * 1_000) / 1_000;
