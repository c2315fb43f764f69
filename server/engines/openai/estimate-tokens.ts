/**
 * Tokens of a text by the tokenizers of today's models, estimated from above: three ASCII characters to a token (four is
 * usual for English, and code has fewer), two of the other alphabets, one of scripts in which a character says more.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    tokens += unit < 0x80 ? 1 / 3 : unit < 0x600 ? 1 / 2 : 1;
  }
  return Math.ceil(tokens);
}
