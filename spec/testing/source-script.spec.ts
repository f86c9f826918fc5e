import { describe, expect, it } from '@jest/globals';
import { ConnectionError, informer, type ListPage, OptionsError, type WatchEvent } from 'rx-informer';
import { kubeObject, nextVersion, type SourceScript, sourceScript, type TestPod } from 'rx-informer/testing';
import { map, type Observable } from 'rxjs';
import { marbles } from '../support/marbles.ts';

const [a, b, c] = [kubeObject<TestPod>('a'), kubeObject<TestPod>('b'), kubeObject<TestPod>('c')];
const versions = (items: readonly TestPod[]) =>
  items.map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`).join(' ');
const pages = (page$: Observable<ListPage<TestPod>>) =>
  page$.pipe(map(({ items, resourceVersion }) => `${versions(items)}: ${resourceVersion}`));
const events = (event$: Observable<WatchEvent<TestPod>>) =>
  event$.pipe(
    map((event) =>
      event.type === 'BOOKMARK'
        ? `BOOKMARK ${event.resourceVersion}${event.initialEventsEnd === true ? ' end' : ''}`
        : `${event.type} ${versions([event.object])}`,
    ),
  );

describe('sourceScript', () => {
  it('should give each page of a list its own time, and all pages one version', () => {
    marbles().run(({ expectObservable }) => {
      const source = sourceScript<TestPod>().list([a], { after: 2 }).page([b, c], { after: 3 }).build();
      const values = { p: 'a@2: 4', q: 'b@3 c@4: 4', r: 'a@2 b@3 c@4: 4' };

      expectObservable(pages(source.list())).toBe('--p--(q|)', values);
      expectObservable(pages(source.list()), '^--!').toBe('(r|)', values);
    });
  });

  it('should increase the versions of events, and keep objects that a later list repeats', () => {
    marbles().run(({ expectObservable }) => {
      const source = sourceScript<TestPod>()
        .list([a, b])
        .event('MODIFIED', a, { after: 1 })
        .idle(2)
        .event('DELETED', b, { after: 1 })
        .bookmark({ after: 1 })
        .close()
        .list([a, c])
        .build();

      expectObservable(pages(source.list())).toBe('(p|)', { p: 'a@2 b@3: 3' });
      expectObservable(events(source.watch())).toBe('-m--d(k|)', {
        m: 'MODIFIED a@4',
        d: 'DELETED b@5',
        k: 'BOOKMARK 5',
      });
      expectObservable(pages(source.list()), '-^').toBe('-(q|)', { q: 'a@4 c@6: 6' });
      expectObservable(source.watch(), '-------^---!').toBe('-');
    });
  });

  it('should fail with a refusal, or in the stream after an event', () => {
    marbles().run(({ expectObservable }) => {
      const error = new ConnectionError('reset');
      const source = sourceScript<TestPod>()
        .list([a])
        .error(503, { after: 2, retryAfterSeconds: 9 })
        .watch()
        .error(410)
        .event('ADDED', a)
        .error(410, { after: 1 })
        .idle(3)
        .error(error)
        .build();
      const refused = (facts: object) => expect.objectContaining(facts);
      const values = { p: 'a@2: 2', a: 'ADDED a@3' };

      expectObservable(pages(source.list())).toBe(
        'p-#',
        values,
        refused({ code: 503, retryAfterSeconds: 9 }),
      );
      expectObservable(source.watch()).toBe('#', values, refused({ code: 410, inStream: false }));
      expectObservable(events(source.watch())).toBe('a#', values, refused({ code: 410, inStream: true }));
      expectObservable(source.watch()).toBe('---#', values, error);
    });
  });

  it('should stream lists if the script does, and otherwise refuse them', () => {
    marbles().run(({ expectObservable }) => {
      const source = sourceScript<TestPod>()
        .stream([a], { after: 1 })
        .event('ADDED', b, { after: 5 })
        .build();
      const streamed = { sendInitialEvents: true };
      const values = { a: 'ADDED a@2', e: 'BOOKMARK 2 end', b: 'ADDED b@3', f: 'BOOKMARK 3 end' };

      expectObservable(events(source.watch(streamed)), '^-------!').toBe('-(ae)-b', values);
      expectObservable(events(source.watch(streamed)), '-^-------!').toBe('-(abf)', values);
      expectObservable(sourceScript().list([a]).build().watch(streamed)).toBe(
        '#',
        {},
        expect.objectContaining({ code: 422 }),
      );
    });
  });

  it('should use the given versions', () => {
    marbles().run(({ expectObservable }) => {
      const source = sourceScript<TestPod>()
        .list([a], { resourceVersion: '9' })
        .event('MODIFIED', a, { resourceVersion: '7' })
        .bookmark({ resourceVersion: '20' })
        .event('ADDED', b)
        .build();

      expectObservable(pages(source.list())).toBe('(p|)', { p: 'a@9: 9' });
      expectObservable(events(source.watch()), '^-!').toBe('(mkb)', {
        m: 'MODIFIED a@7',
        k: 'BOOKMARK 20',
        b: 'ADDED b@21',
      });
    });
  });

  it('should work with an informer: events, a 410, and the changes made in the meantime', () => {
    marbles().run(({ expectObservable, flush }) => {
      const source = sourceScript<TestPod>()
        .list([a, b])
        .event('MODIFIED', nextVersion(a), { after: 10 })
        .idle(5_000)
        .error(410)
        .list([c, b])
        .build();
      const received$ = informer(source, { reflect: { random: () => 0 } })
        .changes()
        .pipe(map(({ type, key, cause }) => `${type} ${key} ${cause}`));

      expectObservable(received$, '^ 7s !').toBe('(ab)------m 5799ms (xc)', {
        a: 'added a initial',
        b: 'added b initial',
        m: 'updated a watch',
        x: 'deleted a relist',
        c: 'added c relist',
      });
      flush();

      expect(source.openRequests).toEqual([]);
    });
  });

  it('should start again for each build, and stop when unsubscribed', () => {
    marbles().run(({ expectObservable }) => {
      const script = sourceScript<TestPod>().event('ADDED', a, { after: 1 }).close();

      expectObservable(script.build().watch(), '^!').toBe('-');
      expectObservable(events(script.build().watch())).toBe('-(a|)', { a: 'ADDED a@2' });
    });
  });

  it('should list the objects of the last list or stream, at its version', () => {
    const source = sourceScript<TestPod>()
      .list([a, b])
      .stream([a], { resourceVersion: '9' })
      .list([c], { resourceVersion: '12' })
      .build();
    const answers: string[] = [];
    events(source.watch({ sendInitialEvents: true })).subscribe((event) => answers.push(event));
    pages(source.list()).subscribe((page) => answers.push(page));
    pages(source.list()).subscribe((page) => answers.push(page));
    pages(source.list()).subscribe((page) => answers.push(page));

    expect(answers).toEqual(['ADDED a@2', 'BOOKMARK 9 end', 'a@2 b@3: 3', 'c@12: 12', 'c@12: 12']);
  });

  it('should fail in the stream only after an event, with the given fields', () => {
    const facts = { reason: 'Odd', message: 'odd', retryAfterSeconds: 7 };
    const source = sourceScript<TestPod>()
      .list([a])
      .error(500)
      .event('MODIFIED', a)
      .error(500, facts)
      .watch()
      .error(500)
      .build();
    const errors: unknown[] = [];
    const error = (failure: unknown): void => void errors.push(failure);
    source.list().subscribe({ error });
    source.watch().subscribe({ error });
    source.watch().subscribe({ error });

    expect(errors).toMatchObject([
      { code: 500, inStream: false },
      {
        code: 500,
        inStream: true,
        reason: 'Odd',
        message: expect.stringContaining('odd'),
        retryAfterSeconds: 7,
      },
      { code: 500, inStream: false, reason: 'InternalError', retryAfterSeconds: undefined },
    ]);
  });

  it.each<[call: (script: SourceScript<TestPod>) => unknown, message: string]>([
    [(script) => script.page([]), 'sourceScript: page must be must come after list(), not an array'],
    [(script) => script.watch().page([]), 'sourceScript: page must be must come after list(), not an array'],
    [
      (script) => script.list({} as never),
      'sourceScript: list must be an array of objects with metadata.name',
    ],
    [(script) => script.list([{}] as never), 'sourceScript: list must be an array of objects'],
    [(script) => script.stream({} as never), 'sourceScript: stream must be an array of objects'],
    [(script) => script.list([]).page({} as never), 'sourceScript: page must be an array of objects'],
    [(script) => script.list([], { before: 1 } as never), "sourceScript: list: unknown option 'before'"],
    [
      (script) => script.list([]).page([], { resourceVersion: '1' } as never),
      "sourceScript: page: unknown option 'resourceVersion'",
    ],
    [(script) => script.event('BOOKMARK' as never, a), "sourceScript: event must be 'ADDED' or 'MODIFIED'"],
    [(script) => script.event('ADDED', {} as never), 'sourceScript: event must be '],
    [(script) => script.event('ADDED', a, { at: 1 } as never), "sourceScript: event: unknown option 'at'"],
    [(script) => script.bookmark({ at: 1 } as never), "sourceScript: bookmark: unknown option 'at'"],
    [
      (script) => script.error(200),
      'sourceScript: error must be an HTTP status from 300 to 599, or a KubeError',
    ],
    [(script) => script.error(500, { at: 1 } as never), "sourceScript: error: unknown option 'at'"],
    [(script) => script.error(500, { after: -1 }), 'sourceScript: error: after must be a time in ms'],
    [(script) => script.idle(-1), 'sourceScript: idle must be a time in ms'],
  ])('should refuse impossible steps: %s', (call, message) => {
    expect(() => call(sourceScript<TestPod>())).toThrow(OptionsError);
    expect(() => call(sourceScript<TestPod>())).toThrow(message);
  });
});
