import type { DocumentFormat } from '../../../../server/ingestion/types.ts';

/** Another program that shows documents. */
export interface SecondOpinion {
  name: string;
  formats: readonly DocumentFormat[];
  /** How it is installed; null where it is. */
  missing: string | null;
  /** The text of each file that it could open. */
  read(files: readonly OpenedFile[]): Promise<Map<OpenedFile, string>>;
}

export interface OpenedFile {
  path: string;
  format: DocumentFormat;
}
