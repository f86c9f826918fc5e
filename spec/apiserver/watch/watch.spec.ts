import { describe, expect, it } from '@jest/globals';
import { asyncScheduler, map, NEVER, type Observable, Subject, take } from 'rxjs';
import { Budget } from '../../../src/apiserver/http/budget.ts';
import { InitialList } from '../../../src/apiserver/watch/initial-list.ts';
import { unlimitedFlow } from '../../../src/apiserver/flow.ts';
import type { StoredObject } from '../../../src/apiserver/json.ts';
import { resourceOf } from '../../../src/apiserver/resources/resource.ts';
import { Storage } from '../../../src/apiserver/storage/storage.ts';
import { watch, type WatchOptions } from '../../../src/apiserver/watch/watch.ts';
import type { View } from '../../../src/apiserver/wire/form.ts';
import { EventFrames } from '../../../src/apiserver/wire/frames.ts';
import { marbles } from '../../support/marbles.ts';

const resource = resourceOf({ group: '', version: 'v1', resource: 'things', kind: 'Thing' });

/** Creates a collection, and a watch of this collection from the current resourceVersion. Counts the open watches. */
function scenario(historySize = 10) {
  const storage = new Storage(historySize);
  const collection = storage.collection(resource.id);
  const listeners = new Set<unknown>();
  const follow = collection.follow.bind(collection);
  collection.follow = (part, follower) => {
    const stop = follow(part, follower);
    listeners.add(follower);
    return () => {
      listeners.delete(follower);
      stop();
    };
  };
  const write = (name: string): unknown =>
    storage.write(resource.id, name, (revision): StoredObject => {
      const metadata = { name, uid: name, resourceVersion: String(revision) };
      return { kind: 'Thing', apiVersion: 'v1', metadata };
    });
  const end$ = new Subject<void>();
  const bookmarkNow$ = new Subject<void>();
  const gone$ = new Subject<void>();
  const life: WatchOptions = {
    clock: asyncScheduler,
    timeout: 100,
    bookmarks: true,
    bookmarkInterval: 0,
    bookmarkNow$,
    end$,
    gone$,
  };
  const selection = {
    prefix: '',
    key: undefined,
    filters: false,
    converts: false,
    hasManyTerms: false,
    matches: () => true,
  };
  const frames = (
    more: Partial<WatchOptions> = {},
    flow = unlimitedFlow,
    part: { readonly key?: string } = {},
    initial = new InitialList([], new Budget(0)),
  ): Observable<string> => {
    const view: View = { resource, form: 'full', now: () => 0 };
    const facts = {
      storage,
      collection,
      selection: { ...selection, ...part },
      frames: new EventFrames(view),
    };
    const from = { after: storage.revision, initial, initialEventsEnd: false };
    return watch({ ...facts, ...from }, { ...life, ...more }, flow).pipe(
      map((bytes) => (JSON.parse(new TextDecoder().decode(bytes)) as { type: string }).type.charAt(0)),
    );
  };
  return { storage, write, listeners, frames, end$, gone$, bookmarkNow$ };
}

