/** A write of one object on the virtual server. */
export interface Write {
  readonly op: 'put' | 'delete' | 'recreate';
  readonly key: string;
  readonly color: string;
}

/** A fault with which the virtual server ends or delays the next request. */
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
  /**
   * Number of pages, or of objects of a streaming list, before the fault happens. A watch without a streaming list
   * fails at once.
   */
  readonly after: number;
}

/** A fault that the virtual server applies to all open watches. */
export type StreamFault =
  'close' | 'reset' | 'expire' | 'server error' | 'go silent' | 'bookmark' | 'repeat' | 'repeat older';

/** An action of a subscriber while its handler runs. With `drop another`, the subscriber removes another subscriber. */
export type Act = 'nothing' | 'throw' | 'join' | 'leave' | 'drop another' | 'stop' | 'start' | 'write';

/** A subscriber of a random plan: the kind of its buffer, and its action in the n-th call of its handler. */
export interface Behaviour {
  readonly buffer: 'unbounded' | 'conflate' | 'two' | 'batches';
  /** The time in ms that the subscriber needs for each change. */
  readonly slow: number;
  readonly act: Act;
  readonly nth: number;
}

/** One step of a random plan. After each step, virtual time advances by at least one millisecond. */
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

/** The settings of one run of a model test. */
export interface Setting {
  /** The delay of each response and each watch event, in ms. */
  readonly latency: number;
  readonly pageSize: number;
  readonly streaming: boolean;
  /** Number of versions by which the answering replica is behind the newest version. */
  readonly lag: number;
  /**
   * Whether a watch of an expired version gets the error 410 as an ERROR event. If false, the watch gets the HTTP
   * status 410.
   */
  readonly expiresInStream: boolean;
  readonly resyncPeriod: number;
  readonly first: Behaviour;
}

/** The random plan of one run: the settings and the steps. */
export interface Plan {
  readonly setting: Setting;
  readonly steps: readonly Step[];
}

/** Describes a step as text. */
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
      return 'the server writes an object of another kind';
    case 'join':
      return `joins: ${sayBehaviour(step.behaviour)}`;
    case 'leave':
      return `subscriber ${step.which} leaves, if it exists`;
    default:
      return step.does;
  }
}

/** Describes a subscriber as text. */
export function sayBehaviour({ buffer, slow, act, nth }: Behaviour): string {
  const does = act === 'nothing' ? '' : `, at call ${nth}: ${act}`;
  return `${buffer}${slow > 0 ? `, ${slow} ms a change` : ''}${does}`;
}
