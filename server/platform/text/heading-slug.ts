/**
 * The anchor of a heading on the page that a site makes of it, as github-slugger makes it: so do GitHub, Docusaurus, Starlight and
 * Hugo; VitePress and MkDocs differ only where a heading has punctuation. Also the slug of a path's part with Starlight.
 */
export const headingSlug = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
