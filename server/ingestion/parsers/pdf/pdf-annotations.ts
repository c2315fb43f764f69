import { withoutEnd } from '../../../platform/text/trim-ends.ts';
import { type Pdfium, readUtf16, SCRATCH_BYTES } from './pdfium.ts';

/** The text of a form field or a text box on a page. It is not part of the page's own text. */
export interface Annotation {
  kind: 'list-item' | 'paragraph';
  /** `Name: value` of a field. */
  text: string;
}

/** Reads the annotations of an open page; `text` is its text page, 0 where it has none. Repeated texts are returned once per document. */
export type AnnotationReader = (page: number, text: number) => Annotation[];

const FREE_TEXT = 3;
const WIDGET = 20;
/** Flags of annotations that are not visible on the screen. */
const HIDDEN = 0x02;
const NO_VIEW = 0x20;

const CHECK_BOX = 2;
const RADIO_BUTTON = 3;
const COMBO_BOX = 4;
const LIST_BOX = 5;
const TEXT_FIELD = 6;
/** The flag of password fields. */
const PASSWORD = 1 << 13;

const MAX_ANNOTATIONS = 5_000;
const MAX_OPTIONS = 1_000;
/** No form field has a longer value. */
const MAX_VALUE_BYTES = 2 * 1024 * 1024;
/** Enough bytes for PDFium's form settings, all zero except the version. */
const FORM_SETTINGS_BYTES = 1024;

/** A reader for the pages of one document. No script of the document runs: PDFium gets no callbacks for them. */
export function createAnnotationReader(pdfium: Pdfium, document: number, scratch: number): AnnotationReader {
  const { call } = pdfium;
  const form = call.FPDF_GetFormType(document) > 0 ? openForm(pdfium, document) : 0;
  const seen = new Set<string>();
  return (page, text) => {
    const found: Annotation[] = [];
    const count = Math.min(call.FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS);
    for (let index = 0; index < count; index += 1) {
      const handle = call.FPDFPage_GetAnnot(page, index);
      if (!handle) continue;
      const annotation = readAnnotation(pdfium, form, handle, text, scratch);
      call.FPDFPage_CloseAnnot(handle);
      if (!annotation || seen.has(annotation.text)) continue;
      seen.add(annotation.text);
      found.push(annotation);
    }
    return found;
  };
}

function openForm(pdfium: Pdfium, document: number): number {
  const settings = pdfium.call.malloc(FORM_SETTINGS_BYTES);
  pdfium.memory.HEAPU8.fill(0, settings, settings + FORM_SETTINGS_BYTES);
  pdfium.memory.HEAPU8[settings] = 1;
  return pdfium.call.FPDFDOC_InitFormFillEnvironment(document, settings);
}

function readAnnotation(
  pdfium: Pdfium,
  form: number,
  handle: number,
  text: number,
  scratch: number,
): Annotation | null {
  const { call } = pdfium;
  const kind = call.FPDFAnnot_GetSubtype(handle);
  const isField = kind === WIDGET && form !== 0;
  if (!isField && kind !== FREE_TEXT) return null;
  if (call.FPDFAnnot_GetFlags(handle) & (HIDDEN | NO_VIEW)) return null;
  const value = (isField ? fieldValue(pdfium, form, handle, scratch) : contents(pdfium, handle, scratch)).trim();
  // Programs that flatten a form sometimes leave its fields behind.
  if (!value || isInPageText(pdfium, handle, text, scratch, value)) return null;
  if (!isField) return { kind: 'paragraph', text: value };
  const name = fieldName(pdfium, form, handle, scratch);
  return { kind: 'list-item', text: name ? `${name}: ${value}` : value };
}

/** The value that was filled in, chosen or ticked; empty for everything else. */
function fieldValue(pdfium: Pdfium, form: number, handle: number, scratch: number): string {
  const { call } = pdfium;
  const type = call.FPDFAnnot_GetFormFieldType(form, handle);
  const value = () =>
    readUtf16String(pdfium, scratch, (buffer, size) => call.FPDFAnnot_GetFormFieldValue(form, handle, buffer, size));
  if (type === CHECK_BOX || type === RADIO_BUTTON) return value().replace(/^Off$/, '');
  if (type === COMBO_BOX || type === LIST_BOX) return chosenLabels(pdfium, form, handle, scratch) || value();
  const isSecret = (call.FPDFAnnot_GetFormFieldFlags(form, handle) & PASSWORD) !== 0;
  return type === TEXT_FIELD && !isSecret ? value() : '';
}

