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
import { type Answer, type Asked, requestStage } from './machine/request-entry.ts';
import { workInSlices } from '../scheduling/index.ts';

/** How a source is recorded. */
export interface RecordListerWatcherOptions {
  /** Of what it is; the header says so. Of `secrets` every object is taken for one, whatever it looks like. */
  readonly resource?: GroupVersionResource;
  /** Default false: the data of Secrets is taken out. */
  readonly keepSecrets?: boolean;
}

/**
 * The same source, which has written down all that it is asked and answers: each request with its options, pages, events,
 * bookmarks, incidents, errors with their `Retry-After`, ends, and that the asker wanted no more; each with its time.
 *
 * `replayListerWatcher` makes a source of the lines again. Credentials are no part of what passes here. Secrets are
 * recorded as {@link record} does it, and so is what is nested too deep. Of an error the server's message is recorded. Its causes,
 * a reason that Kubernetes does not define, and the excerpt of an answer are recorded where `resource` names another resource than
 * `secrets`: without `resource` the request may be one for Secrets. A page of more than 4 Mi characters is recorded, and comes again, as several. A request whose lines cannot be written ends with a `RecordingError`, and a
 * reflector with it. One header, for all requests together.
 *
 * @param write - takes a line without its end
 * @throws OptionsError for an option that is none
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
    asked: Asked,
    answer: (onIncident: IncidentListener) => Observable<V>,
    entryOf: (value: V) => Answer,
    onIncident: IncidentListener | undefined,
  ): Observable<V> =>
    defer(() => {
      const request = ++requests;
      let open = true;
      const now = (): number => asyncScheduler.now();
      const put = (entry: Asked | Answer): void => writer.next(now(), requestStage, { request, ...entry });
      const end = (entry: Answer): void => {
        open = false;
        put(entry);
      };
      const written = (notification: ObservableNotification<V>): Observable<never> => {
        if (notification.kind === 'E') end({ error: jsonOf(notification.error) });
        else if (notification.kind === 'C') end({ complete: true });
        else {
          const answer = entryOf(notification.value);
          if ('page' in answer) return inSlices(writer.page(now, requestStage, { request, ...answer }));
          put(answer);
        }
        return EMPTY;
      };
      writer.begin(now());
      put(asked);
      return answer((incident, count) => {
        put({ incident: jsonOf(incident), ...(count !== undefined && { count }) });
        onIncident?.(incident, count);
      }).pipe(
        materialize(), // the end, too, waits until a page is written
        concatMap((notification) => written(notification).pipe(endWith(notification))),
        dematerialize(),
        finalize(() => {
          if (open) unheard(() => put({ closed: true }));
        }),
      );
    });

  return {
    list: (list = {}, { onIncident } = {}) =>
      recorded(
        { verb: 'list', options: list },
        (listener) => source.list(list, { onIncident: listener }),
        (page) => ({ page }),
        onIncident,
      ),
    watch: (watch = {}, { onIncident } = {}) =>
      recorded(
        { verb: 'watch', options: watch },
        (listener) => source.watch(watch, { onIncident: listener }),
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

/** Who unsubscribed hears nothing any more; a replay needs no such line to go on. */
function unheard(write: () => void): void {
  try {
    write();
  } catch {
    // what is written next fails with the same
  }
}
