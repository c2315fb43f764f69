import { commandInItsFolder } from '../program/command-line.ts';

/** What must have been done before pictures are read, for an owner who may not be the operator. Follows "once". */
export const ADD_OCR = (): string =>
  `its operator has added text recognition (OCR): ${commandInItsFolder()} engines add ocr`;
