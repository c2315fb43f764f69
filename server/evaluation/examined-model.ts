import type { GenerationModel } from '../engines/catalogue/model-types.ts';

/** A model by what makes it the same one tomorrow: the checksum of its file, or the address of its server. */
export interface ExaminedModel {
  model: string;
  /** Null for a file on this machine. */
  server: string | null;
  /** The SHA-256 of its file; null for a model on a server, which may change behind its name. */
  checksum: string | null;
}

export const examinedFile = ({ name, files }: GenerationModel): ExaminedModel => ({
  model: name,
  server: null,
  checksum: files.map(({ sha256 }) => sha256).join('+'),
});

export const examinedServer = ({ url, model }: { url: string; model: string }): ExaminedModel => ({
  model,
  server: url,
  checksum: null,
});

/** A file may have been renamed. */
export const isSame = (one: ExaminedModel, other: ExaminedModel): boolean =>
  one.checksum === null
    ? one.model === other.model && one.server === other.server && other.checksum === null
    : one.checksum === other.checksum;
