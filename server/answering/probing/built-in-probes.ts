/** A question about the three passages, and what an answer to it must have. */
export interface BuiltInProbe {
  question: string;
  /** The passage that answers, from 1; null if none does. */
  passage: number | null;
  /** What is in a right answer; null if there is none. */
  fact: RegExp | null;
}

/** The passages that are shown with each question: of a shop that does not exist, so that no model knows the answers. */
export const PROBE_PASSAGES = [
  {
    title: 'Orders',
    heading: 'Returns',
    text: 'Items from the Wendelin shop may be returned within 43 days. The refund goes to the card that was used.',
  },
  {
    title: 'Orders',
    heading: 'Delivery',
    text: 'Parcels of the Wendelin shop leave the warehouse at 16:20 on workdays. Delivery to an address in Norway costs 27 euros.',
  },
  {
    title: 'Care',
    heading: 'Bags',
    text: 'Bags of waxed cotton are wiped with cold water. They must not be put into a washing machine.',
  },
];

export const PROBES: BuiltInProbe[] = [
  { question: 'Within how many days may I return an item from the Wendelin shop?', passage: 1, fact: /\b43\b/ },
  { question: 'What does delivery by the Wendelin shop to Norway cost?', passage: 2, fact: /\b27\b/ },
  { question: 'Which telephone number does the Wendelin shop have?', passage: null, fact: null },
];
