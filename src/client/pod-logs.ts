import {
  concat,
  defer,
  EMPTY,
  filter,
  map,
  mergeMap,
  type Observable,
  of,
  retry,
  tap,
  throwError,
  timer,
} from 'rxjs';
import {
  aBoolean,
  aString,
  checkArgument,
  checkOptions,
  integer,
  isNonEmptyString,
  KubeError,
  type ObjectKey,
  OptionsError,
  pathOf,
  ProtocolError,
  type Rule,
  splitKey,
  StatusError,
} from '../objects/index.ts';
import { aTransport, explainErrors, type KubeRequest, type Transport } from '../source/index.ts';
import { explainRefusal } from './explain-refusal.ts';
import { retryAfter } from './send-request.ts';
import { createLogPosition, type LogLine, logLineOf } from './machine/log-position.ts';

/** The options of `podLogs`. */
export interface PodLogsOptions {
  /** The name of the container. Required if the pod has several containers. */
  readonly container?: string;
  /** If true, also emits the lines that the container writes later, until the container ends. Default false. */
  readonly follow?: boolean;
  /** Emits only lines that were written at this time or later, RFC 3339. Default: all lines that the node keeps. */
  readonly sinceTime?: string;
  /** The maximum number of existing lines to emit: only the last lines are emitted. Default: all. */
  readonly tailLines?: number;
  /** If true, reads the log of the previous run of the container. Default false. */
  readonly previous?: boolean;
}

/**
 * Emits the lines of a container's log, and completes at the end of the log: with `follow`, when the container ends. If the kubelet
 * restarts, the server ends the log as if the container had ended.
 *
 * If the connection breaks, or the server answers with 429 or 5xx, the log is resumed after the last emitted
 * line. No line is repeated or lost. The delays between the attempts are 0.8 s, 1.6 s and so on up to 30 s. A
 * delay is at least the `Retry-After` of the server. Each line resets the delay. Other failures are emitted:
 * 400 for a container that has not started, 403, 404 for a pod that does not exist.
 *
 * @param pod - `namespace/name`
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * podLogs(transport, 'shop/web-0', { follow: true }).subscribe(({ time, text }) => console.log(time, text));
 * ```
 */
export function podLogs(
  transport: Transport,
  pod: ObjectKey,
  options: PodLogsOptions = {},
): Observable<LogLine> {
  checkArgument('podLogs: transport', transport, aTransport);
  checkArgument('podLogs: pod', pod, aString);
  const { namespace, name } = splitKey(pod);
  if (namespace === '' || name === '') throw new OptionsError('podLogs: pod', pod, '`namespace/name`');
  checkOptions('podLogs', options, {
    container: aName,
    follow: aBoolean,
    sinceTime: aTime,
    tailLines: integer(0),
    previous: aBoolean,
  });
  const path = `${pathOf(pods, pod)}/log`;
  const { container, follow = false, previous = false, sinceTime, tailLines } = options;
  const query = {
    timestamps: 'true',
    ...(container !== undefined && { container }),
    ...(follow && { follow: 'true' }),
    ...(previous && { previous: 'true' }),
  };
  const begin = {
    ...(sinceTime !== undefined && { sinceTime }),
    ...(tailLines !== undefined && { tailLines: String(tailLines) }),
  };

  return defer(() => {
    const position = createLogPosition(sinceTime);
    let failures = 0;
    const attempt$ = defer(() => {
      position.resume();
      const since = position.sinceTime;
      const request: KubeRequest = { path, query: { ...query, ...(since ? { sinceTime: since } : begin) } };
      return linesOf(transport.open(request)).pipe(
        explainErrors(transport, request),
        explainRefusal(request),
      );
    });
    return attempt$.pipe(
      filter((line) => position.isNew(line)),
      tap(() => (failures = 0)),
      map(logLineOf),
      retry({
        delay: (error: unknown) =>
          isTransient(error)
            ? timer(Math.max(requestedDelay(error), Math.min(firstDelay * 2 ** failures++, longestDelay)))
            : throwError(() => error),
      }),
    );
  });
}

/** Emits the lines of a body. An incomplete line at an error is dropped, because the server sends the line again. */
function linesOf(chunks$: Observable<Uint8Array>): Observable<string> {
  return defer(() => {
    const decoder = new TextDecoder();
    let rest = '';
    return concat(
      chunks$.pipe(
        mergeMap((chunk) => {
          const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
          rest = lines.pop() ?? '';
          if (rest.length > longestLine) {
            throw new ProtocolError(`a log line is longer than ${longestLine} characters`, {
              failure: 'fatal',
            });
          }
          return lines;
        }),
      ),
      defer(() => (rest === '' ? EMPTY : of(rest))),
    );
  });
}

const isTransient = (error: unknown): boolean =>
  error instanceof KubeError && (error.failure === 'transient' || error.failure === 'throttled');

const pods = { group: '', version: 'v1', resource: 'pods', namespaced: true } as const;

/** Returns the delay that the server requests, in ms, or 0. */
const requestedDelay = (error: unknown): number =>
  error instanceof StatusError ? (retryAfter(error) ?? 0) : 0;

/** The first delay between two attempts, in ms. A failed watch has the same delays. */
const firstDelay = 800;
/** The longest delay between two attempts, in ms. */
const longestDelay = 30_000;
/** The maximum length of a line, in characters. A container runtime splits lines of more than 16 KiB. */
const longestLine = 1_048_576;

const aName: Rule = { allowed: 'the name of a container', test: isNonEmptyString };
const aTime: Rule = {
  allowed: 'a time as RFC 3339, such as 2026-01-31T12:00:00Z',
  test: (given) =>
    typeof given === 'string' && /^\d{4}-\d\d-\d\dT/.test(given) && !Number.isNaN(Date.parse(given)),
};