describe('watch', () => {
  it('should complete at its timeout if nothing happens', () => {
    marbles().run(({ expectObservable, flush }) => {
      const { frames, listeners } = scenario();

      expectObservable(frames()).toBe('100ms |');
      flush();

      expect(listeners.size).toBe(0);
    });
  });

  it('should send each write in its frame, and complete when all watches are ended', () => {
    marbles().run(({ cold, expectObservable, flush }) => {
      const { frames, write, end$, listeners } = scenario();
      cold('  --a-b-|').subscribe({ next: write, complete: () => end$.next() });
      const expected = '--A-A-|';

      expectObservable(frames()).toBe(expected);
      flush();

      expect(listeners.size).toBe(0);
    });
  });

  it('should release its resources when its reader leaves early', () => {
    marbles().run(({ cold, expectObservable, flush }) => {
      const { frames, write, listeners } = scenario();
      cold('  --a-b-c').subscribe(write);
      const expected = '--A-A--';
      const unsub = '   -----!';

      expectObservable(frames(), unsub).toBe(expected);
      flush();

      expect(listeners.size).toBe(0);
    });
  });

  it('should start again for each reader, from its requested version', () => {
    marbles().run(({ cold, expectObservable }) => {
      const { frames, write } = scenario();
      const frames$ = frames();
      cold('                --a-b----c|').subscribe(write);

      expectObservable(frames$, '^--!       ').toBe('--A');
      expectObservable(frames$, '-----^----!').toBe('-----(AA)A');
    });
  });

  it('should create no frame before the reader takes it, and lose none', () => {
    marbles().run(({ cold, expectObservable }) => {
      const { frames, write } = scenario();
      const drain$ = new Subject<void>();
      let isWritable = false;
      cold('  -a-b---c-|').subscribe(write);
      cold('  -----d').subscribe(() => {
        isWritable = true;
        drain$.next();
      });
      const expected = '-----(AA|)';
      const flow = { writable: () => isWritable, drain$ };

      expectObservable(frames({}, flow).pipe(take(2))).toBe(expected);
    });
  });

  it('should end if its reader does not read, as soon as the history has passed it', () => {
    marbles().run(({ cold, expectObservable, flush }) => {
      const { frames, write, listeners } = scenario(2);
      const drain$ = new Subject<void>();
      cold('          -abcd-|').subscribe(write);
      const expected = '---|';

      expectObservable(frames({}, { writable: () => false, drain$ })).toBe(expected);
      flush();

      expect(listeners.size).toBe(0);
    });
  });

  it('should end if its reader does not read when other writes have filled the history', () => {
    marbles().run(({ cold, expectObservable, flush }) => {
      const { frames, write, listeners } = scenario(2);
      cold('          -abcd-|').subscribe(write);
      const expected = '---|';

      const key = 'elsewhere';
      expectObservable(frames({}, { writable: () => false, drain$: NEVER }, { key })).toBe(expected);
      flush();

      expect(listeners.size).toBe(0);
    });
  });

  it('should keep no object of its initial list once the history has passed it', async () => {
    const { frames, write, storage } = scenario(2);
    const budget = new Budget(2);
    const initial = new InitialList([write('a'), write('b')] as StoredObject[], budget);
    const watching = frames(
      {},
      { writable: () => false, drain$: NEVER },
      { key: 'elsewhere' },
      initial,
    ).subscribe();
    expect(initial.size).toBe(2);
    storage.remove(resource.id, 'a');
    storage.remove(resource.id, 'b');
    expect(initial.size).toBe(2); // the history still contains both objects

    write('c');
    expect(initial.size).toBe(0);
    budget.take(2); // `take` succeeds only if all objects are released
    await Promise.resolve();
    await Promise.resolve();
    expect(watching.closed).toBe(true);
  });

  it('should keep no object of its initial list once its client has left', () => {
    const { frames, write } = scenario();
    const budget = new Budget(2);
    const initial = new InitialList([write('a'), write('b')] as StoredObject[], budget);
    const watching = frames({}, { writable: () => false, drain$: NEVER }, {}, initial).subscribe();
    expect(initial.size).toBe(2);

    watching.unsubscribe();
    expect(initial.size).toBe(0);
    budget.take(2); // `take` succeeds only if all objects are released
  });

  it('should keep no object of its initial list once the watch has sent it', () => {
    const { frames, write } = scenario();
    const budget = new Budget(2);
    const initial = new InitialList([write('a'), write('b')] as StoredObject[], budget);
    const received: string[] = [];
    const watching = frames({}, unlimitedFlow, {}, initial).subscribe((frame) => received.push(frame));

    expect([received, initial.size]).toEqual([['A', 'A'], 0]);
    budget.take(2); // `take` succeeds only if all objects are released
    expect(watching.closed).toBe(false);
    watching.unsubscribe();
  });

  describe('that ends while there is no CPU time', () => {
    it('should send the writes before its end once there is time, and no later ones', () => {
      marbles().run(({ cold, expectObservable }) => {
        const { frames, write, end$ } = scenario();
        const drain$ = new Subject<void>();
        let hasTime = false;
        cold('  -a-b--c-').subscribe(write);
        cold('  -----e--').subscribe(() => end$.next());
        cold('  -------d').subscribe(() => {
          hasTime = true;
          drain$.next();
        });
        const flow = { writable: (ignoreTime = false) => hasTime || ignoreTime, drain$ };

        expectObservable(frames({}, flow)).toBe('-------(AA|)');
      });
    });

    it('should end immediately if its reader has stopped, or when it stops', () => {
      marbles().run(({ cold, expectObservable }) => {
        const { frames, write, end$ } = scenario();
        const drain$ = new Subject<void>();
        let isRead = true;
        cold('  -a-b').subscribe(write);
        cold('  -----e').subscribe(() => end$.next());
        cold('  -------d').subscribe(() => {
          isRead = false;
          drain$.next();
        });
        const stopping = { writable: (ignoreTime = false) => ignoreTime && isRead, drain$ };
        const stopped = { writable: () => false, drain$: NEVER };

        expectObservable(frames({}, stopping)).toBe('-------|');
        expectObservable(frames({}, stopped)).toBe('-----|');
      });
    });

    it('should check one write after the other, only while there is time', () => {
      const { frames, write, end$ } = scenario(100);
      let looks = 0;
      let time = 0;
      const flow = { writable: (ignoreTime = false) => ignoreTime || time-- > 0, drain$: NEVER };
      frames({}, flow).subscribe(() => looks++);
      for (let nth = 0; nth < 50; nth++) write(`a${nth}`);

      time = 3;
      end$.next();

      expect(looks).toBe(3);
    });
  });

  it('should send a bookmark after the pending events, when it can', () => {
    marbles().run(({ cold, expectObservable }) => {
      const { frames, write, bookmarkNow$ } = scenario();
      const drain$ = new Subject<void>();
      let isWritable = false;
      cold('  -a---b').subscribe(write);
      cold('  ---x').subscribe(() => bookmarkNow$.next());
      cold('  -------e').subscribe(() => {
        isWritable = true;
        drain$.next();
      });

      const frames$ = frames({}, { writable: () => isWritable, drain$ });
      expectObservable(frames$, '20ms !').toBe('-------(AAB)');
    });
  });

  it('should send no automatic bookmark before the server’s version has changed', () => {
    marbles().run(({ cold, expectObservable }) => {
      const { frames, write, bookmarkNow$ } = scenario();
      cold('  2500ms a').subscribe(write);
      cold('  1500ms x').subscribe(() => bookmarkNow$.next());

      // Expected bookmarks: at 1.5 s on request; at 3 s, 4 s, 5 s and 6 s by time; at 4.5 s because the watch ends 2 s
      // later. No bookmark comes at 1 s and 2 s, because nothing has changed yet.
      const expected = '1500ms B 999ms A 499ms B 999ms B 499ms B 499ms B 999ms B 499ms |';
      expectObservable(frames({ timeout: 6500, bookmarkInterval: 1000 })).toBe(expected);
    });
  });
});
