import { describe, expect, it } from 'vitest';
import { smallTalkReply } from '../../../server/answering/output/canned-replies.ts';
import { toAnswer } from '../../../server/answering/output/to-answer.ts';
import { createAnswerer } from '../../../server/answering/pipeline.ts';
import type { HistoryMessage } from '../../../server/answering/types.ts';
import { createBuiltinEmbedder } from '../../../server/engines/builtin/builtin-embedder.ts';
import { memoryStore, type Written } from './memory-store.ts';
import { scriptedGenerator } from './scripted-generator.ts';

const HIRE: Written[] = [
  { title: 'Plans', text: 'The basic plan costs 9 euros a month. The pro plan costs 19 euros a month.' },
  { title: 'Repairs', text: 'Repairs of a bicycle are free. A flat tyre is mended at the station within a day.' },
  { title: 'Robots', text: 'You can make robots of old bicycles. What they do is up to a human.' },
];
const DESK: Written = {
  title: 'Talk to a person',
  text: 'You can talk to a person at our desk: call 0123 or come to the station.',
};

const SILENT = { debug() {}, info() {}, warn() {}, error() {} } as never;

/** A model that rewrites the question, or writes the answer. */
const scriptedAnswering = (says: string) => ({
  generator: scriptedGenerator((messages) =>
    messages.some(({ text }) => text.includes('Follow-up question:')) ? 'How much does the basic plan cost?' : says,
  ),
  log: SILENT,
  now: Date.now,
});

interface Told {
  written?: Written[];
  before?: string[];
  contact?: string;
  byModel?: string;
  ownersAnswer?: string;
}

function ask(text: string, { written = HIRE, before = [], contact = '', byModel, ownersAnswer }: Told = {}) {
  const history = before.map((said): HistoryMessage => ({ role: 'user', text: said }));
  const curated = { find: async () => ({ id: 'cur_1', links: [], question: text, text: ownersAnswer ?? '' }) };
  const answerer = createAnswerer(
    { store: memoryStore(written), embedder: createBuiltinEmbedder, ...(ownersAnswer && { curated }) },
    byModel === undefined ? null : scriptedAnswering(byModel),
  );
  return toAnswer(answerer.answer({ projectId: 'p', text, history, contact, signal: new AbortController().signal }));
}

describe('a message that asks nothing of the documents', () => {
  it.each([
    ['ok thx', 'thanks'],
    ['lol ok', 'notice'],
    ['yes', 'notice'],
    ['Are you a human?', 'about'],
    ['what can you do?', 'about'],
  ] as const)('gets a short sentence instead of passages: %s', async (text, kind) => {
    const answer = await ask(text, { before: ['How much does the basic plan cost?'] });
    expect(answer).toMatchObject({ finishReason: 'stop', citations: [], text: smallTalkReply(kind, 'en', '') });
  });

  it('gets it in the language of the conversation, where its words are of several', async () => {
    const { text } = await ask('ok', { before: ['Was kostet der einfache Tarif im Monat?'] });
    expect(text).toBe(smallTalkReply('notice', 'de', ''));
  });

  it.each(['ok', 'top', 'super'])('is searched for where no question was asked before: %s', async (text) => {
    expect((await ask(text)).finishReason).toBe('refused');
    const written = [
      ...HIRE,
      { title: 'Top', text: 'The top of the basket is made of super light wood. Ok is its brand.' },
    ];
    expect((await ask(text, { written })).text).toContain('basket');
  });

  it('is searched for where it is a word of another language than the conversation', async () => {
    const written = [...HIRE, { title: 'Genau', text: 'A genau is a lock of a bicycle. Every genau has a key.' }];
    const asked = { written, before: ['How much does the basic plan cost in a month?'] };
    expect((await ask('genau', asked)).text).toContain('lock');
  });

  it('is left to a model where it may answer what the model has asked', async () => {
    const before = ['How much does the basic plan cost?'];
    const { text } = await ask('yes', { before, byModel: 'The basic plan costs 9 euros a month. [1]' });
    expect(text).toContain('9 euros');
  });

  it('gets what the owner has written about who answers', async () => {
    expect((await ask('who are you?', { ownersAnswer: 'I am Wheelie.' })).text).toBe('I am Wheelie.');
    expect((await ask('thanks!', { ownersAnswer: 'I am Wheelie.' })).text).toBe(smallTalkReply('thanks', 'en', ''));
  });
});

describe('who wants to talk to a person', () => {
  const WISH = 'can I talk to a person please';

  it('is told the contact', async () => {
    const { text, citations } = await ask(WISH, { written: [...HIRE, DESK], contact: 'desk@example.org' });
    expect(text).toBe('You can ask here: desk@example.org');
    expect(citations).toEqual([]);
  });

  it('is shown what the documents say, where no contact is set', async () => {
    expect((await ask(WISH, { written: [...HIRE, DESK] })).text).toContain('call 0123');
  });

  it('is told that a program answers, where the documents do not say either', async () => {
    const answer = await ask(WISH);
    expect(answer).toMatchObject({ finishReason: 'stop', citations: [], text: smallTalkReply('about', 'en', '') });
  });
});
