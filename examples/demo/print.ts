import type { ChatAnswer } from '@footnote/sdk';

/** Prints the addresses and example questions once everything runs. */
export function printWelcome(demo: {
  site: string;
  console: string;
  api: string;
  email: string;
  password: string;
  questions: readonly string[];
  unanswered: string;
}): void {
  console.log(`
Footnote is running.

  Website    ${demo.site}
  Guide      ${demo.site}/docs/
  Console    ${demo.console}
  Log in as  ${demo.email}
  Password   ${demo.password}
  API        ${demo.api}
  Reference  ${demo.console}/docs

Worth asking:
${demo.questions.map((question) => `  • ${question}`).join('\n')}
Not in the documents, so not answered:
  • ${demo.unanswered}
`);
}

/** Prints a question, its answer and the passages that the answer cites. */
export function printAnswer(question: string, answer: ChatAnswer): void {
  console.log(`\nQ: ${question}\nA: ${answer.response}`);
  for (const citation of answer.citations) {
    const heading = citation.heading ?? citation.title;
    // The headings usually begin with the document's title.
    const place = heading.startsWith(citation.title) ? heading : `${citation.title} › ${heading}`;
    const page = citation.page ? `, page ${citation.page}` : '';
    console.log(`   [${citation.id}] ${place}${page}\n       “${citation.quote}”`);
  }
  if (answer.citations.length === 0) console.log('   (no citation)');
}
