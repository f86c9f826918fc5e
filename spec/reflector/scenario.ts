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

/** An object at a version. */
export const at = (key: string, resourceVersion: string): KubeObject =>
  kubeObject(key, { metadata: { resourceVersion } });

/** One page that is a whole list. */
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

/** A request that is refused, or a watch that ends with an ERROR frame. */
export const status = (code: number, reason = '', more: object = {}): Observable<never> =>
  throwError(() => new StatusError({ code, reason, ...more }));

/** Silent for so long, then its end. */
export const after = (ms: number, end: Observable<never> = EMPTY): Observable<never> =>
  concat(timer(ms).pipe(ignoreElements()), end);

type Helpers = Parameters<Parameters<TestScheduler['run']>[0]>[0];

/** What a reflector was given, and for how long it ran. */
export interface Scene {
  readonly list?: readonly Observable<ListPage<KubeObject>>[];
  readonly watch?: readonly Observable<WatchEvent<KubeObject>>[];
  readonly options?: ReflectOptions;
  /** ms of virtual time. */
  readonly for: number;
}

/** What came of it. */
export interface Outcome {
  /** `TYPE key@version` or `REPLACED version: keys`, each with its time. */
  readonly events: readonly string[];
  /** `phase` and what tells it from others of that phase, each with its time. */
  readonly statuses: readonly string[];
  /** All but the checks of the server's version, which find nothing here. */
  readonly requests: readonly string[];
  readonly error: unknown;
}

/** Runs one reflector in virtual time, with jitter 0 unless said, and writes down all that happened. */
export function play(scene: (helpers: Helpers) => Scene): Outcome {
  const events: string[] = [];
  const statuses: string[] = [];
  let requests: readonly LoggedRequest[] = [];
  let error: unknown;

  const scheduler = marbles();
  scheduler.run((helpers) => {
    const { list = [EMPTY], watch = [NEVER], options = {}, for: end } = scene(helpers);
    const source = scriptedListerWatcher({ list, watch });
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
