import { describe, it } from '@jest/globals';
import type { ReflectorEvent } from 'rx-informer';
import type { Pod, PodStatus } from 'rx-informer/kinds';
import { kubeObject } from 'rx-informer/testing';
import { withoutFinished } from '../../examples/custom-operator/without-finished.ts';
import { marbles } from '../support/marbles.ts';

const pod = (name: string, phase: NonNullable<PodStatus['phase']>): Pod =>
  kubeObject<Pod>(name, { status: { phase } });
const running = pod('web', 'Running');
const succeeded = pod('job', 'Succeeded');
const failed = pod('task', 'Failed');

const values: Readonly<Record<string, ReflectorEvent<Pod>>> = {
  r: { type: 'REPLACED', items: [succeeded, running, failed], resourceVersion: '9' },
  R: { type: 'REPLACED', items: [running], resourceVersion: '9' },
  a: { type: 'ADDED', object: running },
  f: { type: 'ADDED', object: failed },
  m: { type: 'MODIFIED', object: succeeded },
  d: { type: 'DELETED', object: succeeded },
  F: { type: 'DELETED', object: failed },
  b: { type: 'BOOKMARK', resourceVersion: '12' },
};

describe('withoutFinished', () => {
  it.each([
    ['omit finished pods from a list', '-r', '-R'],
    ['turn an event of a finished pod into a delete', '-fm', '-Fd'],
    ['pass all other events, including bookmarks', '-adb|', '-adb|'],
    ['complete with an empty source', '|', '|'],
    ['wait with a source that never emits', '-', '-'],
    ['emit an error', '-a#', '-a#'],
  ])('should %s', (_what, events, expected) => {
    marbles().run(({ cold, expectObservable }) => {
      expectObservable(cold(events, values).pipe(withoutFinished())).toBe(expected, values);
    });
  });

  it('should unsubscribe from its source when it is unsubscribed, and start again', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold('-a-m|', values);
      const result$ = source.pipe(withoutFinished());

      expectObservable(result$, '^-!').toBe('-a', values);
      expectObservable(result$, '---^').toBe('----a-d|', values);
      expectSubscriptions(source.subscriptions).toBe(['^-!', '---^---!']);
    });
  });
});
