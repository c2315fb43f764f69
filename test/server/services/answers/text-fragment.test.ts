import { describe, expect, it } from 'vitest';
import { withTextFragment } from '../../../../server/services/answers/text-fragment.ts';

const PAGE = 'https://docs.example/guide';

describe('a text fragment', () => {
  it.each([
    ['a short quote in full', PAGE, 'Press the red button.', '#:~:text=Press%20the%20red%20button'],
    ['the syntax of directives in encoded form', PAGE, 'a-b, c & d=e', '#:~:text=a%2Db%2C%20c%20%26%20d%3De'],
    [
      'a long quote by its ends',
      PAGE,
      'One two three four five six seven eight nine ten eleven twelve thirteen.',
      '#:~:text=One%20two%20three%20four%20five,nine%20ten%20eleven%20twelve%20thirteen',
    ],
    [
      'a quote over several blocks by its ends',
      PAGE,
      'First block.\n\nSecond block here.',
      '#:~:text=First%20block,Second%20block%20here',
    ],
    [
      'the cell of a row that says the most',
      PAGE,
      'static void | copyDirectory(File from) | Copies a whole directory.',
      '#:~:text=Copies%20a%20whole%20directory',
    ],
    [
      'such cells of the first and the last row',
      PAGE,
      'int | Counts the rows.\nlong | Counts all the cells. |',
      '#:~:text=Counts%20the%20rows,Counts%20all%20the%20cells',
    ],
    ['languages without spaces', PAGE, '営業時間は九時からです。', '#:~:text='],
    ['an existing fragment as well', `${PAGE}#hours`, 'We open at nine.', '#hours:~:text=We%20open%20at%20nine'],
    ['nothing for a quote without words', PAGE, '— … —', ''],
  ])('contains %s', (_, address, quote, expected) => {
    const found = withTextFragment(address, quote);
    expect(found.startsWith(address)).toBe(true);
    const tail = found.slice(PAGE.length);
    if (expected.endsWith('=')) expect(tail.startsWith(expected)).toBe(true);
    else expect(tail).toBe(expected);
  });

  it('yields a valid address for any quote', () => {
    for (const quote of [
      '"><script>alert(1)</script>',
      'a b#c?d',
      'half \ud83d of a character',
      'x\ny z'.repeat(500),
    ]) {
      const found = withTextFragment(PAGE, quote);
      expect(found).toMatch(/^https:\/\/docs\.example\/guide#:~:text=[\w%.!~*'(),]+$/);
      expect(new URL(found).href).toBe(found);
    }
  });
});
