import { describe, expect, it } from 'vitest';
import { linkedIds, withAddresses } from '../../../../server/store/types/link-address.ts';
import type { Block } from '../../../../server/store/types.ts';

const PAGES = new Map([
  ['docs/guide/plans.md', 'https://example.com/guide/plans/'],
  ['docs/guide/kinds of plans.md', 'https://example.com/guide/kinds/'],
  ['docs/install.md', 'https://example.com/install/#install'],
  ['docs/api/index.mdx', 'https://example.com/api/'],
  ['docs/files/prices.pdf', 'https://example.com/files/prices.pdf'],
  ['docs/private.md', 'ftp://example.com/private'],
]);
const FILE = { externalId: 'docs/guide/start.md', address: 'https://example.com/guide/start/' };

function followed(written: string, page: { externalId?: string; address: string | null } = FILE): string | null {
  const blocks: Block[] = [
    { kind: 'paragraph', start: 0, end: 20, links: [{ start: 4, end: 9, address: written }] },
    { kind: 'paragraph', start: 22, end: 30 },
  ];
  const part = { ...page, blocks };
  const known = new Map(linkedIds([part]).flatMap((id) => (PAGES.has(id) ? [[id, PAGES.get(id) as string]] : [])));
  const [first, second] = withAddresses(part, known);
  expect(second).toBe(blocks[1]);
  const [link] = first?.links ?? [];
  if (link) expect(first).toEqual({ ...blocks[0], links: [{ ...link, start: 4, end: 9 }] });
  else expect(first).toEqual({ kind: 'paragraph', start: 0, end: 20 });
  return link?.address ?? null;
}

describe('a link in a document', () => {
  it.each([
    ['https://other.test/a', 'https://other.test/a'],
    ['plans.md', 'https://example.com/guide/plans/'],
    ['./plans.md#kinds', 'https://example.com/guide/plans/#kinds'],
    ['plans.md?plain=1#kinds', 'https://example.com/guide/plans/#kinds'],
    ['kinds%20of%20plans.md', 'https://example.com/guide/kinds/'],
    ['../install.md', 'https://example.com/install/#install'],
    ['../install.md#linux', 'https://example.com/install/#linux'],
    ['../files/prices.pdf', 'https://example.com/files/prices.pdf'],
    ['/install.md', 'https://example.com/install/#install'],
    ['/docs/install.md', 'https://example.com/install/#install'],
    ['/install', 'https://example.com/install/#install'],
    ['/api/#errors', 'https://example.com/api/#errors'],
    ['../plans', 'https://example.com/guide/plans'],
    ['#first-steps', 'https://example.com/guide/start/#first-steps'],
  ])('of a file of a folder leads from %s to %s', (written, address) => expect(followed(written)).toBe(address));

  it.each(['missing.md', '../../../plans.md', '/elsewhere', '../private.md', 'picture.png', '%E0%A4%A.md'])(
    'of a file of a folder leads nowhere from %s',
    (written) => expect(followed(written)).toBeNull(),
  );

  it.each([
    [{ address: null }, '#first-steps', null],
    [{ address: null }, '../plans', null],
    [{ address: null, externalId: 'docs/guide/start.md' }, 'plans.md', 'https://example.com/guide/plans/'],
    [{ address: 'https://example.com/a/b' }, '/plans', 'https://example.com/plans'],
    [{ address: 'https://example.com/a/b' }, 'plans.md', null],
    [{ address: 'javascript:alert(1)' }, '#first-steps', null],
  ])('of a document with %o leads from %s to %s', (page, written, address) => {
    expect(followed(written, page)).toBe(address);
  });
});
