import { describe, expect, it } from '@jest/globals';
import type { Change, KubeObject } from 'rx-informer';
import { kubeObject } from 'rx-informer/testing';
import { changeJson } from '../../../src/cli/lines/change-json.ts';
import { joinedJson } from '../joined-json.ts';

const object = kubeObject('shop/web', { metadata: { resourceVersion: '2' } });
const old = kubeObject('shop/web');
const [objectText, oldText] = [JSON.stringify(object), JSON.stringify(old)];

const joined = (change: Change<KubeObject>): string => joinedJson(changeJson(change));

describe('changeJson', () => {
  it('should print each type with its fields, in this order', () => {
    const key = 'shop/web';

    expect(joined({ type: 'added', key, object, cause: 'initial' })).toBe(
      `{"type":"added","key":"shop/web","cause":"initial","object":${objectText}}`,
    );
    expect(joined({ type: 'updated', key, object, old, cause: 'watch' })).toBe(
      `{"type":"updated","key":"shop/web","cause":"watch","object":${objectText},"old":${oldText}}`,
    );
    expect(joined({ type: 'deleted', key, object, finalStateKnown: false, cause: 'relist' })).toBe(
      `{"type":"deleted","key":"shop/web","cause":"relist","finalStateKnown":false,"object":${objectText}}`,
    );
  });

  it('should serialise each of two objects only when the caller requests it', () => {
    const made: string[] = [];
    const noted = (name: string): KubeObject => ({ ...object, toJSON: () => made.push(name) }) as KubeObject;
    const parts = changeJson({
      type: 'updated',
      key: 'a',
      object: noted('object'),
      old: noted('old'),
      cause: 'watch',
    });
    expect(made).toEqual([]);

    for (const part of parts) {
      if (typeof part === 'function') part();
      made.push('next part');
    }
    expect(made).toEqual(['object', 'next part', 'old', 'next part']);
  });

  it('should print one line', () => {
    const text = kubeObject('a', { metadata: { annotations: { note: 'a\nb' } } });

    expect(joined({ type: 'added', key: 'a', object: text, cause: 'watch' })).not.toContain('\n');
  });
});
