/** A certainty as the API shows it. */
export const roundedCertainty = <Certainty extends number | null>(certainty: Certainty) =>
  (certainty === null ? null : Math.round(certainty * 1_000) / 1_000) as Certainty;
