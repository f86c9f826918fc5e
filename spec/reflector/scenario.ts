import { concat, EMPTY, ignoreElements, NEVER, type Observable, throwError, timer } from 'rxjs';
import type { TestScheduler } from 'rxjs/testing';
import {
  type KubeObject,
  type ListPage,
  reflect,
  type ReflectOptions,
  type ReflectorEvent,
  type ReflectorStatus,
  StatusError,
  type WatchEvent,
} from 'rx-informer';
import { kubeObject, type LoggedRequest, scriptedListerWatcher } from 'rx-informer/testing';
import { marbles } from '../support/marbles.ts';

/** Returns an object with a resourceVersion. */
export const at = (key: string, resourceVersion: string): KubeObject =>
  kubeObject(key, { metadata: { resourceVersion } });

/** Returns a list that consists of one page. */
export const page = (resourceVersion: string, ...items: readonly KubeObject[]): ListPage<KubeObject> => ({
  items,
  resourceVersion,
});

export const added = (object: KubeObject): WatchEvent<KubeObject> => ({ type: 'ADDED', object });
export const modified = (object: KubeObject): WatchEvent<KubeObject> => ({ type: 'MODIFIED', object });
export const deleted = (object: KubeObject): WatchEvent<KubeObject> => ({ type: 'DELETED', object });
export const bookmark = (resourceVersion: string): WatchEvent<KubeObject> => ({
  type: 'BOOKMARK',
  resourceVersion,
});

/** Emits an error: for a refused request, or for a watch that ends with an ERROR event. */
export const status = (code: number, reason = '', more: object = {}): Observable<never> =>
  throwError(() => new StatusError({ code, reason, ...more }));

/** Emits nothing for `ms` ms. Then continues with `end`. */
export const after = (ms: number, end: Observable<never> = EMPTY): Observable<never> =>
  concat(timer(ms).pipe(ignoreElements()), end);

type Helpers = Parameters<Parameters<TestScheduler['run']>[0]>[0];

/** The responses for a reflector, and the duration of the run. */
export interface Scene {
  readonly list?: readonly Observable<ListPage<KubeObject>>[];
  readonly watch?: readonly Observable<WatchEvent<KubeObject>>[];
  /** The responses to the requests that only read the current resourceVersion. */
  readonly probe?: readonly Observable<ListPage<KubeObject>>[];
  readonly options?: ReflectOptions;
  /** The duration of the run in ms of virtual time. */
  readonly for: number;
}

/** The recorded behaviour of a reflector. */
export interface Outcome {
  /** The events as text with their times: `TYPE key@version`, or `REPLACED version: keys`. */
  readonly events: readonly string[];
  /** The statuses as text with their times: the `phase` and the other fields. */
  readonly statuses: readonly string[];
  /**
   * All requests except the requests that only read the current resourceVersion. By default, this version is never lower
   * than before.
   */
  readonly requests: readonly string[];
  readonly error: unknown;
}

/**
 * Runs one reflector in virtual time. Records its events, statuses and requests. By default, retry delays have no
 * random part.
 */
export function play(scene: (helpers: Helpers) => Scene): Outcome {
  const events: string[] = [];
  const statuses: string[] = [];
  let requests: readonly LoggedRequest[] = [];
  let error: unknown;

  const scheduler = marbles();
  scheduler.run((helpers) => {
    const { list = [EMPTY], watch = [NEVER], probe, options = {}, for: end } = scene(helpers);
    const source = scriptedListerWatcher({ list, watch, ...(probe && { probe }) });
    requests = source.requests;
    const reflected = reflect(source, {
      streamingList: 'never',
      random: () => 0,
      ...options,
      status: options.status ?? {
        next: (status) => void statuses.push(`${scheduler.now()} ${describeStatus(status)}`),
      },
    });
    const subscription = reflected.subscribe({
      next: (event) => void events.push(`${scheduler.now()} ${describeEvent(event)}`),
      error: (thrown: unknown) => (error = thrown),
    });
    scheduler.schedule(() => subscription.unsubscribe(), end);
  });
  return {
    events,
    statuses,
    requests: requests.filter((request) => !isCheck(request)).map(describeRequest),
    error,
  };
}

function describeEvent(event: ReflectorEvent<KubeObject>): string {
  switch (event.type) {
    case 'REPLACED':
      return `REPLACED ${event.resourceVersion}: ${event.items.map(({ metadata }) => metadata.name).join(' ')}`;
    case 'BOOKMARK':
      return `BOOKMARK ${event.resourceVersion}`;
    case 'RESYNC':
      return event.type;
    default:
      return `${event.type} ${event.object.metadata.name}@${event.object.metadata.resourceVersion}`;
  }
}

export function describeStatus(status: ReflectorStatus): string {
  const incident = 'incident' in status ? ` incident: ${status.incident.name}` : '';
  switch (status.phase) {
    case 'stopped':
      return `stopped${status.error === undefined ? '' : ` ${status.error.failure}`}`;
    case 'listing':
      return `listing ${status.received}${incident}`;
    case 'watching':
      return `watching ${status.resourceVersion}${incident}`;
    case 'waiting':
      return `waiting ${status.failure} #${status.attempt} until ${status.retryAt}`;
  }
}

const isCheck = ({ verb, options }: LoggedRequest): boolean =>
  verb === 'list' && 'limit' in options && options.limit === 1;

function describeRequest({ at: time, verb, options }: LoggedRequest): string {
  const parts = Object.entries(options).filter(
    ([name]) => name !== 'timeoutSeconds' && name !== 'allowWatchBookmarks',
  );
  return `${time} ${verb} ${parts.map(([name, value]) => `${name}=${String(value)}`).join('&')}`.trimEnd();
}
