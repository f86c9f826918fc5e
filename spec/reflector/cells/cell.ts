/** What a reflector is at when the fault comes. */
export const states = [
  'page n of the list',
  'streaming initial list',
  'between list and watch',
  'watching',
  'backing off',
] as const;
export type State = (typeof states)[number];

export const faults = [
  'HTTP 410',
  'in-stream 410',
  '5xx',
  '429 with delay',
  '401',
  'login page',
  '403',
  '404',
  'reset',
  'idle stream',
  'garbage',
  'duplicate',
  'older resourceVersion',
  'server went back',
  'bookmark only',
  'completes at once',
  'truncated',
] as const;
type Fault = (typeof faults)[number];

/** What happens from the fault on; what came before it is the {@link Opening} of the state. Each line begins with its ms. */
export interface Scenario {
  /** In words, for the table of docs/reference/faults.md. */
  readonly outcome: string;
  /** Marbles of letters.ts: the n-th answers the n-th request that the opening leaves open, or that comes later. */
  readonly answers: readonly string[];
  readonly requests: readonly string[];
  readonly statuses: readonly string[];
  readonly changes: readonly string[];
  /** Why no `waiting` is told: nothing failed, or what ended lived long enough; printed in the table. */
  readonly quiet?: string;
}

/** A cell that cannot occur, and why. */
interface Impossible {
  readonly cannot: string;
}

export type Cell = Scenario | Impossible;

/** How a reflector comes into a state. */
export interface Opening {
  readonly streamingList: 'auto' | 'never';
  readonly answers: readonly string[];
  /** What the first answer of a cell begins with. */
  readonly lead: string;
  readonly requests: readonly string[];
  readonly statuses: readonly string[];
  readonly changes: readonly string[];
}

/** One row of the table: all faults in one state. */
export interface Row {
  readonly opening: Opening;
  readonly cells: Readonly<Record<Fault, Cell>>;
}

/** Lines of one moment. */
export const at = (ms: number, ...lines: readonly string[]): readonly string[] =>
  lines.map((line) => `${ms} ${line}`);
