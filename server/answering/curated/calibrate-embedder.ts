import type { Embedder } from '../../engines/types.ts';
import { dotProduct } from '../../platform/vectors/dot-product.ts';

/**
 * Questions with another wording, and with a question that is close and asks for something else. How near such texts are differs
 * from model to model, so each model is asked about these.
 */
const EXAMPLES: [question: string, same: string, other: string][] = [
  ['How do I return an item?', 'I want to send something back', 'How do I track my parcel?'],
  ['When does the pool open?', 'What are the opening hours of the swimming pool?', 'When does the restaurant open?'],
  ['How can I change my password?', 'I would like to set a new password', 'How can I change my email address?'],
  ['Do you ship to Norway?', 'Can I get a delivery in Norway?', 'Do you ship to Chile?'],
  ['How much is a day ticket?', 'What does it cost to get in for one day?', 'How much is a season ticket?'],
  ['Can I bring my dog?', 'Are dogs allowed?', 'Can I bring my bicycle?'],
  ['How do I delete my account?', 'I want my account to be removed', 'How do I create an account?'],
  ['Where is the nearest station?', 'Which station is close by?', 'Where is the nearest car park?'],
  ['How do I install the app on Windows?', 'Windows installation', 'How do I install the app on a Mac?'],
  ['How long is the warranty?', 'For how many years is there a guarantee?', 'How long does delivery take?'],
  ['Which payment methods do you accept?', 'Can I pay by card or invoice?', 'Which currencies do you accept?'],
  ['How do I export my data?', 'Can I download everything I have stored?', 'How do I import my data?'],
  ['Is breakfast included?', 'Do I have to pay extra for breakfast?', 'Is parking included?'],
  ['How do I cancel my booking?', 'I cannot come and want my reservation undone', 'How do I change my booking?'],
  ['Why is my invoice so high?', 'My bill is larger than expected', 'Why is my invoice late?'],
  ['How do I enable dark mode?', 'Can I switch to a dark theme?', 'How do I enable notifications?'],
];

/**
 * How near two questions must be for the embedder to say that they ask for the same: nearer than all but one of the pairs that
 * do not, and than the farthest quarter of those that do. Null if it gives no vectors at present.
 */
export async function nearnessOf(embedder: Embedder, signal?: AbortSignal): Promise<number | null> {
  const vectors = await embedder.embed(EXAMPLES.flat(), 'query', signal);
  if (vectors.length < EXAMPLES.length * 3) return null;
  const pairs = EXAMPLES.map((_, at) => {
    const [question, same, other] = vectors.slice(at * 3, at * 3 + 3) as [Float32Array, Float32Array, Float32Array];
    return { same: dotProduct(question, same), other: dotProduct(question, other) };
  });
  const others = pairs.map(({ other }) => other).sort((one, another) => another - one);
  const sames = pairs.map(({ same }) => same).sort((one, another) => one - another);
  return Math.max(others[1] ?? 1, sames[Math.floor(sames.length / 4)] ?? 1) + 1e-6;
}
