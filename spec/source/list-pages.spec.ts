import { describe, expect, it } from '@jest/globals';
import { ignoreElements, lastValueFrom, map, NEVER, type Observable, of, take, throwError } from 'rxjs';
import { KubeError, ProtocolError, StatusError } from '../../src/objects/index.ts';
import { listWatch } from '../../src/source/index.ts';
import { marbles } from '../support/marbles.ts';
import { bytes, fakeTransport, pageText, pod } from './fake-transport.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };
const secrets = { group: '', version: 'v1', resource: 'secrets' };

const texts = {
  a: bytes(pageText('9', 'ab', 't1')),
  b: bytes(pageText('9', 'c', 't2')),
  c: bytes(pageText('9', 'd')),
  o: bytes(pageText('10', 'd')),
  r: bytes(pageText('9', 'c', 't1')),
};
const pages = {
  a: { items: [pod('a'), pod('b')], resourceVersion: '9', remainingItemCount: 3 },
  b: { items: [pod('c')], resourceVersion: '9', remainingItemCount: 3 },
  c: { items: [pod('d')], resourceVersion: '9' },
};

/** Returns a page of 10 MB, which takes several time slices to decode. */
function largePage(): Uint8Array {
  const item = JSON.stringify({ ...pod('p'), spec: { data: Array.from({ length: 500 }, Math.random) } });
  return bytes(pageText('9', '').replace('"items":[]', `"items":[${Array(1_000).fill(item).join(',')}]`));
}

