import { css } from 'lit';

/** What a row of a list is about: its name with badges, and below it its details. */
export const listRowStyles = css`
  .what { display: grid; gap: 0.125rem; min-inline-size: 0; }
  .name { display: flex; flex-wrap: wrap; gap: var(--space-1) var(--space-2); align-items: center; }
`;
