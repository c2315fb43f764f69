import { describe, expect, it } from 'vitest';
import { furtherPassagesLead, refusalReply } from '../../../server/answering/output/canned-replies.ts';
import { toAnswer } from '../../../server/answering/output/to-answer.ts';
import { createAnswerer } from '../../../server/answering/pipeline.ts';
import { contextualizeQuery } from '../../../server/answering/query/contextualize-query.ts';
import type { HistoryMessage } from '../../../server/answering/types.ts';
import { createBuiltinEmbedder } from '../../../server/engines/builtin/builtin-embedder.ts';
import { memoryStore, type Written } from './memory-store.ts';

const HIRE: Written[] = [
  { title: 'Plans', text: 'The basic plan costs 9 euros a month. The pro plan costs 19 euros a month.' },
  { title: 'Cancelling', text: 'A plan can be cancelled until the last day of the month.' },
  { title: 'Repairs', text: 'Repairs of a bicycle are free. A flat tyre is mended at the station within a day.' },
  {
    title: 'Flat tyres',
    text: 'Bring a bicycle with a flat tyre to a station. The mended bicycle is yours again at once.',
  },
  {
    title: 'Electric bicycles',
    text: 'An electric bicycle goes sixty kilometres. Its battery is charged at the station.',
  },
  { title: 'Children', text: 'Children may ride from the age of ten. A child seat is lent at every station.' },
];

function ask(text: string, history: HistoryMessage[] = [], contact = '', written = HIRE) {
  const answerer = createAnswerer({ store: memoryStore(written), embedder: createBuiltinEmbedder });
  return toAnswer(answerer.answer({ projectId: 'p', text, history, contact, signal: new AbortController().signal }));
}

/** The conversation after these questions and their answers. */
async function told(...questions: string[]): Promise<HistoryMessage[]> {
  const history: HistoryMessage[] = [];
  for (const text of questions) {
    const { text: said } = await ask(text, [...history]);
    history.push({ role: 'user', text }, { role: 'assistant', text: said });
  }
  return history;
}

