import { describe, expect, it } from 'vitest';
import { answerProbability, certainty } from '../../../../server/answering/certainty/answerability.ts';
import {
  type CertaintyFeatures,
  certaintyFeatures,
} from '../../../../server/answering/certainty/certainty-features.ts';
import { contextualizeQuery } from '../../../../server/answering/query/contextualize-query.ts';
import type { Reference } from '../../../../server/answering/query/stands-alone.ts';
import { search } from '../../../../server/answering/retrieval/search.ts';
import { TRAINED } from '../../../../server/answering/retrieval/weights.generated.ts';
import type { HistoryMessage } from '../../../../server/answering/types.ts';
import { createBuiltinEmbedder } from '../../../../server/engines/builtin/builtin-embedder.ts';
import { memoryStore, type Written } from '../memory-store.ts';

const SUBJECTS = ['ferry', 'museum', 'bakery', 'harbour', 'school', 'library', 'market', 'chapel', 'theatre', 'garden'];
const WRITTEN = SUBJECTS.map((subject, at) => ({
  title: subject,
  text: `The ${subject} opens at ${at + 5} in the morning. Dogs must wait outside. Repairs of the ${subject} cost 900 euros in the winter of 2019.`,
}));

async function found(text: string, history: HistoryMessage[] = [], written: Written[] = WRITTEN) {
  const { signal } = new AbortController();
  const question = { projectId: 'p', text, history, contact: '', signal };
  const dependencies = { store: memoryStore(written), embedder: createBuiltinEmbedder() };
  return search(dependencies, question, contextualizeQuery(question));
}

async function judged(text: string, history: HistoryMessage[] = []) {
  return certainty(await found(text, history));
}

async function featuresFor(text: string): Promise<CertaintyFeatures> {
  const { ranked, terms } = await found(text);
  const features = certaintyFeatures(ranked, terms);
  if (!features) throw new Error('Nothing was found.');
  return features;
}

describe('whether the documents answer', () => {
  it('is sure where a sentence holds what is asked for, and refused where none holds any of it', async () => {
    expect(await judged('When does the ferry open in the morning?')).toMatchObject({
      outcome: 'sure',
      isWorthAskingModel: true,
    });
    expect(await judged('Who painted the ceiling of the Sistine Chapel in Rome?')).toMatchObject({
      outcome: 'refused',
    });
    expect(await judged('Zyxtra quorvin mel?')).toEqual({
      probability: 0,
      outcome: 'refused',
      isWorthAskingModel: false,
    });
  });

  it('refuses less where the question is in a language that no document is in, which shares few words with them', async () => {
    const result = await found('When does the ferry open in the morning?');
    const { probability } = certainty(result);
    const weights = { ...TRAINED, thresholds: { refuse: probability + 0.001, sure: 1, askModel: 0 } };
    expect(certainty({ ...result, weights, languages: ['en', 'en'] }).outcome).toBe('refused');
    expect(certainty({ ...result, weights, languages: ['de', 'en'] }).outcome).toBe('unsure');
    const nothing = await found('Zyxtra quorvin mel?');
    expect(certainty({ ...nothing, languages: ['de', 'en'] }).outcome).toBe('refused');
  });

  it('depends little on whether other documents of the project are in other languages', async () => {
    const question = 'When do the repairs of the harbour museum open?';
    const alike = (language: string) =>
      WRITTEN.map((one, at): Written => ({ ...one, language: at === 9 ? language : 'en' }));
    const [one, several] = [await found(question, [], alike('en')), await found(question, [], alike('und'))];
    const features = [one, several].map(({ ranked, terms }) => certaintyFeatures(ranked, terms));
    expect(several.terms.own.length).toBeGreaterThan(one.terms.own.length);
    for (const name of ['contentShare', 'contentTerms'] as const)
      expect(features[1]?.[name]).toBeCloseTo(features[0]?.[name] ?? 0);
    expect(features[1]?.meanRarity).toBeCloseTo(features[0]?.meanRarity ?? 0, 1);
    const coverages = [one, several].map(({ ranked }) => ranked[0]?.features.coverage ?? 0);
    expect(coverages[1]).toBeCloseTo(coverages[0] ?? 0, 1);
  });

  it('is less sure where what is asked for is in no passage at all', async () => {
    const elsewhere = await judged('Does the garden open at midnight in the winter?');
    const nowhere = await judged('Does the garden open at midnight in the monsoon?');
    expect(nowhere.probability).toBeLessThan(elsewhere.probability);
  });

  it('asks a model where words alone would not do', () => {
    expect(TRAINED.thresholds.askModel).toBeGreaterThan(0);
    expect(TRAINED.thresholds.askModel).toBeLessThan(TRAINED.thresholds.refuse);
    expect(TRAINED.thresholds.refuse).toBeLessThan(TRAINED.thresholds.sure);
  });

  it('lets the words of earlier turns count for a follow-up, but not alone', async () => {
    const history: HistoryMessage[] = [
      { role: 'user', text: 'When does the theatre open?' },
      { role: 'assistant', text: 'The theatre opens at 13 in the morning. [1]' },
    ];
    expect((await judged('And what did the repairs cost?', history)).outcome).not.toBe('refused');
    const others = ['Who wrote Hamlet, and which king of Denmark, Norway or Sweden is the ghost?'];
    for (const text of [...others, 'Who won the chess tournament in Reykjavik?'])
      expect((await judged(text, history)).outcome).toBe('refused');
  });

  it('refuses in a conversation what it refuses alone, whatever the conversation shares with the documents', async () => {
    const history: HistoryMessage[] = [{ role: 'user', text: 'When does the theatre open?' }];
    const question = 'And how long must an egg wait outside?';
    const [{ ranked, terms }, alone] = [await found(question, history), await judged(question)];
    const features = certaintyFeatures(ranked, terms);
    expect(answerProbability(features, terms, TRAINED.certainty, 'en')).toBeGreaterThan(TRAINED.thresholds.refuse);
    expect(alone.outcome).toBe('refused');
    expect((await judged(question, history)).outcome).toBe('refused');
    expect((await judged('Which dogs must wait outside of it?', history)).outcome).toBe('sure');
  });

  it('judges a follow-up by how it rests on what was asked before', async () => {
    const result = await found('And how long must an egg wait outside?', [
      { role: 'user', text: 'When does the theatre open?' },
    ]);
    const as = (reference: Reference) => certainty({ ...result, terms: { ...result.terms, reference } });
    expect(as('joined').outcome).toBe('refused');
    // What it stands for is in the documents, and what it says of that is not.
    expect(as('pronoun').outcome).toBe('unsure');
    expect(as('pronoun').probability).toBeLessThan(TRAINED.thresholds.sure);
    expect(as('short').probability).toBe(as('joined').probability);
    const certain = await found('Which dogs must wait outside?', [
      { role: 'user', text: 'When does the theatre open?' },
    ]);
    const { probability } = certainty({
      ...certain,
      terms: { ...certain.terms, carried: ['theatr'], reference: 'short' },
    });
    expect(probability).toBe(certainty(certain).probability);
  });
});

