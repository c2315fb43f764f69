/** Words that stand before the number of a part of a document, in lower case, separated by spaces. Those of all languages are looked for. */
export const SECTION_WORDS =
  'section sections clause clauses article articles chapter paragraph appendix annex schedule rule bylaw sec art ' +
  'abschnitt kapitel artikel paragraf ziffer absatz punkt anhang anlage ' +
  'chapitre alinéa annexe paragraphe ' +
  'sección artículo capítulo cláusula apartado anexo ' +
  'sezione articolo capitolo clausola paragrafo allegato ' +
  'hoofdstuk paragraaf bijlage ' +
  'secção seção artigo ' +
  'rozdział artykuł punkt załącznik ' +
  'раздел раздела разделе статья статьи статье глава главы главе пункт пункта пункте приложение';
