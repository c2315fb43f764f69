import type { HtmlElement } from '../tree/html-tree.ts';
import { findAnswers } from './answers.ts';
import type { Panels } from './controls.ts';
import { findQuestions } from './questions.ts';
import { findTabs } from './tabs.ts';

/** Finds them by roles, by the names of common generators and frameworks, and by where they stand. Takes all elements of a page. */
export function findPanels(elements: HtmlElement[]): Panels {
  const byId = new Map<string, HtmlElement>();
  for (const element of elements) {
    const { id } = element.attribs;
    if (id && !byId.has(id)) byId.set(id, element);
  }
  const panels: Panels = { labels: new Map(), controls: new Set() };
  findTabs(elements, byId, panels);
  findAnswers(elements, byId, panels);
  findQuestions(elements, panels);
  return panels;
}
