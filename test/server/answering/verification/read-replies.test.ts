import { describe, expect, it } from 'vitest';
import { readReplies } from '../../../../server/answering/verification/read-replies.ts';

describe('the replies of a model to questions of yes or no', () => {
  it.each<[string, string, (boolean | null)[]]>([
    ['as asked for', '1. yes\n2. no\n3. yes', [true, false, true]],
    ['in another order', '2. no\n1. yes', [true, false]],
    ['with other marks', '1) Yes\n2: NO\n(3) yes\n4 - no', [true, false, true, false]],
    ['in bold', '**1.** **Yes**\n**2:** *No*', [true, false]],
    ['with labels', 'Statement 1: yes\nStatement 2: no', [true, false]],
    ['with reasons', '1. No – passage 2 says the opposite.\n2. Yes, it says so in 3 places.', [false, true]],
    ['on one line', '1. yes 2. no 3. no', [true, false, false]],
    ['as JSON', '{"1": "yes", "2": "no"}', [true, false]],
    ['as a table', '| 1 | yes |\n| 2 | no |', [true, false]],
    ['after a lead-in', 'Here are my checks of the 2 statements:\n\n1. yes\n2. no', [true, false]],
    ['as a plain list', 'yes\nno\nyes', [true, false, true]],
    ['as a list with commas', 'Yes, no, yes.', [true, false, true]],
    ['as a JSON list', '["yes", "no"]', [true, false]],
    ['in German', '1. Ja\n2. Nein', [true, false]],
    ['in Japanese', '1. はい\n2. いいえ', [true, false]],
    ['as signs', '1. ✅\n2. ❌', [true, false]],
    ['with one missing', '1. yes\n3. no', [true, null, false]],
    ['with numbers that nobody asked about', '1. yes\n7. no', [true, null]],
    ['with one that is undecided', '1. yes\n2. partially', [true, null]],
    ['that contradict each other', '1. yes\n1. no\n2. no', [null, false]],
    ['too few of a plain list, which could be any', 'yes\nno', [null, null, null]],
    ['as prose', 'The statements look fine to me.', [null, null]],
    ['to one question', 'Yes.', [true]],
    ['to one question with a label', 'Answer: **no**', [false]],
    ['to one question with a reason', 'No, the passage says otherwise.\nIt closes at six.', [false]],
    ['to one question as prose', 'Nothing in it says so.', [null]],
    ['of nothing', '', [null]],
  ])('are read %s', (_, text, replies) => expect(readReplies(text, replies.length)).toEqual(replies));

  it('are read from a long text in a short time', () => {
    const text = '1'.repeat(50_000) + ' '.repeat(50_000) + '(*_"'.repeat(20_000);
    expect(readReplies(text, 3)).toEqual([null, null, null]);
  });
});
