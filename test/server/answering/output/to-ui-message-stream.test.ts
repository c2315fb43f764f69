import type { Citation, SourceDocumentPart, StreamPart } from '@footnote/sdk/contract';
import { describe, expect, it } from 'vitest';
import { errors } from '../../../../server/answering/errors.ts';
import { toAnswer } from '../../../../server/answering/output/to-answer.ts';
import {
  type PartPresenters,
  toErrorParts,
  toUiMessageStream,
} from '../../../../server/answering/output/to-ui-message-stream.ts';
import type { AnswerEvent, CitedPassage } from '../../../../server/answering/types.ts';
import { fc } from '../../../helpers/input/fast-check.ts';
import { citation, citedAnswer, drained, finish, play, text, USAGE } from '../../../helpers/server/scripted-answers.ts';

const TURN = { messageId: 'msg_1', conversationId: 'conv_1' };
const START = { type: 'start', messageId: 'msg_1', messageMetadata: { conversation_id: 'conv_1' } };
const FINISH = { type: 'finish', messageMetadata: { finish_reason: 'stop', usage: USAGE } };
const TEXT_START = { type: 'text-start', id: 't1' };
const TEXT_END = { type: 'text-end', id: 't1' };
const delta = (words: string) => ({ type: 'text-delta', id: 't1', delta: words });
const citations = (...ids: number[]) => ({
  type: 'data-citations',
  id: 'citations',
  data: ids.map((id) => show(citation(id))),
});
const document = (sourceId: string): SourceDocumentPart => ({
  type: 'source-document',
  sourceId,
  mediaType: 'text/markdown',
  title: `Document of ${sourceId}`,
});

function show({ id, source_id, title, text, quote }: CitedPassage): Citation {
  return { id, source_id, title, text, quote, url: `/passages/${id}`, indexed_at: '2026-01-31T00:00:00.000Z' };
}

const present: PartPresenters = {
  citation: show,
  nearest: (passages) => passages.map(({ sourceId, title }) => ({ source_id: sourceId, title, url: '/passages/near' })),
  document: async ({ source_id }) => (source_id === 'src_gone' ? null : document(source_id)),
};

const partsOf = (events: AnswerEvent[]) => drained(toUiMessageStream(play(events), TURN, present));

describe('the parts of an answer', () => {
  it.each<[string, AnswerEvent[], object[]]>([
    ['nothing but its end', [finish()], [START, FINISH]],
    [
      'words without a citation',
      [text('Hel'), text('lo!'), finish()],
      [START, TEXT_START, delta('Hel'), delta('lo!'), TEXT_END, FINISH],
    ],
    [
      'a cited sentence',
      citedAnswer([{ words: 'Run it' }]),
      [START, TEXT_START, delta('Run it'), citations(1), delta(' [1]'), TEXT_END, document('src_1'), FINISH],
    ],
    [
      'two citations: the list is sent whole each time',
      citedAnswer([{ words: 'One' }, { words: ' two' }]),
      [
        ...[START, TEXT_START, delta('One'), citations(1), delta(' [1]'), delta(' two'), citations(1, 2)],
        ...[delta(' [2]'), TEXT_END, document('src_1'), document('src_2'), FINISH],
      ],
    ],
    [
      'a wait before the first word',
      [{ type: 'status', position: 2 }, { type: 'status', position: 1 }, text('Now'), finish()],
      [
        START,
        { type: 'data-status', id: 'status', data: { position: 2 }, transient: true },
        { type: 'data-status', id: 'status', data: { position: 1 }, transient: true },
        ...[TEXT_START, delta('Now'), TEXT_END, FINISH],
      ],
    ],
    [
      'suggestions and unsupported ranges, after the text',
      [text('Well'), finish({ reason: 'length', suggestions: ['And?'], unsupported: [{ start: 0, end: 4 }] })],
      [
        ...[START, TEXT_START, delta('Well'), TEXT_END],
        { type: 'data-suggestions', id: 'suggestions', data: ['And?'] },
        { type: 'data-unsupported', id: 'unsupported', data: [{ start: 0, end: 4 }] },
        { type: 'finish', messageMetadata: { finish_reason: 'length', usage: USAGE } },
      ],
    ],
    [
      'a verdict that replaces words and citations',
      [...citedAnswer([{ words: 'Wrong' }]).slice(0, -1), { type: 'verdict', response: 'Sorry.' }, finish()],
      [
        ...[START, TEXT_START, delta('Wrong'), citations(1), delta(' [1]'), TEXT_END],
        { type: 'data-verdict', id: 'verdict', data: { verdict: 'refused', response: 'Sorry.' } },
        ...[citations(), FINISH],
      ],
    ],
    [
      'a verdict before any word',
      [{ type: 'verdict', response: 'Sorry.' }, finish({ reason: 'refused' })],
      [
        START,
        { type: 'data-verdict', id: 'verdict', data: { verdict: 'refused', response: 'Sorry.' } },
        { type: 'finish', messageMetadata: { finish_reason: 'refused', usage: USAGE } },
      ],
    ],
    [
      'a revision that replaces words and keeps the citations',
      [
        ...citedAnswer([{ words: 'Wrong. Right.' }]).slice(0, -1),
        { type: 'revision', response: 'Right. [1]', citations: [citation(1)], addition: '' },
        finish(),
      ],
      [
        ...[START, TEXT_START, delta('Wrong. Right.'), citations(1), delta(' [1]'), TEXT_END],
        { type: 'data-verdict', id: 'verdict', data: { verdict: 'revised', response: 'Right. [1]' } },
        document('src_1'),
        FINISH,
      ],
    ],
  ])('%s', async (_, events, parts) => {
    expect(await partsOf(events)).toEqual(parts);
  });

  it('name each source once, in the order of the markers, without deleted ones', async () => {
    const facts = ['src_b', 'src_gone', 'src_a', 'src_b'].map((sourceId) => ({ words: 'Fact.', sourceId }));
    const named = (await partsOf(citedAnswer(facts))).filter(({ type }) => type === 'source-document');
    expect(named).toEqual([document('src_b'), document('src_a')]);
  });

  it('follow their events without waiting for the next', async () => {
    const seen: string[] = [];
    async function* slowly(): AsyncGenerator<AnswerEvent> {
      for (const event of citedAnswer([{ words: 'One' }])) {
        seen.push(`event ${event.type}`);
        yield event;
      }
    }
    for await (const { type } of toUiMessageStream(slowly(), TURN, present)) seen.push(type);
    expect(seen).toEqual([
      ...['start', 'event text', 'text-start', 'text-delta', 'event citations', 'data-citations'],
      ...['event text', 'text-delta', 'event finish', 'text-end', 'source-document', 'finish'],
    ]);
  });

  it('rethrow what the events throw, and close the events when not read to the end', async () => {
    let ended = false;
    async function* failing(): AsyncGenerator<AnswerEvent> {
      try {
        yield text('One');
        throw new Error('broken');
      } finally {
        ended = true;
      }
    }
    await expect(drained(toUiMessageStream(failing(), TURN, present))).rejects.toThrow('broken');
    ended = false;
    for await (const { type } of toUiMessageStream(failing(), TURN, present)) if (type === 'text-delta') break;
    expect(ended).toBe(true);
  });
});

