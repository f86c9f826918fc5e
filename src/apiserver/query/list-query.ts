import { badRequest } from '../status/refusals.ts';
import { quoted } from '../status/shown-value.ts';

/** The parsed query parameters of a list or a watch (`metav1.ListOptions`). The values are not validated. */
export interface ListQuery {
  readonly labelSelector: string;
  readonly fieldSelector: string;
  readonly watch: boolean;
  readonly allowWatchBookmarks: boolean;
  readonly sendInitialEvents: boolean | undefined;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  /** The maximum number of items on a page. 0 means no limit. */
  readonly limit: number;
  readonly continue: string;
  /** The timeout of the list or watch in seconds. 0 means that the request has no `timeoutSeconds`. */
  readonly timeoutSeconds: number;
  /**
   * The expression that selects shards (KEP-5866). Empty if the request has no `shardSelector`, or if the server does
   * not support shards.
   */
  readonly shardSelector: string;
}

/**
 * Parses the query parameters of a list or a watch.
 *
 * @param sharded - whether the server supports shards (KEP-5866)
 * @throws Refusal 400 for an invalid number (P24)
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

/**
 * Parses a boolean query parameter as Kubernetes does: every value except `false` and `0` means true, for example
 * `abc`. Returns `undefined` if the parameter is absent.
 */
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
 * Checks the query parameter `timeout`, such as `timeout=5s`, which limits the duration of a request other than a
 * watch. A valid value has no effect, because this server finishes its requests earlier.
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

/**
 * The maximum number of characters of the query parameter `timeout`. The longest duration in Go's format,
 * `2562047h47m16.854775807s`, has 24 characters.
 */
const longestTimeout = 100;

// Each text can match this pattern in only one way. If a unit could match in two ways, the time of a failed match would
// double with each unit.
const goDuration = /^[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/;
