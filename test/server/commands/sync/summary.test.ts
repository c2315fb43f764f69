import { describe, expect, it } from 'vitest';
import { NO_RESULT, summaryOf } from '../../../../server/commands/sync/summary.ts';
import type { LocalFile } from '../../../../server/folders/read-folder.ts';

const file = (externalId: string, url: string | null = null) => ({ externalId, url }) as LocalFile;
const PLAN = { added: [], changed: [], described: [], unchanged: [], gone: [] };
const GIVEN = { ...NO_RESULT, prefix: 'docs/', plan: PLAN, prune: true, mode: 'trial' as const };

describe('the summary of a sync', () => {
  it('names the pages, what could not be read, and what became of the golden questions', () => {
    const plan = {
      ...PLAN,
      added: [file('docs/new.md', 'https://docs.example.com/new')],
      changed: [file('docs/old.md')],
      gone: ['docs/gone.md'],
    };
    const error = { code: 'unreadable', message: 'It is empty.' };
    const refused = [{ name: 'docs/new.md', external_id: 'docs/new.md', outcome: 'refused' as const, error }];
    const broken = [{ question: 'How long?', fault: 'refused' as const, before: 'Two years.', after: '' }];
    expect(summaryOf({ ...GIVEN, plan, refused, verdict: { asked: 2, broken } }).split('\n\n')).toEqual([
      '<!-- footnote-sync docs/ -->',
      '### Footnote: 1 new, 1 changed, 1 removed in `docs/`',
      'The change was tried and taken back.',
      '**1 of 2 golden questions broken:**',
      '- `How long?`: it is refused\n  - before: `Two years.`\n  - after: (empty)',
      '**Not taken or not read**',
      '- `docs/new.md` was not taken: `It is empty.`',
      '**New**',
      '- [`docs/new.md`](<https://docs.example.com/new>)',
      '**Changed**',
      '- `docs/old.md`',
      '**Removed**',
      '- `docs/gone.md`',
      '',
    ]);
  });

  it('says when nothing has changed', () => {
    expect(summaryOf(GIVEN)).toContain('\n\nNothing has changed.\n');
  });

  it.each([
    ['a`b.md', '`` a`b.md ``'],
    ['``.md', '``` ``.md ```'],
    ['@ada <img src=x>.md', '`@ada <img src=x>.md`'],
    ['a\n/close\n\n# b.md', '`a /close # b.md`'],
    ['a\u202eb\u0000.md', '`a b .md`'],
    [`${'x'.repeat(200)}.md`, `\`${'x'.repeat(120)}…\``],
  ])('shows the name %j as it is, in one line and as code', (name, shown) => {
    expect(summaryOf({ ...GIVEN, plan: { ...PLAN, added: [file(name)] } })).toContain(`\n- ${shown}\n`);
  });

  it.each(['javascript:alert(1)>', `https://docs.example.com/${'a'.repeat(300)}`])('does not link to %s', (url) => {
    expect(summaryOf({ ...GIVEN, plan: { ...PLAN, added: [file('a.md', url)] } })).toContain('\n- `a.md`\n');
  });

  it('begins the same each time, and fits into a comment', () => {
    const many = Array.from({ length: 500 }, (_, at) =>
      file(`${at}${'x'.repeat(300)}`, `https://a.example/${'y'.repeat(220)}`),
    );
    const words = '`'.repeat(400);
    const broken = many.map(() => ({ question: words, fault: 'text_missing' as const, before: words, after: words }));
    const plan = {
      ...PLAN,
      added: many,
      changed: many,
      described: many,
      gone: many.map(({ externalId }) => externalId),
    };
    const prefix = 'docs/--> <b>/';
    const text = summaryOf({ ...GIVEN, prefix, plan, verdict: { asked: 500, broken } });
    expect(text.length).toBeLessThan(65_536);
    expect(text).toContain('- 480 more');
    const [start] = text.split('\n', 1);
    expect(start).toBe('<!-- footnote-sync docs/---b-/ -->');
    expect(summaryOf({ ...GIVEN, prefix }).startsWith(start ?? '')).toBe(true);
  });
});
