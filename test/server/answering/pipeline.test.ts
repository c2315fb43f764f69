import { describe, expect, it, vi } from 'vitest';
import { documentLanguageNotice, refusalReply } from '../../../server/answering/output/canned-replies.ts';
import { toAnswer } from '../../../server/answering/output/to-answer.ts';
import { createAnswerer } from '../../../server/answering/pipeline.ts';
import type { QuestionReader } from '../../../server/answering/retrieval/question-reader.ts';
import { TRAINED } from '../../../server/answering/retrieval/weights.generated.ts';
import type { AnswerEvent, HistoryMessage } from '../../../server/answering/types.ts';
import { createBuiltinEmbedder } from '../../../server/engines/builtin/builtin-embedder.ts';
import { settle } from '../../helpers/timing/until.ts';
import { memoryStore, type Written } from './memory-store.ts';
import { scriptedGenerator } from './scripted-generator.ts';

const MUSEUM: Written[] = [
  {
    title: 'Museum',
    headings: ['Museum', 'Opening hours'],
    text: 'The museum opens at nine in the morning. It closes at 6 p.m. on weekdays. Guided tours start at noon.',
    page: 3,
  },
  {
    title: 'Museum',
    headings: ['Museum', 'Ticket prices'],
    text: 'A ticket for adults costs 12 euros.[4] Children under six enter free of charge. Use prices[0] for adults.',
  },
  {
    title: 'Museum',
    headings: ['Museum', 'Getting to the museum'],
    text: 'Take bus 14 from the railway station. The journey to the museum takes ten minutes.',
  },
  { title: 'Library', text: 'The library lends books for four weeks. Renew a loan twice at most.' },
  { title: 'Café', text: 'The café serves breakfast until eleven. Its terrace looks over the lake.' },
];

const events = (text: string, options: { history?: HistoryMessage[]; contact?: string; written?: Written[] } = {}) =>
  createAnswerer({ store: memoryStore(options.written ?? MUSEUM), embedder: createBuiltinEmbedder }).answer({
    projectId: 'proj_1',
    text,
    history: options.history ?? [],
    contact: options.contact ?? '',
    signal: new AbortController().signal,
  });
const ask = (...parameters: Parameters<typeof events>) => toAnswer(events(...parameters));

describe('the words of a question', () => {
  const question = { projectId: 'proj_1', text: 'When does the museum open?', history: [], contact: '' };

  it('are looked up at once, all else once its answer is read', async () => {
    const { search, ...store } = memoryStore(MUSEUM);
    const called: string[] = [];
    const noting = (name: 'frequencies' | 'text') => [
      name,
      (...given: never[]) => {
        called.push(name);
        return (search[name] as (...same: never[]) => unknown)(...given);
      },
    ];
    const noted = { ...search, ...Object.fromEntries([noting('frequencies'), noting('text')]) };
    const answerer = createAnswerer({ store: { ...store, search: noted }, embedder: createBuiltinEmbedder });
    const answer = answerer.answer({ ...question, signal: new AbortController().signal });
    await expect.poll(() => called).toEqual(['frequencies']);
    await settle();
    expect(called).toEqual(['frequencies']);
    expect((await toAnswer(answer)).finishReason).toBe('stop');
    expect(called).toContain('text');
  });

  it('that could not be looked up are told of where the answer is read', async () => {
    const store = memoryStore(MUSEUM);
    const frequencies = vi.fn(() => Promise.reject(new Error('The index is damaged.')));
    const search = { ...store.search, frequencies };
    const answerer = createAnswerer({ store: { ...store, search }, embedder: createBuiltinEmbedder });
    const answer = answerer.answer({ ...question, signal: new AbortController().signal });
    await expect.poll(() => frequencies).toHaveBeenCalled();
    await expect(toAnswer(answer)).rejects.toThrow('The index is damaged.');
  });
});

