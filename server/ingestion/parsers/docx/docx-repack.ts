import { crc32 } from 'node:zlib';
import { fromBufferPromise } from 'yauzl';
import type { XmlPart } from './docx-archive.ts';

/** What begins ruby annotations and their properties; the annotated word stays. */
const RUBY_ANNOTATION = /<w:(rt|rubyPr)\b[^<>]*>/g;
/** Elements around text that `mammoth` does not know, so that it would drop their content. */
const UNKNOWN_WRAPPERS = /<\/?w:(?:fldSimple|ruby|rubyBase|smartTag|customXml)\b[^<>]*>/g;
const NEEDS_UNWRAPPING = /<w:(?:fldSimple|ruby)\b/;

/** Removes the wrappers whose text `mammoth` would lose: simple fields and ruby. */
export async function unwrapText(bytes: Buffer, parts: XmlPart[]): Promise<Buffer> {
  const changed = new Map<string, Buffer>();
  for (const { name, content } of parts) {
    const xml = content.toString('utf8');
    if (!NEEDS_UNWRAPPING.test(xml)) continue;
    changed.set(name, Buffer.from(withoutRubyAnnotations(xml).replace(UNKNOWN_WRAPPERS, '')));
  }
  return changed.size > 0 ? repack(bytes, changed) : bytes;
}

function withoutRubyAnnotations(xml: string): string {
  let kept = '';
  let end = 0;
  for (const { 0: tag, 1: name = '', index } of xml.matchAll(RUBY_ANNOTATION)) {
    if (index < end) continue;
    const closing = tag.endsWith('/>') ? tag : `</w:${name}>`;
    const closed = xml.indexOf(closing, index);
    // An element without its end is no XML, and nothing is looked for behind each of thousands.
    if (closed === -1) break;
    kept += xml.slice(end, index);
    end = closed + closing.length;
  }
  return kept + xml.slice(end);
}

/** Replaces some parts of the archive. Nothing in it is compressed, as it is read at once. */
async function repack(bytes: Buffer, changed: Map<string, Buffer>): Promise<Buffer> {
  const archive = await fromBufferPromise(bytes);
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    const content = changed.get(entry.fileName) ?? (await contentOf(await archive.openReadStreamPromise(entry)));
    const name = Buffer.from(entry.fileName);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800, 2);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(content.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const position = Buffer.alloc(14);
    position.writeUInt32LE(offset, 10);
    files.push(Buffer.from('PK\x03\x04'), fields, name, content);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), fields, position, name);
    offset += 30 + name.length + content.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(directory.length / 4, 8);
  end.writeUInt16LE(directory.length / 4, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, central, end]);
}

async function contentOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
