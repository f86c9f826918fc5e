import { describe, expect, it } from '@jest/globals';
import { type KubeObject, labelSelector, OptionsError } from 'rx-informer';
import { kubeObject } from 'rx-informer/testing';
import { eventOf, selectionOf } from '../../../src/testing/machine/selection.ts';

const object = kubeObject('a', {
  metadata: { labels: { app: 'web' } },
  spec: { nodeName: 'n1', replicas: 3, paused: false, list: ['x'], none: null },
} as object);

describe('selectionOf', () => {
  it.each([
    ['spec.nodeName=n1', true],
    ['spec.replicas=3', true],
    ['spec.paused=false', true],
    ['spec.paused=', false],
    ['spec.list=', true],
    ['spec.none=', true],
    ['spec.unknown=', true],
    ['spec.nodeName.length=', true],
    ['spec.constructor.name=', true],
    ['spec.nodeName=n2', false],
  ])('should compare any field as a string: %s', (fieldSelector, selects) => {
    expect(selectionOf('test', { fieldSelector })(object)).toBe(selects);
  });

  it('should accept a label selector as a string, and as a parsed selector', () => {
    const selections = ['app=web', labelSelector('app=web'), labelSelector('app=db'), ''].map((given) =>
      selectionOf('test', { labelSelector: given }),
    );

    expect(selections.map((selects) => selects(object))).toEqual([true, true, false, true]);
    expect(selections.map(({ filters }) => filters)).toEqual([true, true, true, false]);
  });

  it.each([null, 3, {}, { matches: true }])('should refuse %p as a label selector', (given) => {
    expect(() => selectionOf('test', { labelSelector: given as unknown as string })).toThrow(OptionsError);
  });
});

describe('eventOf', () => {
  const at = (resourceVersion: string, app: string): KubeObject =>
    kubeObject('a', { metadata: { resourceVersion, labels: { app } } });
  const selects = selectionOf('test', { labelSelector: 'app=web' });
  const received = (old: KubeObject | undefined, next: KubeObject, deleted = false) => {
    const event = eventOf({ at: 0, old, object: next, deleted }, selects);
    return event && Object.values(event);
  };

  it('should emit objects that enter, stay in and leave a selection', () => {
    const [web, web2, db, db2] = [at('10', 'web'), at('11', 'web'), at('10', 'db'), at('11', 'db')];

    expect([received(undefined, web), received(undefined, db)]).toEqual([['ADDED', web], undefined]);
    expect([received(web, web2), received(db, web2)]).toEqual([
      ['MODIFIED', web2],
      ['ADDED', web2],
    ]);
    expect([received(web, db2), received(db, db2)]).toEqual([['DELETED', web2], undefined]);
    expect([received(web, web2, true), received(db, db2, true)]).toEqual([['DELETED', web2], undefined]);
  });
});
