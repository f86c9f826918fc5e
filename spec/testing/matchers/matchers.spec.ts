import { beforeAll, describe, expect, it } from '@jest/globals';
import { NEVER, of, throwError } from 'rxjs';
import { informer, type KubeObject, OptionsError, StatusError } from 'rx-informer';
import {
  emissionsOf,
  fakeControllerSource,
  kubeObject,
  marbleScheduler,
  matchers,
  scriptedListerWatcher,
} from 'rx-informer/testing';

beforeAll(() => expect.extend(matchers));

const pod = (key: string): KubeObject => kubeObject(key, { kind: 'Pod' });

/**
 * Returns the changes of three writes: a pod exists, another pod is added after 2 ms, and a pod is deleted after 4 ms.
 */
function changes() {
  const scheduler = marbleScheduler();
  return scheduler.run(() => {
    const source = fakeControllerSource([pod('shop/a')]);
    scheduler.schedule(() => void source.add(pod('shop/b')), 2);
    scheduler.schedule(() => source.delete('shop/a'), 4);
    return emissionsOf(informer(source).changes(), '^ 9ms !');
  });
}

describe('toEmitChanges', () => {
  it('should compare changes in order, by the described fields', () => {
    expect(changes()).toEmitChanges(['added shop/a', 'added shop/b@2 watch', 'deleted shop/a@3']);
    expect(changes()).toEmitChanges(['added shop/a', { type: 'added', cause: 'watch' }, 'deleted shop/a']);
    expect(changes()).not.toEmitChanges(['added shop/a']);
  });

  it('should compare changes with their times', () => {
    expect(changes()).toEmitChanges('a-b-c', { a: 'added shop/a', b: 'added shop/b', c: 'deleted shop/a' });
    expect(changes()).not.toEmitChanges('abc', { a: 'added shop/a', b: 'added shop/b', c: 'deleted shop/a' });
  });

  it('should show a list line by line', () => {
    expect(() =>
      expect(changes()).toEmitChanges(['added shop/a', 'updated shop/b@2 watch', 'deleted shop/a']),
    ).toThrow(`the changes are not as expected (- expected, + received)

  added shop/a@1 initial
- updated shop/b@2 watch
+ added shop/b@2 watch
  deleted shop/a@3 watch`);
    expect(() =>
      expect(changes()).not.toEmitChanges(['added shop/a', { key: 'shop/b' }, 'deleted shop/a']),
    ).toThrow('these changes were not expected\n\n  added shop/a@1 initial\n');
  });

  it('should omit the expected part of a long list, and limit the output', () => {
    const names = Array.from({ length: 1_000 }, (_none, at) => `n${at}`);
    const seen = marbleScheduler().run(() =>
      emissionsOf(informer(fakeControllerSource(names.map(pod))).changes(), '^ 9ms !'),
    );
    const words = names.map((name) => `added ${name} initial`);

    expect(seen).toEmitChanges(words);
    const missing = words.toSpliced(500, 1);
    expect(() => expect(seen).toEmitChanges(missing)).toThrow(`(- expected, + received)

  … 497 more as expected
  added n497@498 initial
  added n498@499 initial
  added n499@500 initial
+ added n500@501 initial
  added n501@502 initial
  added n502@503 initial
  added n503@504 initial
  … 496 more as expected`);
    const others = names.map((name) => `deleted ${name}`);
    expect(() => expect(seen).toEmitChanges(others)).toThrow(/- deleted n0\n.*… and 1900 lines more$/s);
  });

  it('should show a diagram, and the changes that differ', () => {
    const expected = {
      a: 'added shop/a',
      b: 'added shop/b@9',
      c: { type: 'deleted', key: 'shop/a' },
    } as const;

    expect(() => expect(changes()).toEmitChanges('a-b--c', expected)).toThrow(`the marbles are not as expected

expected  a-b--c
received  a-d-c

at 2 ms: expected b ("added shop/b@9"), received d (added shop/b@2 watch)
  object.metadata.resourceVersion: expected "9", received "2"

d = added shop/b@2 watch`);
  });

  it('should show an unknown final state', () => {
    const seen = marbleScheduler().run(() =>
      emissionsOf(
        of({ type: 'deleted', key: 'a', object: pod('a'), finalStateKnown: false, cause: 'relist' } as const),
      ),
    );

    expect(seen).toEmitChanges(['deleted a relist unknown']);
    expect(() => expect(seen).toEmitChanges([])).toThrow('+ deleted a@1 relist unknown');
  });

  it('should refuse an invalid description, and an invalid recording', () => {
    expect(() => expect(changes()).toEmitChanges(['gone shop/a'])).toThrow(OptionsError);
    expect(() => expect([]).toEmitChanges(['added shop/a'])).toThrow('what emissionsOf(observable) gives');
    // @ts-expect-error -- a diagram needs its dictionary
    expect(() => expect(changes()).toEmitChanges('a')).toThrow(OptionsError);
  });
});

