const FRONT_MATTER = /^---\n[\s\S]*?\n---(?:\n|$)/;

/** The text of an included Markdown file, without its front matter. */
export const markdownBody = (text: string): string => text.replaceAll('\r\n', '\n').replace(FRONT_MATTER, '');
