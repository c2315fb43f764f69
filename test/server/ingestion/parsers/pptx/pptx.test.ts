import { describe, expect, it } from 'vitest';
import { parse } from '../../../../../server/ingestion/parse/parse.ts';
import { makePptx, shapeOf } from '../../make-office-files.ts';
import { blocksOf, expectSound } from '../../parse/invariants.ts';

const parsePptx = (bytes: Uint8Array) => parse('pptx', bytes, () => undefined);
const outcomeOf = (bytes: Uint8Array): Promise<string> =>
  parsePptx(bytes).then(
    ({ text }) => text,
    ({ code }: { code: string }) => code,
  );
const read = async (
  shapes: string,
  extra: Parameters<typeof makePptx>[1] = [],
  relations: [string, string, string][] = [],
) => blocksOf(await parsePptx(makePptx([{ shapes: shapeOf('title', 'Title') + shapes, relations }], extra))).slice(1);
const paragraph = (text: string, settings: string) =>
  `<a:p><a:pPr ${settings}</a:pPr><a:r><a:t>${text}</a:t></a:r></a:p>`;

/** A text box at a place. */
const boxAt = (top: number, text: string) =>
  shapeOf(null, text).replace(
    '<p:txBody>',
    `<p:spPr><a:xfrm><a:off x="0" y="${top}"/><a:ext cx="9" cy="9"/></a:xfrm></p:spPr><p:txBody>`,
  );