/** The labels that the form shows: the values behind them are often codes. */
function chosenLabels(pdfium: Pdfium, form: number, handle: number, scratch: number): string {
  const { call } = pdfium;
  const count = Math.min(call.FPDFAnnot_GetOptionCount(form, handle), MAX_OPTIONS);
  const labels: string[] = [];
  for (let index = 0; index < count; index += 1) {
    if (call.FPDFAnnot_IsOptionSelected(form, handle, index) !== 1) continue;
    const fill = (buffer: number, size: number) => call.FPDFAnnot_GetOptionLabel(form, handle, index, buffer, size);
    labels.push(readUtf16String(pdfium, scratch, fill));
  }
  return labels.filter(Boolean).join(', ');
}

/** The field's alternate name, meant for readers; else the last part of its full name, `form[0].page[0].first_name[0]`. */
function fieldName(pdfium: Pdfium, form: number, handle: number, scratch: number): string {
  const { call } = pdfium;
  const shown = readUtf16String(pdfium, scratch, (buffer, size) =>
    call.FPDFAnnot_GetFormFieldAlternateName(form, handle, buffer, size),
  );
  if (shown.trim()) return withoutEnd(shown, /[\s:]/);
  const name = readUtf16String(pdfium, scratch, (buffer, size) =>
    call.FPDFAnnot_GetFormFieldName(form, handle, buffer, size),
  );
  const last =
    name
      .replace(/\[\d+\]/g, '')
      .split('.')
      .at(-1) ?? '';
  return last.replace(/[_\s:]+/g, ' ').trim();
}

function contents(pdfium: Pdfium, handle: number, scratch: number): string {
  const key = pdfium.call.malloc(16);
  pdfium.memory.HEAPU8.set(new TextEncoder().encode('Contents\0'), key);
  const fill = (buffer: number, size: number) => pdfium.call.FPDFAnnot_GetStringValue(handle, key, buffer, size);
  const found = readUtf16String(pdfium, scratch, fill);
  pdfium.call.free(key);
  return found;
}

/** Does the page's own text contain it at the same position? */
function isInPageText({ call, memory }: Pdfium, handle: number, text: number, scratch: number, value: string): boolean {
  if (!text || !call.FPDFAnnot_GetRect(handle, scratch)) return false;
  const [left = 0, top = 0, right = 0, bottom = 0] = memory.HEAPF32.subarray(scratch >> 2, (scratch >> 2) + 4);
  const units = SCRATCH_BYTES / 2;
  const written = call.FPDFText_GetBoundedText(text, left - 2, top + 2, right + 2, bottom - 2, scratch, units);
  const drawn = Buffer.from(memory.HEAPU8.slice(scratch, scratch + Math.min(written, units) * 2)).toString('utf16le');
  // The beginning is enough to tell.
  return drawn.length > 0 && lettersAndDigits(drawn).includes(lettersAndDigits(value).slice(0, units / 4));
}

const lettersAndDigits = (text: string) => text.normalize('NFKC').replace(/[^\p{L}\p{N}]+/gu, '');

/** Reads a text that PDFium writes into a buffer, whose length in bytes it returns; empty where that is too long. */
function readUtf16String(pdfium: Pdfium, scratch: number, fill: (buffer: number, size: number) => number): string {
  const bytes = fill(scratch, SCRATCH_BYTES);
  if (bytes <= SCRATCH_BYTES) return readUtf16(pdfium, scratch, bytes);
  const buffer = bytes <= MAX_VALUE_BYTES ? pdfium.call.malloc(bytes) : 0;
  if (!buffer) return '';
  const text = readUtf16(pdfium, buffer, Math.min(fill(buffer, bytes), bytes));
  pdfium.call.free(buffer);
  return text;
}
