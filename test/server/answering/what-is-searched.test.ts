import { describe, expect, it, vi } from 'vitest';
import { toAnswer } from '../../../server/answering/output/to-answer.ts';
import { createAnswerer } from '../../../server/answering/pipeline.ts';
import type { CuratedFinder, HistoryMessage, Question } from '../../../server/answering/types.ts';
import { createBuiltinEmbedder } from '../../../server/engines/builtin/builtin-embedder.ts';
import { memoryStore } from './memory-store.ts';

const STORE = memoryStore([
  { title: 'Opening hours', text: 'The museum opens at nine in the morning. It closes at 6 p.m. on weekdays.' },
  { title: 'Tickets', text: 'A ticket for adults costs 12 euros. Children under six enter free of charge.' },
  { title: 'Getting here', text: 'Take bus 14 from the railway station. The journey takes ten minutes.' },
  { title: 'Café', text: 'The café serves breakfast until eleven. Its terrace looks over the lake.' },
]);
const WHOLE = 'When does the museum open?';
const STORY =
  'Last year my sister came by bus from the railway station with her two children, had breakfast in the café, and sat ' +
  'on the terrace that looks over the lake. The journey took ten minutes, and nobody had told her about the free tickets ' +
  'for those under six, so that she had paid 24 euros for them. ';

const questionOf = (text: string, history: HistoryMessage[] = []): Question => {
  return { projectId: 'proj_1', text, history, contact: '', signal: new AbortController().signal };
};
const ask = (text: string) =>
  toAnswer(createAnswerer({ store: STORE, embedder: createBuiltinEmbedder }).answer(questionOf(text)));

describe('what is searched for', () => {
  it('is of a long message what it asks, without the story around it', async () => {
    const { text, certainty } = await ask(WHOLE);
    expect(await ask(`${STORY}${WHOLE}`)).toMatchObject({ text, certainty });
  });

  it('is of a misspelt question what was meant', async () => {
    const { text, certainty } = await ask(WHOLE);
    const corrected = { query: WHOLE, words: [{ from: 'musuem', to: 'museum' }] };
    expect(await ask('When does the musuem open?')).toMatchObject({ corrected, text, certainty });
  });
});

describe('what looks for an answer of the owner', () => {
  it.each([
    ['a question that says all that it asks for', 'How much is a ticket for adults?', false],
    ['one that may stand alone', 'where do I put the file?', false],
    ['one with a pronoun', 'can I turn it off?', true],
    ['one that says nothing by itself', 'which formats?', true],
    ['one that asks for more', 'more', true],
  ])('is told whether the question is a follow-up: %s', async (_, text, isFollowUp) => {
    const find = vi.fn<CuratedFinder['find']>(async () => null);
    const history: HistoryMessage[] = [
      { role: 'user', text: 'Which song may I use?' },
      { role: 'assistant', text: 'Any.' },
    ];
    const answerer = createAnswerer({ store: STORE, embedder: createBuiltinEmbedder, curated: { find } });
    await toAnswer(answerer.answer(questionOf(text, history)));
    expect(find).toHaveBeenCalledWith('proj_1', text, expect.objectContaining({ isFollowUp }));
  });
});
