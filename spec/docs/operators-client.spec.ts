import { describe } from '@jest/globals';
import { map } from 'rxjs';
import { ConnectionError, informer, KubeError, type KubeObject, type ReflectorEvent } from 'rx-informer';
import { podLogs, waitFor } from 'rx-informer/client';
import { freshness } from 'rx-informer/controller';
import { thing } from '../support/things.ts';
import { operatorDiagrams, until } from './diagrams.ts';

const diagram = operatorDiagrams('operators-client.spec.ts');

const [a, a2, b, b2] = ['a@1', 'a@10', 'b@2', 'b@11'].map(thing) as [
  KubeObject,
  KubeObject,
  KubeObject,
  KubeObject,
];
const events: Readonly<Record<string, ReflectorEvent<KubeObject>>> = {
  r: { type: 'REPLACED', items: [a, b], resourceVersion: '9' },
  n: { type: 'MODIFIED', object: b2 },
  m: { type: 'MODIFIED', object: a2 },
  d: { type: 'DELETED', object: a },
};
const isSecondState = (object: KubeObject): boolean => object === a2;

describe('docs/reference/operators.md, the client', () => {
  diagram('wait-for', ({ cold, expectObservable }, line) => {
    const things$ = informer(cold(line('events'), events));

    expectObservable(waitFor(things$, 'a', isSecondState), until(line('object'))).toBe(line('object'), {
      y: a2,
    });
  });

  diagram('wait-for-deleted', ({ cold, expectObservable }, line) => {
    const things$ = informer(cold(line('events'), events));

    expectObservable(waitFor(things$, 'a', isSecondState), until(line('object'))).toBe(
      line('object'),
      {},
      new KubeError('notFound', 'a: the object was deleted before the predicate held'),
    );
  });

  diagram('pod-logs', ({ cold, expectObservable }, line) => {
    const encode = (text: string): Uint8Array => new TextEncoder().encode(`2026-01-01T00:00:00Z ${text}\n`);
    const lines = { a: encode('a'), b: encode('b'), c: encode('c') };
    const answers = [
      cold(line('first'), lines, new ConnectionError('the connection broke')),
      cold(line('second'), lines),
    ];
    let requests = 0;
    const logs$ = podLogs({ open: () => answers[requests++] ?? cold('#') }, 'shop/web');

    expectObservable(logs$.pipe(map(({ text }) => text))).toBe(line('lines'));
  });

  diagram('freshness', ({ cold, expectObservable }, line) => {
    const things = informer(cold(line('events'), events));
    things.start();

    const ages$ = freshness(things, { interval: 3 });
    expectObservable(ages$, until(line('freshness'))).toBe(line('freshness'), { i: Infinity, p: 1, q: 4 });
  });
});