describe('the extractive answerer', () => {
  it('answers with the sentence of the document, cited verbatim', async () => {
    const answer = await ask('How much does a ticket for adults cost?');
    expect(answer.finishReason).toBe('stop');
    expect(answer.text).toContain('A ticket for adults costs 12 euros.');
    const [citation] = answer.citations;
    expect(citation).toMatchObject({ id: 1, source_id: 'src_Museum', heading: 'Museum › Ticket prices' });
    expect(citation).not.toHaveProperty('page');
    expect(citation?.text).toBe(MUSEUM[1]?.text);
    expect(citation?.text.slice((citation?.quoteStart ?? 0) - 1000, (citation?.quoteEnd ?? 0) - 1000)).toBe(
      citation?.quote,
    );
  });

  it('names the page if there is one', async () => {
    const answer = await ask('When does the museum close on weekdays?');
    expect(answer.citations[0]).toMatchObject({ page: 3 });
    expect(answer.citations[0]?.quote).toContain('closes at 6 p.m. on weekdays.');
  });

  it('never shows a bracketed number of the document as a marker', async () => {
    const answer = await ask('How much does a ticket for adults cost?');
    const markers = [...answer.text.matchAll(/\[(\d+)\]/g)].map(([, id]) => Number(id));
    expect(markers).toEqual(answer.citations.map(({ id }) => id));
  });

  it('sends the citations before the marker that needs them', async () => {
    const seen: AnswerEvent[] = [];
    for await (const event of events('How long may I borrow books from the library?')) seen.push(event);
    const marker = seen.findIndex((event) => event.type === 'text' && event.delta.includes('[1]'));
    expect(seen[marker - 1]).toMatchObject({ type: 'citations', citations: [{ id: 1 }] });
    expect(seen.filter(({ type }) => type === 'finish')).toHaveLength(1);
    expect(seen.at(-1)?.type).toBe('finish');
  });

  it('answers a follow-up in its context', async () => {
    const history: HistoryMessage[] = [
      { role: 'user', text: 'When does the museum open?' },
      { role: 'assistant', text: 'The museum opens at nine in the morning. [1]' },
    ];
    const answer = await ask('And when does it close?', { history });
    expect(answer.text).toContain('closes at 6 p.m.');
  });

  it.each([
    ['What is the capital of Mongolia?', refusalReply(['en'], '')],
    ['Wie heißt die Hauptstadt der Mongolei?', `${refusalReply(['de'], '')} ${documentLanguageNotice(['de', 'en'])}`],
    ['モンゴルの首都はどこですか。', `${refusalReply(['ja'], '')} ${documentLanguageNotice(['ja', 'en'])}`],
    ['? ! …', refusalReply(['en'], '')],
  ])('refuses what the documents do not say, in the language of the question: %s', async (question, refusal) => {
    const answer = await ask(question);
    expect(answer).toMatchObject({ finishReason: 'refused', text: refusal, citations: [], suggestions: [] });
    expect(answer).not.toHaveProperty('noSources');
  });

  it('names the contact in a refusal, whatever characters it has', async () => {
    const answer = await ask('What is the capital of Mongolia?', { contact: 'help@example.org $& [1]' });
    expect(answer.text).toContain('help@example.org $& [1]');
  });

  it('refuses in an empty project and while the first documents are indexed, and tells the two apart', async () => {
    expect(await ask('When do you open?', { written: [] })).toMatchObject({
      finishReason: 'refused',
      noSources: 'no_sources',
    });
    const store = memoryStore([]);
    store.sources.underWay = async () => true;
    const indexing = createAnswerer({ store, embedder: createBuiltinEmbedder });
    const { signal } = new AbortController();
    const question = { projectId: 'proj_1', text: 'When do you open?', history: [], contact: '', signal };
    expect(await toAnswer(indexing.answer(question))).toMatchObject({ finishReason: 'refused', noSources: 'indexing' });
  });

  it.each([
    ['Hello!', 'Hello!'],
    ['Danke schön 🙂', 'Gern geschehen'],
    ['こんにちは', 'こんにちは'],
  ])('replies to %s without citations', async (said, reply) => {
    const answer = await ask(said);
    expect(answer).toMatchObject({ finishReason: 'stop', citations: [] });
    expect(answer.text).toContain(reply);
  });

  it.each([
    ['names the language of what is quoted', 'en', documentLanguageNotice(['de', 'en'])],
    ['names no language of a price list, whatever the other documents are in', 'und', null],
  ])('%s', async (_, language, notice) => {
    const prices = { title: 'Preise', text: 'Espresso Macchiato | 2.50\nCappuccino Grande | 3.20', language };
    const { text } = await ask('Was kostet ein Espresso Macchiato?', { written: [...MUSEUM, prices] });
    expect(text).toContain('2.50');
    expect(text.startsWith(notice ?? 'Sprache')).toBe(notice !== null);
  });

  it('answers the question after a greeting', async () => {
    expect((await ask('Hi there! When does the museum open?')).citations).not.toEqual([]);
  });

  it('suggests nothing where no heading makes a question', async () => {
    const { suggestions } = await ask('How do I get to the museum from the railway station?');
    expect(suggestions).toEqual([]);
  });

  it('counts the words of what it read and wrote', async () => {
    const { usage } = await ask('How much does a ticket for adults cost?');
    expect(usage.prompt_tokens).toBeGreaterThan(10);
    expect(usage.completion_tokens).toBeGreaterThan(5);
    expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens);
  });

  it.each([
    ['quotes and operators', '"museum" NEAR(a b) -x * : ( ) OR AND NOT'],
    ['brackets', '('.repeat(4000)],
    ['many words', 'museum '.repeat(570)],
    ['one long word', 'x'.repeat(4000)],
    ['control characters', 'museum\u0000\u0007 \ud800 opens'],
    ['unspaced script', '東'.repeat(4000)],
  ])('survives hostile questions: %s', async (_, question) => {
    const answer = await ask(question);
    expect(['stop', 'refused']).toContain(answer.finishReason);
  });

  it('throws the reason of its signal', async () => {
    const reason = new Error('the client left');
    const answerer = createAnswerer({ store: memoryStore(MUSEUM), embedder: createBuiltinEmbedder });
    const question = { projectId: 'p', text: 'When does it open?', history: [], contact: '' };
    await expect(toAnswer(answerer.answer({ ...question, signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
  });
});

describe('a quote', () => {
  const quoteOf = async (question: string, text: string) =>
    (await ask(question, { written: [{ title: 'Guide', text }, ...MUSEUM.slice(3)] })).citations[0]?.quote;

  it('includes the list that its sentence introduces', async () => {
    const list = 'For a loan you need the following papers:\n\n- a passport\n- proof of address';
    const rest = 'We are open on most days of the year. '.repeat(30).trim();
    expect(await quoteOf('Which papers do I need for a loan?', `${list}\n\n${rest}`)).toBe(list);
  });

  it('includes the sentence that says what “it” is', async () => {
    const pair = 'The reading room lies on the second floor. It closes at 7 p.m. on Fridays.';
    const quote = await quoteOf('When does the reading room close on Fridays?', `${pair} Bags stay outside.`);
    expect(quote).toContain(pair);
  });

  it('does not stop at a heading', async () => {
    const quote = await quoteOf('What about lost property?', 'Lost property\n\nThings found are kept for a year.');
    expect(quote).toBe('Lost property\n\nThings found are kept for a year.');
  });
});

describe('an answer in another language than the documents', () => {
  it('names their language first', async () => {
    const answer = await ask('Wann schließt das Café?');
    expect(answer.finishReason).not.toBe('refused');
    expect(answer.text).toMatch(/^Sprache der Dokumente: Englisch\./);
  });
});

describe('a question that the passages have nearly all words of', () => {
  const NOTES: Written[] = ['2.4.0', '2.3.0'].map((version) => ({
    title: 'Release notes',
    headings: ['Release notes', `v${version} - 2026-03-01`],
    text: `The upload of large pictures was fixed in ${version === '2.4.0' ? 'galleries' : 'albums'}.`,
  }));

  it('is answered by the release that it names, below its heading', async () => {
    const answer = await ask('Which upload of large pictures was fixed in 2.3?', { written: [...MUSEUM, ...NOTES] });
    expect(answer).toMatchObject({ finishReason: 'stop' });
    expect(answer.text).toMatch(/^### v2\.3\.0 - 2026-03-01\n\nThe upload of large pictures was fixed in albums/);
    expect(answer.text).not.toContain('galleries');
  });

  it('is not answered by another release', async () => {
    const answer = await ask('Which upload of large pictures was fixed in 2.2?', { written: [...MUSEUM, ...NOTES] });
    expect(answer).toMatchObject({ finishReason: 'unsure' });
  });

  it('is not answered where it asks for a count that they do not have', async () => {
    const answer = await ask('How many books does the library lend?', {
      written: [MUSEUM[4] as Written, { title: 'Library', text: 'The library lends books. Ask for them at the desk.' }],
    });
    expect(answer).toMatchObject({ finishReason: 'unsure' });
  });
});

describe('a question for rows of a table', () => {
  const lines = ['Room | Seats | Price', 'Oak | 12 | $80.00', 'Elm | 24 | $140.00', 'Ash | 40 | $210.00'];
  const text = lines.join('\n');
  const blocks: Written['blocks'] = lines.map((line, at) => {
    const start = text.indexOf(line);
    return { kind: 'table-row', start, end: start + line.length, ...(at === 0 && { header: true }) };
  });
  const written = [...MUSEUM, { title: 'Rent', headings: ['Rooms to rent'], text, blocks }];

  it('is answered by these rows and what they are', async () => {
    const answer = await ask('Which rooms to rent have more than 20 seats?', { written });
    expect(answer.text).toContain('2 of 3 rows: Seats > 20.');
    expect(answer.text).toMatch(/\| Elm \| 24 \| \$140\.00 \|\n\| Ash/);
    expect(answer.text).not.toContain('| Oak | 12 | $80.00 |');
    expect(answer.citations).toMatchObject([{ source_id: 'src_Rent', text: lines.slice(2).join('\n') }]);
  });

  it('has them as an unsure answer if its words alone would be refused, and it names a column', async () => {
    const cheapest = await ask('Which room is the cheapest?', { written });
    expect(cheapest).toMatchObject({ finishReason: 'unsure' });
    expect(cheapest.text).toMatch(/Lowest Price of 3 rows:[\s\S]*Oak/);
    expect(await ask('Which satellite is the cheapest?', { written })).toMatchObject({ finishReason: 'refused' });
  });
});

describe('how certain an answer is', () => {
  const { signal } = new AbortController();
  const asked = (text: string) => ({ projectId: 'proj_1', text, history: [], contact: '', signal });

  it('is said of all that was searched for, and decides how it ends', async () => {
    const [sure, refused] = [
      await ask('How much does a ticket for adults cost?'),
      await ask('Who painted the tower of the museum in Rome?'),
    ];
    expect(sure).toMatchObject({ finishReason: 'stop' });
    expect(sure.certainty).toBeGreaterThanOrEqual(TRAINED.thresholds.sure);
    expect(refused).toMatchObject({ finishReason: 'refused' });
    expect(refused.certainty).toBeLessThan(TRAINED.thresholds.refuse);
  });

  it('is not known where nothing was searched for, or nothing was there', async () => {
    expect(await ask('Hello!')).not.toHaveProperty('certainty');
    expect(await ask('When do you open?', { written: [] })).not.toHaveProperty('certainty');
  });

  it('is that of the search where a model writes, unless a model searched by meaning', async () => {
    const generator = scriptedGenerator(() => 'A ticket for adults costs 12 euros. [1]');
    const log = { debug() {}, info() {}, warn() {}, error() {} } as never;
    const writing = { generator, log, now: Date.now };
    const builtin = createBuiltinEmbedder();
    const text = 'How much does a ticket for adults cost?';
    const byWords = createAnswerer({ store: memoryStore(MUSEUM), embedder: () => builtin }, writing);
    expect((await toAnswer(byWords.answer(asked(text)))).certainty).toBe((await ask(text)).certainty);

    const store = memoryStore(MUSEUM);
    store.search.vector = async () => [{ chunkId: 'chunk-1', score: 0.9 }];
    const byMeaning = createAnswerer({ store, embedder: () => ({ ...builtin, semantic: true }) }, writing);
    const answer = await toAnswer(byMeaning.answer(asked(text)));
    expect(answer.finishReason).toBe('stop');
    expect(answer).not.toHaveProperty('certainty');
  });
});

describe('passages that the reader has not read', () => {
  it('are read for a question that quotations answer, and not for one that a model does', async () => {
    const asked: boolean[] = [];
    const questionReader: QuestionReader = {
      id: 'tiny/1',
      embed: async () => null,
      async compare(_projectId, _query, _passages, { readAhead }) {
        asked.push(readAhead);
        return null;
      },
    };
    const searched = { store: memoryStore(MUSEUM), embedder: createBuiltinEmbedder, questionReader };
    const generator = scriptedGenerator(() => 'A ticket for adults costs 12 euros. [1]');
    const log = { debug() {}, info() {}, warn() {}, error() {} } as never;
    const { signal } = new AbortController();
    const question = { projectId: 'proj_1', text: 'How much does a ticket cost?', history: [], contact: '', signal };
    await toAnswer(createAnswerer(searched).answer(question));
    await toAnswer(createAnswerer(searched, { generator, log, now: Date.now }).answer(question));
    expect(asked).toEqual([true, false]);
  });
});
