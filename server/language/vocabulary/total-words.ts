const TOTAL = /^(?:(?:sub|grand)[\s-]?)?total(?:s|e|en)?\b|^(?:sum|summe|gesamt|suma|somme|итого)\b|合計|合计/iu;

/** Does a cell say that its row is the sum of others? */
export const isTotal = (cell: string): boolean => TOTAL.test(cell.trim());
