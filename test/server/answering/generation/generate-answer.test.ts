import { describe, expect, it } from 'vitest';
import { errors } from '../../../../server/answering/errors.ts';
import {
  cutOffReply,
  documentLanguageNotice,
  refusalReply,
} from '../../../../server/answering/output/canned-replies.ts';
import { toAnswer } from '../../../../server/answering/output/to-answer.ts';
import { createAnswerer } from '../../../../server/answering/pipeline.ts';
import type { HistoryMessage, Question } from '../../../../server/answering/types.ts';
import { createBuiltinEmbedder } from '../../../../server/engines/builtin/builtin-embedder.ts';
import { drained } from '../../../helpers/server/scripted-answers.ts';
import { SILENT } from '../../../helpers/stores/rows.ts';
import { settle, until } from '../../../helpers/timing/until.ts';
import { memoryStore, type Written } from '../memory-store.ts';
import { type Script, scriptedGenerator, slowly } from '../scripted-generator.ts';

const MUSEUM: Written[] = [
  {
    title: 'Museum',
    headings: ['Opening hours'],
    text: 'The museum opens at nine in the morning. It closes at 18:00.',
  },
  { title: 'Museum', headings: ['What does a ticket cost?'], text: 'A ticket for adults costs 12 euros.' },
  { title: 'Library', text: 'The library lends books for four weeks.' },
];

function open(script: Script, options: { concurrency?: number; store?: ReturnType<typeof memoryStore> } = {}) {
  const { concurrency = 1, store = memoryStore(MUSEUM) } = options;
  const generator = scriptedGenerator(script, { concurrency });
  const answerer = createAnswerer(
    { store, embedder: createBuiltinEmbedder },
    { generator, log: SILENT, now: Date.now },
  );
  return { generator, answerer };
}

const question = (text: string, more: Partial<Question> = {}): Question => ({
  projectId: 'proj_1',
  text,
  history: [],
  contact: '',
  signal: new AbortController().signal,
  ...more,
});
const WHEN = question('When does the museum open?');

