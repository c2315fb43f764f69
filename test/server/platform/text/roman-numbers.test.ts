import { expect, it } from 'vitest';
import { romanNumber } from '../../../../server/platform/text/roman-numbers.ts';

it.each([
  ['i', 1],
  ['IV', 4],
  ['xlix', 49],
  ['XC', 90],
  ['CCCXCIX', 399],
])('%s is a Roman number', (text, number) => {
  expect(romanNumber(text)).toBe(number);
});

it.each(['', 'IIII', 'IC', 'civil', 'CD', '4'])('“%s” is none below 400', (text) => {
  expect(romanNumber(text)).toBeNull();
});
