/** The articles of languages, lower case, separated by spaces: “the file” has been spoken of, “a file” has not. */
export const ARTICLES: Record<string, { definite: string; indefinite: string }> = {
  de: { definite: 'der die das den dem des', indefinite: 'ein eine einen einem einer eines' },
  en: { definite: 'the', indefinite: 'a an any' },
  es: { definite: 'el la los las', indefinite: 'un una unos unas' },
  fr: { definite: 'le la les l', indefinite: 'un une des' },
  it: { definite: 'il lo la i gli le l', indefinite: 'un uno una' },
  nl: { definite: 'de het', indefinite: 'een' },
  pt: { definite: 'o a os as', indefinite: 'um uma uns umas' },
};
