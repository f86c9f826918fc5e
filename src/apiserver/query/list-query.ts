import { badRequest } from '../status/refusals.ts';
import { quoted } from '../status/shown-value.ts';

/** The query of a list or a watch, read and typed, not yet judged (`metav1.ListOptions`). */
export interface ListQuery {
  readonly labelSelector: string;
  readonly fieldSelector: string;
  readonly watch: boolean;
  readonly allowWatchBookmarks: boolean;
  readonly sendInitialEvents: boolean | undefined;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  /** 0: no limit. */
  readonly limit: number;
  readonly continue: string;
  /** 0: unset. */
  readonly timeoutSeconds: number;
  /** `''` also on a server that does not know it. */
  readonly shardSelector: string;
}

/**
 * Reads the query of a list or a watch.
 *
 * @param sharded - whether the server knows shards
 * @throws Refusal 400 for what is not a number (P24)
 */
export function listQuery(query: URLSearchParams, sharded: boolean): ListQuery {
  const text = (name: string): string => query.get(name) ?? '';
  checkTimeout(query);
  return {
    labelSelector: text('labelSelector'),
    fieldSelector: text('fieldSelector'),
    watch: flag(query, 'watch') ?? false,
    allowWatchBookmarks: flag(query, 'allowWatchBookmarks') ?? false,
    sendInitialEvents: flag(query, 'sendInitialEvents'),
    resourceVersion: text('resourceVersion'),
    resourceVersionMatch: text('resourceVersionMatch'),
    limit: Math.max(0, whole(query, 'limit')),
    continue: text('continue'),
    timeoutSeconds: Math.max(0, whole(query, 'timeoutSeconds')),
    shardSelector: sharded ? text('shardSelector') : '',
  };
}

/** Any value but `false` and `0` is true, also `abc`, as Kubernetes reads a flag. */
export function flag(query: URLSearchParams, name: string): boolean | undefined {
  const value = query.get(name);
  return value === null ? undefined : value.toLowerCase() !== 'false' && value !== '0';
}

function whole(query: URLSearchParams, name: string): number {
  const value = query.get(name) ?? '';
  if (value === '') return 0;
  if (!/^[+-]?[0-9]+$/.test(value)) {
    throw badRequest(`strconv.ParseInt: parsing ${quoted(value)}: invalid syntax`);
  }
  const number = BigInt(value.replace('+', ''));
  if (number !== BigInt.asIntN(64, number)) {
    throw badRequest(`strconv.ParseInt: parsing ${quoted(value)}: value out of range`);
  }
  return Number(number);
}

/**
 * `timeout=5s` bounds a short request; nothing here is long enough to be bounded, but a bad one is told.
 *
 * @throws Refusal 400
 */
export function checkTimeout(query: URLSearchParams): void {
  const value = query.get('timeout') ?? '';
  if (value.length > longestTimeout) {
    throw badRequest(
      `invalid timeout specified in the request URL: it has ${value.length} characters; give a duration of at most ${longestTimeout}, such as 30s`,
    );
  }
  if (value === '' || value === '0' || goDuration.test(value)) return;
  throw badRequest(`invalid timeout specified in the request URL - time: invalid duration ${quoted(value)}`);
}

/** Characters: Go's own text of the longest duration, `2562047h47m16.854775807s`, has 24. */
const longestTimeout = 100;

// Each text must match in one way only: a second way doubles the steps for each further unit.
const goDuration = /^[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/;
