import type { KubeObject } from '../../objects/index.ts';
import { plainText } from './plain-value.ts';

/** An event of the core group, or of `events.k8s.io`, whose names differ. */
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

/** What happened, to what, and in which words. */
export function eventFields(event: AnyEvent): readonly string[] {
  const { type = '', reason = '', regarding = event.involvedObject, note = event.message } = event;
  const object = regarding === undefined ? '' : `${plainText(regarding.kind)}/${plainText(regarding.name)}`;
  return [type, reason, object, note ?? ''].filter((field) => field !== '');
}
