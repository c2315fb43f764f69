import { describe, expect, it } from 'vitest';
import { rankApiReferenceLower } from '../../../../server/answering/retrieval/api-reference.ts';
import { rankedPassages, textsOf } from './ranked.ts';

const REQUEST = 'POST /v1/users/invites\n\nCreates an invite for a user.';
const PARAMETERS = 'The address of the user to invite.';
const GUIDE = 'To invite a user, open Team and press Invite.';
const reference = { sourceId: 'src_api' };
const both = rankedPassages([REQUEST, 3, reference], [PARAMETERS, 2.5, reference], [GUIDE, 2, {}]);

describe('beside a guide, the reference of an API', () => {
  it('comes after it, with all passages of its pages', () => {
    expect(textsOf(rankApiReferenceLower(both, { text: 'How do I invite a user?' }))).toEqual([
      GUIDE,
      REQUEST,
      PARAMETERS,
    ]);
  });

  it.each<[text: string, headings?: string[]]>([
    ['Invite a user\n\nPOST /v1/users/invites HTTP/1.1\n\nCreates an invite.'],
    ['POST https://api.example.com/invites\n\nCreates an invite.'],
    ['Creates an invite.', ['Users', 'POST /v1/users/invites']],
  ])('has a request in another form, too: %j below %j', (text, headings = []) => {
    const other = rankedPassages([text, 3, { ...reference, headings }], [GUIDE, 2, {}]);
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
    const likelier = rankedPassages([REQUEST, 5, reference], [GUIDE, 1, {}]);
    expect(textsOf(rankApiReferenceLower(likelier, { text: 'invite' }))).toEqual([REQUEST, GUIDE]);
    const alone = rankedPassages([REQUEST, 3, reference]);
    expect(rankApiReferenceLower(alone, { text: 'invite' })).toBe(alone);
  });

  it('is none that only speaks of requests', () => {
    for (const text of ['You can GET /v1/users or POST to it.', 'POST /login HTTP/1.1\nHost: example.com\n\nname=a']) {
      const guides = rankedPassages([text, 3, reference], [GUIDE, 2, {}]);
      expect(rankApiReferenceLower(guides, { text: 'invite' })).toBe(guides);
    }
  });
});
