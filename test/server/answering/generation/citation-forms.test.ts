import { describe, expect, it } from 'vitest';
import { remembering, say } from './say.ts';

const CLAIM = 'A ticket for adults costs 12 euros';
const NEXT = 'The museum opens at nine in the morning [1].';

/** How models name passage 2; `[2, 9]` and the like name one more that there is not. */
const FORMS = [
  '[2]',
  '\\[2\\]',
  '[2, 9]',
  '[2; 9]',
  '[2 and 9]',
  '[2][9]',
  '[2] [9]',
  '[2-4]',
  '[2–4]',
  '[[2]]',
  '[^2]',
  '[#2]',
  '[Passage 2]',
  '[passage_2]',
  '[passage 2, passage 9]',
  '[Passages 2 and 9]',
  '[Source 2]',
  '[Source: 2]',
  '[Source #2]',
  '[Document 2]',
  '[Doc. 2]',
  '[Ref 2]',
  '[Quelle 2]',
  '[来源2]',
  '【2】',
  '【2†source】',
  '【2:0†guide.md】',
  '【Passage 2】',
  '［2］',
  '[2](#)',
  '[2](https://example.org/ "Guide")',
  '[Source 2](#source-2)',
  '(Passage 2)',
  '(passages 2, 9)',
  '(see passage 2)',
  '(See also passage 2)',
  '(cf. source 2)',
  '(Source: 2)',
  '(siehe Quelle 2)',
  '(fuente 2)',
  '([2])',
  '([2], [9])',
  '(see [2])',
  '(Source: [2])',
];
/** Forms that may mean something else, so that they count only where nothing else can be meant. */
const AMBIGUOUS = ['(2)', '(2)(9)', '(2, 9)', '^2', '^[2]', '^{2}', '²', '<sup>2</sup>', '<sup>[2]</sup>'];

/** The text in two pieces, at every third place that is not within words, and in single characters. */
const everySplit = (text: string) => [
  ...Array.from({ length: text.length }, (_, at) => at)
    .filter((at) => /[^\p{L} ]/u.test(text.slice(at - 1, at + 1)) && at % 3 === text.length % 3)
    .map((at) => [text.slice(0, at), text.slice(at)]),
  [...text],
];

/** The text of an answer, or what was sent of it, which must be the same wherever it is split. */
async function textOf(answer: string, of: 'text' | 'sent' = 'text'): Promise<string> {
  const { [of]: text } = await say([answer], remembering);
  for (const chunks of everySplit(answer)) {
    const { [of]: split } = await say(chunks, remembering);
    if (split !== text) expect([chunks, split]).toEqual([chunks, text]);
  }
  return text;
}

