/** What one check has come to. */
export interface Finding {
  /** A few words: "memory". */
  check: string;
  verdict: 'ok' | 'warning' | 'problem';
  /** What was found, as a sentence. */
  found: string;
  /** What to do about it; null where all is well. */
  advice: string | null;
}

/** The findings of one check, by how they are. */
export function findings(check: string) {
  return {
    ok: (found: string): Finding => ({ check, verdict: 'ok', found, advice: null }),
    warning: (found: string, advice: string): Finding => ({ check, verdict: 'warning', found, advice }),
    problem: (found: string, advice: string): Finding => ({ check, verdict: 'problem', found, advice }),
  };
}
