/** The states in which a reflector can be when a fault occurs. */
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
 * The expected behaviour from the fault on. The {@link Opening} of the state contains the lines before the fault. Each
 * line begins with its time in ms.
 */
export interface Scenario {
  /** The description of the behaviour in the table of docs/reference/faults.md. */
  readonly outcome: string;
  /**
   * The responses as marble diagrams; letters.ts defines the letters. The first response belongs to the request that
   * is open when the fault occurs. Each further response belongs to the next request.
   */
  readonly answers: readonly string[];
  readonly requests: readonly string[];
  readonly statuses: readonly string[];
  readonly changes: readonly string[];
  /**
   * The reason why the reflector emits no status `waiting`: no request has failed, or the watch was open long enough
   * before it ended. The table prints this reason.
   */
  readonly quiet?: string;
}

/** A combination of fault and state that cannot occur, and the reason. */
interface Impossible {
  readonly cannot: string;
}

export type Cell = Scenario | Impossible;

/** The requests and responses that bring a reflector into a state. */
export interface Opening {
  readonly streamingList: 'auto' | 'never';
  readonly answers: readonly string[];
  /** The start of the first marble diagram: the part of the response before the fault. */
  readonly lead: string;
  readonly requests: readonly string[];
  readonly statuses: readonly string[];
  readonly changes: readonly string[];
}

/** The expected behaviour for all faults in one state. */
export interface Row {
  readonly opening: Opening;
  readonly cells: Readonly<Record<Fault, Cell>>;
}

/** Puts the same time in ms before each line. */
export const at = (ms: number, ...lines: readonly string[]): readonly string[] =>
  lines.map((line) => `${ms} ${line}`);
