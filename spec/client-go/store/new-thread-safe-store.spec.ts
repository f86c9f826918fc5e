import { describe, expect, it, jest } from '@jest/globals';
import { byLabel, byNamespace, type HandlerError, type KubeObject, OptionsError } from 'rx-informer';
import { newThreadSafeStore } from 'rx-informer/client-go';
import { textOf, thing } from '../../support/things.ts';

describe('newThreadSafeStore', () => {
  it('should store under the given keys (B180)', () => {
    const store = newThreadSafeStore<KubeObject>();
    store.add('one', thing('a@1'));
    store.update('two', thing('a@2'));
    store.add('three', thing('a@3'));
    store.delete('three');

    expect([store.listKeys(), store.list().map(textOf), store.get('two')?.metadata.resourceVersion]).toEqual([
      ['one', 'two'],
      ['a@1', 'a@2'],
      '2',
    ]);
    expect(store.get('a')).toBeUndefined();
  });

  it('should have the same version as client-go’s store (B186)', () => {
    const store = newThreadSafeStore<KubeObject>();
    const version = (): string => store.lastStoreSyncResourceVersion();
    const recorded: string[] = [];
    const writes = [
      () => store.add('a', thing('a@4')),
      () => store.delete('a'),
      () => store.deleteWithObject('a', thing('a@6')),
      () => store.deleteWithObject('a', { key: 'a', object: thing('a@9'), finalStateKnown: false }),
      () => store.replace(new Map([['b', thing('b@1')]]), '8'),
      () => store.bookmark('10'),
      () => store.resync(),
      () => store.transaction(),
      () =>
        store.transaction(
          { type: 'Add', key: 'c', object: thing('c@30') },
          { type: 'Update', key: 'd', object: thing('d@20') },
        ),
    ];
    for (const write of writes) {
      write();
      recorded.push(version());
    }

    expect(recorded).toEqual(['4', '4', '6', '6', '8', '10', '10', '10', '20']);
    expect(store.listKeys()).toEqual(['b', 'c', 'd']);
  });

  it('should index stored and new objects, by the name of the index (B182–B185)', () => {
    const store = newThreadSafeStore<KubeObject, 'color'>({ color: byLabel('color') });
    store.add('2', thing('x/a@1#u:red'));
    store.add('1', thing('b@2#u:red'));
    const more = store.addIndexers({ namespace: byNamespace });

    expect(store.indexKeys('color', 'red')).toEqual(['1', '2']);
    expect(more.byIndex('namespace', 'x').map(textOf)).toEqual(['x/a@1#u:red']);
    expect(store.index('color', thing('c@3#u:red'))).toHaveLength(2);
    expect(more.listIndexFuncValues('namespace')).toEqual(['x', '']);
    expect(Object.keys(store.getIndexers())).toEqual(['color', 'namespace']);
  });

  it('should report index functions that throw, also for a whole list (B190)', () => {
    const onError = jest.fn<(error: HandlerError) => void>();
    const fail = (): never => {
      throw new Error('broken');
    };
    const store = newThreadSafeStore<KubeObject, 'broken'>({ broken: fail }, { onError });
    store.replace(new Map([['a', thing('a@1')]]), '1');

    expect(onError.mock.calls.map(([{ key }]) => key)).toEqual(['a']);
    expect(store.listKeys()).toEqual(['a']);
  });

  it.each([
    [{ color: 'red' }, {}],
    [{}, { onError: 1 }],
    [{}, { transformer: textOf }],
  ])('should refuse %j, %j', (indexers, options) => {
    expect(() => newThreadSafeStore(indexers as never, options as never)).toThrow(OptionsError);
  });
});
