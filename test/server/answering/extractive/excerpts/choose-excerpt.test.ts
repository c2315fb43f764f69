import { describe, expect, it } from 'vitest';
import { chooseExcerpt } from '../../../../../server/answering/extractive/excerpts/choose-excerpt.ts';
import { type Excerpt, renderExcerpt } from '../../../../../server/answering/passages/render-excerpt.ts';
import { weigh } from '../../../../../server/answering/query/query-terms.ts';
import { askedToDefine } from '../../../../../server/answering/retrieval/definitions.ts';
import { matchPassage } from '../../../../../server/answering/retrieval/match-passage.ts';
import { createWordComparison } from '../../../../../server/engines/builtin/word-similarity.ts';
import { readQuestion } from '../../../../../server/language/read-question.ts';
import { type Part, passageOf } from '../../passages.ts';

/** What is shown of a passage that is made of these blocks. */
function shown(...args: Parameters<typeof choose>): string {
  const { passage, start, end } = choose(...args);
  return passage.text.slice(start, end);
}

/** The beginnings of the other steps that are shown. */
function otherSteps(...args: Parameters<typeof choose>): string[] {
  const { passage, steps = [] } = choose(...args);
  return steps.map(({ start, end }) => passage.text.slice(start, end));
}

function choose(question: string, parts: Part[], limit: number, within?: [number, number]): Excerpt {
  const whole = passageOf(parts);
  const terms = weigh(readQuestion(question, ['en']).roles, [], 100, new Map());
  const [start, end] = within ?? [0, whole.text.length];
  const asked = { terms, meaning: createWordComparison(question), toDefine: askedToDefine(question, 'en') };
  return chooseExcerpt(matchPassage(whole, terms), asked, limit, { start, end });
}

const FILLER = 'Nothing of this has to do with what is asked here at all, and it goes on for quite a while.';
const STEPS: Part[] = [
  ['paragraph', 'To rotate the key, do this:'],
  ['list-item', '1. Make another key.', { depth: 1, ordered: true }],
  ['list-item', '2. Restart the server.', { depth: 1, ordered: true }],
  ['code', 'systemctl restart it', { depth: 1 }],
];
const STEPS_TEXT = STEPS.map(([, text]) => text).join('\n\n');

