/** A page of the guide. Its file begins with its title as the only heading of the first level. */
export interface Page {
  /** Relative to this folder. */
  file: string;
  /** Its address on the website below `/docs/`, without `.html`; by default that of the file. */
  address?: string;
  /** The name in navigation; the title of the page may say more. */
  name: string;
  /** The file that `make.ts` writes from the page, in `made`. */
  made?: string;
}

/** A part of the guide, for one reader. */
export interface Part {
  name: string;
  pages: readonly Page[];
}

/** The table of contents: the order of the website, of the demo's uploads and of the tests. */
export const CONTENTS: readonly Part[] = [
  {
    name: 'Start here',
    pages: [
      { file: 'README.md', address: '', name: 'Overview' },
      { file: 'getting-started.md', name: 'Getting started' },
    ],
  },
  {
    name: 'Site owners',
    pages: [
      { file: 'owner/sources.md', name: 'Sources' },
      { file: 'owner/website-widget.md', name: 'The widget on your website' },
      { file: 'owner/documentation-tools.md', name: 'Your documentation tool' },
      { file: 'owner/how-answers-are-made.md', name: 'How answers are made' },
      { file: 'owner/conversations-and-use.md', name: 'What an owner sees' },
      { file: 'owner/handovers.md', name: 'Hand-over to a person' },
      { file: 'owner/your-answers.md', name: 'Your answers and golden questions' },
      { file: 'owner/members.md', name: 'Working together' },
      { file: 'owner/widget-accessibility.md', name: 'Accessibility of the widget' },
      { file: 'owner/widget-size.md', name: 'Size of the widget' },
      { file: 'owner/troubleshooting.md', name: 'Troubleshooting' },
    ],
  },
  {
    name: 'Developers',
    pages: [
      { file: 'developer/chat-api.md', name: 'The chat API' },
      { file: 'developer/docs-folder.md', name: 'Keep a docs folder in sync' },
      { file: 'developer/git-repository.md', name: 'Read a git repository' },
      { file: 'developer/search.md', name: 'Search' },
      { file: 'developer/mcp.md', name: 'Agents and MCP' },
      { file: 'developer/webhooks.md', name: 'Webhooks' },
      { file: 'developer/credentials.md', name: 'Credentials', made: 'credentials.docx' },
      { file: '../../sdk/README.md', address: 'developer/sdk', name: 'TypeScript SDK' },
      { file: '../../sdk/python/README.md', address: 'developer/python', name: 'Python client' },
      { file: '../../widget/README.md', address: 'developer/widget', name: 'The widget in code' },
    ],
  },
  {
    name: 'Operators',
    pages: [
      { file: 'operator/deployment.md', name: 'Deployment' },
      { file: 'operator/configuration.md', name: 'Configuration', made: 'configuration.html' },
      { file: 'operator/people.md', name: 'People' },
      { file: 'operator/operations.md', name: 'Operations handbook', made: 'operations.pdf' },
      { file: 'operator/how-far.md', name: 'How far one server goes' },
      { file: 'operator/console.md', name: 'The operator’s console' },
      { file: 'operator/backup-and-doctor.md', name: 'Backup, moving, doctor' },
    ],
  },
];

/** All pages, in the order of the contents. */
export const PAGES: readonly Page[] = CONTENTS.flatMap(({ pages }) => pages);

/** The address of a page on the website, such as `/docs/owner/sources.html`. */
export function addressOf({ file, address = file.replace(/\.md$/, '') }: Page): string {
  return address ? `/docs/${address}.html` : '/docs/';
}
