import { ancestors, isHeading } from '../tree/html-elements.ts';
import { findElements, type HtmlElement, type HtmlNode, isElement } from '../tree/html-tree.ts';
import type { Panels } from './controls.ts';

/** The headings in a panel. */
export interface PanelHeadings {
  first: HtmlElement;
  /** The level of the highest. */
  level: number;
}

/**
 * The headings of each panel below these roots that has some. From the headings outwards, as panels may be nested: where a
 * heading changes nothing of a panel, it changes nothing of those around it, so that each panel is changed six times at most.
 */
export function headingsOfPanels(roots: HtmlNode[], { labels }: Panels): Map<HtmlElement, PanelHeadings> {
  const found = new Map<HtmlElement, PanelHeadings>();
  if (labels.size === 0) return found;
  for (const heading of roots.filter(isElement).flatMap((root) => findElements(root, isHeading))) {
    const level = Number(heading.name[1]);
    for (const panel of ancestors(heading)) {
      if (!labels.has(panel)) continue;
      const known = found.get(panel);
      if (known && known.level <= level) break;
      found.set(panel, { first: known?.first ?? heading, level });
    }
  }
  return found;
}
