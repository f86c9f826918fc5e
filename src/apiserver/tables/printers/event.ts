import type { Json } from '../../json.ts';
import { since } from '../age.ts';
import type { Printer } from '../cell.ts';
import { count, has, text } from '../fields.ts';
import { nameOf } from '../words.ts';

/** Prints the table row of an event of the core group or of `events.k8s.io`. */
export const event: Printer = (object, now) => {
  const first = since(
    either(object, 'firstTimestamp', 'deprecatedFirstTimestamp', text(object, 'eventTime')),
    now,
  );
  const last = either(object, 'lastTimestamp', 'deprecatedLastTimestamp');
  const inSeries = has(object, 'series');
  const lastSeen = inSeries ? text(object, 'series.lastObservedTime') : last;
  return [
    lastSeen === '' && !inSeries ? first : since(lastSeen, now),
    text(object, 'type'),
    text(object, 'reason'),
    target(object),
    about(object, 'fieldPath'),
    source(object),
    either(object, 'message', 'note').trim(),
    first,
    inSeries
      ? count(object, 'series.count')
      : count(object, 'count') || count(object, 'deprecatedCount') || 1,
    nameOf(object),
  ];
};

const either = (object: Json, old: string, recent: string, fallback = ''): string =>
  text(object, old, text(object, recent, fallback));

const about = (object: Json, member: string): string =>
  either(object, `involvedObject.${member}`, `regarding.${member}`);

function target(object: Json): string {
  const kind = about(object, 'kind').toLowerCase();
  const name = about(object, 'name');
  return name === '' ? kind : `${kind}/${name}`;
}

/** Returns the source of an event, such as `kubelet, node-1`. */
function source(object: Json): string {
  const controller = either(object, 'reportingComponent', 'reportingController');
  const component = either(object, 'source.component', 'deprecatedSource.component', controller);
  const host = either(object, 'source.host', 'deprecatedSource.host', text(object, 'reportingInstance'));
  return host === '' ? component : `${component}, ${host}`;
}
