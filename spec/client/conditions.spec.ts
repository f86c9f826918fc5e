import { describe, expect, it } from '@jest/globals';
import { map } from 'rxjs';
import { edit, type KubeObject, OptionsError } from 'rx-informer';
import { type Condition, isConditionTrue, setCondition } from 'rx-informer/client';
import { kubeObject, marbleScheduler } from 'rx-informer/testing';

const noon = new Date('2026-01-02T12:00:00.789Z');
const ready = (status: Condition['status'] = 'True', reason = 'Up'): Condition => ({
  type: 'Ready',
  status,
  reason,
});

describe('setCondition', () => {
  it('should add a condition with the time in whole seconds and an empty message', () => {
    expect(setCondition(undefined, ready(), noon)).toEqual([
      {
        type: 'Ready',
        status: 'True',
        reason: 'Up',
        message: '',
        lastTransitionTime: '2026-01-02T12:00:00Z',
      },
    ]);
  });

  it('should move lastTransitionTime only if the status changes', () => {
    const first = setCondition([], ready(), new Date(0));
    const sameStatus = setCondition(first, ready('True', 'StillUp'), noon);
    expect(sameStatus).toMatchObject([{ reason: 'StillUp', lastTransitionTime: '1970-01-01T00:00:00Z' }]);
    expect(setCondition(first, ready('False'), noon)).toMatchObject([
      { lastTransitionTime: '2026-01-02T12:00:00Z' },
    ]);
  });

  it('should return the same array if nothing differs', () => {
    const first = setCondition([], ready(), noon);
    expect(setCondition(first, ready(), new Date(0))).toBe(first);
  });

  it('should return the same array for an observedGeneration of 0 that the server omits, and for unknown fields', () => {
    const stored = [{ ...setCondition([], ready(), noon)[0], lastProbeTime: null }] as unknown as Condition[];
    expect(setCondition(stored, { ...ready(), observedGeneration: 0 }, new Date(0))).toBe(stored);
  });

  it('should keep the other conditions and the order', () => {
    const other: Condition = { type: 'Other', status: 'False', reason: 'No', message: 'x' };
    const conditions = setCondition([ready(), other], ready('False'), noon);
    expect(conditions.map(({ type, status }) => `${type} ${status}`)).toEqual(['Ready False', 'Other False']);
    expect(conditions[1]).toBe(other);
  });

  it('should replace message and observedGeneration, as meta.SetStatusCondition does', () => {
    const first = setCondition([], { ...ready(), message: 'a', observedGeneration: 1 }, noon);
    expect(setCondition(first, { ...ready(), message: 'b', observedGeneration: 2 }, noon)).toMatchObject([
      { message: 'b', observedGeneration: 2 },
    ]);
    expect(setCondition(first, ready(), noon)).toEqual([
      { ...ready(), message: '', lastTransitionTime: '2026-01-02T12:00:00Z' },
    ]);
  });

  it('should use a given lastTransitionTime for a transition only', () => {
    const given = { ...ready('False'), lastTransitionTime: '2020-01-01T00:00:00Z' };
    const first = setCondition([], ready(), noon);
    const transition = setCondition(first, given, noon);
    expect(transition).toMatchObject([{ lastTransitionTime: '2020-01-01T00:00:00Z' }]);
    expect(setCondition(transition, { ...given, lastTransitionTime: '2021-01-01T00:00:00Z' }, noon)).toBe(
      transition,
    );
  });

  it('should use the virtual time in a marble test', () => {
    marbleScheduler().run(({ cold, expectObservable }) => {
      const time$ = cold('5s (a|)').pipe(map(() => setCondition([], ready())[0]?.lastTransitionTime));
      expectObservable(time$).toBe('5s (a|)', { a: '1970-01-01T00:00:05Z' });
    });
  });

  it('should not change its arguments', () => {
    const before = Object.freeze([Object.freeze(ready())]);
    const after = setCondition(before, ready('False'), noon);
    expect(after).not.toBe(before);
    expect(before).toEqual([ready()]);
  });

  it('should work in the recipe of an edit', () => {
    interface Website extends KubeObject {
      readonly status: { readonly conditions: readonly Condition[] };
    }
    const other: Condition = { type: 'Other', status: 'True', reason: 'Yes', message: '' };
    const website: Website = { ...kubeObject('shop/web'), status: { conditions: [other, ready()] } };
    for (const condition of [ready('False'), { ...ready(), type: 'New' }]) {
      const { object, mergePatch } = edit(website, (draft) => {
        draft.status.conditions = setCondition(draft.status.conditions, condition, noon);
      });
      expect(isConditionTrue(object, 'Other')).toBe(true);
      expect(JSON.stringify(mergePatch)).toContain('2026-01-02T12:00:00Z');
    }
  });

  it.each([
    ['no type', { ...ready(), type: '' }],
    ['an unknown status', { ...ready(), status: 'true' }],
    ['no reason', { type: 'Ready', status: 'True' }],
    ['nothing', undefined],
  ])('should throw an OptionsError for %s', (_, condition) => {
    expect(() => setCondition([], condition as Condition)).toThrow(OptionsError);
  });
});

describe('isConditionTrue', () => {
  const withStatus = (status: unknown): KubeObject => ({ ...kubeObject('shop/web'), status }) as KubeObject;

  it.each([
    [true, withStatus({ conditions: [ready('False'), { ...ready(), type: 'Other' }] }), 'Other'],
    [false, withStatus({ conditions: [ready('False')] }), 'Ready'],
    [false, withStatus({ conditions: [ready('Unknown')] }), 'Ready'],
    [false, withStatus({ conditions: [] }), 'Ready'],
    [false, withStatus({ conditions: 'True' }), 'Ready'],
    [false, withStatus({ conditions: [null] }), 'Ready'],
    [false, withStatus(null), 'Ready'],
    [false, withStatus(undefined), 'Ready'],
    [false, undefined, 'Ready'],
  ])('should be %s for %j and %s', (expected, object, type) => {
    expect(isConditionTrue(object, type)).toBe(expected);
  });
});
