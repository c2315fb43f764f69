/** Markdown with the texts of its links alone. */
export const withoutTargets = (markdown: string): string =>
  markdown.replace(/\[([^[\]\n]{1,400})\]\([^()\s]{1,2000}\)/g, '$1');
