/** What the server is asked to do to one object. */
export interface Write {
  readonly op: 'put' | 'delete' | 'recreate';
  readonly key: string;
  readonly color: string;
}

/** What ends a request that is about to be made. */
export interface Refusal {
  readonly kind:
    | 'expired'
    | 'server error'
    | 'throttled'
    | 'unauthorized'
    | 'forbidden'
    | 'not found'
    | 'reset'
    | 'behind'
    | 'hangs'
    | 'completes'
    | 'no streaming';
  /** After so many pages, or objects of a streamed list; a plain watch is refused at once. */
  readonly after: number;
}

/** What befalls the watches that are open. */
export type StreamFault =
  'close' | 'reset' | 'expire' | 'server error' | 'go silent' | 'bookmark' | 'repeat' | 'repeat older';

/** What a subscriber does in one of its calls. */
export type Act = 'nothing' | 'throw' | 'join' | 'leave' | 'drop another' | 'stop' | 'start' | 'write';

/** How a subscriber listens, and what it does at its n-th call. */
export interface Behaviour {
  readonly buffer: 'unbounded' | 'conflate' | 'two' | 'batches';
  /** In ms, for each change. */
  readonly slow: number;
  readonly act: Act;
  readonly nth: number;
}

/** One thing that happens; then at least a millisecond passes. */
export type Step =
  | { readonly does: 'write'; readonly writes: readonly Write[] }
  | { readonly does: 'wait'; readonly time: number }
  | { readonly does: 'refuse'; readonly refusals: readonly Refusal[] }
  | { readonly does: 'fault'; readonly fault: StreamFault }
  | { readonly does: 'compact' }
  | { readonly does: 'elsewhere' }
  | { readonly does: 'join'; readonly behaviour: Behaviour }
  | { readonly does: 'leave'; readonly which: number }
  | { readonly does: 'start' }
  | { readonly does: 'stop' };

/** What holds for a whole run. */
export interface Setting {
  /** Of each answer and each event, in ms. */
  readonly latency: number;
  readonly pageSize: number;
  readonly streaming: boolean;
  /** How far what a replica serves is behind, in versions. */
  readonly lag: number;
  /** A 410 to a watch comes as an event of the stream, not as a status. */
  readonly expiresInStream: boolean;
  readonly resyncPeriod: number;
  readonly first: Behaviour;
}

/** What one run is made of. */
export interface Plan {
  readonly setting: Setting;
  readonly steps: readonly Step[];
}

/** A step as one would tell it. */
export function sayStep(step: Step): string {
  switch (step.does) {
    case 'write':
      return `the server: ${step.writes.map(({ op, key, color }) => `${op} ${key} (${color})`).join(', ')}`;
    case 'wait':
      return `${step.time} ms pass`;
    case 'refuse':
      return `next requests: ${step.refusals.map(({ kind, after }) => `${kind} after ${after}`).join(', ')}`;
    case 'fault':
      return `open watches: ${step.fault}`;
    case 'compact':
      return 'the server forgets its history';
    case 'elsewhere':
      return 'the server writes something of another kind';
    case 'join':
      return `joins: ${sayBehaviour(step.behaviour)}`;
    case 'leave':
      return `subscriber ${step.which} leaves, if it is there`;
    default:
      return step.does;
  }
}

/** A subscriber as one would tell it. */
export function sayBehaviour({ buffer, slow, act, nth }: Behaviour): string {
  const does = act === 'nothing' ? '' : `, at call ${nth}: ${act}`;
  return `${buffer}${slow > 0 ? `, ${slow} ms a change` : ''}${does}`;
}
