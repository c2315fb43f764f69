import type { XmlHandler } from '../archive/xml.ts';

/** A text of a workbook as it is shown: in a cell, and in one whose font is struck out, which parts with fonts of their own are not. */
export interface SheetText {
  text: string;
  inStruckCell: string;
}

/** Reads one text after the other, without what is struck out and without the reading aids of Japanese ones. */
export interface StringReader extends XmlHandler {
  /** What was read since the last call. */
  finish(): SheetText;
}

export function createStringReader(): StringReader {
  let read: SheetText = { text: '', inStruckCell: '' };
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
      if (!isText || isPhonetic || isStruck) return;
      read.text += text;
      if (hasFont) read.inStruckCell += text;
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'r') hasFont = isStruck = false;
    },
    finish() {
      const found = read;
      read = { text: '', inStruckCell: '' };
      return found;
    },
  };
}

/** A property without a value is on. */
export const isOn = (value = '1') => value === '1' || value === 'true';
