import { isFunctionWord } from '../../../language/function-words.ts';
import { indexTerms } from '../../../language/terms.ts';
import { TABLE_WORDS } from '../../../language/vocabulary/table-words.ts';
import { type Relation, type TableQuestion, tokensOf } from '../../query/table-question.ts';
import { type Measure, readNumber, readNumbers } from './read-numbers.ts';
import type { Table, TableRow } from './read-tables.ts';

/** Rows of a table, and why these. */
export interface RowChoice {
  rows: TableRow[];
  /** What holds for them, each of a column: “Seats > 20”. Empty for all rows. */
  conditions: string[];
  /** The column of which the rows have the highest or the lowest number, of so many rows. */
  extreme: { column: string; among: number } | null;
  /** Does this answer the question, as far as its words tell? Else its rows are only near it. */
  answers: boolean;
  /** How many words of the name of the column that is compared are in the question; 0 for any other choice. */
  named: number;
  /** Does the question name a column of the table, that or another? */
  namesColumn: boolean;
}

const SIGNS: Record<Relation, string> = { above: '>', below: '<', atLeast: '≥', atMost: '≤' };
const HOLDS: Record<Relation, (value: number, than: number) => boolean> = {
  above: (value, than) => value > than,
  below: (value, than) => value < than,
  atLeast: (value, than) => value >= than,
  atMost: (value, than) => value <= than,
};
/** In place of a unit: prices are asked for, in any currency. */
const PRICE = 'price';
/** A word of so few letters behind a number is its unit. */
const LONGEST_UNIT = 3;
const CURRENCY = /^[$€£¥]$/u;

/** A column that the question names. */
interface NamedColumn {
  at: number;
  /** How many words of its name are in the question, and how many are not. */
  has: number;
  lacks: number;
}

/**
 * The rows of a table that a question asks for: those whose number in the column that it names is above or below its number, or
 * is the highest or the lowest; or those with a cell that is in the question. Null where it is not clear which these are.
 */
export function chooseRows(table: Table, question: TableQuestion, language: string): RowChoice | null {
  const named = namedColumns(table, question, language);
  const choice = chooseByColumns(table, question, named, language);
  return choice && { ...choice, namesColumn: named.length > 0 };
}

function chooseByColumns(
  table: Table,
  question: TableQuestion,
  named: NamedColumn[],
  language: string,
): Omit<RowChoice, 'namesColumn'> | null {
  const { aim, condition } = question;
  const withValues = rowsWithValues(table, question, language);
  const rows = withValues?.rows ?? table.rows;
  const conditions = withValues?.conditions ?? [];
  if (condition) {
    const column = numberColumn(table, named, condition.unit, language);
    const than = readNumber(condition.number);
    if (!column || than === null) return null;
    const holds = (row: TableRow) => {
      const measure = column.measures.get(row);
      return measure != null && HOLDS[condition.relation](measure.value, than);
    };
    const said = `${column.name} ${SIGNS[condition.relation]} ${condition.number}`;
    return {
      rows: rows.filter(holds),
      conditions: [...conditions, said],
      extreme: null,
      answers: true,
      named: column.has,
    };
  }
  if (aim === 'most' || aim === 'least' || aim === 'dearest' || aim === 'cheapest') {
    const isPrice = aim === 'dearest' || aim === 'cheapest';
    const column = numberColumn(table, named, isPrice ? PRICE : '', language);
    if (!column) return null;
    const numberOf = (row: TableRow) => column.measures.get(row)?.value;
    const values = rows.flatMap((row) => numberOf(row) ?? []);
    const wanted = aim === 'most' || aim === 'dearest' ? Math.max(...values) : Math.min(...values);
    const most = rows.filter((row) => numberOf(row) === wanted);
    return values.length === 0
      ? null
      : {
          rows: most,
          conditions,
          extreme: { column: column.name, among: rows.length },
          answers: true,
          named: column.has,
        };
  }
  const [first] = named;
  if (!first) return null;
  if (aim === 'sum' || aim === 'average')
    return numberColumn(table, named, '', language) && { rows, conditions, extreme: null, answers: false, named: 0 };
  if (withValues) return { rows, conditions, extreme: null, answers: true, named: 0 };
  const isWhole = aim === 'count' && isAllThatIsNamed(table, first, question, language);
  return isWhole ? { rows, conditions, extreme: null, answers: true, named: 0 } : null;
}

/** The columns that a question names by all words of their name, or by two and at least half of them, best first. */
function namedColumns({ columns }: Table, { words }: TableQuestion, language: string): NamedColumn[] {
  const asked = new Set(words.flatMap((word) => [...indexTerms(word, language), ...yearOf(word)]));
  return columns
    .map((name, at): NamedColumn => {
      const terms = termsOfName(name, language);
      const has = terms.filter((term) => asked.has(term) || isWrittenAsOne(term, words)).length;
      return { at, has, lacks: terms.length - has };
    })
    .filter(({ has, lacks }) => has > 0 && (lacks === 0 || (has > 1 && has >= lacks)))
    .sort((one, two) => two.has - one.has || one.lacks - two.lacks);
}

const termsOfName = (name: string, language: string) => [
  ...new Set(
    (name.match(/[\p{Lu}]?[\p{Ll}\p{Lo}\p{M}]+|\p{Lu}+|\d+/gu) ?? [])
      .filter((word) => !isFunctionWord(word, language))
      .flatMap((word) => indexTerms(word, language)),
  ),
];

