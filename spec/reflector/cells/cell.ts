/** The states of a reflector when the fault arrives. */
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

/**
 * The result from the fault on; the earlier lines are in the {@link Opening} of the state. Each line begins with its
 * time in ms.
 */
export interface Scenario {
  /** A description for the table of docs/reference/faults.md. */
  readonly outcome: string;
  /** Marbles of letters.ts: the n-th marble answers the n-th request that the opening leaves open, or that follows. */
  readonly answers: readonly string[];
  readonly requests: readonly string[];
  readonly statuses: readonly string[];
  readonly changes: readonly string[];
  /**
   * The reason why the status has no `waiting`: nothing failed, or the ended watch had lived long enough. The table
   * prints it.
   */
  readonly quiet?: string;
}

/** A cell that cannot occur, and the reason. */
interface Impossible {
  readonly cannot: string;
}

export type Cell = Scenario | Impossible;

/** The steps that bring a reflector into a state. */
export interface Opening {
  readonly streamingList: 'auto' | 'never';
  readonly answers: readonly string[];
  /** The start of the first answer of a cell. */
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

/** Prefixes lines with the same time in ms. */
export const at = (ms: number, ...lines: readonly string[]): readonly string[] =>
  lines.map((line) => `${ms} ${line}`);
