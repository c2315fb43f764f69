import { createCitationMarkerParser } from './citation-marker-parser.ts';
import { createReferenceListFilter } from './reference-list-filter.ts';
import { createSentenceBuffer } from './sentence-buffer.ts';
import { createTableReader, type TableStep } from './table-reader.ts';

/**
 * Reads what a model writes, in pieces of any length, as words and whole sentences with their markers; a list of sources at the end
 * is left out.
 */
export function createAnswerReader(language: string): { read(delta: string): TableStep[]; end(): TableStep[] } {
  const references = createReferenceListFilter();
  const markers = createCitationMarkerParser();
  const sentences = createSentenceBuffer(language);
  const tables = createTableReader();
  return {
    read: (delta) => tables.push(sentences.push(markers.parse(references.read(delta)))),
    end() {
      const tokens = [...markers.parse(references.end()), ...markers.end()];
      return [...tables.push([...sentences.push(tokens), ...sentences.end()]), ...tables.end()];
    },
  };
}
