import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from 'rx-informer';
import { itemTypeOf } from '../../../src/source/machine/item-type.ts';
import { createDefects } from '../../../src/source/machine/defects.ts';
import { type Page, pageOf } from '../../../src/source/machine/page.ts';

const item = { metadata: { name: 'a', uid: 'u', resourceVersion: '1' } } as KubeObject;
const list = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '9' } };
const read = (given: object, more: readonly unknown[] = []): Page => {
  const steps = pageOf(
    given,
    more,
    true,
    createDefects(() => undefined),
  );
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
};
const itemsOf = (given: object, more: readonly unknown[] = []) => read(given, more).items;

describe('pageOf', () => {
  it('should complete what does not say its type, and leave a type alone that is said', () => {
    const typed = { kind: 'Other', apiVersion: 'v2', ...item };

    expect(itemsOf({ ...list, items: [item, typed] })).toEqual([
      { kind: 'Pod', apiVersion: 'v1', ...item },
      typed,
    ]);
    expect(
      itemsOf({
        ...list,
        items: [
          { kind: 'Other', ...item },
          { apiVersion: 'v2', ...item },
        ],
      }),
    ).toEqual([
      { kind: 'Other', apiVersion: 'v1', ...item },
      { kind: 'Pod', apiVersion: 'v2', ...item },
    ]);
    expect(itemsOf({ ...list, kind: 'List', items: [item] })).toEqual([item]);
  });

  it('should have no items where the list has none', () => {
    expect(itemsOf(list)).toEqual([]);
    expect(itemsOf(list, [item])).toEqual([{ kind: 'Pod', apiVersion: 'v1', ...item }]);
  });

  it.each([
    [3, 3],
    ['3', undefined],
    [undefined, undefined],
  ])('should take for a count what is a number: %p', (remainingItemCount, said) => {
    const metadata = { resourceVersion: '9', remainingItemCount };

    expect(read({ ...list, metadata }).remainingItemCount).toBe(said);
  });

  it.each([[undefined], [null], ['']])('should take a page for the last whose token is %p', (token) => {
    expect(read({ ...list, metadata: { resourceVersion: '9', continue: token } }).next).toBeUndefined();
  });

  it.each([[7], [0], [false], [{}], [['t']]])('should refuse a page whose token is %j', (token) => {
    const metadata = { resourceVersion: '9', continue: token };

    expect(() => read({ ...list, metadata })).toThrow(/metadata\.continue that is no text/);
  });
});

describe('itemTypeOf', () => {
  it.each<[unknown, unknown]>([
    [list, { kind: 'Pod', apiVersion: 'v1' }],
    [{ ...list, kind: 'ListOfPods' }, undefined],
    [{ ...list, kind: 'AListener' }, undefined],
    [{ ...list, kind: 'List' }, undefined],
    [{ ...list, kind: ['PodList'] }, undefined],
    [{ ...list, apiVersion: 1 }, undefined],
    [{ kind: 'PodList' }, undefined],
    [null, undefined],
    ['PodList', undefined],
  ])('should know the type of the items by that of the list: %j', (given, type) => {
    expect(itemTypeOf(given)).toEqual(type);
  });
});
