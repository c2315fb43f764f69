import { describe, expect, it } from 'vitest';
import type { ModelAnswering } from '../../../../server/answering/dependencies.ts';
import { createSupportChecker } from '../../../../server/answering/generation/support/support-check.ts';
import { toAnswer } from '../../../../server/answering/output/to-answer.ts';
import { createTracer } from '../../../../server/answering/output/trace.ts';
import { createAnswerer } from '../../../../server/answering/pipeline.ts';
import type { AnswerEvent, Passage, Question, VerificationOutcome } from '../../../../server/answering/types.ts';
import type { SentenceJudge, Verdict } from '../../../../server/answering/verification/sentence-judge.ts';
import { createBuiltinEmbedder } from '../../../../server/engines/builtin/builtin-embedder.ts';
import type { PromptMessage } from '../../../../server/engines/types.ts';
import { drained } from '../../../helpers/server/scripted-answers.ts';
import { SILENT } from '../../../helpers/stores/rows.ts';
import { memoryStore, type Written } from '../memory-store.ts';
import { passage } from '../passages.ts';
import { type Script, scriptedGenerator } from '../scripted-generator.ts';
import { CONTRADICTED, NEUTRAL, scriptedVerifier } from '../verification/scripted-verifier.ts';

const { signal } = new AbortController();

describe('another passage after a contradiction', () => {
  const OPEN = passage('The museum is open on Sundays in summer.');
  const CLOSED = passage('In winter all is different. The museum is not open on Sundays in summer.', {
    chunkId: 'other',
  });
  const PART = passage('The museum is large. Sundays in autumn are quiet.', { chunkId: 'part' });
  const numbersFor = async (sentence: string, shown: Passage[][], numbers: number[]) => {
    const checker = createSupportChecker(shown, 'When is it open?', null, signal);
    return (await checker.findSupport(sentence, numbers)).map(({ number }) => number);
  };
  const SENTENCE = 'The museum is open on Sundays in summer';

  it('is cited if it holds the sentence, whatever the model named', async () => {
    expect(await numbersFor(SENTENCE, [[CLOSED], [OPEN]], [1])).toEqual([2]);
    expect(await numbersFor(SENTENCE, [[CLOSED, OPEN]], [1])).toEqual([1]);
    expect(await numbersFor(SENTENCE, [[CLOSED], [OPEN]], [])).toEqual([2]);
  });

  it('is not cited if it has only some of the words', async () => {
    expect(await numbersFor(SENTENCE, [[CLOSED], [PART]], [1])).toEqual([]);
  });
});

describe('the passages that support a sentence, with a model that reads both', () => {
  const TICKET = passage('A ticket for adults costs 12 euros at the desk.');
  const OTHER = passage('Adults pay 12 euros for a ticket.', { chunkId: 'other' });
  const LOOSE = passage('Grown-ups are charged 12 euros for admission to the halls.', { chunkId: 'loose' });

  async function supported(sentence: string, shown: Passage[], verdictOf: (passage: Passage) => Verdict | null) {
    const read: string[] = [];
    const judge: SentenceJudge = {
      failed: false,
      async judge(pairs) {
        read.push(...pairs.map((pair) => pair.passage.chunkId));
        return pairs.map((pair) => verdictOf(pair.passage));
      },
    };
    const blocks = shown.map((one) => [one]);
    const checker = createSupportChecker(blocks, 'What does it cost?', null, signal, judge);
    const numbers = (await checker.findSupport(sentence, [1])).map(({ number }) => number);
    return { numbers, read };
  }
  const SENTENCE = 'Tickets for adults cost 12 euros.';

  it('are cited unless the model finds a contradiction', async () => {
    expect((await supported(SENTENCE, [TICKET], () => 'neutral')).numbers).toEqual([1]);
    expect((await supported(SENTENCE, [TICKET], () => null)).numbers).toEqual([1]);
    expect((await supported(SENTENCE, [TICKET], () => 'contradicted')).numbers).toEqual([]);
  });

  it('are found among the others after a contradiction, if the sentence follows from one', async () => {
    const verdictOf = (next: Verdict | null) => (one: Passage) => (one === TICKET ? 'contradicted' : next);
    expect((await supported(SENTENCE, [TICKET, OTHER], verdictOf('entailed'))).numbers).toEqual([2]);
    expect((await supported(SENTENCE, [TICKET, OTHER], verdictOf('neutral'))).numbers).toEqual([]);
    expect((await supported(SENTENCE, [TICKET, OTHER], verdictOf(null))).numbers).toEqual([]);
  });

  it('include one with too few of its words, if the sentence follows from it', async () => {
    const sentence = 'Visitors over eighteen must buy entry at a price of 12 euros.';
    expect((await supported(sentence, [LOOSE], () => 'neutral')).numbers).toEqual([]);
    expect((await supported(sentence, [LOOSE], () => null)).numbers).toEqual([]);
    expect((await supported(sentence, [LOOSE], () => 'entailed')).numbers).toEqual([1]);
  });

  it('do not include one that has other numbers or says otherwise, whatever the model finds', async () => {
    expect(await supported('Tickets for adults cost 13 euros.', [TICKET], () => 'entailed')).toEqual({
      numbers: [],
      read: [],
    });
    expect(await supported('Tickets for adults never cost 12 euros.', [TICKET], () => 'entailed')).toEqual({
      numbers: [],
      read: [],
    });
  });

  it('are not read for a sentence that stands in them', async () => {
    const quoted = await supported('A ticket for adults costs 12 euros', [TICKET], () => 'contradicted');
    expect(quoted).toEqual({ numbers: [1], read: [] });
  });
});

