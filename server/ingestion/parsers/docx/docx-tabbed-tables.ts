import {
  childNodes,
  isXmlElement,
  lineOf,
  localName,
  parsePart,
  textRun,
  type XmlElementNode,
  type XmlNode,
} from './docx-tree.ts';

/** A longer cell is a sentence with a tab in it. */
const MAX_CELL = 60;
/** A mark of an item with its tab. */
const MARK = /^(?:\(?[\p{L}\d]{1,5}[.)]|[•·▪‣○●*–—-])$/u;
/** What a line of a table may hold: nothing that a table of plain texts would lose. */
const PLAIN = /^(?:p|r|pPr|rPr|t|tab|proofErr|lastRenderedPageBreak|bookmarkStart|bookmarkEnd)$/;

/** Properties of what is not shown, or may not be. */
const HIDES = new Set(['vanish', 'strike', 'dstrike', 'rStyle', 'sectPr']);

/**
 * Makes tables of lines whose columns are set with tabs: at least two below each other with as many cells. `isBody`: no heading,
 * without a number of its own, and shown.
 */
export function asTables(nodes: XmlNode[], isBody: (paragraph: XmlElementNode) => boolean): XmlNode[] {
  const made: XmlNode[] = [];
  let open: { nodes: XmlNode[]; rows: string[][] } = { nodes: [], rows: [] };
  const close = () => {
    made.push(...(open.rows.length > 1 ? [tableOf(open.rows)] : open.nodes));
    open = { nodes: [], rows: [] };
  };
  for (const node of nodes) {
    const cells = cellsOf(node, isBody);
    const [first] = open.rows;
    if (cells && (!first || first.length === cells.length)) {
      open.nodes.push(node);
      open.rows.push(cells);
    } else if (first && isEmpty(node)) open.nodes.push(node);
    else {
      close();
      if (cells) open = { nodes: [node], rows: [cells] };
      else made.push(node);
    }
  }
  close();
  return made;
}

const isEmpty = (node: XmlNode) => !isXmlElement(node) || (localName(node) !== 'tbl' && lineOf(node).trim() === '');

/** The texts between the tabs of a line that can be the row of a table. */
function cellsOf(node: XmlNode, isBody: (paragraph: XmlElementNode) => boolean): string[] | null {
  if (!isXmlElement(node) || localName(node) !== 'p' || !isPlain(node) || !isBody(node)) return null;
  const cells = lineOf(node)
    .trim()
    .split(/\t[\s]*/)
    .map((cell) => cell.trim());
  const [first = '', ...others] = cells;
  const isRow = others.length > 0 && cells.every((cell) => cell !== '' && cell.length <= MAX_CELL);
  return isRow && !MARK.test(first) && cells.some((cell) => /[\p{L}\d]/u.test(cell)) ? cells : null;
}

function isPlain(node: XmlElementNode): boolean {
  const name = localName(node);
  if (name === 'pPr' || name === 'rPr')
    return !childNodes(node).some((one) => isXmlElement(one) && HIDES.has(localName(one)));
  return PLAIN.test(name) && childNodes(node).every((child) => !isXmlElement(child) || isPlain(child));
}

function tableOf(rows: string[][]): XmlNode {
  const cell = '<w:tc><w:p><w:pPr/></w:p></w:tc>';
  const xml = `<w:tbl>${rows.map((row) => `<w:tr>${cell.repeat(row.length)}</w:tr>`).join('')}</w:tbl>`;
  const [table] = parsePart(Buffer.from(xml)).childNodes;
  if (!table) throw new Error('A table is an element.');
  for (const [at, row] of childNodes(table).entries())
    for (const [column, one] of childNodes(row).entries()) {
      const [paragraph] = childNodes(one);
      const text = rows[at]?.[column];
      if (paragraph && 'childNodes' in paragraph && text !== undefined)
        paragraph.childNodes = [...childNodes(paragraph), textRun(text)];
    }
  return table;
}
