import { describe, expect, it } from 'vitest';
import { readNumber, readNumbers } from '../../../../../server/answering/extractive/table/read-numbers.ts';

const values = (...cells: string[]) => readNumbers(cells)?.map((one) => one?.value ?? null) ?? null;

describe('the numbers of a column', () => {
  it.each([
    ['plain ones', ['12', '-3', '.5'], [12, -3, 0.5]],
    ['with decimals after a point', ['1,922.00', '38.00'], [1922, 38]],
    ['with decimals after a comma', ['1.922,00', '38,5'], [1922, 38.5]],
    ['with thousands', ['1,250', '12'], [1250, 12]],
    ['with three decimals', ['0.125', '1.250'], [0.125, 1.25]],
    ['with millions', ['1.250.000', '1.250'], [1_250_000, 1250]],
    ['with the sign of a currency', ['$38.00', '$1,922.00'], [38, 1922]],
    ['with a unit', ['16 GB', '8GB'], [16, 8]],
    ['with an empty cell', ['16', ''], [16, null]],
  ])('are read: %s', (_, cells, numbers) => {
    expect(values(...cells)).toEqual(numbers);
  });

  it.each([
    ['a cell is none', ['12', 'unlimited']],
    ['their units differ', ['512MB', '2GB']],
    ['it is not clear what a point parts', ['1.250', '2.500']],
    ['both signs are before decimals', ['1.5', '1,5']],
    ['all cells are empty', ['', '']],
    ['they are dates', ['2026-03-01', '2026-04-01']],
    ['they are ranges', ['1–5', '6–9']],
  ])('are not compared where %s', (_, cells) => {
    expect(values(...cells)).toBeNull();
  });
});

describe('the number of a question', () => {
  it.each([
    ['1200', 1200],
    ['1,200', 1200],
    ['0.1', 0.1],
    ['0,5', 0.5],
    ['1.200', null],
  ])('is read where it is clear: %s', (written, value) => {
    expect(readNumber(written)).toBe(value);
  });
});