const MUSEUM: Written[] = [
  {
    title: 'Museum',
    headings: ['Opening hours'],
    text: 'The museum opens at nine in the morning. It closes at 18:00.',
  },
  { title: 'Museum', headings: ['Tickets'], text: 'A ticket for the museum costs adults 12 euros.' },
];
/** In the place of the letters are the numbers of the passages in the prompt. */
const SAID = 'The museum opens in the morning at nine [H]. For adults, a ticket for the museum costs 12 euros [T].';
const CITED = SAID.replace('[H]', '[1]').replace('[T]', '[2]');
const WITHOUT_HOURS = SAID.replace(' [H]', '').replace('[T]', '[1]');

type Setup = Pick<ModelAnswering, 'verifier'> & { concurrency?: number };

async function answerWith(script: Script, { verifier, concurrency = 1 }: Setup) {
  const generator = scriptedGenerator(script, { concurrency });
  const outcomes: VerificationOutcome[] = [];
  const store = memoryStore(MUSEUM);
  const answering = { generator, log: SILENT, now: Date.now, verifier: verifier ?? null };
  const answerer = createAnswerer(
    { store, embedder: createBuiltinEmbedder },
    { ...answering, onVerification: (outcome) => outcomes.push(outcome) },
  );
  const trace = createTracer('When does the museum open, and what is a ticket?');
  const question: Question = {
    ...{ projectId: 'proj_1', text: 'When does the museum open, and what is a ticket?', history: [], contact: '' },
    ...{ signal, trace },
  };
  const events = await drained(answerer.answer(question));
  const traced = trace.result({ outcome: 'answered', firstText: 0, total: 0, promptTokens: 0 });
  return { events, answer: await toAnswer(replay(events)), generator, outcomes, trace: traced };
}

async function* replay(events: AnswerEvent[]): AsyncGenerator<AnswerEvent> {
  yield* events;
}

/** A text with the numbers of this prompt. */
function numbered(said: string, messages: PromptMessage[]): string {
  const prompt = messages.at(-1)?.text ?? '';
  const numberOf = (title: string) =>
    new RegExp(`<passage number="(\\d)"[^>]*section="${title}`).exec(prompt)?.[1] ?? '?';
  return said.replaceAll('[H]', `[${numberOf('Opening')}]`).replaceAll('[T]', `[${numberOf('Tickets')}]`);
}

const isCheck = (text: string | undefined) => text?.includes('Statements:') === true;
const writes =
  (said: string): Script =>
  (messages) =>
    numbered(said, messages);
/** A model that writes the answer, and replies to questions about it. */
const modelThatReplies =
  (replies: string | (() => never), said = SAID): Script =>
  (messages) => {
    if (!isCheck(messages.at(-1)?.text)) return numbered(said, messages);
    return typeof replies === 'string' ? replies : replies();
  };

describe('an answer whose sentences a model checks', () => {
  it('has no citation where the model finds a contradiction, and shows none before', async () => {
    const verifier = scriptedVerifier(({ sentence }) => (sentence.includes('nine') ? CONTRADICTED : NEUTRAL));
    const { answer, events, trace, outcomes } = await answerWith(writes(SAID), { verifier });
    expect(answer.text).toBe(WITHOUT_HOURS);
    expect(answer.unsupported).toEqual([{ start: 0, end: 40 }]);
    expect(answer.citations.map(({ text }) => text)).toEqual([MUSEUM[1]?.text]);
    expect(events.map(({ type }) => type)).not.toContain('revision');
    expect(trace.engines).toMatchObject({ verifier: 'transformers:scripted-verifier' });
    expect(trace.engines).not.toHaveProperty('verifier_failed');
    expect(outcomes).toEqual(['done', 'done']);
    expect(verifier.prepared()).toBe(1);
    expect(verifier.requests[0]?.[0]).toMatchObject({ heading: 'Museum › Opening hours', passage: MUSEUM[0]?.text });
  });

  it('is what the rules make of it if the model fails, and says so', async () => {
    const verifier = scriptedVerifier(() => {
      throw new Error('on purpose');
    });
    const { answer, trace, outcomes } = await answerWith(writes(SAID), { verifier });
    expect(answer.text).toBe(CITED);
    expect(answer.unsupported).toEqual([]);
    expect(trace.engines).toMatchObject({ verifier_failed: true });
    expect(outcomes).toEqual(['failed']);
  });

  it('says of each citation whether the sentences that cite it stand in its passage', async () => {
    const said = 'A ticket for the museum costs adults 12 euros [T]. The museum opens in the morning at nine [H].';
    const { answer, events } = await answerWith(writes(said), {});
    expect(answer.citations.map(({ support }) => support)).toEqual(['quoted', 'checked']);
    expect(events.filter(({ type }) => type === 'citations')).toHaveLength(2);
    const both = 'A ticket for the museum costs adults 12 euros [T]. For adults, a ticket is 12 euros [T].';
    const mixed = await answerWith(writes(both), {});
    expect(mixed.answer.citations.map(({ support }) => support)).toEqual(['checked']);
  });
});

