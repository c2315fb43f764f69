import { describe, expect, it } from 'vitest';
import { type ShownRows, shownRowsNote } from '../../../../server/answering/output/table-replies.ts';
import { TABLE_WORDS } from '../../../../server/language/vocabulary/table-words.ts';

const all: ShownRows = { count: 4, total: 4, conditions: [], extreme: null, isCalculation: false };
const some: ShownRows = { ...all, count: 2, conditions: ['Seats > 20', 'City = Bonn'] };
const most: ShownRows = { ...all, extreme: { column: 'Seats', is: 'highest' } };

describe('what is said above the rows of a table', () => {
  it('is which they are, and of how many', () => {
    expect(shownRowsNote(['en'], some)).toBe('2 of 4 rows: Seats > 20, City = Bonn.');
    expect(shownRowsNote(['en'], most)).toBe('Highest Seats of 4 rows:');
    expect(shownRowsNote(['en'], { ...most, count: 2, conditions: ['City = Bonn'] })).toBe(
      '2 of 4 rows: City = Bonn. Highest Seats of 2 rows:',
    );
    expect(shownRowsNote(['en'], { ...all, isCalculation: true })).toBe(
      'The table has 4 rows. Nothing was calculated from them.',
    );
  });

  it('is in the language of the question, for which there are sentences where its questions are understood', () => {
    expect(shownRowsNote(['de', 'en'], some)).toBe('2 von 4 Zeilen: Seats > 20, City = Bonn.');
    expect(shownRowsNote(['und', 'cs'], some)).toBe('2 of 4 rows: Seats > 20, City = Bonn.');
    const said = Object.keys(TABLE_WORDS).map((language) => shownRowsNote([language], most));
    expect(new Set(said).size).toBe(said.length);
    for (const one of said) expect(one).toMatch(/Seats.*4/);
  });
});
