import { badge } from '../../parts/states.ts';
import { isPlayground } from '../../parts/widget/ask-as-owner.ts';

/** Describes who asked. */
export function visitorName(visitorId: string | null): string {
  if (visitorId === null) return 'with an API key';
  return isPlayground(visitorId) ? 'a member, in the playground' : `visitor ${visitorId}`;
}

/** The badges of a conversation: outcomes and ratings of its answers. */
export function badges({
  refused_count,
  unsure_count,
  up_count,
  down_count,
  visitor_id,
}: {
  refused_count: number;
  unsure_count: number;
  up_count: number;
  down_count: number;
  visitor_id: string | null;
}): unknown[] {
  return [
    refused_count > 0 ? badge(`${refused_count} not answered`, 'warn') : '',
    unsure_count > 0 ? badge(`${unsure_count} unsure`, 'warn') : '',
    up_count > 0 ? badge(`${up_count} helpful`, 'good') : '',
    down_count > 0 ? badge(`${down_count} not helpful`, 'bad') : '',
    isPlayground(visitor_id) ? badge('Playground', 'accent') : '',
  ];
}
