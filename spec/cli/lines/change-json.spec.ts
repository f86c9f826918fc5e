import { describe, expect, it } from '@jest/globals';
import { kubeObject } from 'rx-informer/testing';
import { changeJson } from '../../../src/cli/lines/change-json.ts';

const object = kubeObject('shop/web', { metadata: { resourceVersion: '2' } });
const old = kubeObject('shop/web');
const [objectText, oldText] = [JSON.stringify(object), JSON.stringify(old)];

describe('changeJson', () => {
  it('should tell each type with what belongs to it, in this order', () => {
    const key = 'shop/web';

    expect(changeJson({ type: 'added', key, object, cause: 'initial' })).toBe(
      `{"type":"added","key":"shop/web","cause":"initial","object":${objectText}}`,
    );
    expect(changeJson({ type: 'updated', key, object, old, cause: 'watch' })).toBe(
      `{"type":"updated","key":"shop/web","cause":"watch","object":${objectText},"old":${oldText}}`,
    );
    expect(changeJson({ type: 'deleted', key, object, finalStateKnown: false, cause: 'relist' })).toBe(
      `{"type":"deleted","key":"shop/web","cause":"relist","finalStateKnown":false,"object":${objectText}}`,
    );
  });

  it('should keep to one line', () => {
    const text = kubeObject('a', { metadata: { annotations: { note: 'a\nb' } } });

    expect(changeJson({ type: 'added', key: 'a', object: text, cause: 'watch' })).not.toContain('\n');
  });
});
