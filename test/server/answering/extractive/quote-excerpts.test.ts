import { describe, expect, it } from 'vitest';
import { quoteExcerpts } from '../../../../server/answering/extractive/quote-excerpts.ts';
import { escapeInline } from '../../../../server/answering/passages/markdown-text.ts';
import type { Excerpt } from '../../../../server/answering/passages/render-excerpt.ts';
import type { CitedPassage, Passage } from '../../../../server/answering/types.ts';
import type { Block } from '../../../../server/store/types.ts';
import { type Part, passage, passageOf } from '../passages.ts';

async function quote(excerpts: Excerpt[], lead = ''): Promise<{ text: string; citations: CitedPassage[] }> {
  const answer: { text: string; citations: CitedPassage[] } = { text: '', citations: [] };
  const more = (count: number | null) => `… ${count} more`;
  const outline = (sections: string[]) => `Sections: ${sections.join(', ')}`;
  for await (const event of quoteExcerpts({ excerpts, lead, closing: '', more, outline }, undefined)) {
    if (event.type === 'text') answer.text += event.delta;
    if (event.type === 'citations') answer.citations = event.citations;
  }
  return answer;
}

const whole = (one: Passage): Excerpt => ({ passage: one, start: 0, end: one.text.length, key: null });

/** The headings in an answer that quotes these passages. */
async function headings(passages: Passage[]): Promise<string[]> {
  const { text } = await quote(passages.map(whole), 'Closest:');
  return [...text.matchAll(/^### (.*)$/gm)].map(([, heading = '']) => heading);
}

const at = (sourceId: string, ...path: string[]) =>
  passage('Some text.', { sourceId, title: 'Queues', headings: path });

/** The whole of a section that is one paragraph. */
const entry = (heading: string, text: string) => {
  const blocks: Passage['blocks'] = [{ kind: 'paragraph', start: 0, end: text.length }];
  return whole(passage(text, { title: 'Reference', headings: ['Settings', heading], blocks }));
};

/** Whether a space stands before the mark is a question of the script. */
const withoutMark = ({ text }: { text: string }) => text.replace(/ ?\[1\]$/, '');

it('the marker of an excerpt whose key words are the number of a step follows its last words', async () => {
  const text = '6. Import it\n\n7. Ready';
  const blocks = ['6. Import it', '7. Ready'].map((one): Block => {
    const start = text.indexOf(one);
    return { kind: 'heading', level: 2, start, end: start + one.length };
  });
  const key = { start: text.indexOf('7.'), end: text.indexOf('7.') + 2 };
  const excerpt = { ...whole(passage(text, { title: 'Import', headings: [], blocks })), key };
  expect((await quote([excerpt])).text).toBe('6. Import it\n7. Ready [1]');
});

it('the sections of a page stand below its beginning, and are no markup', async () => {
  const opening = { ...whole(at('one')), outline: ['Set [up]', 'Use'] };
  const { text, citations } = await quote([opening, whole(at('one', 'Workers'))]);
  expect(text).toBe('Some text. [1]\n\nSections: Set \\[up\\], Use\n\n### Workers\n\nSome text. [2]');
  expect(text.slice(0, citations[0]?.answerRange?.end)).toMatch(/Use$/);
});

describe('the headings above an excerpt', () => {
  it('are none above the first one, which begins with the answer', async () => {
    expect(await quote([whole(at('one', 'Workers'))])).toMatchObject({ text: 'Some text. [1]' });
  });

  it('tell sections of one name apart by what is above them', async () => {
    const excerptOf = (apart: string) => ({ ...whole(at('one', apart, 'Add a room')), apart });
    const { text } = await quote([excerptOf('Phone'), excerptOf('Web')]);
    expect(text).toBe('### Phone › Add a room\n\nSome text. [1]\n\n### Web › Add a room\n\nSome text. [2]');
  });

  it.each([
    ['a setting', 'timeout', 'Sets the time in seconds after which a request ends.'],
    ['an option of a command', '--port <number>', 'Tells where to listen.'],
    ['an option that is its name alone', '--quiet', 'Prints nothing but errors.'],
    ['a function with its arguments', 'close(reason, delay)', 'Ends it. Returns a promise.'],
    ['a key with those above it', 'server.http.limits', 'The most requests a minute. Type: number.'],
    ['an entry of a menu', 'Blend opacity', 'Tells how much of the layer below is seen.'],
    ['a value', 'Show pictures of accounts', 'True (default): Pictures of accounts are shown. '.repeat(5).trim()],
    ['a step', 'Step 2: Enable it', 'Press Enable in the header. This might take a few minutes. '.repeat(5).trim()],
    ['a condition', 'If you use Gmail', 'Add our address to your contacts, and wait for a day. '.repeat(9).trim()],
    ['a condition in German', 'Wenn du Gmail nutzt', 'Trag unsere Adresse bei den Kontakten ein. '.repeat(9).trim()],
    ['a condition in Japanese', '携帯電話を紛失した場合', '設定を開いて番号を変えます。'.repeat(20)],
  ])('is above the first one if that does not say what it is about: %s', async (_, heading, text) => {
    expect(withoutMark(await quote([entry(heading, text)]))).toBe(`### ${escapeInline(heading)}\n\n${text}`);
  });

  it('is above the first one if its name is only further down', async () => {
    const text = 'boolean, optional.\n\nWhen strict is on, all fields are read.';
    const blocks: Passage['blocks'] = [
      { kind: 'paragraph', start: 0, end: 18 },
      { kind: 'paragraph', start: 20, end: text.length },
    ];
    expect((await quote([whole(passage(text, { headings: ['strict'], blocks }))])).text).toMatch(/^### strict\n\n/);
  });

  it.each<[string, Block['kind'], string, 'note'?]>([
    ['a list', 'list-item', '- Sign in.'],
    ['a table', 'table-row', 'Sign | 5'],
    ['code', 'code', 'login()'],
    ['a note', 'paragraph', `Not where you sign in for the first time. ${'Others see it there. '.repeat(9)}`, 'note'],
  ])('is above the first one if that begins with %s without its words', async (_, kind, text, callout) => {
    const excerptOf = (heading: string) => {
      const fields = { ...(kind === 'list-item' && { depth: 1 }), ...(callout && { callout }) };
      return whole(passage(text, { headings: [heading], blocks: [{ kind, start: 0, end: text.length, ...fields }] }));
    };
    expect((await quote([excerptOf('Adding a device')])).text).toMatch(/^### Adding a device\n\n/);
    expect((await quote([excerptOf('Sign login')])).text).not.toContain('###');
  });

  it('is above the first one if that begins with the last sentence above code', async () => {
    const parts: Part[] = [
      ['paragraph', 'Devices have names. Choose one:'],
      ['code', 'name = "phone"'],
    ];
    const one = passageOf(parts, { headings: ['Adding a device'] });
    const begin = one.text.indexOf('Choose');
    expect((await quote([{ ...whole(one), start: begin }])).text).toMatch(/^### Adding a device\n\nChoose one:/);
    expect((await quote([whole(one)])).text).toMatch(/^Devices/);
  });

  it('is above the first one if that begins with a label', async () => {
    const excerptOf = (label: string) => {
      const parts: Part[] = [
        ['paragraph', label],
        ['paragraph', 'An introduction to programs for those who have written none.'],
      ];
      return whole(passageOf(parts, { headings: ['Tidy data'] }));
    };
    expect((await quote([excerptOf('Library Carpentry')])).text).toMatch(/^### Tidy data\n\nLibrary/);
    for (const said of ['Read it in English.', 'Tidy data, the second'])
      expect((await quote([excerptOf(said)])).text).not.toContain('###');
  });

  it('is above the first one if that begins with an option without its words', async () => {
    const text = '--quiet : Prints nothing but errors, and waits.';
    const codeSpans: Block['codeSpans'] = [[0, 7]];
    const excerptOf = (heading: string) =>
      whole(
        passage(text, { headings: [heading], blocks: [{ kind: 'paragraph', start: 0, end: text.length, codeSpans }] }),
      );
    expect((await quote([excerptOf('Restore files')])).text).toMatch(/^### Restore files\n\n/);
    expect((await quote([excerptOf('Quiet errors')])).text).not.toContain('###');
  });

  it.each([
    ['goes on with what was said', 'Then, look at the log to see which address has been banned. '.repeat(5).trim()],
    ['stands for the name in the heading', 'It is called before unban and after it. '.repeat(7).trim(), 'unban'],
    ['stands for what was said', 'This is called with several actions, before and after each. '.repeat(5).trim()],
    [
      'is in what stands for what was said',
      'In this field, a user can choose one of several languages. '.repeat(5).trim(),
    ],
  ])('is above the first one if its first word %s', async (_, text, heading = 'Unban an address') => {
    expect(withoutMark(await quote([entry(heading, text)]))).toBe(`### ${heading}\n\n${text}`);
  });

  it('is the question that an item of a list answers with what stands for its subject', async () => {
    const text = '- They do not. There is another insurance for that.';
    const blocks: Passage['blocks'] = [{ kind: 'list-item', depth: 1, start: 0, end: text.length }];
    const heading = 'Do our benefits cover us abroad?';
    expect((await quote([whole(passage(text, { headings: [heading], blocks }))])).text).toMatch(/^### Do our benefits/);
  });

  it.each([
    ['Can I use it at home?', 'Yes! You keep it when you leave.'],
    ['Ist es umsonst?', 'Nein, aber die ersten Tage sind es.'],
    ['返品できますか？', 'はい、30日以内なら可能です。'],
  ])('is the question that the first one replies to: %s', async (heading, text) => {
    expect(withoutMark(await quote([entry(heading, text)]))).toBe(`### ${heading}\n\n${text}`);
  });

  it.each([
    ['names it', 'timeout', 'The timeout ends a request after a minute.'],
    ['says the condition itself', 'If you lose your phone', 'If you have lost your phone, ask us. '.repeat(9).trim()],
    ['names it without what it is a part of', 'server.http.limits', 'With limits, requests are counted.'],
    ['has a word of it', 'Layer opacity', 'Tells how opaque the layer is.'],
    ['answers it', 'Who sees it?', 'Everybody does.'],
    ['answers it in a sentence', 'Who sees it?', 'No one does.'],
    ['is below a title in capitals', 'FAQ', `${'Everybody has their own. '.repeat(9)}Yes.`],
    ['is in a language without spaces', '設定', 'ファイルに書きます。'.repeat(25)],
    ['explains at length', 'Basics', `${'Everybody has their own. '.repeat(9)}Yes.`],
  ])('is not above the first one if that %s', async (_, heading, text) => {
    expect(withoutMark(await quote([entry(heading, text)]))).toBe(text);
  });

  it('are the last of its path', async () => {
    const found = [at('one', 'Workers', 'Start one'), at('one', 'Workers', 'Stop one'), at('one', 'All jobs')];
    expect(await headings(found)).toEqual(['Stop one', 'All jobs']);
  });

  it('are first of all that of the release, with the section of it', async () => {
    const [release, other] = ['v2.3.0 - 2026-03-01', 'v2.2.0'];
    const found = [
      at('one', release, 'Fixed'),
      at('one', release, 'Added'),
      at('one', other),
      at('two', 'All workers'),
    ];
    expect(await headings(found)).toEqual([`${release} › Fixed`, 'Added', other, 'All workers']);
    expect(await headings([at('one', release, 'Fixed'), at('one', release)])).toEqual([`${release} › Fixed`]);
  });

  it('are none within one section, and none twice', async () => {
    const [one, ...others] = ['one', 'two', 'three', 'four'].map((source) => at(source, 'All workers'));
    expect(await headings([one, one] as Passage[])).toEqual([]);
    expect(await headings([at('one'), ...others])).toEqual(['All workers', 'Queues']);
  });

  it('are of one word only below the one above, unless that has it, or the page is known', async () => {
    expect(await headings([at('one', 'Jobs'), at('two', 'Workers', 'Stop')])).toEqual(['Workers › Stop']);
    expect(await headings([at('one', 'Jobs'), at('two', 'Workers')])).toEqual(['Queues › Workers']);
    expect(await headings([at('one', 'Jobs'), at('one', 'Workers')])).toEqual(['Workers']);
    expect(await headings([at('one', 'Jobs'), at('two', 'Stop and start', 'Stop')])).toEqual(['Stop']);
  });

  it('do not stand in the excerpt again', async () => {
    const text = 'Workers\n\nThey work.';
    const blocks: Passage['blocks'] = [
      { kind: 'heading', start: 0, end: 7, level: 2 },
      { kind: 'paragraph', start: 9, end: 19 },
    ];
    const own = passage(text, { sourceId: 'two', title: 'Workers', headings: ['Workers'], blocks });
    const { text: answer } = await quote([whole(at('one')), whole(own)]);
    expect(answer).toBe('Some text. [1]\n\n### Workers\n\nThey work. [2]');
  });

  it('are one with those that it begins with', async () => {
    const parts: Part[] = [
      ['heading', 'Stop', { level: 3 }],
      ['heading', 'By force', { level: 4 }],
      ['paragraph', 'Kill it.'],
    ];
    const beginning = whole(at('one'));
    const headed = (sourceId: string, title: string) =>
      whole(passageOf(parts, { sourceId, title, headings: ['All workers'] }));
    const answer = async (excerpts: Excerpt[]) => (await quote(excerpts)).text;
    expect(await answer([beginning, headed('two', 'Guide')])).toContain(
      '### All workers › Stop › By force\n\nKill it.',
    );
    expect(await answer([headed('one', 'Guide')])).toMatch(/^### All workers › Stop › By force\n\nKill it/);
    // The page is known by then.
    expect(await answer([beginning, headed('one', 'All workers')])).toContain('\n\n### Stop › By force\n');
    expect(await answer([headed('one', 'Guide'), whole(at('two', 'All jobs', 'By force'))])).toContain(
      '### All jobs\n',
    );
  });
});

describe('the citation of an excerpt', () => {
  it('quotes its key words alone, and has the passage with them in bold', async () => {
    const [first, second] = ['It opens at 9.', 'It closes at 6.'];
    const text = `${first} ${second}`;
    const key = { start: first.length + 1, end: text.length };
    const { citations } = await quote([{ ...whole(passage(text)), key }]);
    expect(citations).toMatchObject([{ quote: second, text, markdown: `${first} **${second}**` }]);
  });

  it('is marked after the last words, where code that is quoted stands above them', async () => {
    const text = 'run\n\nIt stops.';
    const blocks: Passage['blocks'] = [
      { kind: 'code', start: 0, end: 3 },
      { kind: 'paragraph', start: 5, end: 14 },
    ];
    const { text: answer } = await quote([
      { ...whole(passage(text, { blocks, headings: ['Run'] })), key: { start: 0, end: 3 } },
    ]);
    expect(answer).toBe('```\nrun\n```\n\nIt stops. [1]');
  });

  it('has no space before its marker after full-width punctuation', async () => {
    const text = '指定端口。默认为 5173。';
    const excerpt = { passage: passage(text), start: 0, end: text.length, key: { start: 0, end: 5 } };
    expect((await quote([excerpt])).text).toBe('指定端口。[1]默认为 5173。');
    expect((await quote([whole(passage('设置完成'))])).text).toBe('设置完成 [1]');
  });

  it('keeps a parenthesis that follows its marker, which is no link', async () => {
    const text = '設定します。(注)次の文です。';
    const { text: shown } = await quote([
      { passage: passage(text), start: 0, end: text.length, key: { start: 0, end: 6 } },
    ]);
    expect(shown).toBe('設定します。[1]\\(注)次の文です。');
  });

  it('is marked below code and tables, and after what is said of their rest', async () => {
    const code = passage('run\n\nstop', { headings: ['Run'], blocks: [{ kind: 'code', start: 0, end: 9 }] });
    expect((await quote([whole(code)])).text).toBe('```\nrun\n\nstop\n```\n\n[1]');
    const rows = passage('a | b\nc | d', {
      blocks: [
        { kind: 'table-row', start: 0, end: 5 },
        { kind: 'table-row', start: 6, end: 11 },
      ],
    });
    expect((await quote([{ ...whole(rows), end: 5 }])).text).toMatch(/\| a \| b \|\n\n… 1 more \[1\]$/);
  });
});
