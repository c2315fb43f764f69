import type { Citation } from '@footnote/sdk/contract';
import { describe, expect, it } from 'vitest';
import { toOpenAiChunks } from '../../../../server/answering/output/to-openai-chunks.ts';
import type { AnswerEvent, CitedPassage } from '../../../../server/answering/types.ts';
import { citation, citedAnswer, drained, finish, play, text, USAGE } from '../../../helpers/server/scripted-answers.ts';

const HEAD = { id: 'msg_1', created: 1_770_000_000, model: 'footnote' };
const FRAME = { ...HEAD, object: 'chat.completion.chunk' };

const show = ({ id, source_id, title, text, quote }: CitedPassage): Citation => ({
  ...{ id, source_id, title, text, quote },
  ...{ url: `/passages/${id}`, indexed_at: '2026-01-31T00:00:00.000Z' },
});

const chunk = (delta: object, finish_reason: string | null = null) => ({
  ...FRAME,
  choices: [{ index: 0, delta, logprobs: null, finish_reason }],
});
const OPENING = chunk({ role: 'assistant', content: '' });
const last = (content: string, ids: number[] = [], outcome: object = { finish_reason: 'stop' }) => ({
  ...chunk({ content }),
  citations: ids.map((id) => show(citation(id))),
  ...outcome,
});

const chunksOf = (events: AnswerEvent[], includeUsage = false) =>
  drained(toOpenAiChunks(play(events), HEAD, { includeUsage, citation: show }));

describe('the chunks of a completion', () => {
  it.each<[string, AnswerEvent[], object[]]>([
    [
      'the last one with content carries the citations',
      citedAnswer([{ words: 'One' }, { words: ' two' }]),
      [
        ...[OPENING, chunk({ content: 'One' }), chunk({ content: ' [1]' }), chunk({ content: ' two' })],
        ...[last(' [2]', [1, 2]), chunk({}, 'stop')],
      ],
    ],
    ['an answer without citations has none', [text('Hello!'), finish()], [OPENING, last('Hello!'), chunk({}, 'stop')]],
    [
      'waiting has no words here',
      [{ type: 'status', position: 1 }, text('Now'), finish({ reason: 'length' })],
      [OPENING, last('Now', [], { finish_reason: 'length' }), chunk({}, 'length')],
    ],
    [
      'an honest refusal is a whole answer',
      [{ type: 'verdict', response: 'Sorry.' }, finish({ reason: 'refused' })],
      [OPENING, last('Sorry.', [], { finish_reason: 'refused' }), chunk({}, 'stop')],
    ],
    [
      'an unsure answer is whole for OpenAI’s clients, and unsure beside it',
      [text('This may not answer.'), finish({ reason: 'unsure' })],
      [OPENING, last('This may not answer.', [], { finish_reason: 'unsure' }), chunk({}, 'stop')],
    ],
    [
      'why nothing could answer is said beside how it ended',
      [text('Sorry.'), finish({ reason: 'refused', noSources: 'indexing' })],
      [OPENING, last('Sorry.', [], { finish_reason: 'refused', reason: 'indexing' }), chunk({}, 'stop')],
    ],
    [
      'what could not be kept is said beside how it ended',
      [text('At nine.'), finish({ kept: false })],
      [OPENING, last('At nine.', [], { finish_reason: 'stop', kept: false }), chunk({}, 'stop')],
    ],
    [
      'a verdict is said after the words that it takes back, and their citations are not sent',
      [...citedAnswer([{ words: 'Wrong' }]).slice(0, -1), { type: 'verdict', response: 'Sorry.' }, finish()],
      [OPENING, chunk({ content: 'Wrong' }), chunk({ content: ' [1]' }), last('\n\nSorry.'), chunk({}, 'stop')],
    ],
    [
      'what a revision adds is said after the words that it takes back',
      [
        text('Right. Wrong.'),
        { type: 'revision', response: 'Right.\n\nNo more.', citations: [], addition: 'No more.' },
        finish(),
      ],
      [OPENING, chunk({ content: 'Right. Wrong.' }), last('\n\nNo more.'), chunk({}, 'stop')],
    ],
    [
      'a revision that adds nothing says nothing',
      [text('Right. Right.'), { type: 'revision', response: 'Right.', citations: [], addition: '' }, finish()],
      [OPENING, last('Right. Right.'), chunk({}, 'stop')],
    ],
  ])('%s', async (_, events, chunks) => {
    expect(await chunksOf(events)).toEqual(chunks);
  });

  it('end with the usage if it is requested, and have null before', async () => {
    const chunks = await chunksOf([text('Hello!'), finish()], true);
    expect(chunks.at(-1)).toEqual({ ...FRAME, choices: [], usage: USAGE });
    expect(chunks.slice(0, -1).map(({ usage }) => usage)).toEqual([null, null, null]);
  });
});