describe('the features of the certainty', () => {
  it.each([
    ['Does the garden open in the morning?', { contentShare: 1, contentTerms: 3 / 8, hasNoNames: 1 }],
    ['Does the garden open at the opera of Sydney?', { contentShare: 2 / 4, contentTerms: 4 / 8, hasNoNames: 0 }],
    ['garden', { contentShare: 1, contentTerms: 1 / 8, headingCoverage: 1, documentShare: 1 / 5, hasNoNames: 1 }],
  ])('say of “%s” what was found', async (question, expected) => {
    const features = await featuresFor(question);
    for (const [name, value] of Object.entries(expected))
      expect(features[name as keyof CertaintyFeatures]).toBeCloseTo(value, 5);
    expect(features.bias).toBe(1);
  });

  it('know rare words from those that every passage has', async () => {
    const [rare, frequent] = await Promise.all([featuresFor('garden'), featuresFor('morning')]);
    expect(rare.meanRarity).toBeGreaterThan(frequent.meanRarity);
  });

  it('have a weight each, alone and in a conversation, and no weight is of anything else', async () => {
    const names = Object.keys(await featuresFor('garden')).sort();
    expect(Object.keys(TRAINED.certainty.standalone).sort()).toEqual(names);
    expect(Object.keys(TRAINED.certainty.followUp).sort()).toEqual(names);
  });

  it('are weighed apart for a follow-up', async () => {
    const features = await featuresFor('garden');
    const zeros = Object.fromEntries(Object.keys(features).map((name) => [name, 0])) as object as CertaintyFeatures;
    const weights = {
      standalone: { ...zeros, bias: Math.log(3) },
      followUp: { ...zeros, bias: -Math.log(3) },
      languages: { th: -Math.log(3) },
    };
    expect(answerProbability(features, { carried: [] }, weights, 'en')).toBeCloseTo(0.75, 10);
    expect(answerProbability(features, { carried: [] }, weights, 'th')).toBeCloseTo(0.5, 10);
    expect(answerProbability(features, { carried: ['ferri'] }, weights, 'en')).toBeCloseTo(0.25, 10);
    expect(answerProbability(null, { carried: [] }, weights, 'en')).toBe(0);
  });
});
