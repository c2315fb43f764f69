const LABEL =
  /^(?:(?:table of )?contents|inhalt(?:sverzeichnis)?|(?:table des )?mati[eè]res|sommaire|[ií]ndice(?: general)?|sommario|inhoud(?:sopgave)?|spis tre[sś]ci|obsah|содержание|оглавление|目次|目录|目錄):?$/iu;

/** Does a line say nothing but that a table of contents follows? */
export const isContentsLabel = (line: string): boolean => LABEL.test(line);
