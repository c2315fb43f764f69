import { readFile } from 'node:fs/promises';
import { makeMarkdown } from './books.ts';
import { ingest, type Subject } from './subject.ts';

/** Pages of the product's own guide. */
const DOCUMENTS = [
  'developer/chat-api.md',
  'operator/deployment.md',
  'getting-started.md',
  'owner/how-answers-are-made.md',
  'operator/configuration.md',
  'developer/credentials.md',
  'operator/operations.md',
  'operator/backup-and-doctor.md',
  'owner/sources.md',
  'owner/troubleshooting.md',
  'owner/website-widget.md',
];

/** What they answer. */
export const QUESTIONS = [
  'How do I create a project and an API key?',
  'How do I make a backup of the server?',
  'How do I restore a backup?',
  'Which file formats can I upload?',
  'What happens to deleted text?',
  'What does a citation mean?',
  'When does Footnote refuse to answer?',
  'How do I put the widget on my website?',
  'What protects the widget against other websites?',
  'What can I do if a credential leaks?',
  'How do I run several replicas behind a load balancer?',
  'What does the reverse proxy have to do for streams?',
  'Why does a document stay in processing?',
  'Why can a source fail?',
  'How long are conversations kept?',
  'Where does the server store its data?',
  'How do I update to a new version?',
  'What are the rate limits of the chat?',
  'How do I move one project to another server?',
  'How are golden questions checked?',
  'What does the doctor check?',
  'How do I run Footnote in a container?',
  'How do I replace a document?',
  'How can a whole site be read?',
];

/** Gives the project the guide, and a book beside it. */
export async function fillWithGuide(subject: Subject): Promise<void> {
  await ingest(subject, makeMarkdown(), 'book.md');
  await fillWithPages(subject);
}

/** The guide alone. */
export async function fillWithPages(subject: Subject): Promise<void> {
  for (const name of DOCUMENTS) {
    const bytes = await readFile(new URL(`../../../examples/docs/${name}`, import.meta.url));
    await ingest(subject, bytes, name.replaceAll('/', '-'));
  }
}
