import { findElements, type HtmlDocument } from '../html-tree.ts';
import { findAnswers } from './answers.ts';
import type { Panels } from './controls.ts';
import { findTabs } from './tabs.ts';

/** Finds them by roles, by the names of common generators and frameworks, and by where they stand. */
export function findPanels(tree: HtmlDocument): Panels {
  const named = findElements(tree, ({ attribs }) => Boolean(attribs.id));
  const byId = new Map(named.toReversed().map((element) => [element.attribs.id ?? '', element]));
  const panels: Panels = { labels: new Map(), controls: new Set(), byId };
  findTabs(tree, panels);
  findAnswers(tree, panels);
  return panels;
}
