/** A mark that stands on no consonant, a vowel before none, a letter beside a Latin one or a Thai figure, a byte of nothing. */
const MISPLACED =
  /(?<![ก-ฮ\u0e31\u0e34-\u0e3a\u0e47-\u0e4e])[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]|[เแโใไ](?![ก-ฮ])|[a-z][ก-๛]|[ก-๛][a-z]|[ก-๎][๏-๛]|[๏-๛][ก-๎]|[\u0080-\u0084\u0086-\u0090\u0098-\u009f\ufffd]/gi;
const MIN_LETTERS = 20;
const MOST_MISPLACED = 0.02;
/** Thai has many marks; other bytes that happen to be Thai letters have few. */
const FEWEST_MARKS = 0.1;

/** Is this a text in Thai? Its letters are in an order that no other bytes have. */
export function isThai(text: string): boolean {
  const letters = text.match(/[\u0e00-\u0e7f]/g)?.length ?? 0;
  const marks = text.match(/[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/g)?.length ?? 0;
  const misplaced = text.match(MISPLACED)?.length ?? 0;
  return letters >= MIN_LETTERS && marks >= letters * FEWEST_MARKS && misplaced <= letters * MOST_MISPLACED;
}
