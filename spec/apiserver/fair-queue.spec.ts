import { describe, expect, it } from '@jest/globals';
import { FairQueue } from '../../src/apiserver/fair-queue.ts';

function all(queue: FairQueue<string>): readonly (string | undefined)[] {
  const items: (string | undefined)[] = [];
  while (!queue.isEmpty) items.push(queue.next()?.[1]);
  return items;
}

describe('FairQueue', () => {
  it('should return the items of a client in order, and those of several clients in turn', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'a4']) queue.add('a', item);
    for (const item of ['b1', 'b2']) queue.add('b', item);
    queue.add('c', 'c1');

    expect(all(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
    expect(queue.next()).toBeUndefined();
  });

  it('should let a later client wait for one item of each other client', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3']) queue.add('a', item);
    const first = queue.next()?.[1];
    queue.add('b', 'b1');

    expect([first, ...all(queue)]).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('should keep the items of clients that are not served now', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2']) queue.add('a', item);
    queue.add('b', 'b1');

    expect(queue.next((client) => client !== 'a')).toEqual(['b', 'b1']);
    expect(queue.next((client) => client !== 'a')).toBeUndefined();
    expect(all(queue)).toEqual(['a1', 'a2']);
  });

  it('should remove deleted items, and a client with its last item', () => {
    const queue = new FairQueue<string>();
    queue.add('a', 'a1');
    queue.add('b', 'b1');
    queue.add('b', 'b2');
    queue.delete('a', 'a1');
    queue.delete('a', 'a1');
    queue.delete('b', 'b1');

    expect(all(queue)).toEqual(['b2']);
  });
});
