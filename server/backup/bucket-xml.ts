import { Parser } from 'htmlparser2';

/**
 * The text of each element of this name, or of the elements in it that `fields` names, in their order. A field that is missing is
 * empty.
 */
export function readXml(xml: string, name: string, fields: readonly string[] = [name]): string[][] {
  const found: string[][] = [];
  let current: string[] | null = null;
  let field = -1;
  const parser = new Parser(
    {
      onopentag(tag) {
        if (tag === name) current = fields.map(() => '');
        field = fields.indexOf(tag);
      },
      ontext(text) {
        if (current && field >= 0) current[field] += text;
      },
      onclosetag(tag) {
        field = -1;
        if (tag !== name || !current) return;
        found.push(current);
        current = null;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  return found;
}
