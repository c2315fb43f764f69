const NUMBER = /^[-+(]?[^\p{L}\d]{0,3}\d[\d\s.,:/'’–-]*[^\p{L}\d]{0,3}\)?$/u;

/** Is a cell a number: with a sign, a currency or a unit of signs, a span of numbers, a date, a time? */
export const isNumber = (cell: string): boolean => NUMBER.test(cell.trim());
