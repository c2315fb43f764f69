/** What in a sentence contradicts a passage. `exchange`: it says of one thing what the passage says of another. */
export type Contradiction =
  | 'negation'
  | 'antonym'
  | 'quantity'
  | 'limit'
  | 'quantifier'
  | 'order'
  | 'wording'
  | 'exchange';
