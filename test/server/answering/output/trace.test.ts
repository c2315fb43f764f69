import { describe, expect, it } from 'vitest';
import { createTracer } from '../../../../server/answering/output/trace.ts';
import { createAnswerer } from '../../../../server/answering/pipeline.ts';
import { TRAINED } from '../../../../server/answering/retrieval/weights.generated.ts';
import type { HistoryMessage, TraceEnd } from '../../../../server/answering/types.ts';
import { createBuiltinEmbedder } from '../../../../server/engines/builtin/builtin-embedder.ts';
import { drained } from '../../../helpers/server/scripted-answers.ts';
import { SILENT } from '../../../helpers/stores/rows.ts';
import { memoryStore, type Written } from '../memory-store.ts';
import { type Script, scriptedGenerator } from '../scripted-generator.ts';

const MUSEUM: Written[] = [
  {
    title: 'Museum',
    headings: ['Opening hours'],
    text: 'The museum opens at nine in the morning. It closes at 18:00.',
  },
  { title: 'Museum', headings: ['Ticket prices'], text: 'A ticket for adults costs 12 euros.', page: 2 },
  { title: 'Copy', headings: ['Ticket prices'], text: 'A ticket  for adults costs 12 euros.' },
  { title: 'Library', text: 'The library lends books for four weeks.' },
];

/** The trace of one answer, as it is stored. */
async function traceOf(
  text: string,
  options: { script?: Script; history?: HistoryMessage[]; written?: Written[]; outcome?: TraceEnd['outcome'] } = {},
) {
  const generator = options.script && scriptedGenerator(options.script);
  const answerer = createAnswerer(
    { store: memoryStore(options.written ?? MUSEUM), embedder: createBuiltinEmbedder },
    generator ? { generator, log: SILENT, now: Date.now } : null,
  );
  let time = 0;
  const trace = createTracer(text, () => {
    time += 1;
    return time;
  });
  const question = { projectId: 'proj_1', text, history: options.history ?? [], contact: '' };
  const events = await drained(answerer.answer({ ...question, signal: new AbortController().signal, trace }));
  const finish = events.at(-1);
  const refused = finish?.type === 'finish' && finish.reason === 'refused';
  const outcome = options.outcome ?? (refused ? 'refused' : 'answered');
  return trace.result({ outcome, firstText: 3, total: 9, promptTokens: 100 });
}

