interface TablePhrases {
  /** With `{count}`, `{total}` and `{conditions}`. */
  matching: string;
  /** With `{column}` and `{total}`. */
  highest: string;
  lowest: string;
  /** With `{total}`. */
  all: string;
  /** Where a sum or an average was asked for. */
  notCalculated: string;
}

const ENGLISH: TablePhrases = {
  matching: '{count} of {total} rows: {conditions}',
  highest: 'Highest {column} of {total} rows:',
  lowest: 'Lowest {column} of {total} rows:',
  all: 'The table has {total} rows.',
  notCalculated: 'Nothing was calculated from them.',
};

/** For the languages in which questions about tables are understood. */
const PHRASES: Record<string, TablePhrases> = {
  en: ENGLISH,
  de: {
    matching: '{count} von {total} Zeilen: {conditions}',
    highest: 'Höchster Wert in {column} von {total} Zeilen:',
    lowest: 'Niedrigster Wert in {column} von {total} Zeilen:',
    all: 'Die Tabelle hat {total} Zeilen.',
    notCalculated: 'Daraus wurde nichts berechnet.',
  },
  es: {
    matching: '{count} de {total} filas: {conditions}',
    highest: 'El valor más alto de {column} en {total} filas:',
    lowest: 'El valor más bajo de {column} en {total} filas:',
    all: 'La tabla tiene {total} filas.',
    notCalculated: 'No se ha calculado nada con ellas.',
  },
  fr: {
    matching: '{count} lignes sur {total} : {conditions}',
    highest: 'Valeur la plus élevée de {column} sur {total} lignes :',
    lowest: 'Valeur la plus basse de {column} sur {total} lignes :',
    all: 'Le tableau compte {total} lignes.',
    notCalculated: 'Rien n’a été calculé à partir d’elles.',
  },
  it: {
    matching: '{count} righe su {total}: {conditions}',
    highest: 'Il valore più alto di {column} in {total} righe:',
    lowest: 'Il valore più basso di {column} in {total} righe:',
    all: 'La tabella ha {total} righe.',
    notCalculated: 'Non è stato calcolato nulla a partire da esse.',
  },
  nl: {
    matching: '{count} van {total} rijen: {conditions}',
    highest: 'Hoogste {column} van {total} rijen:',
    lowest: 'Laagste {column} van {total} rijen:',
    all: 'De tabel heeft {total} rijen.',
    notCalculated: 'Daaruit is niets berekend.',
  },
  pt: {
    matching: '{count} de {total} linhas: {conditions}',
    highest: 'O valor mais alto de {column} em {total} linhas:',
    lowest: 'O valor mais baixo de {column} em {total} linhas:',
    all: 'A tabela tem {total} linhas.',
    notCalculated: 'Nada foi calculado a partir delas.',
  },
  ru: {
    matching: 'Строк: {count} из {total}: {conditions}',
    highest: 'Наибольшее значение «{column}», всего строк: {total}:',
    lowest: 'Наименьшее значение «{column}», всего строк: {total}:',
    all: 'Строк в таблице: {total}.',
    notCalculated: 'По ним ничего не рассчитано.',
  },
};

/** What rows of a table are shown, and of how many. Conditions and columns are Markdown. */
export interface ShownRows {
  /** All that meet the conditions. */
  count: number;
  total: number;
  conditions: string[];
  /** The column of which the shown rows have the highest or the lowest number of these. */
  extreme: { column: string; is: 'highest' | 'lowest' } | null;
  /** A sum or an average was asked for, which is not there. */
  isCalculation: boolean;
}

/** Says it in the first of these languages that has phrases, else in English. */
export function shownRowsNote(languages: string[], shown: ShownRows): string {
  const phrases = languages.map((language) => PHRASES[language]).find((known) => known) ?? ENGLISH;
  const { conditions, extreme, isCalculation, count, total } = shown;
  const of = (phrase: string, among: number) =>
    filled(phrase, { count, total: among, conditions: conditions.join(', '), column: extreme?.column ?? '' });
  const sentences = [
    ...(conditions.length > 0 ? [`${of(phrases.matching, total)}.`] : extreme ? [] : [of(phrases.all, total)]),
    ...(extreme ? [of(phrases[extreme.is], count)] : []),
    ...(isCalculation ? [phrases.notCalculated] : []),
  ];
  return sentences.join(' ');
}

const filled = (phrase: string, values: Record<string, string | number>) =>
  phrase.replace(/\{(\w{1,12})\}/g, (_, name: string) => String(values[name] ?? ''));
