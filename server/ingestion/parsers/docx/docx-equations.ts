import { collapseWhitespace } from '../../../platform/text/collapse-whitespace.ts';
import { childElement, childNodes, isXmlElement, localName, textOf, type XmlNode } from './docx-tree.ts';

/** Signs of the operators that carry limits (ECMA-376 part 1, 22.1.2.70); without one, it is an integral. */
const INTEGRAL = '∫';
/** Text of one sign or number needs no brackets as part of a fraction or power. */
const SIMPLE = /^[\p{L}\p{N}.,]*$/u;

/** An equation of Word (OMML) on one line, as it is written in plain text: `(a + b)/2`, `x^2`, `√(x)`, `∑_(i=1)^n i`. */
export function equationText(node: XmlNode): string {
  return collapseWhitespace(read(node));
}

function read(node: XmlNode): string {
  if (!isXmlElement(node)) return '';
  const part = (name: string) => {
    const found = childElement(node, name);
    return found ? children(found) : '';
  };
  const property = (name: string) => propertyOf(node, name);
  switch (localName(node)) {
    case 't':
      return textOf(node);
    case 'f':
      return `${bracketed(part('num'))}/${bracketed(part('den'))}`;
    case 'sSup':
      return `${part('e')}^${bracketed(part('sup'))}`;
    case 'sSub':
      return `${part('e')}_${bracketed(part('sub'))}`;
    case 'sSubSup':
      return `${part('e')}_${bracketed(part('sub'))}^${bracketed(part('sup'))}`;
    case 'rad':
      return `${rootSign(part('deg'))}(${part('e')})`;
    case 'nary':
      return `${property('chr') ?? INTEGRAL}${limit('_', part('sub'))}${limit('^', part('sup'))} ${part('e')}`;
    case 'limLow':
      return `${part('e')}${limit('_', part('lim'))} `;
    case 'limUpp':
      return `${part('e')}${limit('^', part('lim'))} `;
    case 'func':
      return `${part('fName')}(${part('e')})`;
    case 'd':
      return `${property('begChr') ?? '('}${separated(node, 'e', property('sepChr') ?? '|')}${property('endChr') ?? ')'}`;
    case 'm':
      return `[${separated(node, 'mr', '; ')}]`;
    case 'mr':
      return separated(node, 'e', ', ');
    case 'eqArr':
      return separated(node, 'e', '; ');
    default:
      return children(node);
  }
}

const children = (node: XmlNode): string => childNodes(node).map(read).join('');

const separated = (node: XmlNode, name: string, separator: string): string =>
  childNodes(node)
    .filter((child) => isXmlElement(child) && localName(child) === name)
    .map((child) => (name === 'e' ? children(child) : read(child)))
    .join(separator);

const bracketed = (text: string) => (SIMPLE.test(text) ? text : `(${text})`);
const limit = (sign: string, text: string) => (text === '' ? '' : sign + bracketed(text));

function rootSign(degree: string): string {
  if (degree === '' || degree === '2') return '√';
  return degree === '3' ? '∛' : `${degree}√`;
}

/** A property of an equation's element: `<m:naryPr><m:chr m:val="∑"/></m:naryPr>`. */
function propertyOf(node: XmlNode, name: string): string | undefined {
  const properties = childNodes(node).find((child) => isXmlElement(child) && localName(child).endsWith('Pr'));
  const found = properties && childElement(properties, name);
  return found && (found.attribs['m:val'] ?? '');
}
