const SENTENCES = 4;
const FACT = /^[A-Z][^.|`<>[\]]{50,170}\.$/;

/** Cites sentences of the passages, each with a beginning of its own: a verbatim sentence would need fewer checks. */
export function answerFrom(prompt: string): string {
  const facts = [...prompt.matchAll(/<passage number="(\d+)"[^>]*>\n([\s\S]*?)\n<\/passage>/g)].flatMap(
    ([, number, text = '']) =>
      text
        .split(/\n+|(?<=\.) /)
        .filter((sentence) => FACT.test(sentence))
        .slice(0, 2)
        .map((sentence) => `In short, ${sentence.charAt(0).toLowerCase()}${sentence.slice(1, -1)} [${number}].`),
  );
  return facts.slice(0, SENTENCES).join(' ') || 'NO_ANSWER';
}

/** The text in pieces of about the length of a model's tokens. */
export const tokensOf = (text: string): string[] => text.match(/\s?[^\s]{1,5}/g) ?? [];
