import type { RepositoryForge } from '@footnote/sdk/contract';

/** How each forge is asked for a line. Markdown it would show formatted, without lines, so that its source is asked for. */
const LINES: Record<RepositoryForge, (line: number) => string> = {
  github: (line) => `?plain=1#L${line}`,
  gitlab: (line) => `?plain=1#L${line}`,
  gitea: (line) => `?display=source#L${line}`,
  bitbucket: (line) => `#lines-${line}`,
};

/** The address of a line of a file that a forge shows. */
export const lineInForge = (address: string, forge: RepositoryForge, line: number): string =>
  address + LINES[forge](line);