describe('parsePptx', () => {
  it('leaves out what most slides say in the same place, and tells so', async () => {
    const slides = ['Oil', 'Wick', 'Glass'].map((title, at) => ({
      shapes: shapeOf('title', title) + boxAt(10 * at, 'Ask us') + boxAt(900, 'Lamp makers · Handbook'),
    }));
    const document = await parsePptx(makePptx(slides));
    expect(document.text).toBe('Oil\n\nAsk us\n\nWick\n\nAsk us\n\nGlass\n\nAsk us');
    expect(document.leftOut).toMatchObject([
      { kind: 'footer', text: expect.stringContaining('Lamp makers · Handbook') },
    ]);
    const few = [
      ...slides.slice(0, 2),
      ...['Fuel', 'Flame', 'Smoke'].map((title) => ({ shapes: shapeOf('title', title) })),
    ];
    expect((await parsePptx(makePptx(few))).text).toContain('Lamp makers');
  });

  it('makes each slide a page and a section under its title', async () => {
    const slides = [
      { shapes: shapeOf('ctrTitle', 'Lantern 2026') + shapeOf('subTitle', 'For operators') },
      {
        shapes: shapeOf('body', 'Oil it monthly', 'Close the lid') + shapeOf('title', 'Care') + shapeOf('sldNum', '2'),
      },
      { shapes: shapeOf(null, 'No title stands here.') },
    ];
    const document = await parsePptx(makePptx(slides));
    expectSound(document);
    expect(document.title).toBe('Lantern 2026');
    expect(blocksOf(document)).toEqual([
      { kind: 'heading', text: 'Lantern 2026', level: 1 },
      { kind: 'paragraph', text: 'For operators' },
      { kind: 'heading', text: 'Care', level: 2 },
      { kind: 'list-item', text: '- Oil it monthly', depth: 1 },
      { kind: 'list-item', text: '- Close the lid', depth: 1 },
      { kind: 'heading', text: 'Slide 3', level: 2 },
      { kind: 'paragraph', text: 'No title stands here.' },
    ]);
    expect(document.pages.at(-1)).toEqual({ page: 3, start: document.text.indexOf('Slide 3') });
  });

  it('reads nesting, numbers and breaks of lists', async () => {
    const items = [
      paragraph('one', '><a:buAutoNum type="arabicPeriod"/>'),
      paragraph('inner', 'lvl="1"><a:buChar char="•"/>'),
      '<a:p><a:pPr><a:buAutoNum/></a:pPr><a:r><a:t>two</a:t></a:r><a:br/><a:r><a:t>lines</a:t></a:r></a:p>',
      paragraph('plain', '><a:buNone/>'),
    ];
    expect(await read(shapeOf(null, ...items))).toEqual([
      { kind: 'list-item', text: '1. one', depth: 1, ordered: true },
      { kind: 'list-item', text: '- inner', depth: 2 },
      { kind: 'list-item', text: '2. two\nlines', depth: 1, ordered: true },
      { kind: 'paragraph', text: 'plain' },
    ]);
  });

  const frame = (inner: string) =>
    `<p:graphicFrame><a:graphic><a:graphicData>${inner}</a:graphicData></a:graphic></p:graphicFrame>`;
  it('reads tables, and shapes in groups', async () => {
    const cell = (text: string) => `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
    const table = `<a:tbl><a:tblPr firstRow="1"/><a:tr>${cell('Name')}${cell('Price')}</a:tr><a:tr>${cell('Lamp')}${cell('12')}</a:tr></a:tbl>`;
    expect(await read(`<p:grpSp>${frame(table)}${shapeOf(null, 'In a group')}</p:grpSp>`)).toEqual([
      { kind: 'table-row', text: 'Name | Price', header: true },
      { kind: 'table-row', text: 'Lamp | 12' },
      { kind: 'paragraph', text: 'In a group' },
    ]);
  });

  it('reads the numbers of a chart and the words of a diagram', async () => {
    const cache = (kind: string, values: string[], format = '') =>
      `<c:${kind}>${format}${values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')}</c:${kind}>`;
    const date = '<c:formatCode>m/d/yyyy</c:formatCode>';
    const chart = `<c:chartSpace><c:chart><c:plotArea><c:ser><c:tx>${cache('strCache', ['Lamps'])}</c:tx><c:cat>${cache('numCache', ['46143', '46144'], date)}</c:cat><c:val>${cache('numCache', ['7', '9.5'])}</c:val></c:ser></c:plotArea></c:chart></c:chartSpace>`;
    const point = (text: string, type = '') =>
      `<dgm:pt${type}><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
    const diagram = `<dgm:dataModel><dgm:ptLst>${point('Order')}${point('hidden', ' type="pres"')}${point('Ship')}</dgm:ptLst></dgm:dataModel>`;
    const parts = [
      { name: 'ppt/charts/chart1.xml', content: chart },
      { name: 'ppt/diagrams/data1.xml', content: diagram },
    ];
    const blocks = await read(frame('<c:chart r:id="c"/>') + frame('<dgm:relIds r:dm="d"/>'), parts, [
      ['c', 'chart', '../charts/chart1.xml'],
      ['d', 'diagramData', '../diagrams/data1.xml'],
    ]);
    expect(blocks.map(({ text }) => text)).toEqual([
      '| Lamps',
      '2026-05-01 | 7',
      '2026-05-02 | 9.5',
      '- Order',
      '- Ship',
    ]);
  });

  it('reads neither hidden slides nor notes, and keeps the numbers of slides', async () => {
    const notes = {
      name: 'ppt/notesSlides/notesSlide1.xml',
      content: `<p:notes>${shapeOf('body', 'Secret note')}</p:notes>`,
    };
    const document = await parsePptx(
      makePptx(
        [
          { shapes: shapeOf('title', 'Secret slide'), hidden: true },
          { shapes: shapeOf('title', 'Shown'), relations: [['n', 'notesSlide', '../notesSlides/notesSlide1.xml']] },
        ],
        [notes],
      ),
    );
    expectSound(document);
    expect(document.text).toBe('Shown');
    expect(document.pages.at(-1)).toEqual({ page: 2, start: 0 });
  });

  it.each<[what: string, bytes: () => Uint8Array, outcome: string]>([
    ['no zip', () => Buffer.from('PK\x03\x04 and no more'), 'unreadable'],
    ['a file with a password', () => Buffer.from('\xd0\xcf\x11\xe0EncryptedPackage', 'latin1'), 'password_protected'],
    ['no slide', () => makePptx([]), 'no_text'],
    ['a slide that inflates too much', () => makePptx([{ shapes: ' '.repeat(30_000_000) }]), 'document_too_complex'],
    ['shapes nested too deep', () => makePptx([{ shapes: '<p:grpSp>'.repeat(500) }]), 'document_too_complex'],
    [
      'more shapes than a slide can have',
      () => makePptx([{ shapes: '<p:sp/>'.repeat(400_000) }]),
      'document_too_complex',
    ],
  ])('survives %s', async (_what, bytes, outcome) => {
    expect(await outcomeOf(bytes())).toBe(outcome);
  });
});
