import {
  asyncScheduler,
  concatMap,
  defer,
  dematerialize,
  EMPTY,
  endWith,
  finalize,
  materialize,
  type Observable,
  type ObservableNotification,
} from 'rxjs';
import {
  aBoolean,
  aFunction,
  aResource,
  checkArgument,
  checkOptions,
  type GroupVersionResource,
  type KubeObject,
} from '../objects/index.ts';
import { aListerWatcher, type IncidentListener, type ListerWatcher } from '../source/index.ts';
import { confidentialErrorJson, errorJson } from './machine/error-json.ts';
import { createLineWriter } from './machine/line-writer.ts';
import { type RequestResult, type RequestStart, requestStage } from './machine/request-entry.ts';
import { workInSlices } from '../scheduling/index.ts';

/** The options of `recordListerWatcher`. */
export interface RecordListerWatcherOptions {
  /** The collection. Its name is written into the header. For `secrets`, every object counts as a Secret. */
  readonly resource?: GroupVersionResource;
  /** Whether the recording contains the data of Secrets. Default false. */
  readonly keepSecrets?: boolean;
}

/**
 * Creates a source that records all requests and responses of another source, with their times. For each
 * request, the lines contain the options, pages, events, bookmarks, incidents, errors, the completion and the
 * cancellation. An error contains its `Retry-After`.
 *
 * `replayListerWatcher` creates a source from the lines. The lines contain no credentials of the client. Like
 * {@link record}, the function omits the data of Secrets, and values that are nested too deep. The message of
 * a server's error is recorded. The causes of the error, a reason that Kubernetes does not define, and the
 * excerpt of a response are recorded only if `keepSecrets` is true, or if `resource` is given and is not
 * `secrets`. A page of more than 4 Mi characters is recorded and replayed as several pages. If a line cannot
 * be written, the request errors with a `RecordingError`. This error ends a reflector. The file has one
 * header for all requests.
 *
 * @param write - called with each line, without the line end
 * @throws OptionsError for an unknown option, or a value that an option does not allow
 *
 * @example
 * ```ts
 * import { appendFileSync } from 'node:fs';
 *
 * const pods = listWatch(transport, core.v1.pods);
 * const recorded = recordListerWatcher(pods, (line) => appendFileSync('night.ndjson', `${line}\n`));
 * informer(recorded).start();
 * ```
 */
export function recordListerWatcher<T extends KubeObject>(
  source: ListerWatcher<T>,
  write: (line: string) => void,
  options: RecordListerWatcherOptions = {},
): ListerWatcher<T> {
  checkArgument('recordListerWatcher: source', source, aListerWatcher);
  checkArgument('recordListerWatcher: write', write, aFunction);
  checkOptions('recordListerWatcher', options, { resource: aResource, keepSecrets: aBoolean });
  const { resource, keepSecrets = false } = options;
  const writer = createLineWriter(write, { keepSecrets, resource });
  const isConfidential = (resource === undefined || resource.resource === 'secrets') && !keepSecrets;
  const jsonOf = isConfidential ? confidentialErrorJson : errorJson;
  let requests = 0;

  const recorded = <V>(
    start: RequestStart,
    answer: (onIncident: IncidentListener) => Observable<V>,
    resultOf: (value: V) => RequestResult,
    onIncident: IncidentListener | undefined,
  ): Observable<V> =>
    defer(() => {
      const request = ++requests;
      let open = true;
      const now = (): number => asyncScheduler.now();
      const put = (entry: RequestStart | RequestResult): void =>
        writer.next(now(), requestStage, { request, ...entry });
      const end = (entry: RequestResult): void => {
        open = false;
        put(entry);
      };
      const written = (notification: ObservableNotification<V>): Observable<never> => {
        if (notification.kind === 'E') end({ error: jsonOf(notification.error) });
        else if (notification.kind === 'C') end({ complete: true });
        else {
          const answer = resultOf(notification.value);
          if ('page' in answer) return inSlices(writer.page(now, requestStage, { request, ...answer }));
          put(answer);
        }
        return EMPTY;
      };
      writer.begin(now());
      put(start);
      return answer((incident, count) => {
        put({ incident: jsonOf(incident), ...(count !== undefined && { count }) });
        onIncident?.(incident, count);
      }).pipe(
        materialize(), // makes the completion a value, so that it waits in `concatMap` until the last page is written
        concatMap((notification) => written(notification).pipe(endWith(notification))),
        dematerialize(),
        finalize(() => {
          if (open) ignoreErrors(() => put({ closed: true }));
        }),
      );
    });

  return {
    origin$: source.origin$,
    list: (list = {}, { onIncident, checkServed } = {}) =>
      recorded(
        { verb: 'list', options: list },
        (listener) => source.list(list, { onIncident: listener, checkServed }),
        (page) => ({ page }),
        onIncident,
      ),
    watch: (watch = {}, { onIncident, checkServed } = {}) =>
      recorded(
        { verb: 'watch', options: watch },
        (listener) => source.watch(watch, { onIncident: listener, checkServed }),
        (event) => ({ event }),
        onIncident,
      ),
  };
}

function inSlices(lines: Generator<void, void>): Observable<never> {
  return workInSlices((pause) => {
    while (lines.next().done !== true) if (pause()) return false;
    return true;
  });
}

/**
 * Calls `write` and ignores its error. Use this function for a line after an unsubscribe: no subscriber is
 * left for the error, and a replay does not need the line.
 */
function ignoreErrors(write: () => void): void {
  try {
    write();
  } catch {
    // The error is not lost: the write of the next line fails with the same error.
  }
}
