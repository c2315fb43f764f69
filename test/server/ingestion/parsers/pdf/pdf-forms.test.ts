import { describe, expect, it } from 'vitest';
import { parsePdf } from '../../../../../server/ingestion/parsers/pdf/parse-pdf.ts';
import { makePdf } from '../../make-files.ts';
import { expectSound } from '../../parse/invariants.ts';

/** Flags of an annotation. */
const HIDDEN = 2;
const NO_VIEW = 32;

/** Draws annotations with entries that the library that makes the file has no options for. */
function withEntries(pdf: PDFKit.PDFDocument, entries: object, draw: () => void): void {
  const { annotate } = pdf;
  pdf.annotate = (x, y, width, height, options) => annotate.call(pdf, x, y, width, height, { ...options, ...entries });
  draw();
  pdf.annotate = annotate;
}

/** A file with a form on its first page; the fields have no place in the page's own text. */
async function textOf(draw: (pdf: PDFKit.PDFDocument) => void): Promise<string> {
  const bytes = await makePdf((pdf) => {
    pdf.addPage().font('Helvetica').initForm();
    draw(pdf);
  });
  const document = await parsePdf(bytes);
  expectSound(document);
  return document.text;
}

describe('parsePdf, with form fields and text boxes', () => {
  it('adds filled-in values after the text of their page', async () => {
    const text = await textOf((pdf) => {
      pdf.text('Application for a card', 50, 50);
      pdf.formText('first_name', 50, 100, 200, 20, { value: 'Ada' });
      pdf.formText('notes', 50, 130, 200, 60, { value: 'Comes by boat.\nBrings a dog.', multiline: true });
      pdf.formCombo('Town', 50, 200, 200, 20, { select: ['Aberdeen', 'Zürich'], value: 'Zürich' });
      pdf.formList('Days', 50, 230, 200, 60, { select: ['Monday', 'Friday'], value: 'Friday' });
      pdf.formText('left empty', 50, 300, 200, 20);
      pdf.addPage().text('The second page.', 50, 50);
    });
    expect(text).toBe(
      'Application for a card\n\nfirst name: Ada\nnotes: Comes by boat.\nBrings a dog.\nTown: Zürich\nDays: Friday\n\nThe second page.',
    );
  });

  it('reads a page that holds only a form or only a text box', async () => {
    expect(await textOf((pdf) => pdf.formText('Name', 50, 50, 200, 20, { value: 'Ada' }))).toBe('Name: Ada');
    expect(await textOf((pdf) => pdf.textAnnotation(50, 50, 200, 40, 'Seen and approved.'))).toBe('Seen and approved.');
  });

  it('uses a field’s alternate name, or the last part of its full name', async () => {
    const text = await textOf((pdf) => {
      const form = pdf.formField('topmost[0]');
      const page = pdf.formField('page1[0]', { parent: form });
      pdf.formText('family_name[0]', 50, 50, 200, 20, { parent: page, value: 'Lovelace' });
      // A string object is what the library writes as a string of the file, a plain one as a name.
      withEntries(pdf, { TU: Object('Year of birth:') }, () => {
        pdf.formText('f1_01', 50, 100, 200, 20, { parent: page, value: '1815' });
      });
    });
    expect(text).toBe('family name: Lovelace\nYear of birth: 1815');
  });

  it('adds a value that several pages repeat once', async () => {
    const text = await textOf((pdf) => {
      pdf.textAnnotation(50, 50, 200, 40, 'Draft');
      pdf.addPage().textAnnotation(50, 50, 200, 40, 'Draft');
    });
    expect(text).toBe('Draft');
  });

  it('does not repeat a value that the page’s text shows at the same position', async () => {
    const text = await textOf((pdf) => {
      pdf.fontSize(12).text('Ada', 54, 104).text('Name', 50, 80);
      pdf.formText('Name', 50, 100, 200, 20, { value: 'Ada' });
      // The same words somewhere else are another matter.
      pdf.formText('Witness', 50, 300, 200, 20, { value: 'Name' });
    });
    expect(text.match(/Ada/g)).toHaveLength(1);
    expect(text).toContain('Witness: Name');
  });

  it('leaves out hidden fields and boxes, and passwords', async () => {
    const text = await textOf((pdf) => {
      pdf.text('Application', 50, 50);
      for (const flag of [HIDDEN, NO_VIEW]) {
        withEntries(pdf, { F: flag }, () => {
          pdf.formText(`Field ${flag}`, 50, 100, 200, 20, { value: 'concealed' });
          pdf.textAnnotation(50, 190, 200, 40, 'concealed');
        });
      }
      pdf.formText('Password', 50, 160, 200, 20, { value: 'concealed', password: true });
      pdf.note(50, 240, 20, 20, 'A reviewer’s remark');
    });
    expect(text).toBe('Application');
  });

  it('does not join the next page’s text to it', async () => {
    const text = await textOf((pdf) => {
      pdf.text('The form below is about the sea and its', 50, 50);
      pdf.textAnnotation(50, 100, 200, 40, 'Urgent');
      pdf.addPage().text('many islands.', 50, 50);
    });
    expect(text).toBe('The form below is about the sea and its\n\nUrgent\n\nmany islands.');
  });

  it('reads a value of any length', async () => {
    const long = Array.from({ length: 4_000 }, (_, at) => `word${at}`).join(' ');
    expect(await textOf((pdf) => pdf.formText('Essay', 50, 50, 200, 20, { value: long }))).toBe(`Essay: ${long}`);
  });
});