describe('an answer whose model is asked about its sentences', () => {
  it('loses the citation of a sentence that is denied, when it is complete', async () => {
    const { answer, events, generator, trace, outcomes } = await answerWith(modelThatReplies('1. no\n2. yes'), {
      verifier: 'answerer',
    });
    expect(answer.text).toBe(WITHOUT_HOURS);
    expect(answer.unsupported).toEqual([{ start: 0, end: 40 }]);
    expect(answer.citations.map(({ text }) => text)).toEqual([MUSEUM[1]?.text]);
    expect(events.at(-2)).toMatchObject({ type: 'revision', response: answer.text, addition: '' });
    expect(generator.prompts.filter((messages) => isCheck(messages.at(-1)?.text)).length).toBeLessThanOrEqual(2);
    expect(answer.usage?.prompt_tokens).toBe(100 * generator.prompts.length);
    expect(trace.engines).toMatchObject({ verifier: 'answerer' });
    expect(trace.claims).toEqual([{ sentence: expect.stringContaining('For adults'), markers: [1] }]);
    expect(outcomes[0]).toBe('done');
  });

  it('is asked nothing while it writes, as its engine may write one text at a time', async () => {
    let writing = 0;
    const script: Script = async function* (messages) {
      expect(writing++).toBe(0);
      yield { type: 'text', delta: isCheck(messages.at(-1)?.text) ? '1. yes\n2. yes' : numbered(SAID, messages) };
      writing--;
      yield { type: 'end', reason: 'stop', usage: null };
    };
    const { answer, generator } = await answerWith(script, { verifier: 'answerer' });
    expect(answer.text).toBe(CITED);
    expect(generator.prompts).toHaveLength(2);
  });

  it('becomes what comes closest if nothing is left of it', async () => {
    const { answer, events } = await answerWith(modelThatReplies('1. no\n2. no\n3. no'), { verifier: 'answerer' });
    expect(answer.finishReason).toBe('unsure');
    expect(answer.citations.map(({ support }) => support)).toContain('quoted');
    expect(events.at(-2)).toMatchObject({ type: 'revision', response: answer.text });
  });

  it.each<[string, string | (() => never)]>([
    ['does not reply by yes or no', 'I would rather not say.'],
    [
      'fails',
      () => {
        throw new Error('on purpose');
      },
    ],
  ])('is what the rules make of it if the model %s, and says so', async (_, replies) => {
    const { answer, events, trace, outcomes } = await answerWith(modelThatReplies(replies), { verifier: 'answerer' });
    expect(answer.text).toBe(CITED);
    expect(events.map(({ type }) => type)).not.toContain('revision');
    expect(trace.engines).toMatchObject({ verifier_failed: true });
    expect(trace.claims).toHaveLength(2);
    expect(outcomes).toEqual(['failed']);
  });

  it('is not asked about an answer of quotations', async () => {
    const said = 'A ticket for the museum costs adults 12 euros [T].';
    const { generator, answer } = await answerWith(modelThatReplies('1. no', said), { verifier: 'answerer' });
    expect(answer.text).toBe(said.replace('[T]', '[1]'));
    expect(generator.prompts).toHaveLength(1);
  });

  it('keeps a sentence in other words that is confirmed', async () => {
    const said = 'The museum opens in the morning at nine [H]. Visitors hand over 12 euros in cash at the desk [T].';
    const { answer } = await answerWith(modelThatReplies('1. yes\n2. yes', said), { verifier: 'answerer' });
    expect(answer.text).toBe(said.replace('[H]', '[1]').replace('[T]', '[2]'));
    expect(answer.unsupported).toEqual([]);
    const byRules = await answerWith(modelThatReplies('', said), {});
    expect(byRules.answer.text).not.toContain('Visitors');
  });
});
