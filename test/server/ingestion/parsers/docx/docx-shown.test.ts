import { describe, expect, it } from 'vitest';
import { formatNumber } from '../../../../../server/ingestion/parsers/docx/docx-number-formats.ts';
import { blocksOf, definition, item, level, list, paragraph, run, style, styled } from './word-parts.ts';

const M = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';

describe('headings of a Word document', () => {
  const styles = [
    style('berschrift2', 'Überschrift 2'),
    style('Part', 'Part of the law', { basedOn: 'berschrift2' }),
    style('Deeper', 'Deeper part', { basedOn: 'Part' }),
    style('Box', 'Box title', { p: '<w:outlineLvl w:val="2"/>' }),
    style('Plain', 'No heading', { basedOn: 'berschrift2', p: '<w:outlineLvl w:val="9"/>' }),
    style('Loop', 'Loop', { basedOn: 'Pool' }),
    style('Pool', 'Pool', { basedOn: 'Loop' }),
  ].join('');

  it.each([
    ['a translated name', styled('Fees', 'berschrift2'), 'heading2: Fees'],
    ['a style based on a heading', styled('Fees', 'Part'), 'heading2: Fees'],
    ['a style based on one that is', styled('Fees', 'Deeper'), 'heading2: Fees'],
    ['a level of the outline in its style', styled('Fees', 'Box'), 'heading3: Fees'],
    ['a level of its own', paragraph('Fees', '<w:outlineLvl w:val="0"/>'), 'heading1: Fees'],
    ['body text, although its style is based on a heading', styled('Fees', 'Plain'), 'paragraph: Fees'],
    ['styles based on each other', styled('Fees', 'Loop'), 'paragraph: Fees'],
    ['a style that is not there', styled('Fees', 'Gone'), 'paragraph: Fees'],
  ])('are told by what they are: %s', async (_what, body, expected) => {
    expect(await blocksOf([body], { styles })).toEqual([expected]);
  });
});

describe('numbers of a Word document', () => {
  const clauses = definition(
    0,
    level(0, 'decimal', 'Article %1.', '<w:pStyle w:val="Article"/>'),
    level(1, 'decimal', '%1.%2'),
    level(2, 'lowerLetter', '(%3)'),
  );

  it('stand before clauses as Word writes them, and begin again below the next one', async () => {
    const body = [item('Use', 0), item('The guest may stay.', 1), item('The guest must pay,', 1), item('in cash', 2)];
    expect(
      await blocksOf([...body, item('Fees', 0), item('They are low.', 1)], { numbering: clauses + list(1, 0) }),
    ).toEqual([
      'list-item: Article 1. Use',
      'list-item: 1.1 The guest may stay.',
      'list-item: 1.2 The guest must pay,',
      'list-item: (a) in cash',
      'list-item: Article 2. Fees',
      'list-item: 2.1 They are low.',
    ]);
  });

  it('stand before headings whose style has them', async () => {
    const numPr = '<w:numPr><w:numId w:val="1"/></w:numPr>';
    const styles = style('Article', 'heading 1', { p: numPr });
    const body = [styled('Use', 'Article'), paragraph('Between them.'), styled('Fees', 'Article')];
    expect(await blocksOf(body, { styles, numbering: clauses + list(1, 0) })).toEqual([
      'heading1: Article 1. Use',
      'paragraph: Between them.',
      'heading1: Article 2. Fees',
    ]);
  });

  it('go on in a list of the same definition, or begin where the list says', async () => {
    const again = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride>';
    const numbering = definition(0, level(0, 'upperRoman', '%1)')) + list(1, 0) + list(2, 0) + list(3, 0, again);
    const body = [item('one', 0), paragraph('Text.'), item('two', 0, 2), item('seven', 0, 3), item('eight', 0, 3)];
    expect(await blocksOf(body, { numbering })).toEqual([
      'list-item: I) one',
      'paragraph: Text.',
      'list-item: II) two',
      'list-item: VII) seven',
      'list-item: VIII) eight',
    ]);
  });

  it('begin at nought where the list does not say', async () => {
    const first = '<w:lvl w:ilvl="0"><w:numFmt w:val="ordinal"/><w:lvlText w:val="%1"/></w:lvl>';
    const numbering = definition(0, first) + list(1, 0);
    expect(await blocksOf([item('Basement', 0), item('Hall', 0)], { numbering })).toEqual([
      'list-item: 0th Basement',
      'list-item: 1st Hall',
    ]);
  });

  it('count a level that was left out', async () => {
    const levels = [level(0, 'decimal', '%1'), level(1, 'lowerLetter', '%1.%2'), level(2, 'upperRoman', '%1.%2.%3')];
    const numbering = definition(0, ...levels) + list(1, 0);
    expect(await blocksOf([item('Lines', 0), item('Bow', 2), item('Fees', 1)], { numbering })).toEqual([
      'list-item: 1 Lines',
      'list-item: 1.a.I Bow',
      'list-item: 1.b Fees',
    ]);
  });

  it.each([
    ['after one level only', 1, 'III'],
    ['never', 0, 'III'],
    ['after the one above', 2, 'I'],
  ])('begin again %s, where the list says so', async (_what, after, number) => {
    const restart = `<w:lvlRestart w:val="${after}"/>`;
    const levels = [level(0, 'decimal', '%1'), level(1, 'decimal', '%1.%2'), level(2, 'upperRoman', '%3', restart)];
    const body = [item('a', 0), item('b', 1), item('c', 2), item('d', 2), item('e', 1), item('f', 2)];
    const blocks = await blocksOf(body, { numbering: definition(0, ...levels) + list(1, 0) });
    expect(blocks.at(-1)).toBe(`list-item: ${number} f`);
  });

  it('have no number of a level with bullets', async () => {
    const levels = [level(0, 'decimal', '%1'), level(1, 'bullet', '•'), level(2, 'decimal', '%1.%2.%3')];
    const numbering = definition(0, ...levels) + list(1, 0);
    expect(await blocksOf([item('Lines', 0), item('Bow', 1), item('Stern', 2)], { numbering })).toEqual([
      'list-item: 1 Lines',
      'list-item: - Bow',
      'list-item: 1..1 Stern',
    ]);
  });

  it('leave bullets what they are, and an item that its list does not know', async () => {
    const numbering = definition(0, level(0, 'bullet', '•')) + list(1, 0);
    expect(await blocksOf([item('a card', 0), item('a bag', 0, 9)], { numbering })).toEqual([
      'list-item: - a card',
      'paragraph: a bag',
    ]);
  });

  it.each([
    [4, 'lowerRoman', 'iv'],
    [1999, 'upperRoman', 'MCMXCIX'],
    [28, 'lowerLetter', 'bb'],
    [3, 'ordinal', '3rd'],
    [12, 'ordinal', '12th'],
    [7, 'decimalZero', '07'],
    [5, 'none', ''],
    [5, 'thaiCounting', '5'],
    [2_000_000_000, 'upperRoman', '2000000000'],
    [-1, 'lowerLetter', '-1'],
  ])('write %i in the format %s as %j', (number, format, text) => {
    expect(formatNumber(number, format)).toBe(text);
  });
});

