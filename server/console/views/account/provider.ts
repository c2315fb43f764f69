import type { App } from '../../app.ts';
import { tabStorage } from '../../controllers/storage.ts';

const FLOW = 'footnote.provider-flow';

/** What the browser is to do when it comes back from the provider. */
export interface PendingFlow {
  flow: string;
  /** `link`: the account that is signed in gets linked. */
  purpose: 'sign-in' | 'link';
  /** "Keep me signed in on this computer". */
  keep: boolean;
  /** The page to go to afterwards. */
  next: string;
}

/** Leaves for the provider's page. What comes back is of use to this tab only. */
export async function goToProvider({ client }: App, pending: Omit<PendingFlow, 'flow'>): Promise<void> {
  const { url, flow } = await client.auth.provider.begin();
  tabStorage.write(FLOW, JSON.stringify({ ...pending, flow } satisfies PendingFlow));
  location.assign(url);
}

/** What this tab has left for; null if it has not. It counts once. */
export function takePendingFlow(): PendingFlow | null {
  const kept = tabStorage.read(FLOW);
  tabStorage.write(FLOW, null);
  return kept === null ? null : (JSON.parse(kept) as PendingFlow);
}