describe('toHaveSynced', () => {
  it('should pass once the list is complete', () => {
    marbleScheduler().run(({ cold, flush }) => {
      const things = informer(
        cold('--r', { r: { type: 'REPLACED', items: [], resourceVersion: '7' } } as const),
      );
      emissionsOf(things.changes(), '^ 5ms !');

      expect(things).not.toHaveSynced();
      flush();
      expect([things, things]).toHaveSynced();
      expect(() => expect(things).not.toHaveSynced()).toThrow(
        'expected not to have synced, but\n\n  the informer has synced: ',
      );
    });
  });

  it('should report the status of an informer that has not synced, with the reason', () => {
    const refused = new StatusError({ code: 503, reason: 'ServiceUnavailable', message: 'not now' });
    marbleScheduler().run(() => {
      const options = { reflect: { streamingList: 'never', random: () => 0 } } as const;
      const never = informer(scriptedListerWatcher({ list: [NEVER], watch: [NEVER] }), options);
      const refusing = informer(
        scriptedListerWatcher({ list: [throwError(() => refused)], watch: [NEVER] }),
        options,
      );
      for (const one of [never, refusing]) emissionsOf(one.changes(), '^ 1ms !');

      expect(() => expect(informer(fakeControllerSource())).toHaveSynced()).toThrow(
        'expected to have synced, but\n\n  the informer has not synced: it has no subscriber now',
      );
      expect(() => expect([never, refusing]).toHaveSynced()).toThrow(`expected to have synced, but

  informer 1 of 2 has not synced: it lists since 0 ms, 0 objects so far
  informer 2 of 2 has not synced: it waits until 800 ms, attempt 1 failed with StatusError: not now`);
    });
  });

  it('should refuse an invalid informer, and an empty list', () => {
    expect(() => expect(5).toHaveSynced()).toThrow(OptionsError);
    expect(() => expect([]).toHaveSynced()).toThrow('a list of informers; one at least, not an array');
  });
});

describe('toHaveLeftNothingOpen', () => {
  it('should detect open requests of a source', () => {
    marbleScheduler().run(({ flush }) => {
      const source = fakeControllerSource();
      emissionsOf(informer(source).changes(), '--^ 5ms !');

      expect(source).toHaveLeftNothingOpen();
      const early = emissionsOf(source.watch({ resourceVersion: '1' }), '^ 3ms !');
      expect(early.closed).toBe(false);
      expect(() => expect([source]).toHaveLeftNothingOpen()).toThrow(
        'expected nothing to be left open, but\n\n  a request since 0 ms: watch {"options":{"resourceVersion":"1"}}',
      );
      flush();
      expect(source).toHaveLeftNothingOpen();
    });
  });

  it('should detect open subscriptions and timers of a scheduler', () => {
    const scheduler = marbleScheduler();
    scheduler.run(({ cold, flush }) => {
      const source = cold('-a');
      emissionsOf(source, '--^');
      emissionsOf(cold('------- 2s a'), '^ 3s !');
      scheduler.schedule(() => {
        expect(() => expect(scheduler).toHaveLeftNothingOpen()).toThrow(`expected nothing to be left open, but

  a subscription --^
  a subscription ^
  a timer at 2007 ms
  a timer at 3001 ms`);
        expect(() => expect(source).toHaveLeftNothingOpen()).toThrow('a subscription --^');
      }, 10);
      flush();
      expect(() => expect(scheduler).toHaveLeftNothingOpen()).toThrow('but\n\n  a subscription --^');
    });
    expect(() => expect(marbleScheduler()).not.toHaveLeftNothingOpen()).toThrow(
      'expected something to be left open',
    );
  });

  it('should refuse a value that cannot be checked, and an empty list', () => {
    expect(() => expect([]).toHaveLeftNothingOpen()).toThrow('or a list of these; one at least');
    expect(() => expect({}).toHaveLeftNothingOpen()).toThrow(OptionsError);
  });
});