describe('text that Word does not show, or shows otherwise', () => {
  const styles =
    style('Old', 'Old', { type: 'character', r: '<w:strike/>' }) + style('Secret', 'Secret', { r: '<w:vanish/>' });

  it.each([
    ['hidden', `${run('Open. ')}${run('Closed. ', '<w:vanish/>')}`, 'Open.'],
    ['struck out', `${run('The fee is ')}${run('90 ', '<w:strike/>')}${run('120 euro.')}`, 'The fee is 120 euro.'],
    [
      'struck out twice',
      `${run('The fee is ')}${run('90 ', '<w:dstrike/>')}${run('120 euro.')}`,
      'The fee is 120 euro.',
    ],
    ['struck out by a style', `${run('Now ')}${run('then', '<w:rStyle w:val="Old"/>')}`, 'Now'],
    ['not struck out after all', run('Now', '<w:rStyle w:val="Old"/><w:strike w:val="0"/>'), 'Now'],
    ['moved away', `${run('Now')}<w:moveFrom>${run(' then')}</w:moveFrom>`, 'Now'],
    ['moved here', `${run('Now ')}<w:moveTo>${run('then')}</w:moveTo>`, 'Now then'],
    ['in another direction', `<w:bdo w:val="rtl">${run('Now')}</w:bdo>`, 'Now'],
  ])('is read as it is seen: %s', async (_what, runs, text) => {
    expect(await blocksOf([`<w:p>${runs}</w:p>`], { styles })).toEqual([`paragraph: ${text}`]);
  });

  it('is left out where the style of its paragraph hides it', async () => {
    expect(await blocksOf([paragraph('Open.'), styled('Closed.', 'Secret')], { styles })).toEqual(['paragraph: Open.']);
  });

  it('has equations as text on one line', async () => {
    const t = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
    const fraction = `<m:f><m:num>${t('a+b')}</m:num><m:den>${t('2')}</m:den></m:f>`;
    const power = `<m:sSup><m:e>${t('x')}</m:e><m:sup>${t('2')}</m:sup></m:sSup>`;
    const root = `<m:rad><m:deg/><m:e>${t('y')}</m:e></m:rad>`;
    const sum = `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${t('i=1')}</m:sub><m:sup>${t('n')}</m:sup><m:e>${t('i')}</m:e></m:nary>`;
    const matrix = `<m:m><m:mr><m:e>${t('1')}</m:e><m:e>${t('0')}</m:e></m:mr><m:mr><m:e>${t('0')}</m:e><m:e>${t('1')}</m:e></m:mr></m:m>`;
    const equation = [fraction, power, root, sum, matrix].join(t(' = '));
    const [text] = await blocksOf([`<w:p>${run('So')}<m:oMath ${M}>${equation}</m:oMath>${run('holds.')}</w:p>`]);
    expect(text).toBe('paragraph: So (a+b)/2 = x^2 = √(y) = ∑_(i=1)^n i = [1, 0; 0, 1] holds.');
  });

  it('reads ten thousand struck runs of one paragraph', async () => {
    const runs = Array.from({ length: 10_000 }, (_, at) => run(`w${at} `, at % 2 ? '<w:strike/>' : ''));
    const [text] = await blocksOf([`<w:p>${runs.join('')}</w:p>`]);
    expect(text?.split(' ')).toHaveLength(5_001);
  });

  it('is read of several bodies, with the numbers going on', async () => {
    const lists = definition(1, level(0, 'decimal', '%1.')) + list(1, 1);
    const bodies = [[item('One', 0)], [item('Two', 0), paragraph('Between.')], [item('Three', 0)]];
    const body = bodies.map((parts) => parts.join('')).join('</w:body><w:body>');
    expect(await blocksOf([body], { numbering: lists })).toEqual([
      'list-item: 1. One',
      'list-item: 2. Two',
      'paragraph: Between.',
      'list-item: 3. Three',
    ]);
  });
});