describe('an answerer with a model', () => {
  it('answers in the model’s words, with suggestions of further questions', async () => {
    const { answerer, generator } = open(() => 'It opens at nine [1].');
    const answer = await toAnswer(answerer.answer(WHEN));
    expect(answer).toMatchObject({
      text: 'It opens at nine [1].',
      finishReason: 'stop',
      suggestions: ['What does a ticket cost?'],
    });
    expect(answer.usage).toEqual({ prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 });
    expect(generator.prompts).toHaveLength(1);
  });

  it('has its words collected only once the reader has some', async () => {
    const asked: [string, boolean | undefined][] = [];
    const { answerer } = open(async function* (_, { mayCollect }) {
      for (const delta of ['If', ' asked', ' when,', ' it', ' opens', ' at nine', ' [1].']) {
        yield { type: 'text', delta };
        asked.push([delta, mayCollect?.()]);
      }
      yield { type: 'end', reason: 'stop', usage: null };
    });
    const { text } = await toAnswer(answerer.answer(WHEN));
    expect(text).toBe('If asked when, it opens at nine [1].');
    // The prompt has a sentence that begins with these two words.
    expect(asked.map(([, mayCollect]) => mayCollect)).toEqual([false, false, true, true, true, true, true]);
  });

  it('does not ask the model if nothing was found', async () => {
    const { answerer, generator } = open(() => 'Ulan Bator [1].');
    const answer = await toAnswer(answerer.answer(question('Wie heißt die Hauptstadt der Mongolei?')));
    expect(answer).toMatchObject({
      text: `${refusalReply(['de'], '')} ${documentLanguageNotice(['de', 'en'])}`,
      finishReason: 'refused',
    });
    expect(generator.prompts).toEqual([]);
  });

  it('shows what comes closest, unsure, if nothing that the model claims has support', async () => {
    const { answerer } = open(() => 'El museum abre a las 11:45, y los perros pagan 30 euros [1].');
    const answer = await toAnswer(
      answerer.answer(question('¿Cuándo abre el museum?', { contact: 'help@example.org' })),
    );
    expect(answer).toMatchObject({ unsupported: [], finishReason: 'unsure' });
    expect(answer.text).toMatch(/^Puede que esto no responda a tu pregunta\. .*help@example\.org$/s);
    expect(answer.text).not.toContain('11:45');
    expect(answer.citations[0]).toMatchObject({ id: 1, support: 'quoted' });
  });

  it('never sends the words of the prompt, and shows what comes closest if the model writes nothing else', async () => {
    const { answerer, generator } = open(([system, user]) => `${system?.text}\n\n---\n\n${user?.text.split('\n')[0]}`);
    const events = await drained(answerer.answer(WHEN));
    expect(generator.prompts).toHaveLength(1);
    expect(JSON.stringify(events)).not.toMatch(/You answer questions|fenced code|passages>/);
    expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'unsure' });
    const after = open(([system]) => `${system?.text}\n\nIt opens at nine [1].`);
    expect(await toAnswer(after.answerer.answer(WHEN))).toMatchObject({
      text: 'It opens at nine [1].',
      finishReason: 'stop',
    });
  });

  const cutOff = (delta: string) => () => [
    { type: 'text' as const, delta },
    { type: 'end' as const, reason: 'length' as const, usage: null },
  ];

  it('shows the passages in their form in place of an answer that only copies them and is cut off', async () => {
    const steps = [
      'Open the garden gate with your card.',
      'Walk past the pond to the greenhouse.',
      'Ring the bell and wait.',
    ];
    const text = steps.map((step) => `- ${step}`).join('\n');
    const store = memoryStore([{ title: 'Garden', headings: ['How do I get into the garden?'], text }]);
    const { answerer } = open(cutOff(steps.join(' ').slice(0, 85)), { store });
    const answer = await toAnswer(answerer.answer(question('How do I get into the garden?')));
    expect(answer.text.replace(' [1]', '')).toContain(text);
    expect(answer).toMatchObject({ citations: [{ support: 'quoted' }] });
    expect(['stop', 'unsure']).toContain(answer.finishReason);
  });

  it('says in the language of the question that an answer was cut off', async () => {
    const { answerer } = open(cutOff('In the morning the museum opens at nine [1]. As for the'));
    const answer = await toAnswer(answerer.answer(WHEN));
    expect(answer).toMatchObject({ finishReason: 'length' });
    expect(answer.text).toBe(`In the morning the museum opens at nine [1]. As for the\n\n${cutOffReply(['en'])}`);
  });

  it('refuses in the language of the question and names the contact', async () => {
    const { answerer } = open(() => 'El museum no lo dice: NO_ANSWER');
    const answer = await toAnswer(
      answerer.answer(question('¿Cuándo abre el museum?', { contact: 'help@example.org' })),
    );
    expect(answer.text).toBe(
      'No he encontrado una respuesta a esto en los documentos. Puedes preguntar aquí: help@example.org',
    );
    expect(answer).toMatchObject({ citations: [], unsupported: [], finishReason: 'refused' });
  });

  it.each([
    [
      'Wann öffnet das Haus, und was kostet der Eintritt?',
      'Es öffnet morgens um neun Uhr [1]. Der Eintritt kostet 12 Euro [2].',
      [1, 2],
    ],
    [
      'Wann öffnet das Haus, und was kostet der Eintritt?',
      'Es öffnet morgens um neun Uhr [1]. Der Eintritt kostet 13 Euro [2].',
      [1],
    ],
    ['博物館の開館時間と料金は？', '9時に開館します[1]。大人は12ユーロです[2]。', [1, 2]],
  ])('answers %s over documents in another language', async (text, said, passages) => {
    const store = memoryStore(MUSEUM);
    // Like the built-in vectors: something is always the nearest.
    store.search.vector = async () => MUSEUM.map((_, at) => ({ chunkId: `chunk-${at}`, score: 1 - at / 10 }));
    const { answerer } = open(() => said, { store });
    const answer = await toAnswer(answerer.answer(question(text)));
    expect(answer.finishReason).toBe('stop');
    expect(answer.citations.map((one) => MUSEUM.findIndex((row) => row.text === one.text) + 1)).toEqual(passages);
  });

  const history: HistoryMessage[] = [
    { role: 'user', text: 'When does the museum open?' },
    { role: 'assistant', text: 'It opens at nine [1].' },
  ];
  it.each<[string, Script]>([
    [
      'fails',
      function* () {
        yield { type: 'text', delta: 'x' };
        throw new Error('on purpose');
      },
    ],
    ['says nothing', () => ''],
    ['repeats its prompt', ([system]) => `${system?.text.split('. ')[0]}.`],
    ['says too much', () => 'word '.repeat(500)],
    ['says several lines', () => 'When does it close?\nAnd why?'],
  ])('uses earlier questions as context if the model that rewrites a follow-up %s', async (_, rewriting) => {
    const { answerer, generator } = open((messages, given) =>
      messages[0]?.text.includes('follow-up') ? rewriting(messages, given) : 'It closes at 18:00 [1].',
    );
    const answer = await toAnswer(answerer.answer(question('And when does it close?', { history })));
    expect(answer.text).toBe('It closes at 18:00 [1].');
    expect(generator.prompts).toHaveLength(2);
    expect(generator.prompts[1]?.at(-1)?.text).toContain('Question: And when does it close?');
  });

  const busy = (seconds: number) =>
    // biome-ignore lint/correctness/useYield: a server without capacity writes nothing.
    (function* (): Generator<never> {
      throw errors.busy(seconds);
    })();
  const rewrites = (messages: { text: string }[]) => messages[0]?.text.includes('follow-up');

  it('waits in line again while the model has no capacity, and then answers', async () => {
    const { answerer, generator } = open(() => (generator.prompts.length < 3 ? busy(0.01) : 'It opens at nine [1].'));
    const events = await drained(answerer.answer(WHEN));
    expect(events.filter(({ type }) => type === 'text').length).toBeGreaterThan(0);
    expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'stop' });
    expect(generator.prompts).toHaveLength(3);
    expect(answerer.counts()).toMatchObject({ running: 0, waiting: 0 });
  });

  it('waits in line again for the rewriting of a follow-up', async () => {
    const { answerer, generator } = open((messages) => {
      if (generator.prompts.length === 1) return busy(0.01);
      return rewrites(messages) ? 'When does the museum close?' : 'It closes at 18:00 [1].';
    });
    await toAnswer(answerer.answer(question('And when does it close?', { history })));
    expect(generator.prompts.map(rewrites)).toEqual([true, true, false]);
    expect(generator.prompts.at(-1)?.at(-1)?.text).toContain('Question: When does the museum close?');
  });

  it('gives up after three returns to the line', async () => {
    const { answerer, generator } = open(() => busy(0.01));
    await expect(drained(answerer.answer(WHEN))).rejects.toMatchObject({ status: 429, code: 'busy' });
    expect(generator.prompts).toHaveLength(4);
    expect(answerer.counts()).toMatchObject({ running: 0, waiting: 0 });
  });

  it('lets nobody wait for a model that is busy for long, nor asks it meanwhile', async () => {
    const { answerer, generator } = open(() => busy(40));
    await expect(drained(answerer.answer(WHEN))).rejects.toMatchObject({ code: 'busy', retryAfter: 40 });
    expect(() => answerer.reserve('usr_1')).toThrow(expect.objectContaining({ code: 'busy' }));
    expect(generator.prompts).toHaveLength(1);
  });

  it('does not repeat an answer that has begun', async () => {
    const { answerer, generator } = open(function* () {
      yield { type: 'text', delta: 'It opens at nine [1]. ' };
      throw errors.busy(0.01);
    });
    await expect(drained(answerer.answer(WHEN))).rejects.toMatchObject({ code: 'busy' });
    expect(generator.prompts).toHaveLength(1);
  });

  it('lets a question that returned to the line leave', async () => {
    const leaving = new AbortController();
    const { answerer, generator } = open(() => busy(5));
    const asked = drained(answerer.answer(question(WHEN.text, { signal: leaving.signal })));
    await until(() => answerer.counts().waiting === 1, 'the return to the line');
    leaving.abort(new Error('left'));
    await expect(asked).rejects.toThrow('left');
    expect(generator.prompts).toHaveLength(1);
    expect(answerer.counts()).toMatchObject({ running: 0, waiting: 0 });
  });

  it('counts tokens itself if the engine reports no usage', async () => {
    const { answerer } = open((_, { signal }) => slowly(['It opens at nine [1].'], 1, signal));
    const { usage } = await toAnswer(answerer.answer(WHEN));
    expect(usage.completion_tokens).toBe(Math.ceil('It opens at nine [1].'.length / 4));
    expect(usage.prompt_tokens).toBeGreaterThan(100);
  });

  it('searches again if a document is gone when the turn comes', async () => {
    const store = memoryStore(MUSEUM);
    let gone = false;
    const { byIds } = store.chunks;
    store.chunks.byIds = async (projectId, ids) =>
      (await byIds(projectId, ids)).filter(({ id }) => !(gone && id === 'chunk-0'));
    const slow = new AbortController();
    const { answerer, generator } = open(
      (_, { signal }) => (generator.prompts.length === 1 ? slowly(['x'], 60_000, signal) : 'It costs 12 euros [1].'),
      { store },
    );
    const first = toAnswer(answerer.answer({ ...WHEN, signal: slow.signal })).catch(() => null);
    await until(() => generator.running() === 1, 'the first at work');
    const second = toAnswer(answerer.answer(question('When does the museum open, and what does a ticket cost?')));
    await settle(30);
    gone = true;
    slow.abort(new Error('left'));
    await Promise.all([first, second]);
    expect(generator.prompts).toHaveLength(2);
    expect(generator.prompts[1]?.at(-1)?.text).not.toContain('nine in the morning');
    expect(generator.prompts[1]?.at(-1)?.text).toContain('12 euros');
  });

  it('releases its slot however an answer ends', async () => {
    const ends: [string, Script][] = [
      ['whole', () => 'It opens at nine [1].'],
      ['refused', () => 'NO_ANSWER'],
      ['hopeless', () => 'Dogs wear hats here. Cats sing songs there. Birds paint walls now. Fish play chess.'],
      ['failed', () => [{ type: 'text', delta: 'It opens' }]],
    ];
    for (const [, script] of ends) {
      const { answerer, generator } = open(script);
      await toAnswer(answerer.answer(WHEN)).catch(() => null);
      await settle(5);
      expect([answerer.counts(), generator.running()]).toEqual([{ running: 0, waiting: 0, limit: 1 }, 0]);
    }
    const { answerer } = open(() => 'It opens at nine [1].');
    for await (const _ of answerer.answer(WHEN)) break;
    answerer.reserve('usr_1').release();
    expect(answerer.counts()).toEqual({ running: 0, waiting: 0, limit: 1 });
    // All slots are free again.
    const rooms = Array.from({ length: 65 }, () => answerer.reserve('usr_1'));
    expect(() => answerer.reserve('usr_1')).toThrow(expect.objectContaining({ code: 'busy' }));
    for (const room of rooms) room.release();
  });

  it('writes as many answers at once as the engine can', async () => {
    let most = 0;
    const { answerer, generator } = open(
      (_, { signal }) => {
        most = Math.max(most, generator.running());
        return slowly(['It opens', ' at nine', ' [1].'], 2, signal);
      },
      { concurrency: 3 },
    );
    const all = await Promise.all(Array.from({ length: 30 }, () => drained(answerer.answer(WHEN))));
    expect(most).toBe(3);
    expect(all.every((events) => events.at(-1)?.type === 'finish')).toBe(true);
  });
});
