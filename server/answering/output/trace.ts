import type { AnswerTrace, PassageDropped, RefusalReason, TracedPassage } from '@footnote/sdk/contract';
import type { SearchHit } from '../../store/types.ts';
import type { CheckedSentence, Passage, TraceEnd, Tracer, TraceStage } from '../types.ts';

/** A trace is stored with its message, so its parts are limited. Nearly every answer stays below. Lengths in UTF-16 units. */
const MAX_PASSAGES = 30;
const MAX_SENTENCES = 50;
const MAX_TERMS = 60;
const MAX_TEXT_LENGTH = 1_500;
const MAX_CONTEXT_LENGTH = 2_000;
const MAX_SENTENCE_LENGTH = 500;

/** What the tracer has been told. Chunk ids name the passages. */
interface TraceRecord {
  question: AnswerTrace['question'];
  engines: AnswerTrace['engines'];
  /** The hits of both searches, best first. */
  textHits: SearchHit[];
  vectorHits: SearchHit[];
  /** After fusion, and those of them that repeat no other. */
  fused: Passage[];
  withoutRepeats: ReadonlySet<string>;
  readingOrder: string[];
  /** The number of each passage in the prompt, how many numbers there are, and how many passages were considered for it. */
  offered: ReadonlyMap<string, number>;
  offeredCount: number;
  consideredCount: number;
  answerability: { reason: RefusalReason; score: number | null; threshold: number | null } | null;
  /** The marker of each cited passage. */
  markers: Map<string, number>;
  claims: AnswerTrace['claims'];
  dropped: AnswerTrace['dropped'];
}

/** Records how one answer is made. `clock`: milliseconds. */
export function createTracer(question: string, clock: () => number = () => performance.now()): Tracer {
  const shortener = createShortener();
  const stages = createStageTimer(clock);
  const record = createRecord(question);
  return {
    stageEnded: stages.end,
    enginesChosen(engines) {
      record.engines = engines;
    },
    queryContextualized({ text, context, language }, terms) {
      const shortContext = shortener.cut(context, MAX_CONTEXT_LENGTH);
      record.question = {
        asked: question,
        text,
        context: shortContext,
        language,
        terms: tracedTerms(terms, shortener),
      };
    },
    indexesSearched({ own, withContext, vector }) {
      record.textHits = [...own, ...withContext];
      record.vectorHits = vector;
    },
    rankingsFused(passages, withoutRepeats) {
      record.fused = passages;
      record.withoutRepeats = new Set(withoutRepeats.map(({ chunkId }) => chunkId));
    },
    readingOrderChosen(passages) {
      record.readingOrder = passages.map(({ chunkId }) => chunkId);
    },
    passagesOffered(blocks, of) {
      record.offered = new Map(blocks.flatMap((block, at) => block.map(({ chunkId }) => [chunkId, at + 1] as const)));
      record.offeredCount = blocks.length;
      record.consideredCount = of;
    },
    answerabilityScored(reason, score, threshold) {
      record.answerability = { reason, score, threshold };
    },
    sentenceChecked: (checked) => recordSentence(record, checked, shortener),
    checksRestarted() {
      record.markers.clear();
      record.claims = [];
      record.dropped = [];
    },
    verifierFailed() {
      record.engines = { ...record.engines, verifier_failed: true };
    },
    result(end) {
      if (record.offeredCount > 0) stages.end('generate');
      return toTrace(record, end, stages.spent, shortener);
    },
  };
}

function createRecord(question: string): TraceRecord {
  return {
    question: { asked: question, text: question, context: '', language: 'und', terms: [] },
    engines: { embedder: null, reranker: null, answerer: '' },
    textHits: [],
    vectorHits: [],
    fused: [],
    withoutRepeats: new Set(),
    readingOrder: [],
    offered: new Map(),
    offeredCount: 0,
    consideredCount: 0,
    answerability: null,
    markers: new Map(),
    claims: [],
    dropped: [],
  };
}

type StageTimes = Partial<Record<TraceStage, number>>;

/** Adds up the milliseconds of each stage; a stage lasts from the end of the one before it. */
function createStageTimer(clock: () => number): { end(stage: TraceStage): void; spent: StageTimes } {
  const spent: StageTimes = {};
  let last = clock();
  return {
    spent,
    end(stage) {
      const now = clock();
      spent[stage] = (spent[stage] ?? 0) + now - last;
      last = now;
    },
  };
}

/** The heaviest terms first. */
function tracedTerms(
  { own, carried, weights }: Parameters<Tracer['queryContextualized']>[1],
  shortener: Shortener,
): AnswerTrace['question']['terms'] {
  const terms = [...own, ...carried].map((term) => {
    return { term, weight: rounded(weights.get(term) ?? 0), carried: carried.includes(term) };
  });
  terms.sort((one, other) => other.weight - one.weight);
  return shortener.first(terms, MAX_TERMS);
}

