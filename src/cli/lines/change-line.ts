import type { GroupVersionResource, KubeObject } from '../../objects/index.ts';
import type { Change } from '../../store/index.ts';
import { summaryFields } from '../fields/summary-fields.ts';
import { clock } from './clock.ts';
import { oneLine } from './one-line.ts';
import { short } from './short.ts';
import type { Style } from './style.ts';

/** Formats a change for people: `12:00:01 added pods default/web-1 1/1 Running on worker-1`. */
export function changeLine(
  resource: Pick<GroupVersionResource, 'group' | 'resource'>,
  change: Change<KubeObject>,
  now: number,
  style: Style,
): string {
  const { type, key, object } = change;
  const fields = summaryFields(resource, object, now).join(' ');
  const unseen =
    type === 'deleted' && !change.finalStateKnown ? ['(noticed late; its last state known)'] : [];
  const words = [short(resource.resource), short(key), fields, ...unseen].filter((word) => word !== '');
  return `${style.dim(clock(now))} ${style[type](type)} ${oneLine(words.join(' '))}`;
}
