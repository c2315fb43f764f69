import { expect, it } from 'vitest';
import { collapseWhitespace } from '../../../../server/platform/text/collapse-whitespace.ts';

it.each([
  ['white space of any kind', 'Kiln\tof\u00a0the\r\n\u3000potters\u2028\ufefftown', 'Kiln of the potters town'],
  ['a single line break', 'Kiln\nof', 'Kiln of'],
  ['white space at its ends', ' \n Kiln\t', 'Kiln'],
  ['nothing but white space', ' \n\t', ''],
  ['single spaces already', 'Kiln of the town', 'Kiln of the town'],
])('puts a text into one line with single spaces: %s', (_, text, line) => {
  expect(collapseWhitespace(text)).toBe(line);
});