describe('list', () => {
  it('should emit the pages of a list in order (P13)', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e1 = cold(' --a|', texts);
      const e2 = cold('    -b|', texts);
      const e3 = cold('      ---c|', texts);
      const expected = '---a-b---(c|)';
      const source = listWatch(fakeTransport(e1, e2, e3), pods);

      expectObservable(source.list({ limit: 2 })).toBe(expected, pages);
      expectSubscriptions(e2.subscriptions).toBe('---^-!');
      expectSubscriptions(e3.subscriptions).toBe('-----^---!');
    });
  });

  it('should send version and match with the first page only, limit and shard with each, and the token with the others (B267, P18, P19)', async () => {
    const transport = fakeTransport(of(texts.a), of(texts.b), of(texts.c));
    const source = listWatch(transport, pods, { labelSelector: 'app=web' });

    await lastValueFrom(
      source.list({
        limit: 2,
        resourceVersion: '8',
        resourceVersionMatch: 'NotOlderThan',
        shardSelector: 's',
      }),
    );

    const scope = { labelSelector: 'app=web', limit: '2', shardSelector: 's' };
    expect(transport.requests.map(({ query }) => query)).toEqual([
      { ...scope, resourceVersion: '8', resourceVersionMatch: 'NotOlderThan' },
      { ...scope, continue: 't1' },
      { ...scope, continue: 't2' },
    ]);
  });

  it('should request without limit and version if none is given (P1)', async () => {
    const transport = fakeTransport(of(texts.c));

    await lastValueFrom(listWatch(transport, pods).list({ limit: 0, resourceVersion: '' }));

    expect(transport.requests).toEqual([{ path: '/api/v1/pods', query: {} }]);
  });

  it('should follow the continue tokens of a server that pages without a limit', async () => {
    const transport = fakeTransport(of(texts.a), of(texts.c));

    await lastValueFrom(listWatch(transport, pods).list());

    expect(transport.requests[1]?.query).toEqual({ continue: 't1' });
  });

  it('should end with the error when a token has expired (B268, B269, P21)', () => {
    marbles().run(({ cold, expectObservable }) => {
      const expired = new StatusError({ code: 410, reason: 'Expired', message: 'token expired' });
      const e1 = cold(' --a|', texts);
      const e2 = cold('    --#', texts, expired);
      const expected = '---a-#';

      expectObservable(listWatch(fakeTransport(e1, e2), pods).list()).toBe(expected, pages, expired);
    });
  });

  it('should not join pages of two versions into one list', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold(' a|', texts);
      const e2 = cold('  o|', texts);
      const expected = '-a#';
      const error = new ProtocolError('a list began at resourceVersion 9 and went on at 10; relisting');

      expectObservable(listWatch(fakeTransport(e1, e2), pods).list()).toBe(expected, pages, error);
    });
  });

  it('should fail when a page names itself as the next page', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold(' a|', texts);
      const e2 = cold('  r|', texts);
      const expected = '-a#';
      const error = new ProtocolError('a page of a list named an earlier one as the next; relisting');

      expectObservable(listWatch(fakeTransport(e1, e2), pods).list()).toBe(expected, pages, error);
    });
  });

  it('should fail when a page starts with the object of an earlier page, for any token', async () => {
    const bodies = Array.from({ length: 2_000 }, (_, i) => {
      const name = String.fromCodePoint(0x4e00 + (i % 1_001));
      return of(bytes(pageText('9', name, `t${i % 1_001}`)));
    });
    const transport = fakeTransport(...bodies);

    await expect(lastValueFrom(listWatch(transport, pods).list())).rejects.toEqual(
      new ProtocolError('a page of a list named an earlier one as the next; relisting'),
    );
    expect(transport.requests).toHaveLength(1_002);
  });

  it('should refuse a token that is too long for a URL', async () => {
    const listed = (length: number): Promise<unknown> => {
      const first = of(bytes(pageText('9', 'a', 't'.repeat(length))));
      return lastValueFrom(listWatch(fakeTransport(first, of(texts.c)), pods).list());
    };

    expect(await listed(16_384)).toEqual(pages.c);
    await expect(listed(16_385)).rejects.toEqual(
      new ProtocolError('a page of a list came with a token of 16385 characters; the most is 16384'),
    );
  });

  it('should accept twenty empty pages in a row, and no more', async () => {
    const listed = (empty: number): Promise<unknown> => {
      const before = Array.from({ length: 15 }, (_, i) => of(bytes(pageText('9', '', `a${i}`))));
      const between = of(bytes(pageText('9', 'a', 'b')));
      const after = Array.from({ length: empty }, (_, i) => of(bytes(pageText('9', '', `c${i}`))));
      const transport = fakeTransport(...before, between, ...after, of(texts.c));
      return lastValueFrom(listWatch(transport, pods).list());
    };

    expect(await listed(20)).toEqual(pages.c);
    await expect(listed(21)).rejects.toEqual(
      new ProtocolError('more than 20 pages in a row held no object; relisting'),
    );
  });

  it('should shorten the versions in the error message', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold(' a|', { a: bytes(pageText('1'.repeat(100), 'a', 't')) });
      const e2 = cold('  a|', { a: bytes(pageText('2'.repeat(100), 'b')) });
      const message = `a list began at resourceVersion ${'1'.repeat(64)} and went on at ${'2'.repeat(64)}; relisting`;

      expectObservable(listWatch(fakeTransport(e1, e2), pods).list().pipe(ignoreElements())).toBe(
        '--#',
        undefined,
        new ProtocolError(message),
      );
    });
  });

  it('should read a page from chunks, whenever they arrive', () => {
    marbles().run(({ cold, expectObservable }) => {
      const half = { x: texts.c.slice(0, 60), y: texts.c.slice(60, 75), z: texts.c.slice(75) };
      const e1 = cold(' x--y-z---|', half);
      const expected = '---------(c|)';

      expectObservable(listWatch(fakeTransport(e1), pods).list()).toBe(expected, pages);
    });
  });

  it('should report the objects that it skips, together with their page', async () => {
    const incidents: KubeError[] = [];
    const text = pageText('9', 'ab').replace('"uid":"u-a",', '');

    const page = await lastValueFrom(
      listWatch(fakeTransport(of(bytes(text))), pods).list(
        {},
        { onIncident: (incident) => incidents.push(incident) },
      ),
    );

    expect(page.items).toEqual([pod('b')]);
    expect(incidents.map(({ message }) => message)).toEqual([
      expect.stringContaining('n/a without metadata.uid'),
    ]);
  });

  it('should emit an error that a callback throws', () => {
    marbles().run(({ expectObservable }) => {
      const text = pageText('9', 'a').replace('"uid":"u-a",', '');
      const error = new Error('mine');
      const source = listWatch(fakeTransport(of(bytes(text))), pods);

      const list$ = source.list(
        {},
        {
          onIncident: () => {
            throw error;
          },
        },
      );

      expectObservable(list$).toBe('#', undefined, error);
    });
  });

  it('should fail for a page above the limit, and read no more of it', () => {
    marbles().run(({ cold, expectSubscriptions, expectObservable }) => {
      const e1 = cold(' -a-a-a-|', { a: new Uint8Array(40).fill(32) });
      const e1subs = '  ^----!';
      const expected = '-----#';
      const error = new ProtocolError(
        'a list page is longer than 100 bytes; ask for fewer objects a page, or raise maxPageBytes',
      );

      expectObservable(listWatch(fakeTransport(e1), pods, { maxPageBytes: 100 }).list()).toBe(
        expected,
        pages,
        error,
      );
      expectSubscriptions(e1.subscriptions).toBe(e1subs);
    });
  });

  it('should show nothing of Secrets', async () => {
    const text = pageText('9', 'ab').replace('"namespace":"n"', '"namespace":hunter2');

    const failed = lastValueFrom(listWatch(fakeTransport(of(bytes(text))), secrets).list());

    const error = await failed.then(String, (reason: unknown) => reason);

    expect(error).toMatchObject({ name: 'ProtocolError', excerpt: '' });
    expect(error).not.toHaveProperty('cause');
    expect(String(error)).not.toContain('hunter2');
  });

  it('should yield to the event loop while it decodes a large page', async () => {
    let turns = 0;
    const turning = setInterval(() => turns++, 0);
    const body = largePage();
    const before = turns;

    const page = await lastValueFrom(listWatch(fakeTransport(of(body)), pods).list());
    clearInterval(turning);

    expect(page.items).toHaveLength(1_000);
    expect(turns - before).toBeGreaterThan(1);
  });

  it('should stop decoding when unsubscribed', async () => {
    const body = largePage();
    const seen: unknown[] = [];

    const list = (): Observable<unknown> => listWatch(fakeTransport(of(body)), pods).list();
    const subscription = list().subscribe((page) => seen.push(page));
    subscription.unsubscribe();
    await lastValueFrom(list()); // without the unsubscribe, the first list would also end in this time

    expect(seen).toEqual([]);
  });

  describe('tail', () => {
    it('should fail for an empty body', () => {
      marbles().run(({ cold, expectObservable }) => {
        const error = new ProtocolError('a list page is not JSON, or was cut off after 0 bytes; retrying');

        expectObservable(listWatch(fakeTransport(cold('--|')), pods).list()).toBe('--#', undefined, error);
      });
    });

    it('should wait for a body that does not arrive', () => {
      marbles().run(({ expectObservable }) => {
        expectObservable(listWatch(fakeTransport(NEVER), pods).list()).toBe('-');
      });
    });

    it('should emit the transport’s error', () => {
      marbles().run(({ expectObservable }) => {
        const error = new StatusError({ code: 403, message: 'pods is forbidden' });
        const transport = fakeTransport(throwError(() => error));

        expectObservable(listWatch(transport, pods).list()).toBe('#', undefined, error);
      });
    });

    it('should unsubscribe from the request when unsubscribed early', () => {
      marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
        const e1 = cold(' a|', texts);
        const e2 = cold('  ---b|', texts);
        const e2subs = '  -^-!';
        const expected = '-a--';

        expectObservable(listWatch(fakeTransport(e1, e2), pods).list(), '^--!').toBe(expected, pages);
        expectSubscriptions(e2.subscriptions).toBe(e2subs);
      });
    });

    it('should send no second request when only one page is taken', () => {
      marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
        const e1 = cold(' a|', texts);
        const e2 = cold('  b|', texts);

        expectObservable(listWatch(fakeTransport(e1, e2), pods).list().pipe(take(1))).toBe('-(a|)', pages);
        expectSubscriptions(e2.subscriptions).toBe([]);
      });
    });

    it('should start again for each subscription', () => {
      marbles().run(({ cold, expectObservable }) => {
        const bodies = [cold('a|', texts), cold('c|', texts), cold('a|', texts), cold('c|', texts)];
        const list$ = listWatch(fakeTransport(...bodies), pods).list();

        expectObservable(list$).toBe('-a(c|)', pages);
        expectObservable(list$, '----^').toBe('-----a(c|)', pages);
      });
    });

    it('should follow a transport that answers synchronously for a thousand pages', async () => {
      const bodies = Array.from({ length: 1_000 }, (_, i) =>
        of(bytes(pageText('9', String.fromCodePoint(0x4e00 + i), `t${i}`))),
      );
      const list$ = listWatch(fakeTransport(...bodies, of(texts.c)), pods).list();

      const names = await lastValueFrom(list$.pipe(map(({ items }) => items[0]?.metadata.name)));

      expect(names).toBe('d');
    });
  });
});
