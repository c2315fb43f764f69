import { describe, expect, it } from 'vitest';
import {
  confidence,
  isAnswerable,
  isWorthAskingModel,
  smallCorpusBias,
} from '../../../../server/answering/extractive/answerability.ts';
import { extractAnswer } from '../../../../server/answering/extractive/extract-answer.ts';
import { contextualizeQuery } from '../../../../server/answering/query/contextualize-query.ts';
import { search } from '../../../../server/answering/retrieval/search.ts';
import type { HistoryMessage } from '../../../../server/answering/types.ts';
import { createBuiltinEmbedder } from '../../../../server/engines/builtin/builtin-embedder.ts';
import { memoryStore } from '../memory-store.ts';

const SUBJECTS = ['ferry', 'museum', 'bakery', 'harbour', 'school', 'library', 'market', 'chapel', 'theatre', 'garden'];
const WRITTEN = SUBJECTS.map((subject, at) => ({
  title: subject,
  text: `The ${subject} opens at ${at + 5} in the morning. Dogs must wait outside. Repairs of the ${subject} cost 900 euros in the winter of 2019.`,
}));

async function judged(text: string, history: HistoryMessage[] = []) {
  const { signal } = new AbortController();
  const question = { projectId: 'p', text, history, contact: '', signal };
  const dependencies = { store: memoryStore(WRITTEN), embedder: createBuiltinEmbedder() };
  const { ranked, terms } = await search(dependencies, question, contextualizeQuery(question));
  const extracts = extractAnswer(ranked, terms);
  return {
    confidence: confidence(extracts, terms),
    answers: isAnswerable(extracts, terms),
    mayAnswer: isWorthAskingModel(extracts, terms),
  };
}

describe('the confidence that the documents answer', () => {
  it('is high if a sentence has what is asked for, and low if none has any of it', async () => {
    expect(await judged('When does the ferry open in the morning?')).toMatchObject({ answers: true, mayAnswer: true });
    expect(await judged('Who painted the ceiling of the Sistine Chapel in Rome?')).toMatchObject({ answers: false });
    expect(await judged('Zyxtra quorvin mel?')).toEqual({ confidence: 0, answers: false, mayAnswer: false });
  });

  it('is higher if the words stand together than in different sentences', async () => {
    const near = await judged('Does the garden open in the morning?');
    const far = await judged('Is a winter of the garden a morning?');
    expect(near.confidence).toBeGreaterThan(far.confidence);
  });

  it('is lower if what is asked for is in no passage at all', async () => {
    const elsewhere = await judged('Does the garden open at midnight in the winter?');
    const nowhere = await judged('Does the garden open at midnight in the monsoon?');
    expect(nowhere.confidence).toBeLessThan(elsewhere.confidence);
  });

  it('is higher in a project of fewer passages, where less is found by chance', () => {
    const mildness = [1, 150, 300, 3000, 100_000].map((chunks) => smallCorpusBias({ chunks }));
    expect(mildness[0]).toBe(mildness[1]);
    expect(mildness.slice(1)).toEqual(mildness.slice(1).sort((a, b) => b - a));
    expect(new Set(mildness).size).toBe(4);
    expect(mildness[4]).toBeLessThan(0.01);
  });

  it('is enough to ask a model before it is enough to answer without one', async () => {
    const doubtful = await judged('What did Napoleon say about the harbour of Alexandria in his letters?');
    expect(doubtful).toMatchObject({ answers: false, mayAnswer: true });
  });

  it('counts the words of earlier turns for a follow-up, but not alone', async () => {
    const history: HistoryMessage[] = [
      { role: 'user', text: 'When does the theatre open?' },
      { role: 'assistant', text: 'The theatre opens at 13 in the morning. [1]' },
    ];
    expect((await judged('And what did the repairs cost?', history)).answers).toBe(true);
    expect(
      (await judged('Who wrote Hamlet, and which king of Denmark, Norway or Sweden is the ghost?', history)).answers,
    ).toBe(false);
    expect((await judged('Who won the chess tournament in Reykjavik?', history)).confidence).toBe(0);
  });
});
