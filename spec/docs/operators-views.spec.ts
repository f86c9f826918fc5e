import { describe } from '@jest/globals';
import { informer, type KubeObject, query, type ReflectorEvent, select } from 'rx-informer';
import { pageVisible } from 'rx-informer/fetch';
import { fakePage } from '../support/fake-page.ts';
import { thing } from '../support/things.ts';
import { operatorDiagrams, until } from './diagrams.ts';

const diagram = operatorDiagrams('operators-views.spec.ts');

const [a, a2, b, b2] = ['a@1', 'a@10', 'b@2', 'b@11'].map(thing) as [
  KubeObject,
  KubeObject,
  KubeObject,
  KubeObject,
];
const events: Readonly<Record<string, ReflectorEvent<KubeObject>>> = {
  r: { type: 'REPLACED', items: [a, b], resourceVersion: '9' },
  m: { type: 'MODIFIED', object: a2 },
  n: { type: 'MODIFIED', object: b2 },
  k: { type: 'BOOKMARK', resourceVersion: '12' },
  d: { type: 'DELETED', object: a2 },
};

describe('docs/reference/operators.md, views', () => {
  diagram('query', ({ cold, expectObservable }, line) => {
    const things$ = informer(cold(line('events'), events));

    expectObservable(query(things$), until(line('rows'))).toBe(line('rows'), {
      x: [a, b],
      y: [a2, b],
      z: [b],
    });
  });

  diagram('query-notifier', ({ cold, expectObservable, expectSubscriptions }, line) => {
    const things$ = informer(cold(line('events'), events));
    const pace$ = cold(line('notifier'));

    expectObservable(query(things$, { notifier: pace$ }), until(line('rows'))).toBe(line('rows'), {
      y: [a2, b],
      z: [b],
    });
    expectSubscriptions(pace$.subscriptions).toBe(['--^---!', '----------^---!']);
  });

  diagram('select', ({ cold, expectObservable }, line) => {
    const things$ = informer(cold(line('events'), events));

    expectObservable(select(things$, 'a'), until(line('object'))).toBe(line('object'), {
      x: a,
      y: a2,
      u: undefined,
    });
  });
});

describe('docs/reference/operators.md, pageVisible', () => {
  const { happenings } = fakePage();

  for (const name of ['page-visible', 'page-visible-frozen']) {
    diagram(name, ({ hot, expectObservable }, line) => {
      hot(line('page')).subscribe((letter) => happenings[letter]?.());

      expectObservable(pageVisible(5), '^ 40ms !').toBe(line('enabled'), { t: true, f: false });
    });
  }
});
