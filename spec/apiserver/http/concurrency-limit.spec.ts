import { beforeEach, describe, expect, it } from '@jest/globals';
import { defer, EMPTY, NEVER, of, Subject, type Subscription, throwError } from 'rxjs';
import { ConcurrencyLimit } from '../../../src/apiserver/http/concurrency-limit.ts';

describe('ConcurrencyLimit', () => {
  let limit: ConcurrencyLimit;
  let begun: string[];
  let work: Map<string, Subject<void>>;

  beforeEach(() => {
    limit = new ConcurrencyLimit(2, 3);
    begun = [];
    work = new Map();
  });

  function begin(client: string, name: string): Subscription {
    const work$ = new Subject<void>();
    work.set(name, work$);
    return limit
      .run(
        client,
        defer(() => {
          begun.push(name);
          return work$;
        }),
      )
      .subscribe();
  }

  it('should let a client run as much work at once as its limit allows, and start the next when work ends', () => {
    for (const name of ['a1', 'a2', 'a3', 'a4']) begin('a', name);
    expect(begun).toEqual(['a1', 'a2']);

    work.get('a2')?.complete();
    expect(begun).toEqual(['a1', 'a2', 'a3']);
  });

  it('should run at most the work that the limit of all clients allows, and serve the clients in turn', () => {
    for (const name of ['a1', 'a2', 'a3', 'a4']) begin('a', name);
    for (const name of ['b1', 'b2']) begin('b', name);
    begin('c', 'c1');
    expect(begun).toEqual(['a1', 'a2', 'b1']);

    for (const name of ['a1', 'a2', 'b1']) work.get(name)?.complete();
    expect(begun.slice(3)).toEqual(['a3', 'b2', 'c1']);
  });

  it('should run other work after work fails or is unsubscribed from', () => {
    const left = begin('a', 'a1');
    begin('a', 'a2');
    begin('a', 'a3');
    left.unsubscribe();
    expect(begun).toEqual(['a1', 'a2', 'a3']);

    begin('a', 'a4');
    limit
      .run(
        'b',
        throwError(() => new Error('no')),
      )
      .subscribe({ error: () => begun.push('failed') });
    begin('b', 'b1');
    expect(begun.slice(3)).toEqual(['failed', 'b1']);
  });

  it('should remove work that is cancelled before it runs', () => {
    begin('a', 'a1');
    begin('a', 'a2');
    const left = begin('a', 'a3');
    begin('a', 'a4');
    left.unsubscribe();

    work.get('a1')?.complete();
    expect(begun).toEqual(['a1', 'a2', 'a4']);
  });

  it('should emit the values of work, even if thousands complete synchronously', () => {
    const all = new ConcurrencyLimit(1, 1);
    const first = all.run('a', NEVER).subscribe();
    let emitted = 0;
    let completed = 0;
    for (let count = 0; count < 20_000; count++) {
      const work$ = count % 2 === 0 ? of('done') : EMPTY;
      all.run('a', work$).subscribe({ next: () => emitted++, complete: () => completed++ });
    }
    expect(completed).toBe(0);

    first.unsubscribe();
    expect({ emitted, completed }).toEqual({ emitted: 10_000, completed: 20_000 });
  });
});
