import type { XmlHandler } from '../archive/xml.ts';

/** A text of a workbook as it is shown: in a cell, and in one whose font is struck out, which parts with fonts of their own are not. */
export interface SheetText {
  text: string;
  inStruckCell: string;
  /** What is struck out of it: in a cell, and in one whose font is. */
  struck: string;
  struckInStruckCell: string;
}

const NOTHING: SheetText = { text: '', inStruckCell: '', struck: '', struckInStruckCell: '' };

/** Reads one text after the other, without what is struck out and without the reading aids of Japanese ones. */
interface StringReader extends XmlHandler {
  /** What was read since the last call. */
  finish(): SheetText;
}

export function createStringReader(): StringReader {
  let read = { ...NOTHING };
  let isText = false;
  let isPhonetic = false;
  let hasFont = false;
  let isStruck = false;
  return {
    open(name, attributes) {
      if (name === 't') isText = true;
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 'rPr') hasFont = true;
      else if (name === 'strike') isStruck = isOn(attributes.val);
    },
    text(text) {
      if (!isText || isPhonetic) return;
      read[isStruck ? 'struck' : 'text'] += text;
      read[hasFont && !isStruck ? 'inStruckCell' : 'struckInStruckCell'] += text;
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'r') hasFont = isStruck = false;
    },
    finish() {
      const found = read;
      read = { ...NOTHING };
      return found;
    },
  };
}

/** A property without a value is on. */
export const isOn = (value = '1') => value === '1' || value === 'true';
