import { describe, expect, it } from 'vitest';
import { chooseExcerpts } from '../../../../../server/answering/extractive/excerpts/choose-excerpts.ts';
import type { Excerpt } from '../../../../../server/answering/passages/render-excerpt.ts';
import { weigh } from '../../../../../server/answering/query/query-terms.ts';
import { describePassages, type RankedPassage } from '../../../../../server/answering/retrieval/feature-rerank.ts';
import { matchPassage } from '../../../../../server/answering/retrieval/match-passage.ts';
import { searchScale } from '../../../../../server/answering/retrieval/ranking-features.ts';
import { readQuestion } from '../../../../../server/language/read-question.ts';
import type { Block, ChunkRow } from '../../../../../server/store/types.ts';
import { passage } from '../../passages.ts';

/** No passage has neighbours. */
const NO_PAGES = { addresses: async () => new Map<string, string>() };
const ALONE = { between: async (): Promise<ChunkRow[]> => [] };

const SHORT = 'How do I rotate the key?';
const LONG =
  'We have to change the key of our server once a year, and nobody knows what it breaks. How do I rotate the key without throwing all of our users out?';

interface Found {
  /** Its text; by default sentences about keys. */
  says?: string;
  page: string;
  probability: number;
  /** Where it begins on its page; by default each begins further down. */
  start?: number;
  length?: number;
  title?: string;
  /** What its text is made of, by its length. */
  headings?: string[];
  blocks?: (length: number) => Block[];
}

/** The page and the length of each excerpt. */
async function shown(question: string, found: Found[], sure = true): Promise<[page: string, length: number][]> {
  const excerpts = await excerptsOf(question, found, sure);
  return excerpts.map(({ passage: { sourceId }, start, end }) => [sourceId, end - start]);
}

async function excerptsOf(question: string, found: Found[], sure = true, chunks = ALONE): Promise<Excerpt[]> {
  const terms = weigh(readQuestion(question, ['en']).roles, [], 100, new Map());
  const ranked = found.map(
    (
      { page, probability, says, title = 'Museum guide', headings = [], start, length = 300, blocks = () => [] },
      at,
    ): RankedPassage => {
      // Each page in words of its own.
      const sentence = `Rotate key like red${at}, blue${at}, green${at}, black${at}. `;
      const text = says ?? sentence.repeat(Math.ceil(length / sentence.length)).trim();
      const place = { title, sourceId: page, chunkId: `${page} ${at}`, headings, start: start ?? 10_000 * at };
      const match = matchPassage(passage(text, { ...place, blocks: blocks(text.length) }), terms);
      const [described] = describePassages([match], terms, searchScale(question, [match]));
      if (!described) throw new Error('There is no passage.');
      return { ...described, match, logit: 0, ownLogit: 0, probability };
    },
  );
  const result = { ranked, terms, languages: ['en', 'en'] };
  return chooseExcerpts({ ...NO_PAGES, ...chunks }, { projectId: 'p', text: question }, result, sure);
}

const pages = async (...args: Parameters<typeof shown>) => (await shown(...args)).map(([page]) => page);

/** Pages that are as likely as these numbers say, each longer than any excerpt. */
const longPages = (...probabilities: number[]) =>
  probabilities.map((probability, at) => ({ page: `page ${at}`, probability, length: 3000 }));

/** Blocks of one length. */
const blocksOf =
  (kind: Block['kind'], size: number) =>
  (length: number): Block[] =>
    Array.from({ length: Math.ceil(length / size) }, (_, at) => {
      return { kind, start: at * size, end: Math.min(length, (at + 1) * size) };
    });

