import type { KubeObject } from '../../objects/index.ts';
import { plainText } from './plain-value.ts';

/** An Event of the core group, or an Event of `events.k8s.io`, which uses other field names. */
interface AnyEvent extends KubeObject {
  readonly type?: string;
  readonly reason?: string;
  readonly involvedObject?: Reference;
  readonly regarding?: Reference;
  readonly message?: string;
  readonly note?: string;
}

interface Reference {
  readonly kind?: string;
  readonly name?: string;
}

/** Returns the type, the reason, the object and the message of an Event. */
export function eventFields(event: AnyEvent): readonly string[] {
  const { type = '', reason = '', regarding = event.involvedObject, note = event.message } = event;
  const object = regarding === undefined ? '' : `${plainText(regarding.kind)}/${plainText(regarding.name)}`;
  return [type, reason, object, note ?? ''].filter((field) => field !== '');
}
