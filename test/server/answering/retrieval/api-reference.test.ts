import { describe, expect, it } from 'vitest';
import { rankApiReferenceLower } from '../../../../server/answering/retrieval/api-reference.ts';
import type { Block } from '../../../../server/store/types.ts';
import { rankedPassages, textsOf } from './ranked.ts';

/** Blocks of these kinds, one for each part of the text. */
function made(text: string, ...kinds: Block['kind'][]) {
  let start = 0;
  const blocks = text.split('\n\n').map((part, at): Block => {
    const block: Block = { kind: kinds[at] ?? 'paragraph', start, end: start + part.length };
    start += part.length + 2;
    return block;
  });
  return { sourceId: 'src_api', blocks };
}

const REQUEST = 'POST /v1/users/invites\n\nCreates an invite for a user.';
const PARAMETERS = 'The address of the user to invite.';
const GUIDE = 'To invite a user, open Team and press Invite.';
const both = rankedPassages([REQUEST, 3, made(REQUEST)], [PARAMETERS, 2.5, made(PARAMETERS)], [GUIDE, 2, {}]);

describe('beside a guide, the reference of an API', () => {
  it('comes after it, with all passages of its pages', () => {
    expect(textsOf(rankApiReferenceLower(both, { text: 'How do I invite a user?' }))).toEqual([
      GUIDE,
      REQUEST,
      PARAMETERS,
    ]);
  });

  it.each<[text: string, kinds: Block['kind'][], headings?: string[]]>([
    ['Invite a user\n\nPOST /v1/users/invites HTTP/1.1\n\nCreates an invite.', ['heading', 'code']],
    ['POST https://api.example.com/invites\n\nCreates an invite.', ['code']],
    ['Creates an invite.', [], ['Users', 'POST /v1/users/invites']],
  ])('has a request in another form, too: %j of %j below %j', (text, kinds, headings = []) => {
    const other = rankedPassages([text, 3, { ...made(text, ...kinds), headings }], [GUIDE, 2, {}]);
    expect(textsOf(rankApiReferenceLower(other, { text: 'How do I invite a user?' }))).toEqual([GUIDE, text]);
  });

  it.each(['delete the invite of a user', 'how do I post an invite', 'invite the rest of the team'])(
    'comes after it where an everyday word is one of requests: %s',
    (text) => {
      expect(textsOf(rankApiReferenceLower(both, { text }))[0]).toBe(GUIDE);
    },
  );

  it.each([
    'invite a user via the API',
    'Which endpoint invites a user?',
    'curl for an invite',
    'POST an invite',
    'REST for invites',
  ])('stays where it is where it is asked for: %s', (text) => {
    expect(rankApiReferenceLower(both, { text })).toBe(both);
  });

  it('comes first where it is much likelier, or nothing else was found', () => {
    const likelier = rankedPassages([REQUEST, 5, made(REQUEST)], [GUIDE, 1, {}]);
    expect(textsOf(rankApiReferenceLower(likelier, { text: 'invite' }))).toEqual([REQUEST, GUIDE]);
    const alone = rankedPassages([REQUEST, 3, made(REQUEST)]);
    expect(rankApiReferenceLower(alone, { text: 'invite' })).toBe(alone);
  });

  it.each<[text: string, ...kinds: Block['kind'][]]>([
    ['You can GET /v1/users or POST to it.'],
    ['POST /login HTTP/1.1\nHost: example.com\n\nIt is sent so.', 'code'],
    ['Ask whether it is up:\n\nGET /health', 'paragraph', 'code'],
  ])('is none that only has an example of a request: %j', (text, ...kinds) => {
    const guides = rankedPassages([text, 3, made(text, ...kinds)], [GUIDE, 2, {}]);
    expect(rankApiReferenceLower(guides, { text: 'invite' })).toBe(guides);
  });
});
