import { DomUtils } from 'htmlparser2';
import { findElements, type HtmlDocument, type HtmlElement } from './html-tree.ts';

/**
 * What wikis put between the text of a page: of MediaWiki the links that edit a section or lead back from a note, marks of
 * notes, boxes of links, categories; of an exported Confluence space who wrote the page, its attachments and comments.
 */
const PARTS =
  /^(?:mw-editsection|mw-editsection-like|mw-jump-link|mw-cite-backlink|mw-empty-elt|printfooter|catlinks|navbox|page-metadata|pageSection)$/;
const MAX_CLASSES = 300;

/** Removes them, so that no heading ends with “[edit]” and no number in the text looks like a citation. */
export function removeWikiParts(tree: HtmlDocument): void {
  for (const element of findElements(tree, isWikiPart)) DomUtils.removeElement(element);
}

function isWikiPart({ name, attribs }: HtmlElement): boolean {
  const classes = (attribs.class ?? '').slice(0, MAX_CLASSES).split(/\s+/);
  return classes.some((one) => PARTS.test(one)) || (name === 'sup' && classes.includes('reference'));
}