function recordSentence(record: TraceRecord, checked: CheckedSentence, shortener: Shortener): void {
  const { supported, unsupported, isClaim } = checked;
  const sentence = () => shortener.cut(checked.sentence.trim(), MAX_SENTENCE_LENGTH);
  for (const { chunkId, marker } of supported) record.markers.set(chunkId, marker);
  const markers = supported.map(({ marker }) => marker);
  if (markers.length > 0) record.claims.push({ sentence: sentence(), markers });
  for (const marker of unsupported) {
    const exists = marker >= 1 && marker <= record.offeredCount;
    record.dropped.push({ sentence: sentence(), marker, reason: exists ? 'unsupported' : 'no_such_passage' });
  }
  if (isClaim && markers.length === 0 && unsupported.length === 0) {
    record.dropped.push({ sentence: sentence(), marker: null, reason: 'uncited' });
  }
}

function toTrace(
  record: TraceRecord,
  { outcome, firstText, total, promptTokens }: TraceEnd,
  spent: StageTimes,
  shortener: Shortener,
): ReturnType<Tracer['result']> {
  const { fused, answerability, offeredCount } = record;
  const isRefused = outcome === 'refused';
  const reason = fused.length === 0 ? 'nothing_found' : (answerability?.reason ?? null);
  const passages = fused.map((passage, at) => tracedPassage(passage, at, record, isRefused, shortener));
  return {
    question: record.question,
    passages: shortener.first(passages, MAX_PASSAGES),
    claims: shortener.first(record.claims, MAX_SENTENCES),
    dropped: shortener.first(record.dropped, MAX_SENTENCES),
    verdict: {
      outcome,
      reason: isRefused || outcome === 'unsure' ? reason : null,
      score: roundedOrNull(answerability?.score),
      threshold: answerability?.threshold ?? null,
    },
    engines: record.engines,
    timings: {
      wait: roundedOrNull(spent.wait),
      understand: roundedOrNull(spent.understand),
      retrieve: roundedOrNull(spent.retrieve),
      rerank: roundedOrNull(spent.rerank),
      generate: roundedOrNull(spent.generate),
      first_text: firstText,
      total,
    },
    prompt_tokens: offeredCount > 0 ? promptTokens : null,
    shortened: shortener.hasShortened(),
  };
}

/** `at`: 0-based rank after fusion. */
function tracedPassage(
  passage: Passage,
  at: number,
  record: TraceRecord,
  isRefused: boolean,
  shortener: Shortener,
): TracedPassage {
  const { textHits, vectorHits, readingOrder, offered, markers } = record;
  const id = passage.chunkId;
  const scoreIn = (hits: SearchHit[]) => hits.find(({ chunkId }) => chunkId === id)?.score ?? null;
  const number = offered.get(id) ?? null;
  const marker = markers.get(id) ?? null;
  const reason = number === null ? dropReason(id, record, isRefused) : null;
  return {
    chunk_id: id,
    source_id: passage.sourceId,
    title: passage.title,
    heading: passage.headings.join(' › '),
    page: passage.page,
    text: shortener.cut(passage.text, MAX_TEXT_LENGTH),
    text_rank: passage.textRank,
    text_score: scoreIn(textHits),
    vector_rank: passage.vectorRank,
    vector_score: scoreIn(vectorHits),
    reader_rank: passage.readerRank,
    fused_rank: at + 1,
    fused_score: passage.score,
    reranked: rankIn(readingOrder, id),
    use: reason !== null ? 'dropped' : marker !== null && !isRefused ? 'cited' : 'offered',
    reason,
    offered_as: number,
    cited_as: marker,
  };
}

/** Why a passage was not offered to the answerer. */
function dropReason(id: string, record: TraceRecord, isRefused: boolean): PassageDropped {
  const { withoutRepeats, readingOrder, offeredCount, consideredCount } = record;
  if (!withoutRepeats.has(id)) return 'repeat';
  if (offeredCount === 0) return isRefused ? 'refused' : 'lower';
  return (rankIn(readingOrder, id) ?? Number.POSITIVE_INFINITY) <= consideredCount ? 'no_room' : 'lower';
}

/** 1-based; null if the id is not in the list. */
function rankIn(ids: string[], id: string): number | null {
  const at = ids.indexOf(id);
  return at === -1 ? null : at + 1;
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

const rounded = (value: number) => Math.round(value * 1_000) / 1_000;
const roundedOrNull = (value: number | null | undefined) => (value == null ? null : rounded(value));