describe('the excerpts of an answer', () => {
  it('know what tells their section apart from one of its name on its page that was found, shown or not', async () => {
    const found = (page: string, probability: number, ...headings: string[]) => ({ page, probability, headings });
    const best = found('one', 0.9, 'Phone', 'Add a room');
    const apart = async (other: Found) => (await excerptsOf(SHORT, [best, other])).map((excerpt) => excerpt.apart);
    expect(await apart(found('one', 0.01, 'Web', 'Add a room'))).toEqual(['Phone']);
    expect(await apart(found('one', 0.8, 'Web', 'Add a room'))).toEqual(['Phone', 'Web']);
    expect(await apart(found('two', 0.01, 'Web', 'Add a room'))).toEqual([undefined]);
    expect(await apart(found('one', 0.01, 'Web', 'Close a room'))).toEqual([undefined]);
  });

  it('begin with the best one, and those after it stand in the order of their page, on its page first those below it', async () => {
    const at = (page: string, start: number, probability: number) => ({ page, start, probability, length: 3000 });
    const places = async (...found: Found[]) =>
      (await excerptsOf(LONG, found)).map(({ passage: { sourceId, start } }) => `${sourceId} ${start}`);
    const best = at('a', 50_000, 0.34);
    expect(await places(best, at('a', 20_000, 0.3), at('a', 10_000, 0.28))).toEqual(['a 50000', 'a 10000', 'a 20000']);
    expect(await places(best, at('a', 10_000, 0.3), at('a', 70_000, 0.28))).toEqual(['a 50000', 'a 70000', 'a 10000']);
    expect(await places(best, at('b', 20_000, 0.3), at('b', 10_000, 0.28))).toEqual(['a 50000', 'b 10000', 'b 20000']);
    expect(await places(best, at('b', 20_000, 0.3), at('c', 10_000, 0.28))).toEqual(['a 50000', 'b 20000', 'c 10000']);
  });

  it('name all steps where the best one is below one of them', async () => {
    const rows = ['Step 1: Make it', 'Step 2: Enable it'].map((heading, seq) => {
      const { chunkId, ...row } = passage('Rotate the key.', { headings: ['Keys', heading], sourceId: 'a', seq });
      return { ...row, id: chunkId } as unknown as ChunkRow;
    });
    const best = { page: 'a', probability: 0.5, headings: ['Keys', 'Step 2: Enable it'] };
    const outlineTo = async (question: string) =>
      (await excerptsOf(question, [best], true, { between: async () => rows }))[0]?.outline;
    expect(await outlineTo(SHORT)).toEqual(['Step 1: Make it', 'Step 2: Enable it']);
    expect(await outlineTo('What is a key?')).toBeUndefined();
  });

  it('has the same of another way after the best one, however unlikely, unless the question names a way', async () => {
    const found: Found[] = [
      { page: 'a', probability: 0.9, headings: ['Phone', 'Rotate a key'] },
      { page: 'b', probability: 0.06 },
      { page: 'a', probability: 0.01, headings: ['Web', 'Rotate a key'] },
      { page: 'a', probability: 0.01, headings: ['Web', 'Options'] },
    ];
    const ways = async (question: string, sure = true) =>
      (await excerptsOf(question, found, sure)).map(({ passage: { headings } }) => headings[0]);
    expect(await ways(SHORT)).toEqual(['Phone', 'Web']);
    expect(await ways('How do I rotate the key on my phone?')).toEqual(['Phone']);
  });

  it.each([
    ['names the title', 'How do I rotate keys automatically at night?', 'Rotating keys', true],
    ['says little more than the title', 'rotate keys', 'Rotating keys and secrets of a server', true],
    ['has a word of the title', 'How do I rotate the logs of a server?', 'Keys of a server', false],
  ])(
    'go on with the first steps of the page that begins so where the question %s',
    async (_, question, title, isShown) => {
      const { chunkId, ...row } = passage('1. Open the list of keys.\n\n2. Press Rotate.', {
        chunkId: 'steps',
        sourceId: 'a',
        headings: [title, 'Steps'],
        seq: 1,
        blocks: [
          { kind: 'list-item', start: 0, end: 25, depth: 1, ordered: true },
          { kind: 'list-item', start: 27, end: 43, depth: 1, ordered: true },
        ],
      });
      const chunks = { between: async () => [{ ...row, id: chunkId } as unknown as ChunkRow] };
      const opening: Found = {
        page: 'a',
        probability: 0.5,
        says: 'We rotate keys of a server.',
        title,
        headings: [title],
      };
      const excerpts = await excerptsOf(question, [opening], true, chunks);
      expect(excerpts.map((one) => one.passage.chunkId)).toEqual(['a 0', ...(isShown ? ['steps'] : [])]);
    },
  );

  it.each([
    ['the same section', ['Rotate'], ['a 1', 'a 0']],
    ['another section', ['Keys'], ['a 0', 'a 1']],
  ])('begin with the earlier steps of a procedure that is in two passages: %s', async (_, headings, order) => {
    const steps = (step: number, more: Pick<Found, 'start' | 'headings' | 'probability'>): Found => ({
      ...more,
      page: 'a',
      says: `${step}. ${step === 1 ? 'Rotate the key in every red lock of this museum.' : 'Rotate the key once more, until green lamps shine.'}`,
      blocks: (end) => [{ kind: 'list-item', start: 0, end, depth: 1, ordered: true }],
    });
    const excerpts = await excerptsOf(SHORT, [
      steps(3, { start: 50_000, probability: 0.4, headings: ['Rotate'] }),
      steps(1, { start: 10_000, probability: 0.3, headings }),
    ]);
    expect(excerpts.map(({ passage }) => passage.chunkId)).toEqual(order);
  });

  it('are never a heading alone, unless it has a figure', async () => {
    const heading = (says: string): Found => ({
      page: 'a',
      probability: 0.5,
      says,
      blocks: (length) => [{ kind: 'heading', level: 1, start: 0, end: length }],
    });
    const other = { page: 'b', probability: 0.3 };
    expect(await pages(SHORT, [heading('Rotate the key'), other])).toEqual(['b']);
    expect(await pages(SHORT, [heading('Rotate the key')])).toEqual([]);
    expect(await pages(SHORT, [heading('Rotate the key: 5 €')])).toEqual(['a']);
    expect(await pages(SHORT, [heading('7. Rotate the key')])).toEqual([]);
  });

  it('are longer, or more, where the question tells of a task', async () => {
    const found = longPages(0.5, 0.3, 0.2);
    const [short, long] = [await shown(SHORT, found), await shown(LONG, found)];
    expect(long).toHaveLength(3);
    expect(long[0]?.[1]).toBeGreaterThan(1000);
    expect(short[0]?.[1]).toBeLessThanOrEqual(1000);
    const open = longPages(0.3, 0.3, 0.2, 0.2);
    expect(await shown(SHORT, open)).toHaveLength(2);
    expect(await shown(LONG, open)).toHaveLength(3);
  });

  it('of a task are as many, and begin with a shorter one, where the best passage is not likely to be the one', async () => {
    const likely = await shown(LONG, longPages(0.5, 0.3, 0.2, 0.1));
    const open = await shown(LONG, longPages(0.3, 0.3, 0.2, 0.2));
    expect(open.length).toBe(likely.length);
    expect(open[0]?.[1]).toBeLessThan(likely[0]?.[1] ?? 0);
  });

  it('of a fact are more, and short, in running text, where one sentence states it', async () => {
    const found = (...blocks: Found['blocks'][]) =>
      longPages(0.4, 0.2, 0.2, 0.1, 0.04).map((page, at): Found => {
        const own = blocks[at % blocks.length];
        return { ...page, ...(own && { blocks: own }) };
      });
    const running = blocksOf('paragraph', 1000);
    for (const [sure, most] of [
      [true, 4],
      [false, 3],
    ] as const) {
      const excerpts = await shown(SHORT, found(running), sure);
      expect(excerpts).toHaveLength(most);
      for (const [, length] of excerpts.slice(1)) expect(length).toBeLessThanOrEqual(250);
    }
    const unlikely = longPages(0.9, 0.02, 0.02).map((page): Found => ({ ...page, blocks: running }));
    expect(await shown(SHORT, unlikely)).toHaveLength(1);
    expect(await shown(SHORT, unlikely, false)).toHaveLength(2);
    for (const other of [blocksOf('paragraph', 120), blocksOf('list-item', 1000)]) {
      expect(await shown(SHORT, found(other))).toHaveLength(3);
      expect(await shown(SHORT, found(running, other))).toHaveLength(3);
    }
    // Code is whole, so that a long piece of it is not shown beside an answer.
    expect(await shown(SHORT, found(blocksOf('code', 1000)))).toHaveLength(1);
    expect(await shown(LONG, found(running))).toEqual(await shown(LONG, found(blocksOf('list-item', 1000))));
  });

  it('beside an answer are none of code alone, which does not say what it is for', async () => {
    const found = (...kinds: Block['kind'][]) =>
      kinds.map((kind, at): Found => ({ page: `${at}`, probability: 0.5 - at / 5, blocks: blocksOf(kind, 300) }));
    expect(await pages(LONG, found('paragraph', 'code', 'paragraph'))).toEqual(['0', '2']);
    expect(await pages(LONG, found('code', 'paragraph'))).toEqual(['0', '1']);
    expect(await pages(LONG, found('paragraph', 'code'), false)).toEqual(['0', '1']);
  });

  it('are no long code beside another, even where none is sure', async () => {
    const found: Found[] = [
      { page: 'says', probability: 0.5 },
      { page: 'sample', probability: 0.3, length: 3000, blocks: blocksOf('code', 3000) },
      { page: 'also', probability: 0.2 },
    ];
    expect(await pages(SHORT, found, false)).toEqual(['says', 'also']);
  });

  it('begin with what says more than a long sample of code, where that has as much of the question', async () => {
    const sample = {
      page: 'sample',
      probability: 0.5,
      length: 2000,
      blocks: (end: number): Block[] => [{ kind: 'code', start: 0, end }],
    };
    const says: Found = { page: 'says', probability: 0.2 };
    expect((await pages(SHORT, [sample, says]))[0]).toBe('says');
    expect((await pages(SHORT, [{ ...sample, length: 300 }, says]))[0]).toBe('sample');
    expect((await pages(SHORT, [sample, { ...says, says: 'It is about something else.' }]))[0]).toBe('sample');
  });

  describe('of a comparison', () => {
    const about = (page: string, says: string, probability: number): Found => ({ page, says, probability });
    const cash = about('cash', 'Cash is taken in the hall.', 0.9);
    const cards = about('cards', 'Cards are taken at the desk.', 0.01);

    it('have both sides, however unlikely the other one is', async () => {
      expect(await pages('cash vs cards', [cash, cards])).toEqual(['cash', 'cards']);
      expect(await pages('cash or cards, what is the difference?', [cards, cash])).toEqual(['cards', 'cash']);
      expect(await pages('How do I pay in cash?', [cash, cards])).toEqual(['cash']);
    });

    it('have the best passage alone where it has both', async () => {
      const both = about('both', 'Cash or cards are taken in the hall.', 0.9);
      expect(await pages('cash vs cards', [both, cards])).toEqual(['both']);
    });

    it('have both sides where the best passage is headed by one and only mentions the other', async () => {
      const headed = { ...about('cash', 'Unlike cards, it is taken in the hall.', 0.9), headings: ['Cash'] };
      expect(await pages('cash vs cards', [headed, { ...cards, headings: ['Cards'] }])).toEqual(['cash', 'cards']);
      expect(await pages('cash vs cards', [headed, cards])).toEqual(['cash']);
    });

    it('have of a side the section that is named for it, before one further below', async () => {
      const below = { ...about('fees', 'Cards cost a fee of one per cent.', 0.05), headings: ['Cards', 'Fees'] };
      const named = { ...cards, headings: ['Cards'] };
      expect(await pages('cash vs cards', [{ ...cash, headings: ['Cash'] }, below, named])).toEqual(['cash', 'cards']);
    });

    it('have the section of each side where the best passage stands under neither', async () => {
      const both = { ...about('both', 'Cash or cards are taken in the hall.', 0.9), headings: ['The hall'] };
      const sections = [
        { ...cash, headings: ['Cash'] },
        { ...cards, headings: ['Cards'] },
      ];
      expect(await pages('cash vs cards', [both, ...sections])).toEqual(['both', 'cash', 'cards']);
      expect(await pages('cash vs cards', [{ ...both, headings: ['Cash and cards'] }, ...sections])).toEqual(['both']);
      expect(await pages('cash vs cards', [both, cash, { ...cards, headings: ['Cards'] }])).toEqual(['both']);
    });

    it('have the other section where the best passage holds that of one side', async () => {
      const says = 'Send and receive\nBoth ways.\nSend only\nOthers never receive.';
      const blocks = (): Block[] =>
        ['Send and receive', 'Both ways.', 'Send only', 'Others never receive.'].map((text, at) => ({
          kind: at % 2 === 0 ? 'heading' : 'paragraph',
          start: says.indexOf(text),
          end: says.indexOf(text) + text.length,
        }));
      const found = [
        { ...about('types', says, 0.9), headings: ['Types'], blocks },
        { ...about('other', 'It takes what others send.', 0.01), headings: ['Types', 'Receive only'] },
      ];
      expect(await pages('send only vs receive only', found)).toEqual(['types', 'other']);
    });

    it('have what is called so and no more, where the other side is a kind of it', async () => {
      const kind = { ...about('travel cash', 'It is handed out in the hall.', 0.9), headings: ['Travel cash'] };
      const plain = { ...about('cash', 'It is taken everywhere.', 0.02), headings: ['The cash'] };
      const near = { ...about('desk', 'It is counted there.', 0.03), headings: ['Cash desk'] };
      expect(await pages('cash vs travel cash', [kind, near, plain])).toEqual(['travel cash', 'cash']);
      expect(await pages('travel cash vs cash', [plain, near, kind])).toEqual(['cash', 'travel cash']);
      expect(await pages('travel cash vs cash', [kind, near])).toEqual(['travel cash']);
    });

    it('have what there is of a side that no passage has', async () => {
      expect(await pages('cash vs vouchers', [cash, cards])).toEqual(['cash']);
    });
  });

  it('leave out what is unlikely to answer', async () => {
    const found = [
      { page: 'best', probability: 0.9 },
      { page: 'other', probability: 0.04 },
    ];
    expect(await pages(SHORT, found)).toEqual(['best']);
    expect(await pages(LONG, found)).toEqual(['best']);
  });

  it('leave out more beside a passage that is nearly certain to answer', async () => {
    for (const question of [SHORT, LONG]) {
      expect(await shown(question, longPages(0.7, 0.06))).toHaveLength(1);
      expect(await shown(question, longPages(0.7, 0.1))).toHaveLength(1);
      expect(await shown(question, longPages(0.7, 0.15))).toHaveLength(2);
      expect(await shown(question, longPages(0.5, 0.06))).toHaveLength(2);
    }
  });

  it('leave out what repeats most of one that is shown', async () => {
    const [own, same] = [
      'Rotate the key like this. '.repeat(4),
      'A new key takes effect at once, everywhere. '.repeat(6),
    ];
    const page = (name: string, probability: number, says: string): Found => {
      const blocks = (): Block[] => [
        { kind: 'paragraph', start: 0, end: says.length - same.length - 1 },
        { kind: 'paragraph', start: says.length - same.length, end: says.length },
      ];
      return { page: name, probability, says, blocks };
    };
    const found = [page('guide', 0.5, `Rotate the key by hand.\n${same}`), page('manual', 0.3, `${own}\n${same}`)];
    expect(await pages(LONG, found)).toEqual(['guide']);
    const other = 'Each former secret stays valid until Monday. '.repeat(6).slice(0, same.length);
    expect(await pages(LONG, [found[0] as Found, page('other', 0.3, `${own}\n${other}`)])).toEqual(['guide', 'other']);
  });

  it('leave out what says most of it again in the same words', async () => {
    const guide = {
      page: 'guide',
      probability: 0.5,
      says: 'Rotate the key by hand: stop the server, then load the new key.',
    };
    const again = {
      page: 'again',
      probability: 0.3,
      says: 'Load the new key by hand, then rotate it. The server is stopped.',
    };
    const more = {
      page: 'more',
      probability: 0.2,
      says: 'Rotate the key. Users who are signed in stay so for one more hour.',
    };
    expect(await pages(LONG, [guide, again, more])).toEqual(['guide', 'more']);
  });

  it('prefer the page of the best one among passages that are nearly as likely', async () => {
    const found = [
      { page: 'best', probability: 0.3 },
      { page: 'other', probability: 0.2 },
      { page: 'best', probability: 0.15 },
    ];
    expect(await pages(LONG, found)).toEqual(['best', 'best', 'other']);
    expect(await pages(SHORT, found)).toEqual(['best', 'best']);
    const [best, other] = found;
    if (!best || !other) throw new Error('There is no passage.');
    const unlike = [best, other, { page: 'best', probability: 0.09 }];
    expect(await pages(LONG, unlike)).toEqual(['best', 'other', 'best']);
  });

  it('prefer the sections below the best one to the others of its page', async () => {
    const about = (heading: string, probability: number): Found => ({
      page: `best`,
      probability,
      says: `${heading} are rotated.`,
      headings: ['Keys', ...(heading === 'Keys' ? [] : [heading])],
    });
    const texts = async (found: Found[]) => (await shown(SHORT, found)).map(([, length]) => length);
    const [keys, ways] = [about('Keys', 0.8), about('All the ways', 0.04)];
    const beside: Found = { page: 'best', probability: 0.04, says: 'Other pages.', headings: ['Locks'] };
    expect(await texts([keys, beside, ways])).toEqual([keys, ways].map(({ says }) => says?.length));
  });

  it('are the whole answer below a heading that asks', async () => {
    const answer = (heading: string): Found => ({
      page: 'faq',
      probability: 0.2,
      says: 'Rotate the key like this. '.repeat(20).trim(),
      headings: [heading],
    });
    const second = async (heading: string) =>
      (await shown(SHORT, [{ page: 'best', probability: 0.5 }, answer(heading)])).at(1)?.[1];
    expect(await second('How often is a key rotated?')).toBe(519);
    expect(await second('キーはいつ変わりますか？')).toBe(519);
    expect(await second('Rotation')).toBeLessThan(350);
  });

  it('are fewer and shorter where they only come closest, and two however unlikely', async () => {
    const found = longPages(0.1, 0.02, 0.02);
    for (const question of [SHORT, LONG]) {
      const [closest, answer] = [await shown(question, found, false), await shown(question, longPages(0.5, 0.3, 0.2))];
      expect(closest).toHaveLength(2);
      expect(closest[0]?.[1]).toBeLessThan(answer[0]?.[1] ?? 0);
    }
  });

  describe('above sections', () => {
    /** The texts shown of a page with these passages, of which the first is found. */
    async function shownOf(
      written: [text: string, headings: string[], blocks?: Block[]][],
      ...found: number[]
    ): Promise<string[]> {
      let end = 0;
      const rows = written.map(([text, headings, blocks], seq): ChunkRow => {
        const start = end + 1;
        end = start + text.length;
        const place = {
          chunkId: `chunk ${seq}`,
          sourceId: 'page',
          seq,
          section: seq,
          start,
          end,
          headings,
          ...(blocks && { blocks }),
        };
        const { chunkId, score, textRank, vectorRank, readerRank, similarity, ...row } = passage(text, place);
        return { ...row, id: chunkId };
      });
      const terms = weigh(readQuestion(SHORT, ['en']).roles, [], 100, new Map());
      const matches = rows
        .filter(({ seq }) => seq === 0 || found.includes(seq))
        .map((row) => matchPassage(passage(row.text, { ...row, chunkId: row.id }), terms));
      const ranked = describePassages(matches, terms, searchScale(SHORT, matches)).map((one, at) => {
        return { ...one, logit: 0, ownLogit: 0, probability: at === 0 ? 0.9 : 0.01 };
      });
      const chunks = { ...NO_PAGES, between: async () => rows };
      const result = { ranked, terms, languages: ['en', 'en'] };
      const excerpts = await chooseExcerpts(chunks, { projectId: 'p', text: SHORT }, result, true);
      return excerpts.map(({ passage: { text }, start, end }) => text.slice(start, end));
    }
    const long = (text: string) => `${text} ${'Then wait for it. '.repeat(60).trim()}`;

    it('go on with those that one leads into with a colon', async () => {
      const shown = await shownOf([
        ['There are two ways to rotate the key:', ['Keys']],
        [long('Rotate it in the console.'), ['Keys', 'In the console']],
        [long('Send a request to the server.'), ['Keys', 'By the API']],
        ['Nothing of this is about them.', ['Others']],
      ]);
      expect(shown.map((text) => text.slice(0, 13))).toEqual(['There are two', 'Rotate it in ', 'Send a reques']);
    });

    it('go on with the most likely one where they say no more than what these are about', async () => {
      const page: [string, string[]][] = [
        ['A key can be rotated at any time.', ['Keys']],
        [long('Keys are long.'), ['Keys', 'Length']],
        [long('Open Keys, and press the button.'), ['Keys', 'In the console']],
      ];
      expect((await shownOf(page, 2)).map((text) => text.slice(0, 9))).toEqual(['A key can', 'Open Keys']);
      expect(await shownOf(page)).toHaveLength(1);
      const explained: [string, string[]] = [`${page[0]?.[0]} ${'It takes a minute. '.repeat(25).trim()}`, ['Keys']];
      expect(await shownOf([explained, ...page.slice(1)], 2)).toHaveLength(1);
    });

    it('go on with all of them where these are short', async () => {
      const console = 'Open Keys, and press the button.';
      const others: [string, string[]] = ['Nothing of this is about them.', ['Others']];
      const first: [string, string[]] = ['A key can be rotated at any time.', ['Keys']];
      expect(await shownOf([first, [console, ['Keys', 'In the console']], others])).toEqual([first[0], console]);
      expect(await shownOf([first, [long(console), ['Keys', 'In the console']], others])).toEqual([first[0]]);
    });

    it('do not go on with the next one after short ones that are one passage', async () => {
      const short = 'Opening hours\nKeys are handed out at nine.';
      const blocks: Block[] = [
        { kind: 'heading', start: 0, end: 13, level: 2 },
        { kind: 'paragraph', start: 14, end: short.length },
      ];
      expect(
        await shownOf(
          [
            [short, ['Handbook'], blocks],
            ['Trains are booked.', ['Handbook', 'Travel']],
          ],
          1,
        ),
      ).toEqual([short]);
    });
  });
});
