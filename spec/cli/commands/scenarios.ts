import { concat, ignoreElements, NEVER, type Observable, of, throwError, timer } from 'rxjs';
import { ConnectionError, informer, type KubeObject, type ListPage, StatusError } from 'rx-informer';
import { recordListerWatcher } from 'rx-informer/recording';
import {
  emissionsOf,
  kubeObject,
  marbleScheduler,
  scriptedListerWatcher,
  seededRandom,
} from 'rx-informer/testing';
import { changeJson } from '../../../src/cli/lines/change-json.ts';
import { jsonLine } from '../../../src/cli/lines/one-line.ts';
import { statusJson } from '../../../src/cli/lines/status-json.ts';
import { joinedJson } from '../joined-json.ts';

type Script = Parameters<typeof scriptedListerWatcher>[0];

const at = (name: string, resourceVersion: string): KubeObject =>
  kubeObject(name, { kind: 'Pod', apiVersion: 'v1', metadata: { resourceVersion } });
const page = (resourceVersion: string, ...items: readonly KubeObject[]): ListPage<KubeObject> => ({
  items,
  resourceVersion,
});
const after = (ms: number): Observable<never> => timer(ms).pipe(ignoreElements());
const added = (object: KubeObject) => ({ type: 'ADDED', object }) as const;
const bookmark = (resourceVersion: string) => ({ type: 'BOOKMARK', resourceVersion }) as const;
const refused = (code: number, retryAfterSeconds?: number): Observable<never> =>
  throwError(
    () =>
      new StatusError({
        code,
        reason: code === 410 ? 'Expired' : '',
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      }),
  );
const reset = throwError(() => new ConnectionError('reset', { answered: true }));
const tooLarge = throwError(
  () =>
    new StatusError({
      code: 504,
      reason: 'Timeout',
      message: 'Too large resource version: 5, current: 3',
      causes: [{ reason: 'ResourceVersionTooLarge', message: '', field: '' }],
      retryAfterSeconds: 1,
    }),
);
const times = <V>(count: number, value: V): readonly V[] => Array.from({ length: count }, () => value);

const a = at('shop/a', '1');
const list = of(page('5', a));
const relist = of(page('50', a, at('shop/b', '40')));
/** The error of a server that does not support streaming lists. */
const old = refused(400);
const end = concat(after(20), of(added(at('shop/z', '99'))), NEVER);
const stream = concat(of(added(a), { ...bookmark('5'), initialEventsEnd: true as const }), end);

/** Scenarios with faults of a server or a network. Each scenario has one kind of fault. */
export const scenarios = {
  'watches end quietly': { list: [list], watch: [old, ...times(5, after(400_000)), end] },
  'watches end immediately': { list: [list, relist], watch: [old, ...times(3, after(5)), end] },
  'resets after long': { list: [list], watch: [old, ...times(7, concat(after(100_000), reset)), end] },
  'resets, sooner and later': {
    list: [list, list],
    watch: [old, ...times(3, concat(after(3_000), reset)), after(7_000), ...times(4, reset), end, end],
  },
  silence: {
    list: [list],
    watch: [old, concat(...times(3, concat(after(60_000), of(bookmark('6')))), NEVER), end],
  },
  'watch 429, six': { list: [list], watch: [old, ...times(6, refused(429, 3)), end] },
  'watch 403, six': { list: [list], watch: [old, ...times(6, refused(403)), end] },
  'watch 404': { list: [list, relist], watch: [old, refused(404), end] },
  'watch 401, three': { list: [list], watch: [old, ...times(3, refused(401)), end] },
  'watch 410': { list: [list, relist], watch: [old, concat(after(6_000), refused(410)), end] },
  'watch 410, list 410': { list: [list, refused(410), relist], watch: [old, refused(410), end] },
  'watch 503, six': { list: [list, list], watch: [old, ...times(6, refused(503)), end] },
  'list 401': { list: [refused(401), refused(401), list], watch: [old, end] },
  'list 403': { list: [refused(403), refused(403), list], watch: [old, end] },
  'list 410 at its second page': {
    list: [concat(list, after(5), refused(410)), list],
    watch: [old, end],
  },
  'list at a future version': { list: [tooLarge, list], watch: [old, end] },
  'stream 403, four': { list: [list], watch: [...times(4, refused(403)), stream] },
  'stream 429, four': { list: [list], watch: [...times(4, refused(429, 3)), stream] },
} satisfies Readonly<Record<string, Script>>;

/** The recording of one scenario, and the changes and statuses that the informer emitted during the recording. */
export interface Night {
  readonly text: string;
  readonly changes: readonly string[];
  readonly statuses: readonly string[];
}

/** Runs one scenario in virtual time, and records it. */
export function nightOf(script: Script, length: string): Night {
  const lines: string[] = [];
  return marbleScheduler().run(({ flush }) => {
    const source = recordListerWatcher(scriptedListerWatcher(script), (line) => lines.push(`${line}\n`));
    const followed = informer(source, { resetDelay: 0, reflect: { random: seededRandom(7) } });
    const statuses = emissionsOf(followed.status$, `^ ${length} !`);
    const changes = emissionsOf(followed.changes(), `^ ${length} !`);
    flush();
    return {
      text: lines.join(''),
      changes: changes.values.map((change) => jsonLine(joinedJson(changeJson(change)))),
      statuses: statuses.values.map((status) => statusJson('objects', status, String)),
    };
  });
}
