import { seeded } from '../../helpers/input/seeded.ts';
import { asInEnglish, createWords, paragraph } from './books.ts';

/** A page of made-up documentation. */
export interface DocPage {
  /** Its path in the folder. */
  path: string;
  text: string;
}

/** Characters: between these, small pages are more frequent. */
const SHORTEST = 1_000;
const LONGEST = 60_000;
const FOLDERS = ['guide', 'reference', 'how-to', 'concepts', 'operations'];

/** Markdown pages of 1 to 60 kB with what documentation is made of: headings, paragraphs, lists, tables and code. */
export function makeDocPages(count: number, seed = 5): DocPage[] {
  const random = seeded(seed);
  const word = asInEnglish(createWords(random), random);
  const makers = [
    () => paragraph(word, random, 500),
    () => paragraph(word, random, 300),
    () => Array.from({ length: 5 }, () => `- ${paragraph(word, random, 60)}`).join('\n'),
    () => `\`\`\`sh\n${word()} --${word()} ${word()}\n${word()} ${word()}\n\`\`\``,
    () =>
      `| name | meaning |\n| --- | --- |\n${Array.from({ length: 4 }, () => `| \`${word()}\` | ${paragraph(word, random, 50)} |`).join('\n')}`,
  ];
  return Array.from({ length: count }, (_, index) => {
    const length = SHORTEST * (LONGEST / SHORTEST) ** random();
    let text = `---\ntitle: ${word()} ${index}\n---\n\n# Page ${index}: ${word()}\n`;
    for (let part = 0; text.length < length; part += 1) {
      if (part % 4 === 0) text += `\n## ${word()} ${word()}\n`;
      text += `\n${makers[Math.floor(random() * makers.length)]?.()}\n`;
    }
    const folder = FOLDERS[index % FOLDERS.length];
    return { path: `${folder}/page-${index}.md`, text };
  });
}
