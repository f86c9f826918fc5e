import { describe, expect, it } from '@jest/globals';
import { keyOf, OptionsError, splitKey } from 'rx-informer';

const named = (name: string, namespace?: string) => ({
  metadata: { name, uid: '1', resourceVersion: '1', ...(namespace === undefined ? {} : { namespace }) },
});

describe('keyOf', () => {
  it('should join namespace and name (B195)', () => {
    expect(keyOf(named('web', 'shop'))).toBe('shop/web');
  });

  it('should be the name alone for an object without a namespace', () => {
    expect([keyOf(named('node-1')), keyOf(named('node-1', ''))]).toEqual(['node-1', 'node-1']);
  });
});

describe('keyOf, of an object without a name', () => {
  it.each<[string, unknown]>([
    ['no name', { metadata: { uid: '1' }, data: 'hunter2' }],
    ['a name that is not a string', { metadata: { name: 5 } }],
    ['no metadata', { data: 'hunter2' }],
    ['nothing', undefined],
    ['null', null],
  ])('should refuse %s, and not keep the object', (_, thing) => {
    const keyed = (): unknown => keyOf(thing as Parameters<typeof keyOf>[0]);

    expect(keyed).toThrow(OptionsError);
    expect(keyed).toThrow('metadata.name must be a string, for it makes the key');
    expect(keyed).not.toThrow('hunter2');
  });
});

describe('splitKey', () => {
  it.each([
    ['shop/web', { namespace: 'shop', name: 'web' }],
    ['node-1', { namespace: '', name: 'node-1' }],
    ['', { namespace: '', name: '' }],
    ['/web', { namespace: '', name: 'web' }],
    ['shop/', { namespace: 'shop', name: '' }],
  ])('should return the parts of %j (B195)', (key, parts) => {
    expect(splitKey(key)).toEqual(parts);
  });

  it.each(['a/b/c', '//', 'a//b'])('should refuse more than one slash: %j (B195)', (key) => {
    expect(() => splitKey(key)).toThrow(OptionsError);
    expect(() => splitKey(key)).toThrow(
      `key must be \`name\` or \`namespace/name\`, not ${JSON.stringify(key)}`,
    );
  });
});
