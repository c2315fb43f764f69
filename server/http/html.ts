const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Markup that is safe to send. Only `html` makes it, so text can get into a page in no other way than escaped. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

/** A template whose values are escaped unless they are markup already; null, undefined and false are nothing. */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(literals.reduce((markup, literal, at) => markup + escaped(parts[at - 1]) + literal));
}

function escaped(part: Part): string {
  if (part instanceof Html) return part.markup;
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'object') return part.map(escaped).join('');
  return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Plain text with `code` in backticks and empty lines between paragraphs. */
export function prose(text: string): Html {
  const inline = (line: string) =>
    line.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part));
  return html`${text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`;
}
