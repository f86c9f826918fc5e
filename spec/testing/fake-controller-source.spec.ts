import { describe, expect, it } from '@jest/globals';
import { type KubeObject, OptionsError, StatusError, type WatchEvent, type WatchOptions } from 'rx-informer';
import { type FakeControllerSource, fakeControllerSource, kubeObject } from 'rx-informer/testing';

const [a, b, c] = [kubeObject('a'), kubeObject('b'), kubeObject('c')];

function watched(source: ReturnType<typeof fakeControllerSource>, options?: WatchOptions) {
  const events: string[] = [];
  const seen = { events, error: undefined as unknown, completed: false };
  const describeEvent = (event: WatchEvent<KubeObject>): string =>
    event.type === 'BOOKMARK'
      ? `BOOKMARK ${event.resourceVersion}${event.initialEventsEnd === true ? ' end' : ''}`
      : `${event.type} ${event.object.metadata.name}@${event.object.metadata.resourceVersion}`;
  const subscription = source.watch(options).subscribe({
    next: (event) => void events.push(describeEvent(event)),
    error: (error: unknown) => (seen.error = error),
    complete: () => (seen.completed = true),
  });
  return { seen, subscription };
}

describe('fakeControllerSource', () => {
  it('should increase its resourceVersion by one with each write (B203)', () => {
    const source = fakeControllerSource([a]);

    expect(source.add(b).metadata.resourceVersion).toBe('2');
    expect(source.modify({ ...a, kind: 'Changed' }).metadata.resourceVersion).toBe('3');
    source.delete('b');
    expect(source.add(c).metadata.resourceVersion).toBe('5');
  });

  it('should emit the first write to a watch from an empty list', () => {
    const source = fakeControllerSource();
    let resourceVersion = '';
    source.list().subscribe((page) => (resourceVersion = page.resourceVersion));
    source.add(a);
    const { seen } = watched(source, { resourceVersion });

    expect([resourceVersion, seen.events]).toEqual(['1', ['ADDED a@2']]);
  });

  it('should list in pages of one version', () => {
    const pages: unknown[] = [];
    fakeControllerSource([a, b, c])
      .list({ limit: 2 })
      .subscribe(({ items, resourceVersion, remainingItemCount }) => {
        pages.push([items.map(({ metadata }) => metadata.name), resourceVersion, remainingItemCount]);
      });

    expect(pages).toEqual([
      [['a', 'b'], '3', 1],
      [['c'], '3', undefined],
    ]);
  });

  it('should replay the events after a version, then continue (B203, B204)', () => {
    const source = fakeControllerSource([a]);
    let resourceVersion = '';
    source.list().subscribe((page) => (resourceVersion = page.resourceVersion));
    source.add(b);
    const { seen } = watched(source, { resourceVersion });
    source.delete('a');

    expect(resourceVersion).toBe('1');
    expect(seen.events).toEqual(['ADDED b@2', 'DELETED a@3']);
  });

  it('should stream a list that ends with a bookmark', () => {
    const source = fakeControllerSource([a, b]);
    const { seen } = watched(source, { sendInitialEvents: true, allowWatchBookmarks: true });
    source.add(c);

    expect(seen.events).toEqual(['ADDED a@1', 'ADDED b@2', 'BOOKMARK 2 end', 'ADDED c@3']);
  });

  it('should begin with the current objects if no version is given', () => {
    expect(watched(fakeControllerSource([a, b])).seen.events).toEqual(['ADDED a@1', 'ADDED b@2']);
  });

  it('should end all watches and drop the history on resetWatch (B203)', () => {
    const source = fakeControllerSource([a, b]);
    const open = watched(source, { resourceVersion: '2' });
    source.resetWatch();

    expect(open.seen.completed).toBe(true);
    expect(watched(source, { resourceVersion: '1' }).seen.error).toMatchObject({ code: 410 });
    expect(watched(source, { resourceVersion: '1' }).seen.error).toBeInstanceOf(StatusError);
    const current = watched(source, { resourceVersion: '2' });
    source.add(c);
    expect(current.seen.events).toEqual(['ADDED c@3']);
  });

  it('should emit the same order to every watch when one of them writes (G16)', () => {
    const source = fakeControllerSource([a]);
    source.watch({ resourceVersion: '1' }).subscribe((event) => {
      if (event.type === 'ADDED' && event.object.metadata.name === 'b') source.delete('a');
    });
    const { seen } = watched(source, { resourceVersion: '1' });
    source.add(b);

    expect(seen.events).toEqual(['ADDED b@2', 'DELETED a@3']);
  });

  it('should emit nothing after an unsubscribe, and all events to a later subscriber', () => {
    const source = fakeControllerSource([a]);
    const { seen, subscription } = watched(source, { resourceVersion: '1' });
    subscription.unsubscribe();
    source.add(b);

    expect(seen.events).toEqual([]);
    expect(watched(source, { resourceVersion: '1' }).seen.events).toEqual(['ADDED b@2']);
  });

  it('should list one page if all objects fit, and otherwise give the remaining count', () => {
    const pagesOf = (limit?: number): unknown[] => {
      const pages: unknown[] = [];
      const options = limit === undefined ? {} : { limit };
      fakeControllerSource([a, b])
        .list(options)
        .subscribe({
          next: ({ items, remainingItemCount }) => pages.push([items.length, remainingItemCount]),
          error: (error: unknown) => pages.push((error as Error).message),
        });
      return pages;
    };

    expect(pagesOf()).toEqual([[2, undefined]]);
    expect(pagesOf(0)).toEqual([[2, undefined]]);
    expect(pagesOf(2)).toEqual([[2, undefined]]);
    expect(pagesOf(1)).toEqual([
      [1, 1],
      [1, undefined],
    ]);
    expect(pagesOf(-1)).toEqual(['list: limit must be a whole number, 0 or more, not -1']);
  });

  it('should begin with the current objects for version 0', () => {
    const source = fakeControllerSource([a, b]);
    source.delete('a');

    expect(watched(source, { resourceVersion: '0' }).seen.events).toEqual(['ADDED b@2']);
  });

  it('should keep the members that a modification omits', () => {
    const source = fakeControllerSource([{ ...a, data: { kept: 1 } }]);

    expect(source.modify({ metadata: a.metadata } as never)).toMatchObject({ data: { kept: 1 } });
  });

  it('should explain why a version is too old', () => {
    const source = fakeControllerSource([a, b]);
    source.resetWatch();

    expect(watched(source, { resourceVersion: '1' }).seen.error).toMatchObject({
      code: 410,
      reason: 'Expired',
      message: expect.stringContaining('too old resource version'),
    });
  });

  it.each<[call: (source: FakeControllerSource<KubeObject>) => unknown, message: string]>([
    [() => fakeControllerSource({} as never), 'fakeControllerSource: objects must be an array of objects'],
    [() => fakeControllerSource([a, a]), 'add: key must be the key of an object that does not exist yet'],
    [
      (source) => source.add(a),
      'fakeControllerSource: add: key must be the key of an object that does not exist yet',
    ],
    [(source) => source.modify(c), 'modify: key must be the key of an existing object: a, b, not "c"'],
    [(source) => source.delete('c'), 'delete: key must be the key of an existing object: a, b, not "c"'],
    [
      (source) => {
        for (const name of ['x', 'y']) source.add(kubeObject(name));
        source.delete('c');
      },
      'delete: key must be the key of an existing object: a, b, x, …, not "c"',
    ],
    [
      (source) => {
        source.add(kubeObject('x'));
        source.delete('c');
      },
      'delete: key must be the key of an existing object: a, b, x, not "c"',
    ],
    [() => fakeControllerSource().delete('c'), 'an existing object; it has no objects, not "c"'],
  ])('should refuse an impossible write: %s', (call, message) => {
    expect(() => call(fakeControllerSource<KubeObject>([a, b]))).toThrow(OptionsError);
    expect(() => call(fakeControllerSource<KubeObject>([a, b]))).toThrow(message);
  });

  it('should record its requests', () => {
    const source = fakeControllerSource();
    source.list({ limit: 1 }).subscribe();
    source.watch({ resourceVersion: '1' }).subscribe().unsubscribe();

    expect(source.requests.map(({ verb }) => verb)).toEqual(['list', 'watch']);
  });
});
