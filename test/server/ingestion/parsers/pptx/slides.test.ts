import { describe, expect, it } from 'vitest';
import { parse } from '../../../../../server/ingestion/parse/parse.ts';
import { makePptx, shapeOf } from '../../make-office-files.ts';
import { blocksOf, expectSound } from '../../parse/invariants.ts';

type Place = [left: number, top: number, width: number, height: number];

const frameOf = ([left, top, width, height]: Place, more = '') =>
  `<a:xfrm><a:off x="${left}" y="${top}"/><a:ext cx="${width}" cy="${height}"/>${more}</a:xfrm>`;
const run = (text: string, properties = '') => `<a:r><a:rPr${properties}/><a:t>${text}</a:t></a:r>`;
const line = (text: string, properties = '', settings = '') =>
  `<a:p>${settings && `<a:pPr ${settings}</a:pPr>`}${run(text, properties)}</a:p>`;
/** A text box at a place. */
const box = (place: Place, ...lines: string[]) =>
  shapeOf(null, ...lines).replace('<p:txBody>', `<p:spPr>${frameOf(place)}</p:spPr><p:txBody>`);
const group = (place: Place, inner: Place, ...shapes: string[]) => {
  const [left, top, width, height] = inner;
  const within = `<a:chOff x="${left}" y="${top}"/><a:chExt cx="${width}" cy="${height}"/>`;
  return `<p:grpSp><p:grpSpPr>${frameOf(place, within)}</p:grpSpPr>${shapes.join('')}</p:grpSp>`;
};
const cell = (...lines: string[]) => `<a:tc><a:txBody>${lines.map((one) => one).join('')}</a:txBody></a:tc>`;
const table = (rows: string[], properties = '', place = '') =>
  `<p:graphicFrame>${place}<a:graphic><a:graphicData><a:tbl><a:tblPr${properties}/>${rows
    .map((row) => `<a:tr>${row}</a:tr>`)
    .join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;

type Extra = Parameters<typeof makePptx>[1];

const read = async (shapes: string, extra: Extra = [], relations: [string, string, string][] = []) => {
  const slide = { shapes: shapeOf('title', 'Title') + shapes, relations };
  const document = await parse('pptx', makePptx([slide], extra), () => undefined);
  expectSound(document);
  return blocksOf(document)
    .slice(1)
    .map(({ kind, level = '', text, depth = '' }) => `${kind}${level}${depth}: ${text}`);
};
const texts = async (...given: Parameters<typeof read>) =>
  (await read(...given)).map((one) => one.replace(/^\S+ /, ''));

const LONG = 'A lamp that is oiled each month burns for ten years, says the workshop that has sold it since 1923.';

describe('what lies on a slide', () => {
  it('is read from the top down and then to the right, whatever was drawn first', async () => {
    const [below, right, left] = [
      box([0, 500, 900, 90], 'below'),
      box([500, 0, 400, 400], 'right'),
      box([0, 10, 400, 380], 'left'),
    ];
    expect(await texts(below + right + left)).toEqual(['left', 'right', 'below']);
  });

  it('is read with a label before the text beside it', async () => {
    const rows = [0, 100, 200].flatMap((top, at) => [
      box([130, top + 5, 400, 50], `text ${at}`),
      box([0, top, 132, 60], `label ${at}`),
    ]);
    expect(await texts(rows.join(''))).toEqual(['label 0', 'text 0', 'label 1', 'text 1', 'label 2', 'text 2']);
  });

  it('is read by column where a label stands above each', async () => {
    const heads = box([500, 0, 400, 50], 'Against') + box([0, 0, 400, 50], 'For');
    const bodies = box([0, 50, 400, 300], 'cheap') + box([500, 50, 400, 300], 'heavy');
    expect(await texts(heads + bodies)).toEqual(['For', 'cheap', 'Against', 'heavy']);
  });

  it('is read by column where a line in larger letters stands above each', async () => {
    const heads =
      box([500, 0, 400, 50], line('Against', ' sz="1300"')) + box([0, 0, 400, 50], line('For', ' sz="1300"'));
    const bodies = (size: string) =>
      box([0, 50, 400, 60], line('cheap', size)) + box([500, 50, 400, 60], line('heavy', size));
    expect(await texts(heads + bodies(' sz="1000"'))).toEqual(['For', 'cheap', 'Against', 'heavy']);
    expect(await texts(heads + bodies(''))).toEqual(['For', 'Against', 'cheap', 'heavy']);
  });

  it('is read with a number before what that stands beside, although another text reaches over several', async () => {
    const steps = [0, 100, 200].flatMap((top, at) => [
      box([500, top, 40, 40], `${at + 1}`),
      box([600, top - 5, 300, 60], `step ${at + 1}`),
    ]);
    const aside = box([0, 90, 400, 160], 'aside');
    expect(await texts(steps.join('') + aside)).toEqual(['1', 'step 1', 'aside', '2', 'step 2', '3', 'step 3']);
    const words = steps.join('').replace(/>(\d)</g, '>part $1<');
    expect(await texts(words + aside)).toEqual([
      ...['part 1', 'step 1', 'aside', 'part 2', 'part 3', 'step 2', 'step 3'],
    ]);
  });

  it('is read by row where the rows are as high', async () => {
    const first = box([0, 0, 400, 100], 'one') + box([500, 0, 400, 100], 'two');
    const second = box([0, 110, 400, 100], 'three') + box([500, 110, 400, 100], 'four');
    expect(await texts(second + first)).toEqual(['one', 'two', 'three', 'four']);
  });

  it('has columns from the right in a script that is written so', async () => {
    const rtl = (text: string) => line(text, '', 'rtl="1">');
    expect(await texts(box([0, 0, 400, 90], rtl('שמאל')) + box([500, 0, 400, 90], rtl('ימין')))).toEqual([
      'ימין',
      'שמאל',
    ]);
  });

  it('is read after the text that it lies on', async () => {
    const labels = box([10, 700, 100, 80], 'second') + box([10, 300, 100, 80], 'first');
    expect(await texts(labels + box([0, 0, 1000, 1000], 'panel'))).toEqual(['panel', 'first', 'second']);
  });

  it('keeps its order where things lie across each other, or where a place is not known', async () => {
    const across = box([0, 50, 100, 100], 'b') + box([60, 0, 100, 100], 'a') + box([90, 90, 100, 100], 'c');
    expect(await texts(across)).toEqual(['b', 'a', 'c']);
    expect(await texts(box([0, 50, 100, 100], 'low') + shapeOf(null, 'somewhere') + box([0, 0, 9, 9], 'high'))).toEqual(
      ['low', 'somewhere', 'high'],
    );
  });

  it('lies in a group as in the slide', async () => {
    // Half as large as it was drawn, from 0 to 500.
    const grouped = group(
      [0, 0, 500, 500],
      [1000, 1000, 1000, 1000],
      box([1300, 1000, 600, 100], 'first text'),
      box([1300, 1600, 600, 100], 'second text'),
    );
    expect(await texts(grouped + box([0, 300, 100, 50], 'second') + box([0, 0, 100, 50], 'first'))).toEqual([
      'first',
      'first text',
      'second',
      'second text',
    ]);
  });

  it('lies where its layout or master has it, which says what has bullets', async () => {
    const shape = (ph: string, place: Place | null, list = '') =>
      `<p:sp><p:nvSpPr><p:nvPr><p:ph ${ph}/></p:nvPr></p:nvSpPr><p:spPr>${place ? frameOf(place) : ''}</p:spPr><p:txBody><a:lstStyle>${list}</a:lstStyle></p:txBody></p:sp>`;
    const layout = `<p:sldLayout>${shape('type="body" idx="11"', [0, 0, 900, 90], '<a:lvl1pPr><a:buNone/></a:lvl1pPr>')}${shape('type="body" idx="12"', null)}</p:sldLayout>`;
    const master = `<p:sldMaster>${shape('type="body" idx="1"', [0, 500, 900, 90])}<p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr></p:bodyStyle></p:txStyles></p:sldMaster>`;
    const parts = [
      { name: 'ppt/slideLayouts/l.xml', content: layout },
      { name: 'ppt/slideMasters/m.xml', content: master },
      {
        name: 'ppt/slideLayouts/_rels/l.xml.rels',
        content:
          '<Relationships><Relationship Id="m" Type="t/slideMaster" Target="../slideMasters/m.xml"/></Relationships>',
      },
    ];
    const filled = (idx: number, ...lines: string[]) =>
      shapeOf('body', ...lines).replace('<p:ph ', `<p:ph idx="${idx}" `);
    const shapes =
      filled(12, 'an item', 'another') + box([0, 200, 900, 90], 'between') + filled(11, 'On top', 'of all');
    expect(await read(shapes, parts, [['l', 'slideLayout', '../slideLayouts/l.xml']])).toEqual([
      'paragraph: On top',
      'paragraph: of all',
      'paragraph: between',
      'list-item1: - an item',
      'list-item1: - another',
    ]);
  });
});

describe('the text of a slide', () => {
  it('has headings where a short line in larger or bold letters stands above others', async () => {
    const references = [
      line('References', ' sz="1400" b="1"'),
      line('Books', ' sz="1200" b="1"'),
      line('The Lamp', ' sz="900"'),
    ];
    const steps = [
      line('How to Oil It', ' b="1"'),
      line('Open the lid.'),
      line('lower case', ' b="1"'),
      line('Close it:', ' b="1"'),
      line('42', ' b="1"'),
      line('Done.'),
    ];
    expect(await read(shapeOf(null, ...references) + shapeOf(null, ...steps) + shapeOf(null, 'Bold alone'))).toEqual([
      'heading3: References',
      'heading4: Books',
      'paragraph: The Lamp',
      'heading3: How to Oil It',
      'paragraph: Open the lid.',
      'paragraph: lower case',
      'paragraph: Close it:',
      'paragraph: 42',
      'paragraph: Done.',
      'paragraph: Bold alone',
    ]);
  });

  it('does not stand below the heading of another shape', async () => {
    const shapes = shapeOf(null, line('Care', ' b="1"'), line('Oil it.')) + shapeOf(null, 'Sold by Anna.');
    const document = await parse('pptx', makePptx([{ shapes: shapeOf('title', 'Lamp') + shapes }]), () => undefined);
    expect(document.blocks.at(-1)?.endsLevel).toBe(3);
  });

  it('has the line in the largest letters as its title where the layout has none', async () => {
    const slides = [
      shapeOf(null, line('By Anna', ' sz="1800"')) + shapeOf(null, line('The Lamp', ' sz="4000"')),
      shapeOf(null, line('one', ' sz="1800"')) + shapeOf(null, line('two', ' sz="1800"')),
      shapeOf(null, line(LONG.repeat(2), ' sz="4000"')),
    ];
    const document = await parse('pptx', makePptx(slides.map((shapes) => ({ shapes }))), () => undefined);
    expect(document.title).toBe('The Lamp');
    const headings = blocksOf(document).filter(({ kind }) => kind === 'heading');
    expect(headings.map(({ text }) => text)).toEqual(['The Lamp', 'Slide 2', 'Slide 3']);
  });

  it('is read from boxes that are drawn as tables of one column', async () => {
    const rows = [
      cell(line('What Is New')),
      cell(
        line(LONG),
        line('It has:'),
        line('a lid', '', '><a:buChar char="•"/>'),
        line('a lens', '', '><a:buChar char="•"/>'),
      ),
      cell(line('Lamps')),
      cell(line('Lids')),
    ];
    expect(await read(table(rows) + shapeOf(null, 'Below.'))).toEqual([
      'heading3: What Is New',
      `paragraph: ${LONG}`,
      'paragraph: It has:',
      'list-item1: - a lid',
      'list-item1: - a lens',
      'paragraph: Lamps',
      'paragraph: Lids',
      'paragraph: Below.',
    ]);
  });

  it('has a row across a table as the heading of the rows below', async () => {
    const across = (text: string) =>
      `<a:tc gridSpan="2"><a:txBody>${line(text)}</a:txBody></a:tc><a:tc hMerge="1"><a:txBody/></a:tc>`;
    const pair = (one: string, other: string) => cell(line(one)) + cell(line(other));
    expect(
      await read(
        table([across('Prices'), pair('Lamp', '12'), pair('Lid', '3'), across('All with tax.')], ' firstRow="1"'),
      ),
    ).toEqual(['heading3: Prices', 'table-row: Lamp | 12', 'table-row: Lid | 3', 'paragraph: All with tax.']);
  });

  it('tells the words of a diagram as they hang together', async () => {
    const point = (id: string, text: string, type = '') =>
      `<dgm:pt modelId="${id}"${type}><dgm:t>${text && `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`}</dgm:t></dgm:pt>`;
    const joined = (from: string, to: string, at: number, type = '') =>
      `<dgm:cxn srcId="${from}" destId="${to}" srcOrd="${at}"${type}/>`;
    const points = [
      point('d', '', ' type="doc"'),
      point('b1', 'Pack it'),
      point('b', 'Ship'),
      point('a1', 'Ask'),
      point('a', 'Order'),
      point('x', 'Loop'),
      point('p', 'drawn', ' type="pres"'),
    ];
    const lines = [
      joined('d', 'b', 1),
      joined('d', 'a', 0),
      joined('b', 'b1', 0),
      joined('a', 'a1', 0),
      joined('a', 'b1', 0, ' type="presOf"'),
      joined('x', 'x', 0),
    ];
    const content = `<dgm:dataModel><dgm:ptLst>${points.join('')}</dgm:ptLst><dgm:cxnLst>${lines.join('')}</dgm:cxnLst></dgm:dataModel>`;
    const frame =
      '<p:graphicFrame><a:graphic><a:graphicData><dgm:relIds r:dm="d"/></a:graphicData></a:graphic></p:graphicFrame>';
    const parts = [{ name: 'ppt/diagrams/data1.xml', content }];
    expect(await read(frame, parts, [['d', 'diagramData', '../diagrams/data1.xml']])).toEqual([
      'list-item1: - Order',
      'list-item2: - Ask',
      'list-item1: - Ship',
      'list-item2: - Pack it',
      'list-item1: - Loop',
    ]);
  });
});
