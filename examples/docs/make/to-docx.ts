import {
  AlignmentType,
  Document,
  HeadingLevel,
  LevelFormat,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import type { Block, Chapter, Run } from './chapter.ts';

const HEADINGS = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3] as const;

const textRuns = (runs: Run[]) =>
  runs.map((run) => new TextRun({ text: run.text, bold: run.bold, ...(run.code ? { font: 'Courier New' } : {}) }));

/** Writes a Word document with real headings, lists and tables. */
export async function toDocx(chapter: Chapter): Promise<Uint8Array> {
  let lists = 0;
  const children = chapter.blocks.flatMap((block) => {
    if (block.kind === 'list') lists += 1;
    return writeBlock(block, lists);
  });
  const document = new Document({
    title: chapter.title,
    creator: 'The Footnote authors',
    lastModifiedBy: 'The Footnote authors',
    styles: { default: { document: { run: { font: 'Calibri', size: 22 } } } },
    numbering: {
      config: [
        {
          reference: 'steps',
          levels: [{ level: 0, format: LevelFormat.DECIMAL, text: '%1.', alignment: AlignmentType.START }],
        },
      ],
    },
    sections: [{ children }],
  });
  return Packer.toBuffer(document);
}

function writeBlock(block: Block, list: number): (Paragraph | Table)[] {
  switch (block.kind) {
    case 'heading':
      return [new Paragraph({ text: block.text, heading: HEADINGS[block.level - 1] ?? HeadingLevel.HEADING_3 })];
    case 'paragraph':
      return [new Paragraph({ children: textRuns(block.runs), spacing: { after: 160 } })];
    case 'list':
      return block.items.map(
        (item) =>
          new Paragraph({
            children: textRuns(item),
            ...(block.ordered
              ? { numbering: { reference: 'steps', level: 0, instance: list } }
              : { bullet: { level: 0 } }),
          }),
      );
    case 'table':
      return [
        new Table({
          width: { size: 100, type: WidthType.PERCENTAGE },
          rows: [block.head, ...block.rows].map(
            (row, index) =>
              new TableRow({
                tableHeader: index === 0,
                children: row.map((cell) => new TableCell({ children: [new Paragraph({ children: textRuns(cell) })] })),
              }),
          ),
        }),
        new Paragraph({}),
      ];
    case 'code':
      return block.text
        .split('\n')
        .map((line) => new Paragraph({ children: [new TextRun({ text: line, font: 'Courier New' })] }));
  }
}
