/**
 * Opens whatever a page of documentation hides at first, one thing after the other, and returns the text of what was seen
 * meanwhile, in the order of the page. It runs in the page, so that it refers to nothing outside itself.
 */
export function openAndRead(): string {
  const CONTROLS =
    'summary, [role=tab], [aria-expanded], [aria-controls], [data-shows], [data-toggle], [data-bs-toggle], label[for], button';
  const PANELS = '[role=tabpanel], [hidden="until-found"], .collapse';
  const LEFT_OUT =
    'script, style, noscript, template, nav, footer, aside, dialog, select, textarea, svg, body > header, [role=navigation], [role=banner], [role=contentinfo], [role=complementary], [role=dialog], [role=search]';
  const INLINE =
    /^(?:a|abbr|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|slot|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)$/;

  /** The children as they are rendered: of a shadow root, and what is put into its slots. */
  const childrenOf = (node: Node): Node[] => {
    if (node instanceof HTMLSlotElement) {
      const assigned = node.assignedNodes();
      return assigned.length > 0 ? assigned : [...node.childNodes];
    }
    return [...((node as Element).shadowRoot ?? node).childNodes];
  };
  const isStruck = (element: Element) => getComputedStyle(element).textDecorationLine.includes('line-through');

  const seen = new Set<Node>();
  const look = (node: Node): void => {
    if (node instanceof Text) {
      const parent = node.parentElement;
      if (parent?.checkVisibility({ visibilityProperty: true })) seen.add(node);
      else if (!parent) seen.add(node);
      return;
    }
    if (node instanceof Element && (node.matches(LEFT_OUT) || isStruck(node))) return;
    for (const child of childrenOf(node)) look(child);
  };

  look(document.body);
  for (const control of document.querySelectorAll<HTMLElement>(CONTROLS)) {
    // A link would leave the page, and a control of a menu or a form opens none of its text.
    if (control.closest('nav, form, header, footer')) continue;
    if (control.matches('a[href]') && !control.getAttribute('href')?.startsWith('#')) continue;
    control.click();
    look(document.body);
  }
  // What the scripts of a saved page would open, which are not there.
  for (const panel of document.querySelectorAll<HTMLElement>(PANELS)) {
    panel.removeAttribute('hidden');
    panel.style.setProperty('display', 'block', 'important');
  }
  look(document.body);

  const parts: string[] = [];
  const write = (node: Node): void => {
    if (node instanceof Text) {
      if (seen.has(node)) parts.push(node.data);
      return;
    }
    const isBlock = node instanceof Element && !INLINE.test(node.localName);
    if (isBlock) parts.push('\n');
    for (const child of childrenOf(node)) write(child);
    if (isBlock) parts.push('\n');
  };
  write(document.body);
  return parts.join('');
}