/** The keys that ai 5 and 6 allow on a standard part; they refuse a part with any other. */
const ALLOWED: Record<string, string[]> = {
  start: ['type', 'messageId', 'messageMetadata'],
  'text-start': ['type', 'id'],
  'text-delta': ['type', 'id', 'delta'],
  'text-end': ['type', 'id'],
  'source-document': ['type', 'sourceId', 'mediaType', 'title', 'filename'],
  finish: ['type', 'messageMetadata'],
  error: ['type', 'errorText'],
};
const ALLOWED_ON_DATA = ['type', 'id', 'data', 'transient'];

/** Text in pieces of any size, markers cut anywhere. */
const anAnswer = fc
  .record({
    facts: fc.array(fc.record({ words: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }) }), {
      maxLength: 6,
    }),
    cuts: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 20 }),
    refused: fc.boolean(),
  })
  .map(({ facts, cuts, refused }) => {
    let at = 0;
    const split = (whole: string): string[] => {
      const size = cuts[at++ % cuts.length] ?? 1;
      return whole.length <= size ? [whole] : [whole.slice(0, size), ...split(whole.slice(size))];
    };
    // A document's own brackets are set apart before they become text (output/build-citation.ts).
    const clean = facts.map(({ words }) => ({ words: words.replaceAll(/[[\]]/g, '') }));
    const events = citedAnswer(clean, split);
    const verdict: AnswerEvent[] = refused ? [{ type: 'verdict', response: 'Not in the documents.' }] : [];
    return [...events.slice(0, -1), ...verdict, finish()];
  });

describe('for any answer', () => {
  it('no marker comes before its citation, wherever it is split', () =>
    fc.assert(
      fc.asyncProperty(anAnswer, async (events) => {
        let written = '';
        let known = 0;
        for (const part of await partsOf(events)) {
          if (part.type === 'data-citations') known = part.data.length;
          if (part.type === 'data-verdict') written = '';
          if (part.type === 'text-delta') written += part.delta;
          for (const [, id] of written.matchAll(/\[(\d+)/g)) expect(Number(id)).toBeLessThanOrEqual(known);
        }
      }),
    ));

  it('the stream ends as the JSON answer does', () =>
    fc.assert(
      fc.asyncProperty(anAnswer, async (events) => {
        const last = { text: '', citations: [] as Citation[] };
        for (const part of await partsOf(events)) {
          if (part.type === 'data-citations') last.citations = part.data;
          if (part.type === 'data-verdict') last.text = part.data.response;
          if (part.type === 'text-delta') last.text += part.delta;
        }
        const answer = await toAnswer(play(events));
        expect(last).toEqual({ text: answer.text, citations: answer.citations.map(show) });
      }),
    ));

  it('no part has a key that clients refuse, and text opens and closes once', () =>
    fc.assert(
      fc.asyncProperty(anAnswer, async (events) => {
        const parts: StreamPart[] = [...(await partsOf(events)), ...toErrorParts(errors.internal())];
        for (const part of parts) {
          const allowed = part.type.startsWith('data-') ? ALLOWED_ON_DATA : ALLOWED[part.type];
          expect(allowed).toEqual(expect.arrayContaining(Object.keys(part)));
        }
        const shape = parts.map(({ type }) => type).filter((type) => type.startsWith('text-'));
        expect(shape.join(' ')).toMatch(/^(text-start( text-delta)+ text-end)?$/);
      }),
    ));
});

describe('the parts of an answer that fails', () => {
  it.each([
    [errors.internal(), { code: 'internal_error', retryable: true }],
    [errors.busy(3), { code: 'busy', retryable: true }],
    [errors.notFound(), { code: 'not_found', retryable: false }],
  ])('%s', (error, data) => {
    expect(toErrorParts(error)).toEqual([
      { type: 'data-error', data, transient: true },
      { type: 'error', errorText: error.message },
    ]);
  });
});
