/** The result of one check. */
export interface Finding {
  /** A short name, such as "memory". */
  check: string;
  verdict: 'ok' | 'warning' | 'problem';
  /** What was found, as a sentence. */
  found: string;
  /** What to do about it; null if nothing. */
  advice: string | null;
}

/** Creates the findings of one check by their verdict. */
export function findings(check: string) {
  return {
    ok: (found: string): Finding => ({ check, verdict: 'ok', found, advice: null }),
    warning: (found: string, advice: string): Finding => ({ check, verdict: 'warning', found, advice }),
    problem: (found: string, advice: string): Finding => ({ check, verdict: 'problem', found, advice }),
  };
}