describe('a trace', () => {
  it('records how an extractive answer was made', async () => {
    const trace = await traceOf('Hello! How much does a ticket for adults cost?');
    expect(trace.question).toMatchObject({
      asked: 'Hello! How much does a ticket for adults cost?',
      text: 'How much does a ticket for adults cost?',
      context: '',
      language: 'en',
    });
    expect(trace.question.terms.map(({ term }) => term)).toContain('ticket');
    const [first] = trace.passages;
    expect(first).toMatchObject({
      title: 'Museum',
      heading: 'Ticket prices',
      page: 2,
      text: 'A ticket for adults costs 12 euros.',
      text_rank: 1,
      vector_rank: null,
      vector_score: null,
      fused_rank: 1,
      reranked: 1,
      use: 'cited',
      reason: null,
      offered_as: 1,
      cited_as: 1,
    });
    expect(first?.text_score).toBeGreaterThan(0);
    expect(trace.passages.find(({ title }) => title === 'Copy')).toMatchObject({
      use: 'dropped',
      reason: 'repeat',
      reranked: null,
      offered_as: null,
    });
    expect(trace.claims).toEqual([{ sentence: 'A ticket for adults costs 12 euros.', markers: [1] }]);
    expect(trace.dropped).toEqual([]);
    expect(trace.verdict).toMatchObject({ outcome: 'answered', reason: null, threshold: TRAINED.thresholds.sure });
    expect(trace.verdict.score).toBeGreaterThan(TRAINED.thresholds.sure);
    expect(trace.engines).toEqual({ embedder: createBuiltinEmbedder().id, reranker: null, answerer: 'extractive' });
    expect(trace.timings).toEqual({
      wait: null,
      understand: 1,
      retrieve: 1,
      rerank: 1,
      generate: 1,
      first_text: 3,
      total: 9,
    });
    expect([trace.prompt_tokens, trace.shortened]).toEqual([100, false]);
  });

  it('gives the score of a refusal, or says that nothing was found', async () => {
    const doubted = await traceOf('Which painter made the yellow tickets of Lisbon?');
    expect(doubted.verdict).toMatchObject({
      outcome: 'refused',
      reason: 'not_confident',
      threshold: TRAINED.thresholds.refuse,
    });
    expect(doubted.verdict.score).toBeLessThan(TRAINED.thresholds.refuse);
    expect(doubted.passages.some(({ use }) => use === 'offered')).toBe(true);
    expect(doubted.passages.some(({ use }) => use === 'cited')).toBe(false);
    const nothing = await traceOf('Wie heißt die Hauptstadt der Mongolei?');
    expect([nothing.passages, nothing.verdict.reason]).toEqual([[], 'nothing_found']);
    expect([nothing.timings.generate, nothing.prompt_tokens]).toEqual([null, null]);
    const unasked = await traceOf('Wie heißt die Hauptstadt der Mongolei?', { script: () => 'Ulan Bator [1].' });
    expect([unasked.verdict.reason, unasked.engines.answerer]).toEqual(['nothing_found', 'openai:scripted']);
  });

  it('gives the score of an unsure answer, and the passages that it cites', async () => {
    const { verdict, passages } = await traceOf('How much does a ticket for adults cost?', { outcome: 'unsure' });
    expect(verdict).toMatchObject({ outcome: 'unsure', reason: 'not_confident', threshold: TRAINED.thresholds.sure });
    expect(passages.some(({ use }) => use === 'cited')).toBe(true);
  });

  it('lists the supported and dropped markers of a model’s answer, and the passages it was given', async () => {
    const trace = await traceOf('When does the museum open?', {
      script: () => 'The museum opens at nine in the morning [1]. It closes at 21:30 [1]. Dogs wear purple hats [7].',
    });
    expect(trace.claims).toEqual([{ sentence: 'The museum opens at nine in the morning.', markers: [1] }]);
    expect(trace.dropped).toEqual([
      { sentence: 'It closes at 21:30.', marker: 1, reason: 'unsupported' },
      { sentence: 'Dogs wear purple hats.', marker: 7, reason: 'no_such_passage' },
    ]);
    expect(trace.passages[0]).toMatchObject({ heading: 'Opening hours', offered_as: 1 });
    expect(trace.timings.wait).not.toBeNull();
  });

  it('tells a model’s refusal from an answer that nothing supports', async () => {
    const denied = await traceOf('When does the museum open?', { script: () => 'NO_ANSWER' });
    expect(denied.verdict).toMatchObject({ outcome: 'refused', score: null });
    const invented = await traceOf('When does the museum open?', {
      script: () => 'Dogs wear purple hats on Mondays. Cats wear green shoes on Fridays.',
      outcome: 'unsure',
    });
    expect(invented.verdict).toEqual({ outcome: 'unsure', reason: 'unsupported', score: 1, threshold: 0.5 });
    expect(invented.dropped.map(({ reason }) => reason)).toEqual(['uncited', 'uncited']);
    expect(invented.passages[0]).toMatchObject({ use: 'cited', offered_as: 1 });
  });

  it('shows the context of a follow-up', async () => {
    const history: HistoryMessage[] = [
      { role: 'user', text: 'When does the museum open?' },
      { role: 'assistant', text: 'At nine.' },
    ];
    const trace = await traceOf('And what does a ticket cost?', { history });
    expect(trace.question.context).toBe('When does the museum open?');
    expect(trace.question.terms.filter(({ carried }) => carried).map(({ term }) => term)).toContain('museum');
  });

  it('stays small, whatever is asked and found', async () => {
    const written = Array.from({ length: 60 }, (_, at) => ({
      title: `Guide ${at}`,
      headings: ['x'.repeat(200)],
      text: `Ticket ${at}. ${`A ticket for adults costs ${at} euros, or some more. `.repeat(60)}`,
    }));
    const words = Array.from({ length: 600 }, (_, at) => `word${at}`).join(' ');
    const trace = await traceOf(`How much is a ticket? ${words}`.slice(0, 4_000), { written });
    expect(trace.shortened).toBe(true);
    expect(trace.passages.length).toBeLessThanOrEqual(30);
    expect(JSON.stringify(trace).length).toBeLessThan(130_000);
  });

  it('has nothing but the question for small talk', async () => {
    const trace = await traceOf('Thank you!');
    expect(trace).toMatchObject({ passages: [], claims: [], verdict: { outcome: 'answered', reason: null } });
  });
});
