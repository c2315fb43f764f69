/**
 * How the guides and the console say that packages are installed, before and after they are in npm's registry. To switch:
 * change the line below, give each package.json its `repository`, run `npm run published`, and commit what it changes.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Whether the packages are in npm's registry. */
export const PUBLISHED = false;

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SERVER = 'https://chat.example.com';

/** What a server at this address gives to npm. The widget's package needs that of the SDK. */
const sdkOf = (server: string) => `${server}/packages/footnote-sdk.tgz`;
const widgetOf = (server: string) => `${sdkOf(server)} ${server}/packages/footnote-widget.tgz`;

const ADDRESS = `your server's address in the place of \`${SERVER}\``;
const GIVEN = 'The server gives its own version of it, which is not in npm’s registry yet.';

/** What a page writes before and after. A text that contains another one comes before it. */
const TEXTS = [
  ...['react react-dom', 'vue'].map((others) => ({
    before: `npm install ${widgetOf(SERVER)} ${others}\`, with your server's address.`,
    after: `npm install @footnote/widget ${others}\`.`,
  })),
  {
    before: `npm install ${sdkOf(SERVER)} ai @ai-sdk/react react react-dom\`, with your server's address.`,
    after: 'npm install @footnote/sdk ai @ai-sdk/react react react-dom`.',
  },
  {
    before: `npm install ${widgetOf(SERVER)}\` installs the module, with ${ADDRESS}. ${GIVEN}`,
    after: 'npm install @footnote/widget` installs the module. A server gives its own version of it, too.',
  },
  {
    before: `npm install ${sdkOf(SERVER)}\n\`\`\`\n\nPut ${ADDRESS}. ${GIVEN}`,
    after: 'npm install @footnote/sdk\n```\n\nA server gives its own version of the SDK, too.',
  },
  {
    before:
      'The package is not in npm’s registry yet. In a clone of the repository, `npm install` and `npm run pack` make it:\n\n```sh\nnpm install --global .build/dist/footnote-server.tgz',
    after: 'The package is in npm’s registry:\n\n```sh\nnpm install --global @footnote/server',
  },
];

/** A page with the words of one of the two times. */
export function worded(page: string, published: boolean): string {
  return TEXTS.reduce(
    (text, { before, after }) => (published ? text.replaceAll(before, after) : text.replaceAll(after, before)),
    page,
  );
}

/** How to install the widget's module, for owners of a server; the console puts its address in the place of `%SERVER%`. */
export const WIDGET_INSTALLATION = PUBLISHED ? 'npm install @footnote/widget' : `npm install ${widgetOf('%SERVER%')}`;

/** The paths of all pages that people read. */
export const pages = (): string[] =>
  execFileSync('git', ['ls-files', '*.md', '*.html'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');

if (import.meta.main) {
  for (const path of pages()) {
    const page = readFileSync(join(ROOT, path), 'utf8');
    const now = worded(page, PUBLISHED);
    if (now === page) continue;
    writeFileSync(join(ROOT, path), now);
    process.stdout.write(`${path}\n`);
  }
}
