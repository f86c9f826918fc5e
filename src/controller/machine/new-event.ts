import { aString, isNonEmptyString, type KubeObject, OptionsError, type Rule } from '../../objects/index.ts';

/** A reference to an object, as events contain it. */
interface ObjectReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/** The repetitions of an event, as the API server keeps them. */
export interface SeriesFields {
  /** The number of occurrences so far, including the first one: 2 or more. */
  readonly count: number;
  /** The time of the last occurrence, as MicroTime. */
  readonly lastObservedTime: string;
}

/** An `Event` of `events.k8s.io/v1`. */
export interface EventObject extends KubeObject {
  readonly eventTime: string;
  readonly type: string;
  readonly reason: string;
  readonly action: string;
  readonly note: string;
  readonly reportingController: string;
  readonly reportingInstance: string;
  readonly regarding: ObjectReference;
  readonly related?: ObjectReference;
  readonly series?: SeriesFields;
}

/** An event before it has an identity on the server. */
export type NewEvent = Omit<EventObject, 'metadata'> & {
  readonly metadata: { readonly name: string; readonly namespace: string };
};

/** What happened to an object. */
export interface EventFacts {
  /** 'Warning' for a problem that a person should see. */
  readonly type: 'Normal' | 'Warning';
  /** Why, in one word that programs can compare, such as `ScaledUp`. 1 to 128 characters. */
  readonly reason: string;
  /** What the controller did, in one word, such as `Scale`. 1 to 128 characters. */
  readonly action: string;
  /** A description for a person. A note of more than 1,024 bytes is cut. */
  readonly note: string;
  /** A second object, such as the pod that the controller created for the first one. */
  readonly related?: KubeObject;
}

const shortText: Rule = {
  allowed: 'a text of 1 to 128 characters',
  test: (given) => isNonEmptyString(given) && given.length <= 128,
};

const rules: Readonly<Record<Exclude<keyof EventFacts, 'related'>, Rule>> = {
  type: { allowed: "'Normal' or 'Warning'", test: (given) => given === 'Normal' || given === 'Warning' },
  reason: shortText,
  action: shortText,
  note: aString,
};

/** @throws OptionsError for facts that the API server would refuse */
export function checkEvent(facts: EventFacts): void {
  for (const [name, rule] of Object.entries(rules)) {
    const given: unknown = (facts as Partial<EventFacts> | undefined)?.[name as keyof typeof rules];
    if (!rule.test(given)) throw new OptionsError(`record: ${name}`, given, rule.allowed);
  }
}

/** The controller that reports the events, and its process. */
export interface EventReporter {
  readonly reportingController: string;
  readonly reportingInstance: string;
}

/**
 * Creates the event for facts about an object. An event about a cluster-scoped object is in the namespace `default`, as in client-go.
 *
 * @param nanoseconds - the time in the name of the event, which has to be different for each event
 * @throws OptionsError if the object has no `apiVersion`, `kind` or name
 */
export function newEvent(
  about: KubeObject,
  { type, reason, action, note, related }: EventFacts,
  reporter: EventReporter,
  { now, nanoseconds }: { readonly now: number; readonly nanoseconds: bigint },
): NewEvent {
  const regarding = referenceTo('record: object', about);
  return {
    metadata: {
      name: eventName(regarding.name, nanoseconds),
      namespace: regarding.namespace ?? 'default',
    },
    eventTime: microTime(now),
    type,
    reason,
    action,
    note: cutNote(note),
    ...reporter,
    regarding,
    ...(related !== undefined && { related: referenceTo('record: related', related) }),
  };
}

function referenceTo(option: string, object: KubeObject): ObjectReference {
  const { apiVersion, kind, metadata } = (object as Partial<KubeObject> | undefined) ?? {};
  const { name, namespace, uid, resourceVersion } = metadata ?? ({} as Partial<KubeObject['metadata']>);
  if (!isNonEmptyString(apiVersion) || !isNonEmptyString(kind) || !isNonEmptyString(name)) {
    // The object can be a Secret, so the error shows only which members are absent.
    const given = Object.entries({ apiVersion, kind, 'metadata.name': name });
    const absent = given.filter(([, value]) => !isNonEmptyString(value)).map(([member]) => member);
    throw new OptionsError(option, undefined, `an object with ${absent.join(', ')}`);
  }
  return {
    apiVersion,
    kind,
    name,
    ...(isNonEmptyString(namespace) && { namespace }),
    ...(isNonEmptyString(uid) && { uid }),
    ...(isNonEmptyString(resourceVersion) && { resourceVersion }),
  };
}

/**
 * Returns the text that is equal for the occurrences of one series. The resourceVersion of the object is not in the
 * text, unlike in client-go. If a controller writes the status of an object after each event, the resourceVersion of
 * the object is different in each event. In client-go these events never become a series.
 */
export function seriesId(event: NewEvent): string {
  const { type, action, reason, regarding, related } = event;
  const identity = ({ apiVersion, kind, namespace = '', name, uid = '' }: ObjectReference): string[] => [
    ...[apiVersion, kind, namespace, name, uid],
  ];
  return JSON.stringify([type, action, reason, identity(regarding), related && identity(related)]);
}

/** The name of an event: the name of its object and the time. An object name can be longer than an event name allows. */
function eventName(of: string, nanoseconds: bigint): string {
  const time = nanoseconds.toString(16);
  const isAllowed = /^[a-z0-9]([-.a-z0-9]*[a-z0-9])?$/.test(of) && of.length + time.length < longestName;
  return `${isAllowed ? of : 'event'}.${time}`;
}

const longestName = 253;

/** Formats a time in ms as RFC 3339 with microseconds, which `MicroTime` requires. */
export const microTime = (ms: number): string => new Date(ms).toISOString().replace('Z', '000Z');

/** The longest note in bytes of UTF-8 that the API server accepts. */
const longestNote = 1_024;

/** Cuts a text to 1,024 bytes of UTF-8, between two characters. */
function cutNote(note: string): string {
  if (note.length * 3 <= longestNote) return note;
  let bytes = 0;
  let end = 0;
  for (const character of note) {
    bytes += utf8Length(character.codePointAt(0) ?? 0);
    if (bytes > longestNote) return note.slice(0, end);
    end += character.length;
  }
  return note;
}

function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x1_0000 ? 3 : 4;
}
