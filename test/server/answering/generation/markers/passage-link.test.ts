import { describe, expect, it } from 'vitest';
import { passageLink } from '../../../../../server/answering/generation/markers/passage-link.ts';
import { passage } from '../../passages.ts';

const GUIDE = passage(
  'Read https://example.org/help?a=b. Or (http://example.org/a_(b)), <https://example.org/c>, write to help@example.org or javascript:alert(1).',
);

describe('the link of a passage', () => {
  it.each([
    ['https://example.org/help?a=b', 'https://example.org/help?a=b'],
    ['http://example.org/a_(b)', 'http://example.org/a_%28b%29'],
    ['https://example.org/c', 'https://example.org/c'],
    ['mailto:help@example.org', 'mailto:help@example.org'],
  ])('is %s', (address, target) => expect(passageLink(address, [GUIDE])).toBe(target));

  it.each([
    ['stands nowhere', 'https://example.org/other'],
    ['says more', 'https://example.org/help?a=b&secret=1'],
    ['says less', 'https://example.org/help?a='],
    ['is the end of one', 'mailto:elp@example.org'],
    ['runs a script', 'javascript:alert(1)'],
    ['is relative', '/help'],
    ['is an anchor', '#help'],
    ['is empty', ''],
    ['is only its scheme', 'mailto:'],
  ])('is none where an address %s', (_, address) => expect(passageLink(address, [GUIDE])).toBeNull());

  it('may be the page of the passage', () => {
    const page = { ...GUIDE, address: 'https://example.org/page' };
    expect(passageLink('https://example.org/page', [GUIDE, page])).toBe('https://example.org/page');
    expect(passageLink('https://example.org/page', [])).toBeNull();
  });
});