describe('several questions in one message', () => {
  it('are answered each below itself', async () => {
    const answer = await ask('How much does the basic plan cost? And from which age may children ride?');
    expect(answer.finishReason).toBe('stop');
    const [, plan, children] = answer.text.split('**').filter((_, at) => at % 2 === 0);
    expect(answer.text).toMatch(/^\*\*How much does the basic plan cost\?\*\*\n\n/);
    expect(plan).toContain('9 euros a month. [1]');
    expect(children).toContain('from the age of ten. [2]');
    expect(answer.citations.map(({ title }) => title)).toEqual(['Plans', 'Children']);
  });

  it('are said to be unanswered where the documents do not say', async () => {
    const answer = await ask(
      'Who won the world cup in 1990? How much does the basic plan cost?',
      [],
      'desk@example.org',
    );
    expect(answer.finishReason).toBe('stop');
    expect(answer.text).toContain(`**Who won the world cup in 1990?**\n\n${refusalReply(['en'], '')}\n\n**How much`);
    expect(answer.text).toContain('9 euros');
    expect(answer.text).toMatch(/desk@example\.org$/);
    const last = await ask('How much does the basic plan cost? Who won the world cup in 1990?');
    expect(last.text.endsWith(`**Who won the world cup in 1990?**\n\n${refusalReply(['en'], '')}`)).toBe(true);
  });

  it('stand together above what answers both', async () => {
    const { text, citations } = await ask('How much does the basic plan cost? How much does the pro plan cost?');
    expect(text).toMatch(/^\*\*[^*]+\*\*\n\n\*\*[^*]+\*\*\n\nThe basic plan/);
    expect(citations).toHaveLength(1);
  });

  it('refer to each other', async () => {
    const { text } = await ask('How much does the basic plan cost? Can it be cancelled?');
    expect(text).toContain('until the last day of the month');
  });

  it('are refused where the documents answer none of them', async () => {
    const answer = await ask('Who won the world cup in 1990? What is the capital of Mongolia?');
    expect(answer).toMatchObject({ finishReason: 'refused', text: refusalReply(['en'], ''), citations: [] });
  });

  it('are answered with what the answer leads into', async () => {
    const written: Written[] = [
      { title: 'Guide', headings: ['Guide'], text: 'A flat tyre is mended like this:' },
      { title: 'Guide', headings: ['Guide', 'At the station'], text: 'Give the bicycle to the staff.' },
      ...HIRE.slice(0, 2),
    ];
    const { text } = await ask('How is a flat tyre mended? How much does the basic plan cost?', [], '', written);
    expect(text).toMatch(/mended like this:[^*]*Give the bicycle to the staff\.[^*]*\*\*How much/);
  });

  it('are found in the message by the places of the citations', async () => {
    const { text, citations } = await ask('How much does the basic plan cost? And from which age may children ride?');
    const places = citations.map(({ answerRange }) => text.slice(answerRange?.start, answerRange?.end));
    expect(places[0]).toMatch(/^The basic plan/);
    expect(places[1]).toMatch(/^(### |Children)/);
  });
});

describe('a question that is asked again', () => {
  const QUESTION = 'Where is a flat tyre of a bicycle mended?';

  it('gets further passages instead of the same once more, and whom to ask', async () => {
    const [first, second] = [await ask(QUESTION), await ask(QUESTION, await told(QUESTION), 'desk@example.org')];
    expect(second.text.startsWith(furtherPassagesLead(['en']))).toBe(true);
    expect(second.text).toMatch(/desk@example\.org$/);
    const shown = first.citations.map(({ chunkId }) => chunkId);
    expect(second.citations.length).toBeGreaterThan(0);
    expect(second.citations.filter(({ chunkId }) => shown.includes(chunkId))).toEqual([]);
    expect(second.finishReason).toBe(first.finishReason);
  });

  it('gets the same where there is nothing else to show', async () => {
    const asked = 'How much does the basic plan cost?';
    expect((await ask(asked, await told(asked))).text).toBe((await ask(asked)).text);
  });

  it('is asked again by a word that says nothing by itself', async () => {
    const { text } = await ask('Where?', await told(QUESTION));
    expect(text.startsWith(furtherPassagesLead(['en']))).toBe(true);
  });

  it.each([
    ['en', 'That didn’t work'],
    ['en', 'still the same error'],
    ['en', 'can you explain that please?'],
    ['en', 'give me an example'],
    ['en', 'show me an example'],
    ['de', 'zeig mir ein Beispiel'],
    ['de', 'Das hat nicht funktioniert'],
    ['es', 'no funciona'],
    ['ru', 'не работает'],
    ['ja', 'もっと詳しく'],
  ])('is asked again by who says in %s that the answer did not help, or wants more: %s', async (_, said) => {
    const { text } = await ask(said, await told(QUESTION));
    expect(text.startsWith(furtherPassagesLead(['en']))).toBe(true);
  });

  it('gets nothing once more of an answer to several questions', async () => {
    const asked = `How much does the basic plan cost? ${QUESTION}`;
    const before = await told(asked);
    const { text } = await ask('that did not help', before);
    expect(text.startsWith(furtherPassagesLead(['en']))).toBe(true);
    for (const shown of ['9 euros', 'Bring a bicycle']) {
      expect(before[1]?.text).toContain(shown);
      expect(text).not.toContain(shown);
    }
  });

  it('gets nothing once more that was shown with a link', async () => {
    const before = await told(`How much does the basic plan cost? ${QUESTION}`);
    const linked = before.map(({ role, text }) => ({
      role,
      text: text.replace('Bring a bicycle', '[Bring a bicycle](https://example.com/bring)'),
    }));
    expect(linked[1]?.text).toContain('https://example.com/bring');
    expect((await ask('that did not help', linked)).text).not.toContain('Bring a bicycle');
  });

  it('is still asked after several such messages', async () => {
    const history = await told(QUESTION, 'more');
    const again = [{ role: 'user', text: 'thanks' } as const, { role: 'assistant', text: 'You’re welcome!' } as const];
    const { text } = await ask('more', [...history, ...again]);
    expect(text).toContain('tyre');
  });
});

describe('a step of the last answer', () => {
  const STEPS: HistoryMessage[] = [
    { role: 'user', text: 'How do I hire a bicycle?' },
    { role: 'assistant', text: '1. Come to a station. …\n2. Charge the battery of the electric bicycle. … [1]' },
  ];

  it.each(['can you explain step 2?', 'Was heißt Schritt 2?', '2?'])('is asked for by its number: %s', async (text) => {
    expect((await ask(text, STEPS)).text).toContain('Its battery is charged at the station');
  });

  it('is asked for without where its links lead', () => {
    const text = '1. Come.\n2. Charge [the battery](https://example.com/flat-tyre). [1]';
    const history: HistoryMessage[] = [{ role: 'assistant', text }];
    const { signal } = new AbortController();
    const asked = { projectId: 'p', text: 'can you explain step 2?', history, contact: '', signal };
    expect(contextualizeQuery(asked).text).toBe('can you explain step 2? Charge the battery. [1]');
  });

  it('is shown once more', async () => {
    const { text } = await ask('can you explain step 2?', STEPS);
    expect((await ask('can you explain step 2?', [{ role: 'assistant', text }, ...STEPS])).text).toBe(text);
  });

  it('is not meant by a number in a question that says more, or where there is no such step', () => {
    const { signal } = new AbortController();
    const contextOf = (text: string) =>
      contextualizeQuery({ projectId: 'p', text, history: STEPS, contact: '', signal }).text;
    for (const text of ['How much do 2 basic plans for two children cost?', 'can you explain step 3?'])
      expect(contextOf(text)).toBe(text);
  });
});

describe('a follow-up that says little', () => {
  const written: Written[] = [
    { title: 'Alarm', text: 'The alarm of a bicycle rings when somebody moves it.' },
    { title: 'Alarm', text: 'Turn its key to the left for silence.' },
    { title: 'Lights', text: 'The lights are on at night. Turn off the lights at the handlebar.' },
    { title: 'Song', text: 'The file of a song is put into the folder “ring”.' },
    { title: 'Invoices', text: 'Put the file of an invoice into the folder “tax”.' },
  ];

  async function shown(before: string, text: string) {
    const { text: said } = await ask(before, [], '', written);
    const history: HistoryMessage[] = [
      { role: 'user', text: before },
      { role: 'assistant', text: said },
    ];
    const [alone, after] = [await ask(text, [], '', written), await ask(text, history, '', written)];
    return { alone: alone.citations[0]?.title, after: after.citations[0]?.title, outcomes: [alone, after] };
  }

  it('is answered from the page of what it stands for', async () => {
    expect(await shown('When does the alarm ring?', 'can I turn it off?')).toMatchObject({
      alone: 'Lights',
      after: 'Alarm',
    });
  });

  it('is answered from the page that the question before was about, where it speaks of something as known', async () => {
    const { alone, after, outcomes } = await shown('Which song may I use?', 'where do I put the file?');
    expect([alone, after]).toEqual(['Invoices', 'Song']);
    expect(outcomes[1]?.finishReason).toBe(outcomes[0]?.finishReason);
  });

  it('goes back to the question that names its subject', async () => {
    const { signal } = new AbortController();
    const history = ['How do bicycle alarms ring?', 'where do I put the file?', 'and at night?'].map((text) => ({
      role: 'user' as const,
      text,
    }));
    const { context } = contextualizeQuery({
      projectId: 'p',
      text: 'can I turn it off?',
      history,
      contact: '',
      signal,
    });
    expect(context.split('\n')).toEqual(['and at night?', 'where do I put the file?', 'How do bicycle alarms ring?']);
  });

  const STORY =
    'Last summer my nephew and I hired two bicycles of yours with the pro plan for a month. At night the lights failed, ' +
    'the tyre was flat, and the repairs at the station took a day. We had put the file of the invoice into the folder, ' +
    'and paid 19 euros for it. ';

  it('comes after what a long message asks, not after the story around that', async () => {
    expect(await shown(`${STORY}When does the alarm ring?`, 'can I turn it off?')).toMatchObject({ after: 'Alarm' });
  });

  it.each([
    ['What does the pro plan cost?\n\nWe are two.', 'What does the pro plan cost? We are two.'],
    [`${STORY}\nWhat does the pro plan cost?`, 'What does the pro plan cost?'],
  ])('has each question before it on a line of its own: %j', (before, line) => {
    const { signal } = new AbortController();
    const history = [before, 'and the basic one?'].map((text) => ({ role: 'user' as const, text }));
    const asked = { projectId: 'p', text: 'can I cancel it?', history, contact: '', signal };
    expect(contextualizeQuery(asked).context).toBe(`and the basic one?\n${line}`);
    expect(contextualizeQuery({ ...asked, text: before }).context).not.toContain('pro plan');
  });
});
