import { describe, expect, it } from 'vitest';
import { parseBlocks } from '../../../../widget/src/text/markdown/blocks.ts';
import { fc } from '../../../helpers/input/fast-check.ts';
import { expectLinear } from '../../../helpers/timing/growth.ts';
import { PASSAGES, remembering, say } from './say.ts';

/** The text that is written, and the numbers of the passages cited. */
async function outcome(text: string): Promise<[string, number[]]> {
  const said = await say([text]);
  const cited = said.citations.map(({ text: whole }) => PASSAGES.findIndex((one) => one.text === whole) + 1);
  expect(said.deltas.join('')).toBe(said.text);
  return [said.text, cited];
}

describe('an answer that is checked as it is written', () => {
  it.each<[string, string, string, number[]]>([
    [
      'keeps a marker that is right',
      'It opens at nine in the morning [1].',
      'It opens at nine in the morning [1].',
      [1],
    ],
    [
      'numbers markers by first appearance',
      'Adults pay 12 euros [2]. It opens at nine [1].',
      'Adults pay 12 euros [1]. It opens at nine [2].',
      [2, 1],
    ],
    [
      'takes a marker after the full stop',
      'It opens at nine. [1] Adults pay 12 euros. [2]',
      'It opens at nine. [1] Adults pay 12 euros. [2]',
      [1, 2],
    ],
    [
      'leaves no space after full-width punctuation',
      'It opens at nine。 [1] Adults pay 12 euros。[2]',
      'It opens at nine。[1] Adults pay 12 euros。[2]',
      [1, 2],
    ],
    [
      'takes a marker on the next line',
      'It opens at nine.\n[1]\n\nAdults pay 12 euros [2].',
      'It opens at nine. [1]\n\nAdults pay 12 euros [2].',
      [1, 2],
    ],
    [
      'takes several markers and drops those without support',
      'It opens at nine [1, 2, 1].',
      'It opens at nine [1].',
      [1],
    ],
    [
      'puts the marker of code into the item that the code is in',
      '1. Print the hours:\n\n   ```sh\n   museum --hours\n   ```\n2. Adults pay 12 euros [2].',
      '1. Print the hours:\n\n   ```sh\n   museum --hours\n   ```\n\n   [1]\n2. Adults pay 12 euros [2].',
      [3, 2],
    ],
    [
      'puts the marker of code into the quote that the code is in',
      '> ```sh\n> museum --hours\n> ```',
      '> ```sh\n> museum --hours\n> ```\n>\n> [1]',
      [3],
    ],
    [
      'closes code that is cut off, and cites it',
      'Print the hours:\n\n```sh\nmuseum --hours',
      'Print the hours:\n\n```sh\nmuseum --hours\n```\n\n[1]',
      [3],
    ],
    [
      'drops a number in parentheses that supports nothing once another one did',
      'It opens at nine (1). Adults pay 12 euros (2). Dogs enter on Fridays with a leash (3).',
      'It opens at nine [1]. Adults pay 12 euros [2]. Dogs enter on Fridays with a leash.',
      [1, 2],
    ],
    [
      'checks the cells of a row by their own markers',
      '| a | b |\n|---|---|\n| opens at nine in the morning [1] | a ticket for adults costs 12 euros [2] |',
      '| a | b |\n|---|---|\n| opens at nine in the morning [1] | a ticket for adults costs 12 euros [2] |',
      [1, 2],
    ],
    [
      'writes a space for a line break of HTML',
      'It opens at nine<br>in the morning [1].',
      'It opens at nine in the morning [1].',
      [1],
    ],
    ['drops a marker that names no passage', 'It opens at nine [1][9][0].', 'It opens at nine [1].', [1]],
    ['replaces a wrong marker with the right one', 'It opens at nine [2].', 'It opens at nine. [1]', [1]],
    [
      'adds a forgotten marker',
      'The museum opens at nine. Adults pay 12 euros.',
      'The museum opens at nine. [1] Adults pay 12 euros. [2]',
      [1, 2],
    ],
    [
      'checks the clauses of a sentence by their own markers',
      'It opens at nine [1], and adults pay 12 euros [2].',
      'It opens at nine [1], and adults pay 12 euros [2].',
      [1, 2],
    ],
    [
      'says what the passages do not say, and cites nothing for it',
      'Adults pay 12 euros [2]. The passages do not mention dogs [1].',
      'Adults pay 12 euros [1]. The passages do not mention dogs.',
      [2],
    ],
    [
      'leaves out a list of sources',
      'Adults pay 12 euros [2].\n\nSources:\n[1] Opening hours\n[2] Prices',
      'Adults pay 12 euros [1].',
      [2],
    ],
    [
      'is not misled by an abbreviation',
      'A ticket for adults, e.g. a visitor, costs 12 euros [2].',
      'A ticket for adults, e.g. a visitor, costs 12 euros [1].',
      [2],
    ],
    [
      'keeps a list',
      'Prices:\n- Adults cost 12 euros [2]\n- Children under six enter free [2]',
      'Prices:\n- Adults cost 12 euros [1]\n- Children under six enter free [1]',
      [2],
    ],
    [
      'keeps numbered items whole',
      '1. Take bus 14 from the railway station [3].\n2. Adults pay 12 euros [2].',
      '1. Take bus 14 from the railway station [1].\n2. Adults pay 12 euros [2].',
      [3, 2],
    ],
    [
      'cites a passage once in a list whose items have no markers',
      'Prices:\n- Adults pay 12 euros\n- Children under six enter free of charge\n\nIt opens at nine.',
      'Prices:\n- Adults pay 12 euros [1]\n- Children under six enter free of charge\n\nIt opens at nine. [2]',
      [2, 1],
    ],
    [
      'leaves the items of a list alone whose lead-in has the marker',
      'A ticket for adults costs, and children enter free [2]:\n- Adults pay 12 euros\n- Children under six enter free',
      'A ticket for adults costs, and children enter free [1]:\n- Adults pay 12 euros\n- Children under six enter free',
      [2],
    ],
    [
      'keeps nested lists',
      '1. Take bus 14 from the station [3]:\n   - Adults pay 12 euros [2]\n   - Children under six enter free [2]\n2. It opens at nine [1]',
      '1. Take bus 14 from the station [1]:\n   - Adults pay 12 euros [2]\n   - Children under six enter free [2]\n2. It opens at nine [3]',
      [3, 2, 1],
    ],
    [
      'leaves a fence with a language unchanged',
      'Run this to print the opening hours [3]:\n\n```sh\nmuseum --hours [1] ^1 (1)\n```\n\nIt opens at nine in the morning [1]. It closes at 16:30 on Sundays [1].',
      'Run this to print the opening hours [1]:\n\n```sh\nmuseum --hours [1] ^1 (1)\n```\n\nIt opens at nine in the morning [2]. It closes at 16:30 on Sundays [2].',
      [3, 1],
    ],
    [
      'takes prose with a pipe for prose',
      'Pay 12 euros | 12 in cash. It opens at nine in the morning [1]. Adults pay 12 euros [2].',
      'Pay 12 euros | 12 in cash. [1] It opens at nine in the morning [2]. Adults pay 12 euros [1].',
      [2, 1],
    ],
    ['leaves out an image', '![Clock](http://a.example/) It opens ![x][y] at nine [1].', 'It opens at nine [1].', [1]],
    [
      'keeps the label of a link',
      'It opens, see [the door](http://a.example/), at nine [1].',
      'It opens, see the door, at nine [1].',
      [1],
    ],
    ['begins with a marker', '[1] It opens at nine.', 'It opens at nine. [1]', [1]],
    [
      'leaves code unchanged',
      'Run `museum --hours` to print the opening hours [3]. Adults pay 12 euros [2].',
      'Run `museum --hours` to print the opening hours [1]. Adults pay 12 euros [2].',
      [3, 2],
    ],
    [
      'puts the marker of a code block after it',
      'Adults pay 12 euros [2].\n\n```\nmuseum --hours\n```\n\nTake bus 14 [3].',
      'Adults pay 12 euros [1].\n\n```\nmuseum --hours\n```\n\n[2]\n\nTake bus 14 [2].',
      [2, 3],
    ],
    ['drops the link under a marker', 'It opens at nine [1](http://evil.example/).', 'It opens at nine [1].', [1]],
  ])('%s', async (_, text, expected, cited) => {
    expect(await outcome(text)).toEqual([expected, cited]);
  });

  const HEADER = '| Visitors | Price |\n|---|---|\n';
  const ROWS = '| Adults | 12 euros [1] |\n| Children under six | free of charge [1] |';
  it.each<[string, string, string]>([
    ['has none', `${HEADER}| Adults | 12 euros |\n| Children under six | free of charge |`, HEADER + ROWS],
    ['has them in its cells', HEADER + ROWS.replaceAll('[1]', '[2]'), HEADER + ROWS],
    [
      'has them behind its rows',
      `${HEADER}| Adults | 12 euros | [2]\n| Children under six | free of charge |[2]\n\nAdults pay 12 euros.`,
      `${HEADER}| Adults | 12 euros [1] |\n| Children under six | free of charge [1] |\n\nAdults pay 12 euros. [1]`,
    ],
    [
      'has one behind its header',
      '| Visitors | Price | [2]\n|---|---|\n| Adults | 12 euros |\n| Children under six | free of charge |',
      HEADER + ROWS,
    ],
    [
      'has some in its header',
      '| Visitors [2] | Price (Passage 2) |\n|---|---|\n| Adults | 12 euros |\n| Children under six | free of charge |',
      HEADER + ROWS,
    ],
    [
      'has a source below it',
      `${HEADER}| Adults | 12 euros |\n| Children under six | free of charge |\n\n*Source: Passage 2*`,
      HEADER + ROWS,
    ],
    [
      'has a header with a marker and no outer pipes',
      'Visitors | Price [2]\n:--- | ---:\nAdults | 12 euros\nChildren under six | free of charge [2]',
      'Visitors | Price\n:--- | ---:\nAdults | 12 euros [1]\nChildren under six | free of charge [1]',
    ],
    [
      'has one behind the line below its header',
      '| Visitors | Price |\n|---|---| [2]\n| Adults | 12 euros |\n| Children under six | free of charge |',
      HEADER + ROWS,
    ],
    [
      'has one below it',
      `${HEADER}| Adults | 12 euros |\n| Children under six | free of charge |\n\n[2]`,
      HEADER + ROWS,
    ],
    [
      'has a column of them',
      '| Visitors | Price | Source |\n|---|---|---|\n| Adults | 12 euros | [2] |\n',
      '| Visitors | Price | Source |\n|---|---|---|\n| Adults | 12 euros | [1] |',
    ],
    [
      'is written without outer pipes',
      'Adults | Children under six\n--- | ---\n12 euros | free of charge',
      'Adults | Children under six\n--- | ---\n12 euros | free of charge [1]',
    ],
    [
      'has sentences and bars in its cells',
      `${HEADER}| Adults | 12 euros. They pay \\| at once. |\n`,
      `${HEADER}| Adults | 12 euros. They pay \\| at once. [1] |`,
    ],
    ['stands in a quote', '> | Adults | 12 euros | [2]\n> |---|---|', '> | Adults | 12 euros [1] |\n> |---|---|'],
    ['is a single row', '| Adults | 12 euros |', '| Adults | 12 euros [1] |'],
    ['breaks off', `${HEADER}| Adults | 12 euros`, `${HEADER}| Adults | 12 euros [1]`],
  ])('keeps a table valid that %s', async (_, written, expected) => {
    const { text, unsupported } = await say([`Prices:\n\n${written}`]);
    expect(text).toBe(`Prices:\n\n${expected}`);
    expect(unsupported).toEqual([]);
    const shape = (markdown: string) =>
      parseBlocks(markdown).map((block) => (block.type === 'table' ? block.rows.length : block.type));
    expect(shape(text)).toEqual(shape(`Prices:\n\n${expected.replaceAll(/ \[1\]/g, '')}`));
  });

  it('checks the rows of a table, and what only looks like its header', async () => {
    const { text, unsupported } = await say([
      `Adults pay 12 euros [2]. Children under six enter free of charge [2].\n\n| Visitors | Price |\n|---|---|\n| Dogs | 40 euros [2] |\n\n| The garden closes at 22:00 |`,
    ]);
    expect(unsupported.map(({ start, end }) => text.slice(start, end))).toEqual([
      '| Dogs | 40 euros |',
      '| The garden closes at 22:00 |',
    ]);
  });

  it.each([
    ['is longer than what is in it', '````\nmuseum --hours\n```\nmore', '\n````'],
    ['is of another kind than what is in it', '~~~\nmuseum --hours\n```', '\n~~~'],
    ['is never closed', '```\nmuseum --hours\n', '```'],
  ])('closes a fence that %s before its marker', async (_, fence, closing) => {
    const { text, citations } = await say([`Adults pay 12 euros [2].\n\n${fence}`]);
    expect([text, citations.length]).toEqual([`Adults pay 12 euros [1].\n\n${fence}${closing}\n\n[2]`, 2]);
  });

  it('puts no marker after a fence in a list that is never closed', async () => {
    const { text, citations } = await say(['Adults pay 12 euros [2].\n\n- ```\n  museum --hours']);
    expect([text, citations.length]).toEqual(['Adults pay 12 euros [1].\n\n- ```\n  museum --hours', 1]);
  });

  it.each<[string, string]>([
    ['another number', 'It opens at nine, on Sundays at 11:45 [1].'],
    ['another name', 'It opens at nine in Vienna [1].'],
    ['something else altogether', 'Dogs must be kept on a leash in the garden [1].'],
    ['a price that was not asked', 'A ticket for adults costs 13 euros [2].'],
  ])('marks a sentence that says %s', async (_, sentence) => {
    const { text, unsupported, citations } = await say([
      `Children under six enter free of charge [2]. It closes at 16:30 on Sundays [1]. ${sentence}`,
    ]);
    expect(unsupported.map(({ start, end }) => text.slice(start, end))).toEqual([sentence.replace(/ \[\d\]/, '')]);
    expect(citations.map(({ id }) => id)).toEqual([1, 2]);
  });

  it('quotes the stored text with its offsets', async () => {
    const { citations } = await say(['It closes at 16:30 on Sundays [1].']);
    const [{ quote = '', quoteStart = 0, quoteEnd = 0, text = '' } = {}] = citations;
    expect(quote).toBe('It closes at 18:00 on weekdays, and at 16:30 on Sundays.');
    expect(text.slice(quoteStart - 1000, quoteEnd - 1000)).toBe(quote);
  });

  it('writes words at once, and a marker after its citation once the sentence is complete', async () => {
    const { events } = await say(['It ope', 'ns at nine [', '1] in the', ' morning. Adu', 'lts pay 12 euros.']);
    const short = events.map((event) => (event.type === 'text' ? event.delta : `(${event.type})`));
    expect(short).toEqual([
      'It ope',
      'ns at nine',
      '(citations)',
      ' [1]',
      ' in the morning.',
      ' Adu',
      'lts pay 12 euros.',
      '(citations)',
      ' [2]',
    ]);
  });

  it.each<[string, string, boolean]>([
    ['is supported', 'It opens at nine [1].', true],
    ['is half supported', 'It opens at nine in the morning [1]. Dogs must wear a hat on Mondays.', true],
    ['is not supported', 'Dogs must wear a hat on Mondays [1].', false],
    [
      'is mostly not supported',
      'It opens at nine [1]. Dogs must wear a hat. The director collects old stamps. Nobody can tell why.',
      true,
    ],
    ['claims nothing', 'How can I help?', false],
    ['is empty', '', false],
    ['says only what the passages do not say', 'The passages do not mention dogs. [1]', false],
    ['ends with NO_ANSWER', 'It opens at nine [1]. NO_ANSWER', true],
  ])('is accepted or rejected as a whole if it %s', async (_, text, stands) => {
    expect((await say([text])).accepted).toBe(stands);
  });

  it('is silent if nothing has support from the beginning', async () => {
    const nonsense = Array.from({ length: 20 }, (_, at) => `The gardener of room ${at} paints seven purple elephants.`);
    const { sent, accepted } = await say(nonsense.map((one) => `${one} `));
    expect(accepted).toBe(false);
    expect(sent.length).toBeLessThan(300);
  });

  it('is sent to its end after a citation, however many claims in a row have no support', async () => {
    const nonsense = Array.from({ length: 30 }, (_, at) => `The gardener of room ${at} paints seven purple elephants.`);
    const written = ['It opens at nine in the morning [1].', ...nonsense, 'Adults pay 12 euros [2].'];
    const { sent, sentWhole, text, citations } = await say(written.map((one) => `${one} `));
    expect(sent.trim()).toBe(written.join(' '));
    expect(sentWhole).toBe(true);
    expect(citations.map(({ id }) => id)).toEqual([1, 2]);
    expect(text.trim()).toBe('It opens at nine in the morning [1]. Adults pay 12 euros [2].');
  });

  it.each([
    ['an image', 'It opens at nine ![x](http://evil.example/?q=1) [1].'],
    ['an image by reference', 'It opens at nine ![x][r] [1].\n\n[r]: http://evil.example/'],
    ['a link', 'It opens at nine [here](http://evil.example/) [1].'],
    ['a link out of pieces', 'It opens [a![b](x)](http://evil.example/) at nine [1].'],
    ['a definition', 'It opens at nine [1].\n[1]: http://evil.example/ "Guide"'],
    ['HTML', 'It opens at nine <img src=http://evil.example/> <script>alert(1)</script> [1].'],
    ['an image in code that is none', 'It `opens\nat `![x](http://evil.example/)` nine` [1].'],
    ['an image after an escaped backtick', 'It opens \\`![x](http://evil.example/)` at nine [1].'],
    ['an image in a cell', '| `a | ![x](http://evil.example/) | b` |\n\nIt opens at nine [1].'],
    [
      'an image behind the fence of a list',
      '- ```\nx\n```\n- It opens at nine [1].\n```\n![x](http://evil.example/)\n```',
    ],
  ])('never links to or loads anything: %s', async (_, text) => {
    const { sent: said } = await say([text]);
    expect(said).toContain('nine');
    expect(said.replace(/```[\s\S]*?```/g, (block) => (said.startsWith('- ```') ? block : ''))).not.toMatch(
      /\]\(|\]:|!\[|<[a-z/]/i,
    );
  });

  it.each([
    ...[
      '[',
      '【',
      '［',
      '(',
      '^',
      '|',
      '`',
      '~',
      '<',
      '!',
      '![',
      '[[',
      '[a',
      '[a](',
      '(1)',
      '¹',
      '*',
      '_',
      '\\`',
      '` ',
    ],
    ...[
      '<think>',
      '<sup>',
      'Source: ',
      'Source: 2\n',
      '【1†',
      '[Passage ',
      '(see passage ',
      '| a ',
      '|\n',
      '- | -\n',
      'a | b\n',
    ],
    ...['NO_ANSWER', 'NO_', 'Dogs sing. ', '[1]', '1', ' ', '\n', '.', 'Ä', '> ', '- ', '#', ':', '\t'],
  ])('reads any number of %j in linear time', (flood) =>
    expectLinear(50_000, (length) => say([flood.repeat(length / flood.length)])),
  );

  const fragment = fc.oneof(
    fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      '`',
      '```\n',
      '\n',
      ' ',
      '1',
      '9',
      '[1]',
      '[2]',
      '[3, 1]',
      '[[2]]',
      '[7](x:y)',
      '![',
      '\\',
    ),
    fc.constantFrom('It opens at nine', 'Adults pay 12 euros', '. ', '.', ' bus 14', 'e.g. ', '。', '- ', '\n\n', '?'),
    fc.constantFrom(
      '(2)',
      '(see passage 1)',
      'According to passage 1, ',
      '\nSource: 2\n',
      'Source: 1',
      '^1',
      '²',
      '<sup>2</sup>',
      '[1-3]',
      '【2†x】',
    ),
    fc.constantFrom(
      'NO_ANSWER',
      '[here](http://a.example/)',
      '![x](http://a.example/y)',
      '<http://a.example/>',
      'N',
      '^',
    ),
    fc.constantFrom(
      '\n- Adults pay 12 euros',
      'Prices:\n',
      '\n---|---\n',
      'a | b',
      '## Prices\n',
      'Dogs sing at noon. ',
    ),
    fc.constantFrom('|', ' | ', '\n| ', ' |\n', '|---|---|\n', '| Adults | 12 euros |\n'),
    fc.string({ maxLength: 3 }),
  );
  const texts = fc.array(fragment, { maxLength: 30 }).map((all) => all.join(''));

  it('is the same wherever the text is split, and every marker follows its citation', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.array(fc.nat(150), { maxLength: 8 }), async (whole, cuts) => {
        const places = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length];
        const once = await say([whole], remembering);
        const pieces = places.slice(1).map((place, at) => whole.slice(places[at], place));
        const split = await say(pieces, remembering);
        const each = await say([...whole], remembering);
        for (const other of [split, each]) {
          expect([other.sent, other.text, other.citations, other.unsupported, other.accepted]).toEqual([
            once.sent,
            once.text,
            once.citations,
            once.unsupported,
            once.accepted,
          ]);
        }
        let cited = 0;
        let said = '';
        let seen = 0;
        for (const event of each.events) {
          if (event.type === 'citations') cited = event.citations.length;
          if (event.type !== 'text') continue;
          said += event.delta;
          if (!whole.includes('`'))
            for (const [, id] of said.matchAll(/\[(\d+)\]/g)) expect(Number(id)).toBeLessThanOrEqual(cited);
        }
        if (whole.includes('`')) return;
        for (const [, id] of said.matchAll(/\[(\d+)\]/g)) if (Number(id) > seen) expect(Number(id)).toBe(++seen);
        expect(seen).toBe(once.citations.length);
        // What stands of it cites the same passages, by first appearance.
        const ids = [...new Set([...once.text.matchAll(/\[(\d+)\]/g)].map(([, id]) => Number(id)))];
        expect(ids).toEqual(once.citations.map(({ id }) => id));
        expect(said).not.toMatch(/\]\(|!\[/);
      }),
      { numRuns: process.env.FOOTNOTE_SOAK ? 600 : 150 },
    );
  });
});