describe('a citation in the form of a model', () => {
  describe.each([...FORMS, ...AMBIGUOUS])('%s', (form) => {
    const attached = /^[\^²<]/.test(form);
    const space = attached ? '' : ' ';
    it('counts after a claim', async () => {
      expect(await textOf(`${CLAIM}${space}${form}.`)).toBe(`${CLAIM} [1].`);
    });

    it('counts after a full stop, at the end of its line', async () => {
      expect(await textOf(`${CLAIM}.${space}${form}\n\n${NEXT}`)).toBe(
        `${CLAIM}. [1]\n\n${NEXT.replace('[1]', '[2]')}`,
      );
    });

    it('counts at the end of an item', async () => {
      expect(await textOf(`Prices:\n\n- ${CLAIM}${space}${form}\n  - Children under six enter free of charge`)).toBe(
        `Prices:\n\n- ${CLAIM} [1]\n  - Children under six enter free of charge`,
      );
    });

    it('goes into the last cell of its row, and never into the head of the table', async () => {
      const head = '| Visitors | Price |\n|---|---|\n';
      const row = '| Adults | 12 euros [1] |';
      expect(await textOf(`${head}| Adults | 12 euros${space}${form} |`)).toBe(head + row);
    });

    it('is code in code', async () => {
      const code = `${NEXT} Type \`price ${form}\`.\n\n\`\`\`sh\nprice ${form}\n\`\`\``;
      const text = await textOf(code, 'sent');
      expect(text).toContain(`\`price ${form}\``);
      expect(text).toContain(`\`\`\`sh\nprice ${form}\n\`\`\``);
    });
  });

  describe.each(FORMS)('%s', (form) => {
    it('counts in the middle of a sentence and without a space', async () => {
      expect(await textOf(`${CLAIM} ${form} today.`)).toMatch(/^A ticket for adults costs 12 euros \[1\]/);
      expect(await textOf(`${CLAIM}.${form} ${NEXT}`)).toBe(`${CLAIM}. [1] ${NEXT.replace('[1]', '[2]')}`);
    });

    it('counts behind the last cell of a row and below a table', async () => {
      const head = '| Visitors | Price |\n|---|---|\n';
      const row = '| Adults | 12 euros [1] |';
      expect(await textOf(`${head}| Adults | 12 euros | ${form}`)).toBe(head + row);
      expect(await textOf(`${head}| Adults | 12 euros |\n\n${form}`)).toBe(head + row);
    });
  });

  it.each([
    'Source: 2',
    'Sources: 2, 9',
    '**Source:** 2',
    '**Source**: [2]',
    '*Source: Passage 2*',
    'Sources: [2], [9]',
    'Passage: 2.',
    'Quelle: 2',
    '来源：2',
    'Source: [2](https://example.org/)',
  ])('counts as a line or a sentence of its own: %s', async (line) => {
    expect(await textOf(`${CLAIM}.\n${line}`)).toBe(`${CLAIM}. [1]`);
    expect(await textOf(`${CLAIM}.\n\n${line}\n\n${NEXT}`)).toBe(`${CLAIM}. [1]\n\n${NEXT.replace('[1]', '[2]')}`);
    expect(await textOf(`${CLAIM}. ${line}`)).toBe(`${CLAIM}. [1]`);
  });

  it.each([
    ['According to passage 2, a ticket for adults costs 12 euros.', 'A ticket for adults costs 12 euros. [1]'],
    [`${NEXT} As stated in passages 2 and 9, adults pay 12 euros.`, `${NEXT} Adults pay 12 euros. [2]`],
    [`${NEXT}\n\nBased on source 2, adults pay 12 euros.`, `${NEXT}\n\nAdults pay 12 euros. [2]`],
    [
      '- According to Passage 2, adults pay 12 euros\n- It opens at nine [1]',
      '- Adults pay 12 euros [1]\n- It opens at nine [2]',
    ],
    ['According to the museum, adults pay 12 euros.', 'According to the museum, adults pay 12 euros. [1]'],
  ])('counts as the lead of its sentence: %s', async (answer, expected) => expect(await textOf(answer)).toBe(expected));

  it.each([
    ['an enumeration', `There are two prices: (1) adults, (2) children. ${NEXT}`, '(1) adults, (2) children'],
    ['an item', `(2) ${NEXT}`, '(2)'],
    ['an option that no passage has', 'The museum opens at nine, see option (7).', 'option (7)'],
    ['a unit', `The hall has 30 m² or 30 m^2 of floor. ${NEXT}`, '30 m² or 30 m^2'],
    ['a power', `It is x^2 + 10² + y². ${NEXT}`, 'x^2 + 10² + y²'],
    ['a call', `Call open(1). ${NEXT}`, 'open(1)'],
    ['an index', `Use a[i] and a[n+1]. ${NEXT}`, 'a[i] and a[n+1]'],
    ['a source of something', `Source: the museum. ${NEXT}`, 'Source: the museum'],
    ['a remark', `See the hall (the source is unknown). ${NEXT}`, '(the source is unknown)'],
    ['years', `It was built then (1912-1914). ${NEXT}`, '(1912-1914)'],
    ['a letter in brackets and parentheses', `Use it ([x]) at will. ${NEXT}`, '([x])'],
    ['a number after markers in brackets', `${NEXT} Take bus number one (1).`, 'one (1)'],
  ])('is not seen in %s', async (_, answer, kept) => {
    expect(await textOf(answer, 'sent')).toContain(kept);
  });
});
