/** What an embedder or a reader reads of a passage. The title and the headings belong to it, as the text alone may not name its subject. */
export function passageText(title: string | null, { headings, text }: { headings: string[]; text: string }): string {
  return [...new Set([title ?? '', ...headings])].filter(Boolean).join(' — ').concat('\n', text);
}
