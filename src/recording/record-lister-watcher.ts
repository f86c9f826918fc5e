import { asyncScheduler, defer, finalize, type Observable, tap } from 'rxjs';
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
import { errorJson } from './machine/error-json.ts';
import { createLineWriter } from './machine/line-writer.ts';
import { type Answer, type Asked, requestStage } from './machine/request-entry.ts';

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
 * recorded as {@link record} does it. A request whose lines cannot be written ends with a `RecordingError`, and a
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
      writer.begin(now());
      put(asked);
      return answer((incident, count) => {
        put({ incident: errorJson(incident), ...(count !== undefined && { count }) });
        onIncident?.(incident, count);
      }).pipe(
        tap({
          next: (value) => put(entryOf(value)),
          error: (error: unknown) => end({ error: errorJson(error) }),
          complete: () => end({ complete: true }),
        }),
        finalize(() => {
          if (open) unheard(() => put({ closed: true }));
        }),
      );
    });

  return {
    list: (list = {}, onIncident) =>
      recorded(
        { verb: 'list', options: list },
        (told) => source.list(list, told),
        (page) => ({ page }),
        onIncident,
      ),
    watch: (watch = {}, onIncident) =>
      recorded(
        { verb: 'watch', options: watch },
        (told) => source.watch(watch, told),
        (event) => ({ event }),
        onIncident,
      ),
  };
}

/** Who unsubscribed hears nothing any more; a replay needs no such line to go on. */
function unheard(write: () => void): void {
  try {
    write();
  } catch {
    // what is written next fails with the same
  }
}
