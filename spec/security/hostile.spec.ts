import { describe, expect, it } from '@jest/globals';
import { concat, from, NEVER, of, tap, throwError } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import {
  byLabel,
  byNamespace,
  type Change,
  informer,
  type InformerStatus,
  KubeError,
  type KubeObject,
  listWatch,
  query,
  StatusError,
  type Transport,
} from 'rx-informer';
import { fc } from '../support/properties.ts';
import { junkFrame, junkPage } from './junk.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const good = { metadata: { name: 'good', namespace: 'n', uid: 'u', resourceVersion: '5' } };

const wholeStream = [
  { type: 'ADDED', object: good },
  {
    type: 'BOOKMARK',
    object: { metadata: { resourceVersion: '5', annotations: { 'k8s.io/initial-events-end': 'true' } } },
  },
]
  .map((frame) => `${JSON.stringify(frame)}\n`)
  .join('');

/** A server that first sends the given invalid responses, and afterwards valid responses. */
function healing(answers: readonly { readonly watch: boolean; readonly text: string }[]): Transport {
  const left = [...answers];
  return {
    open: ({ query: asked = {} }) => {
      const isWatch = asked['watch'] === 'true';
      const bad = left[0];
      if (bad?.watch === isWatch) {
        left.shift();
        return from([bytes(bad.text.slice(0, 7)), bytes(bad.text.slice(7))]);
      }
      if (!isWatch) {
        return of(
          bytes(JSON.stringify({ kind: 'PodList', metadata: { resourceVersion: '5' }, items: [good] })),
        );
      }
      if (asked['sendInitialEvents'] === 'true') return concat(of(bytes(wholeStream)), NEVER);
      if (asked['resourceVersion'] === '5') return NEVER;
      return throwError(() => new StatusError({ code: 410, reason: 'Expired' }));
    },
  };
}

/** All values that an informer has emitted, and the keys of its store at the end. */
interface Notification {
  readonly statuses: readonly InformerStatus[];
  readonly changes: readonly Change<KubeObject>[];
  readonly errors: readonly unknown[];
  readonly keys: readonly string[];
}

/**
 * Runs an informer for three hours of virtual time. Three hours are enough, because one response can delay the informer
 * by at most one hour.
 */
