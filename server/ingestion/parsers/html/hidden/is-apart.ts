import { isConsentTool } from '../boilerplate/consent-tools.ts';
import { called, isCalled, isMain } from '../tree/html-names.ts';
import { type HtmlElement, hasElement } from '../tree/html-tree.ts';

/** What is shown beside the content, or above it. */
const APART = called(
  'consent|cookies?|dropdown|gdpr|lightbox|menu|modal|nav|navbar|navigation|offcanvas|overlay|popover|popup|toast|tooltip',
);
const APART_ROLES = /^(?:(?:alert)?dialog|listbox|menu|menubar|navigation|tooltip)$/i;

/** Kept, because elements nest, and each is asked for all that is around it. */
const known = new WeakMap<HtmlElement, boolean>();

/** Is it, or does it stand in, a menu, a dialog, a notice, a form or a footer? A main part has those that it holds. */
export function isApart(element: HtmlElement): boolean {
  const chain: HtmlElement[] = [];
  let answer = false;
  for (let at: HtmlElement | null = element; at; at = parentOf(at)) {
    const before = known.get(at);
    if (before !== undefined) {
      answer = before;
      break;
    }
    chain.push(at);
    if (/^(?:body|article)$/.test(at.name) || isMain(at)) break;
    answer = standsApart(at);
    if (answer) break;
  }
  for (const one of chain) known.set(one, answer);
  return answer;
}

const parentOf = ({ parent }: HtmlElement) => (parent && 'attribs' in parent ? parent : null);

function standsApart(element: HtmlElement): boolean {
  const { name, attribs } = element;
  // Some servers wrap a whole page in a form.
  if (name === 'form') return !hasElement(element, (inside) => inside.name === 'h1' || isMain(inside));
  if (/^(?:nav|dialog|footer)$/.test(name) || APART_ROLES.test(attribs.role ?? '')) return true;
  return attribs['aria-modal'] === 'true' || isConsentTool(attribs) || isCalled(element, APART);
}
