import { describe, expect, it } from '@jest/globals';
import type { StoredObject } from '../../../src/apiserver/json.ts';
import { listSteps } from '../../../src/apiserver/list/list.ts';
import { listQuery } from '../../../src/apiserver/query/list-query.ts';
import { selectionOf } from '../../../src/apiserver/query/selection.ts';
import { resourceOf } from '../../../src/apiserver/resources/resource.ts';
import { Storage } from '../../../src/apiserver/storage/storage.ts';

/**
 * Creates custom resources that count the conversions of objects between versions. As in the real server, an object is
 * converted once.
 */
function setUp() {
  const known = new WeakSet<StoredObject>();
  let conversions = 0;
  const things = {
    ...resourceOf({
      group: 'ex.com',
      version: 'v1',
      resource: 'things',
      kind: 'Thing',
      selectableFields: ['spec.f'],
    }),
    read: (object: StoredObject) => {
      if (!known.has(object)) conversions++;
      known.add(object);
      return object;
    },
  };
  const storage = new Storage(100);
  const collection = storage.collection(things.id);
  const write = (name: string, f: string): unknown =>
    storage.write(things.id, `default/${name}`, (revision): StoredObject => {
      const metadata = { name, namespace: 'default', uid: name, resourceVersion: String(revision) };
      return { kind: 'Thing', apiVersion: 'ex.com/v1', metadata, spec: { f } };
    });
  const steps = (query: string) => {
    const parsed = listQuery(new URLSearchParams(query), false);
    return listSteps(collection, selectionOf(things, '', parsed), parsed, () => storage.revision);
  };
  return { storage, write, steps, conversions: () => conversions };
}

describe('listSteps', () => {
  it('should convert one object in a step if the selector reads its fields', () => {
    const { write, steps, conversions } = setUp();
    for (let at = 0; at < 50; at++) write(`o${at}`, at % 2 === 0 ? 'x' : 'y');
    const running = steps('fieldSelector=spec.f%3Dx');

    let step = running.next();
    let count = 1;
    for (; step.done !== true; step = running.next()) {
      expect(conversions()).toBe(count);
      count++;
    }

    expect(conversions()).toBe(50);
    expect(step.value.items).toHaveLength(25);
  });

  it('should return writes between its steps, under the version at its end', () => {
    const { storage, write, steps } = setUp();
    for (const name of ['a', 'b', 'c']) write(name, 'x');
    const running = steps('fieldSelector=spec.f%3Dx');

    running.next();
    write('a', 'y');
    write('d', 'x');
    let step = running.next();
    while (step.done !== true) step = running.next();

    expect(step.value.items.map(({ metadata }) => metadata.name)).toEqual(['b', 'c', 'd']);
    expect(step.value.revision).toBe(storage.revision);
  });

  it('should convert only the objects that a page needs', () => {
    const { write, steps, conversions } = setUp();
    for (let at = 0; at < 50; at++) write(`o${at}`, 'x');

    let step;
    const running = steps('fieldSelector=spec.f%3Dx&limit=5');
    do step = running.next();
    while (step.done !== true);

    expect([conversions(), step.value.items.length]).toEqual([5, 5]);
  });

  it('should check one object in a step, and once, if the selector has many terms', () => {
    const { storage, write, steps } = setUp();
    for (let at = 0; at < 50; at++) write(`o${at}`, 'x');
    const terms = Array.from({ length: 20 }, (_, at) => `!l${at}`).join();
    const running = steps(`labelSelector=${encodeURIComponent(terms)}`);

    let count = 0;
    let step = running.next();
    write('later', 'x');
    for (; step.done !== true; step = running.next()) count++;

    expect(count).toBe(50);
    expect(step.value.items).toHaveLength(51);
    expect(step.value.revision).toBe(storage.revision);
  });

  it.each(['', 'labelSelector=a%3Db', 'fieldSelector=metadata.name%3Dx'])(
    'should answer in one step if no objects are converted: %s',
    (query) => {
      const { write, steps, conversions } = setUp();
      write('a', 'x');

      expect(steps(query).next().done).toBe(true);
      expect(conversions()).toBe(0);
    },
  );
});