describe('the excerpt of a passage', () => {
  it('is what says the same in other words, where its own words stand nowhere', () => {
    const parts: Part[] = [
      ['paragraph', FILLER],
      ['paragraph', 'To delete a user, open the list of accounts and press the button beside the name.'],
      ['paragraph', FILLER],
    ];
    expect(shown('remove somebody', parts, 100)).toBe(parts[1]?.[1]);
  });

  it('has the steps that the words of the question lead into', () => {
    const told = 'Those who own a server can rotate the key, unless that is locked for all of its owners by an admin.';
    const parts: Part[] = [['paragraph', told], ['paragraph', FILLER], ...STEPS];
    expect(shown('How do I rotate the key?', parts, 200)).toContain('1. Make another key.');
    expect(shown('How do I rotate the key of the server?', parts, 200)).toContain(told);
  });

  it('has the first entries of a list, unless later ones have more of what is asked', () => {
    const entries = [
      `- ${FILLER} ${FILLER}`,
      `- ${FILLER} ${FILLER}`,
      `- Keys. ${FILLER} ${FILLER} Or not.`,
      `- ${FILLER}`,
    ];
    const parts = entries.map((text): Part => ['list-item', text, { depth: 1 }]);
    expect(shown('What warnings are there?', parts, 420)).toBe(entries.slice(0, 2).join('\n\n'));
    expect(shown('What keys are there?', parts, 420)).toBe(entries.slice(1, 3).join('\n\n'));
  });

  it('has the items around the nested one that it begins with', () => {
    const parts: Part[] = [
      ['list-item', '- Prices', { depth: 1 }],
      ['list-item', '- Leave. There is a lot of it.', { depth: 1 }],
      ['list-item', '- Duration:', { depth: 2 }],
      ['list-item', `- ${FILLER}`, { depth: 3 }],
      ['list-item', '- The key is rotated for twelve weeks.', { depth: 3 }],
    ];
    const excerpt = choose('For how long is the key rotated?', parts, 60);
    expect(renderExcerpt(excerpt)).toBe(
      '- Leave. …\n    - Duration: …\n        - The key is rotated for twelve weeks.\n\n…',
    );
  });

  it('has what leads into the list that it begins in the middle of', () => {
    const list = (...items: string[]) => items.map((text): Part => ['list-item', text, { depth: 1, ordered: true }]);
    const rules = list(`(a) ${FILLER.repeat(4)}`, '(b) Park a boat in front of the house.', '(c) Sing.');
    const lead = 'All owners live here. They shall not do any of the following:';
    const asked = (...above: Part[]) => renderExcerpt(choose('Can I park a boat?', [...above, ...rules], 40));
    expect(asked(['paragraph', lead])).toBe(
      'They shall not do any of the following:\n\n- (b) Park a boat in front of the house.\n\n…',
    );
    expect(asked(['paragraph', 'All owners live here.'])).not.toContain('owners');
    expect(asked(['paragraph', lead], ['list-item', '(1) shout,', { depth: 2 }])).not.toContain('any of the following');
    expect(asked(['paragraph', `${FILLER.repeat(4)}:`.replaceAll('. ', ', ')])).not.toContain('Nothing');
  });

  it('has the sentence that says what a thing is, to a question that asks this', () => {
    const parts: Part[] = [
      ['paragraph', 'A setup key is a token that registers machines.'],
      ['paragraph', FILLER],
      ['paragraph', 'This is what a setup key, a key for the setup of machines, is used for, and how the key is made.'],
    ];
    expect(shown('What is a setup key?', parts, 100)).toBe(parts[0]?.[1]);
    expect(shown('What is it that the setup key is used for?', parts, 100)).toBe(parts[2]?.[1]);
  });

  it('is all of a passage that is short enough', () => {
    expect(shown('How do I rotate the key?', [['paragraph', FILLER], ...STEPS], 1000)).toBe(
      `${FILLER}\n\n${STEPS_TEXT}`,
    );
  });

  describe('of several short sections', () => {
    const heading = (text: string, level = 2): Part => ['heading', text, { level }];
    const parts: Part[] = [
      heading('Keys'),
      heading('Restore a key', 3),
      ['paragraph', 'Open the list of keys and press Restore.'],
      heading('Create a key', 3),
      ['paragraph', 'A key is created in the settings.'],
      ['paragraph', FILLER],
    ];
    const textOf = (from: number, to: number) =>
      parts
        .slice(from, to)
        .map(([, text]) => text)
        .join('\n\n');

    it('is the one alone whose heading names what is asked', () => {
      expect(shown('How do I create a key?', parts, 1000)).toBe(textOf(3, 6));
      expect(shown('How do I restore a key?', parts, 1000)).toBe(textOf(0, 3));
    });

    it('is all of them where one alone lacks a word, where the heading has few, or where they are steps', () => {
      expect(shown('Create or restore a key?', parts, 1000)).toBe(textOf(0, 6));
      expect(shown('Where is the list from which keys are taken and restored by our admins?', parts, 1000)).toBe(
        textOf(0, 6),
      );
      const steps = parts.map(([kind, text, fields]): Part => [kind, text.replace(/^(?=Create)/, '2. '), fields ?? {}]);
      expect(shown('How do I create a key?', steps, 1000)).toContain('press Restore');
    });
  });

  it('begins with the beginning of its section, where that is little more', () => {
    const parts: Part[] = [
      ['paragraph', 'On Windows, keys are stored in the registry.'],
      ['paragraph', 'On Linux, keys are stored in a file.'],
      ['paragraph', FILLER],
      ['paragraph', FILLER],
    ];
    const from = (at: number) =>
      parts
        .slice(at)
        .map(([, text]) => text)
        .join('\n\n');
    const { length } = from(1);
    expect(shown('Where are keys stored?', parts, length + 5)).toBe(from(0));
    expect(shown('Where are keys stored on Linux?', parts, length + 5)).toBe(from(0));
    expect(shown('Where are keys stored on Linux?', parts.slice(1), length + 5)).toBe(from(1));
    const long: Part[] = [['paragraph', `${FILLER} ${FILLER}`], ...parts];
    expect(shown('Where are keys stored?', long, length + 5)).not.toContain(`${FILLER} ${FILLER}`);
  });

  it('begins with what it continues, and ends earlier where that is too long', () => {
    const parts: Part[] = [
      ['paragraph', `${FILLER} ${FILLER} ${FILLER}`],
      ['paragraph', 'To make a key, open the list of keys.'],
      ['paragraph', 'Then choose how often the key is rotated.'],
      ['paragraph', FILLER],
    ];
    const textOf = (from: number, to?: number) =>
      parts
        .slice(from, to)
        .map(([, text]) => text)
        .join('\n\n');
    expect(shown('How often is the key rotated?', parts, textOf(2).length + 5)).toBe(textOf(1));
    expect(shown('How often is the key rotated?', parts, textOf(2).length)).toBe(textOf(1, 3));
    expect(shown('How often is the key rotated?', parts, textOf(2, 3).length)).toBe(textOf(2, 3));
    for (const begun of ['(Or choose', 'where you choose', '... and choose', ': Choose', 'In this list, choose']) {
      const continued = parts.map(([kind, text]): Part => [kind, text.replace('Then choose', begun)]);
      expect(shown('How often is the key rotated?', continued, textOf(2).length)).toContain('To make a key');
    }
    const named = parts.map(([kind, text]): Part => [kind, text.replace('Then choose', 'etcd asks')]);
    expect(shown('How often is the key rotated?', named, textOf(2).length)).not.toContain('To make a key');
    const unlinked = parts.map(([kind, text]): Part => [kind, text.replace('Then choose', 'Choose')]);
    expect(shown('How often is the key rotated?', unlinked, textOf(2).length)).not.toContain('To make a key');
  });

  it('begins with what leads into tabs of code, not with the title of one', () => {
    const parts: Part[] = [
      ['paragraph', `${FILLER} ${FILLER} ${FILLER}`],
      ['paragraph', 'To make a key, run this command.'],
      ['paragraph', 'Linux'],
      ['code', './rotate --often'],
      ['paragraph', 'Windows'],
      ['code', 'rotate.exe --often'],
      ['paragraph', 'It also says how often the key is rotated, and by whom.'],
    ];
    const textOf = (from: number) =>
      parts
        .slice(from)
        .map(([, text]) => text)
        .join('\n\n');
    expect(shown('How often is the key rotated on Windows?', parts, textOf(2).length + 15)).toBe(textOf(1));
  });

  it('is what a page says of itself, or its text, and not both', () => {
    const parts: Part[] = [
      ['paragraph', 'You can learn how keys are rotated', { summary: true }],
      ['paragraph', 'To rotate the key, restart the server.'],
      ['paragraph', FILLER],
    ];
    const body = parts.slice(1).map(([, text]) => text);
    expect(shown('How do I rotate the key?', parts, 1000)).toBe(body.join('\n\n'));
    expect(shown('Where can I learn it?', parts, 1000)).toBe('You can learn how keys are rotated');
  });

  it('is the whole list with the sentence that leads into it', () => {
    const parts: Part[] = [['paragraph', FILLER], ['paragraph', FILLER], ...STEPS, ['paragraph', FILLER]];
    expect(shown('How do I rotate the key?', parts, STEPS_TEXT.length + 20)).toBe(STEPS_TEXT);
  });

  it('is the whole list also where that is up to twice as long as a short excerpt may be', () => {
    const parts: Part[] = [['paragraph', FILLER], ...STEPS, ['paragraph', FILLER]];
    expect(shown('How do I rotate the key?', parts, STEPS_TEXT.length / 2 + 1)).toBe(STEPS_TEXT);
    expect(shown('How do I rotate the key?', parts, STEPS_TEXT.length / 2 - 1)).not.toBe(STEPS_TEXT);
  });

  it('is a whole item also where that is up to twice as long as a short excerpt may be', () => {
    const item = '- Rotate the key. It takes effect at once. Sign in again with the new one.';
    const parts: Part[] = ['- Wait.', item].map((text) => ['list-item', text, { depth: 1 }]);
    expect(shown('How do I sign in again?', parts, item.length / 2 + 1)).toBe(item);
    expect(shown('How do I sign in again?', parts, item.length / 2 - 1)).not.toBe(item);
  });

  describe('of a numbered list that is too long', () => {
    const item = (text: string, depth = 1): Part => ['list-item', text, { depth, ordered: true }];
    const inside = (text: string): Part => ['paragraph', text, { depth: 1 }];
    const steps: Part[] = [
      ['paragraph', FILLER],
      item('1. Stop the server. Nobody must be signed in.'),
      inside(FILLER),
      item('2. Rotate the key.'),
      inside(FILLER),
      item('3. Start the server. It takes a minute.'),
      ['list-item', '- Look at the log.', { depth: 2 }],
      ['paragraph', FILLER],
      item('1. This is another list.'),
    ];
    const limit = FILLER.length + 30;

    it('is a step, with the first sentences of the others', () => {
      expect(shown('How do I rotate the key?', steps, limit)).toBe(`2. Rotate the key.\n\n${FILLER}`);
      expect(otherSteps('How do I rotate the key?', steps, limit)).toEqual([
        '1. Stop the server.',
        '3. Start the server.',
      ]);
    });

    it('names the steps before first, then those after, as far as they fit', () => {
      const many = (from: number): Part[] =>
        Array.from({ length: 15 }, (_, at): Part[] => [
          item(`${from + at}. Wait until it is quiet.`),
          inside(FILLER),
        ]).flat();
      const found = otherSteps(
        'How do I rotate the key?',
        [...many(1), item('16. Rotate the key.'), inside(FILLER), ...many(17)],
        limit,
      );
      const before = Array.from({ length: 15 }, (_, at) => `${at + 1}. Wait until it is quiet.`);
      expect(found.length).toBeGreaterThan(5);
      expect(found).toEqual(before.slice(-found.length));
    });

    it('names none of a list without numbers', () => {
      const bullets = steps.map(([kind, text]): Part => [kind, text.replace(/^\d\./, '-'), { depth: 1 }]);
      expect(otherSteps('How do I rotate the key?', bullets, limit)).toEqual([]);
    });
  });

  it('never parts a heading or a colon from what follows', () => {
    const parts: Part[] = [
      ['paragraph', FILLER],
      ['heading', 'Rotate the key', { level: 3 }],
      ['paragraph', 'Run:'],
      ['code', 'rotate --now'],
    ];
    expect(shown('How do I rotate the key?', parts, 60)).toBe('Rotate the key\n\nRun:\n\nrotate --now');
  });

  it('never parts a question from what answers it', () => {
    const asked = 'May I bring a dog on the ferry?';
    const answer = 'Yes, on a lead.';
    const limit = asked.length + answer.length + 2;
    const question = 'dog on the ferry';
    const whole = `${asked}\n\n${answer}`;
    expect(
      shown(
        question,
        [
          ['paragraph', asked],
          ['paragraph', answer],
          ['paragraph', FILLER],
        ],
        limit,
      ),
    ).toBe(whole);
    const item: Part = ['list-item', asked, { depth: 1 }];
    expect(shown(question, [item, ['paragraph', answer], ['paragraph', FILLER]], limit)).toBe(whole);
    const other: Part = ['list-item', 'May I bring two or three cats and some other animals?', { depth: 1 }];
    expect(shown(question, [item, other, ['paragraph', FILLER]], asked.length)).toBe(asked);
  });

  it.each([
    ['Learn how to rotate the keys of a kiln.', 'Restart it at night.'],
    ['This article explains how you can rotate the keys of a kiln.', 'Restart it at night.'],
    ['Learn how keys are rotated. The keys of a kiln are rotated at night.', ''],
    ['Learning how to rotate the keys of a kiln takes a day.', ''],
  ])('is not what a page only announces of itself, unless nothing else was found: %s', (summary, text) => {
    const parts: Part[] = [
      ['paragraph', summary, { summary: true }],
      ['paragraph', 'Restart it at night.'],
    ];
    expect(shown('How do I rotate the keys of a kiln?', parts, 80)).toBe(text || summary);
    expect(shown('How do I rotate the keys of a kiln?', parts, 80, [0, summary.length])).toBe(summary);
  });

  it('is not what a page asks of itself, unless nothing else was found', () => {
    const summary: Part = ['paragraph', 'I bought Plus and see no changes, what can I do?', { summary: true }];
    const text: Part = ['paragraph', 'Restore the purchase in the settings of the app.'];
    expect(shown('bought plus no changes', [summary, text], 60)).toBe(text[1]);
    expect(shown('bought plus no changes', [summary, text], 60, [0, summary[1].length])).toBe(summary[1]);
  });

  it('has what the last of the sentences that are shown leads into, if that is not too long', () => {
    const parts = (code: string): Part[] => [
      ['paragraph', `${FILLER} ${FILLER} The key is rotated at night. It can be rotated by hand:`],
      ['code', code],
    ];
    const sentences = 'The key is rotated at night. It can be rotated by hand:';
    expect(shown('How is the key rotated?', parts('rotate --now'), 60)).toBe(`${sentences}\n\nrotate --now`);
    expect(shown('How is the key rotated?', parts('rotate --now '.repeat(9)), 60)).toBe(sentences);
  });

  it('has the list or the table that the last of its sentences leads into: whole, or as much as fits', () => {
    const lead = 'The key is rotated at night. It is rotated by any of these:';
    const entries = ['- the console, in its menu', '- the command line, as root', '- the programming interface'];
    const table = ['Way | Since', 'the console, in its menu | 1.0', 'the command line, as root | 2.0'];
    const inList = entries.map((entry): Part => ['list-item', entry, { depth: 1 }]);
    const inTable = table.map((row, at): Part => ['table-row', row, at === 0 ? { header: true } : {}]);
    const excerptOf = (parts: Part[], limit: number) =>
      shown('How is the key rotated?', [['paragraph', `${FILLER} ${FILLER} ${lead}`], ...parts], limit);
    expect(excerptOf(inList, 80)).toBe([lead, ...entries].join('\n\n'));
    expect(excerptOf(inTable, 80)).toBe([lead, ...table].join('\n\n'));
    const many = Array.from({ length: 9 }, () => inList).flat();
    expect(excerptOf(many, 130)).toBe([lead, ...entries.slice(0, 2)].join('\n\n'));
    expect(excerptOf([...inTable, ...many.map(([, text]): Part => ['table-row', text])], 70)).toBe(
      [lead, ...table.slice(0, 2)].join('\n\n'),
    );
    expect(excerptOf([inTable[0] as Part, ['table-row', FILLER.repeat(2)]], 70)).toBe(lead);
  });

  it('has the numbered steps that come next, as many as fit, without a colon before them too', () => {
    const lead = 'The key is rotated at night. To rotate it by hand, do the following.';
    const numbered = [1, 2, 3, 4].map((at): Part => ['list-item', `${at}. Press this.`, { depth: 1, ordered: true }]);
    const excerptOf = (parts: Part[], limit: number) =>
      shown('How is the key rotated?', [['paragraph', lead], ...parts], limit);
    expect(excerptOf(numbered, 100)).toBe([lead, ...numbered.map(([, text]) => text)].join('\n\n'));
    expect(excerptOf([numbered, numbered, numbered].flat(), 90)).toBe(`${lead}\n\n1. Press this.`);
    expect(excerptOf([['list-item', `- ${FILLER}`, { depth: 1 }]], 80)).toBe(lead);
  });

  it('has the code that its last item leads into, without the items after it where these are too long', () => {
    const parts: Part[] = [
      ['list-item', '1. Rotate the key:', { depth: 1, ordered: true }],
      ['list-item', '- Then restart the server, so that the key is read:', { depth: 2 }],
      ['code', 'restart --now --reload-keys --verbose --wait', { depth: 2 }],
      ['list-item', `- ${FILLER} ${FILLER} ${FILLER}`, { depth: 2 }],
    ];
    expect(shown('Is the server restarted when the key is read?', parts, 80)).toMatch(
      /key is read:\n\nrestart --now .+--wait$/,
    );
  });

  it('keeps what leads in with what follows a picture', () => {
    const parts: Part[] = [
      ['paragraph', FILLER],
      ['paragraph', 'Rotate the key in the menu:'],
      ['paragraph', 'The open menu', { picture: true }],
      ['code', 'rotate --now'],
    ];
    expect(shown('How do I rotate the key?', parts, 60)).toBe(
      'Rotate the key in the menu:\n\nThe open menu\n\nrotate --now',
    );
  });

  it('never ends with a title that has lost its text', () => {
    const parts: Part[] = [
      ['paragraph', 'The key is rotated at night.'],
      ['paragraph', 'Known limits', { callout: 'note' }],
      ['paragraph', FILLER, { callout: 'note' }],
    ];
    expect(shown('When is the key rotated?', parts, 60)).toBe('The key is rotated at night.');
  });

  it('is rows of a table that is too long to be shown whole', () => {
    const row = (name: string): Part => ['table-row', `${name} | ${'x'.repeat(40)}`];
    const parts: Part[] = [['table-row', 'Option | Meaning', { header: true }], ...['alpha', 'beta', 'gamma'].map(row)];
    expect(shown('What does gamma do?', parts, 60)).toBe(`gamma | ${'x'.repeat(40)}`);
  });

  it('has the rows of a table that a colon leads into, as many as fit', () => {
    const parts: Part[] = [
      ['paragraph', `${FILLER} To rotate the key, set these fields:`],
      ['table-row', 'Field | Meaning', { header: true }],
      ...['age', 'name', 'size', 'type'].map((name): Part => ['table-row', `${name} | ${'x'.repeat(20)}`]),
    ];
    expect(shown('How do I rotate the key?', parts, 60)).toMatch(
      /fields:\n\nField \| Meaning\n\nage \| x+(?:\n\nname \| x+)?$/,
    );
  });

  it('does not end with the number of a step whose text does not fit', () => {
    const step = (name: string) => `${name}: ${FILLER} ${FILLER} ${FILLER}`;
    const parts: Part[] = [
      ['paragraph', 'Teachers are volunteers. This is how you can become a teacher:'],
      ['list-item', `1. ${step('Attend a training')}`, { depth: 1, ordered: true }],
      ['list-item', `2. ${step('Complete three tasks')}`, { depth: 1, ordered: true }],
    ];
    for (const limit of [70, 80, 100, 150, 200])
      expect(shown('how to become a teacher', parts, limit)).not.toMatch(/\n\d\.\s*$/);
    expect(otherSteps('how to become a teacher', parts, 80)[0]).toMatch(/^1\. Attend/);
  });

  it('does not end with the head of a table of which no row fits', () => {
    const parts: Part[] = [
      ['paragraph', 'The importer works just like the exporter. The script does the rest of the work:'],
      ['code', 'importer source'],
      ['table-row', 'Option | Required | Default | Description', { header: true }],
      ...['source', 'data', 'phrase', 'size'].map(
        (name): Part => ['table-row', `${name} | No | N/A | ${'x'.repeat(150)}`],
      ),
    ];
    for (let limit = 100; limit < 300; limit += 10)
      expect(shown('How do I run my own script after the import?', parts, limit)).not.toMatch(/Description$/);
  });

  it('is the best sentence of a long paragraph, with those after it', () => {
    const text = `${FILLER} The key is rotated at night. It takes a minute. ${FILLER}`;
    expect(shown('When is the key rotated?', [['paragraph', text]], 55)).toBe(
      'The key is rotated at night. It takes a minute.',
    );
  });

  it('is taken from the passage that was found, not from its neighbours alone', () => {
    const found = 'The server restarts by itself.';
    const parts: Part[] = [
      ['paragraph', found],
      ['paragraph', 'To rotate the key, rotate the key.'],
    ];
    expect(shown('How do I rotate the key?', parts, 40, [0, found.length])).toBe(found);
  });
});
