import { describe, expect, it } from 'vitest';
import { rankTroubleshootingLower } from '../../../../server/answering/retrieval/troubleshooting.ts';
import type { Passage } from '../../../../server/answering/types.ts';
import { rankedPassages, textsOf } from './ranked.ts';

const PROBLEM = 'If the battery drains, press the lock beside the app.';
const GUIDE = 'To lock the app, open its menu.';
const pages = (page: Partial<Passage>) => rankedPassages([PROBLEM, 2, page], [GUIDE, 1, {}]);
const inFolder = pages({ sourceName: 'docs/solving-problems/battery.md' });

describe('beside a guide, a page about problems', () => {
  it.each<[Partial<Passage>]>([
    [{ sourceName: 'docs/solving-problems/battery.md' }],
    [{ sourceName: 'Troubleshooting.html' }],
    [{ address: 'https://example.com/known-issues/battery' }],
    [{ title: 'Fehlerbehebung' }],
    [{ headings: ['Battery', 'Common problems'] }],
  ])('comes after it: %j', (page) => {
    expect(textsOf(rankTroubleshootingLower(pages(page), { text: 'How do I lock the app?', language: 'en' }))).toEqual([
      GUIDE,
      PROBLEM,
    ]);
  });

  it.each([
    ['Why is the app locked?', 'en'],
    ['app doesn’t lock', 'en'],
    ['lock fails', 'und'],
    ['App lässt sich nicht sperren', 'de'],
    ['lock', 'fi'],
  ])(
    'stays where it is where a question tells of one, or in a language whose words for it are not known: %s',
    (text, language) => {
      expect(rankTroubleshootingLower(inFolder, { text, language })).toBe(inFolder);
    },
  );

  it('comes after it where two words tell nothing of their language', () => {
    expect(textsOf(rankTroubleshootingLower(inFolder, { text: 'lock app', language: 'und' }))[0]).toBe(GUIDE);
  });

  it('comes first where it is much likelier, or nothing else was found', () => {
    const question = { text: 'lock app', language: 'en' };
    const page = { sourceName: 'troubleshooting/battery.md' };
    expect(textsOf(rankTroubleshootingLower(rankedPassages([PROBLEM, 5, page], [GUIDE, 1, {}]), question))[0]).toBe(
      PROBLEM,
    );
    const alone = rankedPassages([PROBLEM, 3, page]);
    expect(rankTroubleshootingLower(alone, question)).toBe(alone);
  });
});