/** A column often names a year by two digits: `incidents_85_99`. */
const yearOf = (word: string) => (/^(?:19|20)\d\d$/.test(word) ? [word.slice(2)] : []);

/** Shorter ones begin too many words. */
const MIN_WRITTEN_AS_ONE = 6;

/** Does the name write two words of the question as one, or the beginning of them: `winpercent` for “win percentage”? */
const isWrittenAsOne = (term: string, words: string[]) =>
  term.length >= MIN_WRITTEN_AS_ONE &&
  words.some(
    (word, at) => word.length < term.length && term.startsWith(word) && `${word}${words[at + 1]}`.startsWith(term),
  );

/** The column of numbers that the question names best; null if another is named as well, or its unit is another. */
function numberColumn(
  { columns, rows }: Table,
  named: NamedColumn[],
  unit: string,
  language: string,
): { name: string; has: number; measures: ReadonlyMap<TableRow, Measure | null> } | null {
  const numbersOf = (at: number) => readNumbers(rows.map(({ cells }) => cells[at] ?? ''));
  const isMoney = unit === PRICE || CURRENCY.test(unit);
  const candidates = named.flatMap((column) => {
    const numbers = numbersOf(column.at);
    return numbers ? [{ ...column, numbers }] : [];
  });
  const [best, next] = candidates;
  const isBest = best && (!next || next.has < best.has || next.lacks > best.lacks);
  const chosen = isBest ? best : !best && isMoney ? moneyColumn(columns.map((_, at) => numbersOf(at))) : null;
  if (!chosen) return null;
  const own = chosen.numbers.find((one) => one)?.unit ?? '';
  if (!isSameUnit(own, unit, columns[chosen.at] ?? '', language)) return null;
  const measures = new Map(rows.map((row, at) => [row, chosen.numbers[at] ?? null]));
  return { name: columns[chosen.at] ?? '', has: isBest ? best.has : 0, measures };
}

/**
 * May the number of a question be compared with those of a column? A unit in the question has to be that of the column, or in its
 * name; a longer word behind the number is what is counted.
 */
function isSameUnit(own: string, unit: string, name: string, language: string): boolean {
  if (unit === '' || unit === PRICE || unit === own || isFunctionWord(unit, language)) return true;
  const isUnit = unit.length <= LONGEST_UNIT;
  if (own === '')
    return !isUnit || (CURRENCY.test(unit) || unit === '%' ? name.includes(unit) : tokensOf(name).includes(unit));
  return CURRENCY.test(own) && !isUnit;
}

/** The one column of a table that has amounts of money. */
function moneyColumn(columns: ((Measure | null)[] | null)[]): { at: number; numbers: (Measure | null)[] } | null {
  const found = columns.flatMap((numbers, at) =>
    numbers?.some((one) => one && CURRENCY.test(one.unit)) ? [{ at, numbers }] : [],
  );
  const [only, ...others] = found;
  return only && others.length === 0 ? only : null;
}

/** Shorter cells are marks. */
const MIN_VALUE = 3;

/** The rows with a cell that is in the question word for word: the longest of its column; of two columns, those with both. */
function rowsWithValues(
  { columns, rows }: Table,
  { words }: TableQuestion,
  language: string,
): Pick<RowChoice, 'rows' | 'conditions'> | null {
  const asked = ` ${words.join(' ')} `;
  const isNamed = (value: string) => value.length >= MIN_VALUE && /\p{L}/u.test(value) && asked.includes(` ${value} `);
  const filters = columns.flatMap((name, at) => {
    const cellOf = ({ cells }: TableRow) => oneForm(cells[at] ?? '');
    const values = [...new Set(rows.map(cellOf))].filter((value) => isNamed(value) && !isFunctionWord(value, language));
    const whole = values.filter(
      (value) => !values.some((longer) => longer !== value && ` ${longer} `.includes(` ${value} `)),
    );
    // The name of a column in its own cells tells no row apart.
    if (whole.length === 0 || whole.includes(oneForm(name))) return [];
    const [shown] = rows.filter((row) => whole.includes(cellOf(row))).map(({ cells }) => cells[at] ?? '');
    const said = whole.length === 1 ? `${name} = ${shown}` : `${name} = ${whole.join(' / ')}`;
    return [{ said, holds: (row: TableRow) => whole.includes(cellOf(row)) }];
  });
  const chosen = rows.filter((row) => filters.every(({ holds }) => holds(row)));
  if (filters.length === 0 || chosen.length === 0) return null;
  return { rows: chosen, conditions: filters.map(({ said }) => said) };
}

const oneForm = (text: string) => tokensOf(text).join(' ');

/** Does the question name the column, and nothing else that would have to hold for its rows? */
function isAllThatIsNamed(
  { columns }: Table,
  column: NamedColumn,
  { words }: TableQuestion,
  language: string,
): boolean {
  const names = termsOfName(columns[column.at] ?? '', language);
  const asking: string[] = `${TABLE_WORDS[language]?.count} ${TABLES}`.match(/\p{L}+/gu) ?? [];
  return words.every(
    (word) =>
      isFunctionWord(word, language) ||
      asking.includes(word) ||
      indexTerms(word, language).every((term) => names.includes(term)),
  );
}

/** What a table is called, in the languages with words for tables. */
const TABLES =
  'list table liste tabelle lista tabla tableau elenco tabella lijst tabel tabela список списке таблица таблице';
