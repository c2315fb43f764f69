import type { RepositoryForge } from '@footnote/sdk/contract';

/** How each forge is asked for a line. Markdown it would show formatted, without lines, so that its source is asked for. */
const LINES: Record<RepositoryForge, (address: string, line: number) => string> = {
  github: (address, line) => `${address}?plain=1#L${line}`,
  gitlab: (address, line) => `${address}?plain=1#L${line}`,
  gitea: (address, line) => `${address}?display=source#L${line}`,
  // It shows the lines of Markdown only beside who wrote them: https://github.com/sshaw/git-link/issues/83.
  bitbucket: (address, line) =>
    `${MARKDOWN.test(address) ? address.replace(SOURCE, '/annotate/') : address}#lines-${line}`,
};

const MARKDOWN = /\.(?:md|markdown)$/i;
/** Where the path of a file begins, at a commit. */
const SOURCE = /\/src\/(?=[0-9a-f]{40}\/)/;

/** The address of a line of a file that a forge shows. */
export const lineInForge = (address: string, forge: RepositoryForge, line: number): string =>
  LINES[forge](address, line);