function hours(transport: Transport, streamingList: 'auto' | 'never'): Notification {
  const statuses: InformerStatus[] = [];
  const changes: Change<KubeObject>[] = [];
  const errors: unknown[] = [];
  const scheduler = new TestScheduler(() => undefined);
  const pods = scheduler.run(() => {
    const received = informer(listWatch(transport, { group: '', version: 'v1', resource: 'pods' }), {
      indexers: { app: byLabel('__proto__'), namespace: byNamespace },
      onError: (error) => errors.push(error),
      reflect: { streamingList, isFatal: () => false },
    });
    const running = received.status$.subscribe((status) => statuses.push(status));
    const error = (thrown: unknown): void => void errors.push(thrown);
    running.add(received.changes().subscribe({ next: (change) => changes.push(change), error }));
    running.add(query(received, { where: ({ metadata }) => metadata.name !== '' }).subscribe({ error }));
    scheduler.schedule(() => running.unsubscribe(), 3 * 3_600_000);
    return received;
  });
  return { statuses, changes, errors, keys: pods.store.listKeys() };
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isWhole = ({ metadata }: KubeObject): boolean =>
  isText(metadata.name) && isText(metadata.uid) && isText(metadata.resourceVersion);

/**
 * Checks that no change contains an invalid object, that all errors are errors of the library, and that the store
 * finally has the objects of the valid responses (G1, G17).
 */
function expectBorne({ statuses, changes, errors, keys }: Notification): void {
  expect(keys).toEqual(['n/good']);
  expect(changes.filter(({ object }) => !isWhole(object))).toEqual([]);
  expect(errors.filter((error) => !(error instanceof KubeError))).toEqual([]);
  const failures = statuses
    .flatMap((status): readonly unknown[] => Object.values(status))
    .filter((value) => value instanceof Error);
  expect(failures.filter((error) => !(error instanceof KubeError))).toEqual([]);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect({}).not.toHaveProperty('a');
}

describe.each(['never', 'auto'] as const)(
  'a server that sends random bytes, streamed lists: %s',
  (streamingList) => {
    const settings = { numRuns: 60 };

    it('should not break an informer, for any watch (G1, G17)', () => {
      fc.assert(
        fc.property(fc.array(junkFrame, { maxLength: 12 }), (frames) => {
          const text = frames.map((frame) => `${frame}\n`).join('');
          expectBorne(hours(healing([{ watch: true, text }]), streamingList));
        }),
        settings,
      );
    });

    it('should not break an informer, for any list (G1, G8, G17)', () => {
      fc.assert(
        fc.property(fc.array(junkPage, { minLength: 1, maxLength: 3 }), (pages) => {
          // The reflector lists in pages after three broken streaming lists. Therefore three broken streaming lists
          // come before the invalid pages.
          const broken = streamingList === 'never' ? [] : ['', '', ''].map((text) => ({ watch: true, text }));
          expectBorne(
            hours(healing([...broken, ...pages.map((text) => ({ watch: false, text }))]), streamingList),
          );
        }),
        settings,
      );
    });
  },
);

describe('names with a meaning in JavaScript', () => {
  const named = (name: string, labels: string) =>
    `{"metadata":{"name":"${name}","namespace":"n","uid":"u-${name}","resourceVersion":"6","labels":${labels}}}`;
  const labels = '{"__proto__":"polluted","constructor":"b"}';

  it.each(['__proto__', 'constructor', 'toString'])(
    'should be allowed like other names: %s as key, label and index value',
    (name) => {
      const frame = `{"type":"ADDED","object":${named(name, labels)}}\n`;
      const transport: Transport = {
        open: ({ query: asked = {} }) =>
          asked['watch'] === 'true'
            ? concat(of(bytes(frame)), NEVER)
            : of(bytes('{"kind":"PodList","metadata":{"resourceVersion":"5"},"items":[]}')),
      };
      const pods = informer(listWatch(transport, { group: '', version: 'v1', resource: 'pods' }), {
        indexers: { label: byLabel('__proto__'), name: ({ metadata }) => [metadata.name] },
        reflect: { streamingList: 'never' },
      });
      const seen: string[] = [];
      new TestScheduler(() => undefined).run(({ cold }) => {
        const changes$ = pods.changes().pipe(tap(({ key }) => seen.push(key)));
        const running = changes$.subscribe();
        cold('1s a').subscribe(() => running.unsubscribe());
      });

      expect(seen).toEqual([`n/${name}`]);
      expect(pods.store.get(`n/${name}`)?.metadata.name).toBe(name);
      expect(pods.store.get('__proto__')).toBeUndefined();
      expect(pods.store.indexKeys('label', 'polluted')).toEqual([`n/${name}`]);
      expect(pods.store.indexKeys('name', name)).toEqual([`n/${name}`]);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    },
  );

  it.each(['{"toString":1}', '[]', '5', 'null', '{"__proto__":{}}'])(
    'should skip an object whose namespace is not a string: %s',
    (namespace) => {
      const metadata = `"name":"a","uid":"u","resourceVersion":"6","namespace":${namespace}`;
      const whole = `{"type":"ADDED","object":{"metadata":{${metadata}}}}\n`;
      const without = whole.replace('"uid":"u",', '');

      const received = hours(healing([{ watch: true, text: whole + without }]), 'never');

      expectBorne(received);
      const incidents = received.statuses.flatMap((status) =>
        'incident' in status ? [status.incident.message] : [],
      );
      expect(incidents).toEqual([
        expect.stringContaining('whose metadata.namespace is not a text'),
        expect.stringContaining('without metadata.uid'),
      ]);
    },
  );

  it('should be allowed in deeply nested objects', () => {
    const depth = 100_000;
    const text = `{"type":"ADDED","object":{"metadata":{"name":"a","uid":"u","resourceVersion":"6"},"spec":${'['.repeat(depth)}${']'.repeat(depth)}}}\n`;

    expectBorne(hours(healing([{ watch: true, text }]), 'never'));
    expectBorne(hours(healing([{ watch: true, text }]), 'auto'));
  });
});
