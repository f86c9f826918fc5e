import { describe, expect, it } from '@jest/globals';
import { catchError, concatMap, ignoreElements, lastValueFrom, map, of, takeWhile, tap, toArray } from 'rxjs';
import { listWatch } from '../../src/source/index.ts';
import { bytes, fakeTransport, pageText } from './fake-transport.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };
const texts = {
  a: bytes(pageText('9', 'ab', 't1')),
  b: bytes(pageText('9', 'c', 't2')),
  c: bytes(pageText('9', 'd')),
};

/** Tests `list` in place of client-go's pager. The caller of `list` adds RxJS operators. */
describe('list, as a pager', () => {
  it.each([
    ['none, an empty list', ['']],
    ['one', ['ab']],
    ['two', ['ab', 'cd']],
    ['three', ['ab', 'cd', 'e']],
  ])('should request all pages: %s (B267)', async (_, names) => {
    const bodies = names.map((name, n) => bytes(pageText('9', name, names[n + 1] && `t${n + 1}`)));
    const transport = fakeTransport(...bodies.map((body) => of(body)));

    const received = await lastValueFrom(listWatch(transport, pods).list({ limit: 2 }).pipe(toArray()));

    expect(received.map(({ items }) => items.map(({ metadata }) => metadata.name).join(''))).toEqual(names);
    expect(transport.requests.map(({ query }) => query?.['continue'])).toEqual(
      names.map((_name, n) => (n === 0 ? undefined : `t${n}`)),
    );
  });

  it('should emit objects in the order of the list, and request no page after an error or an unsubscribe (B269, Q12)', async () => {
    const visit = async (until: (name: string) => boolean, leave: boolean): Promise<unknown[]> => {
      const transport = fakeTransport(of(texts.a), of(texts.b), of(texts.c));
      let visited = '';
      const thrown: unknown = await lastValueFrom(
        listWatch(transport, pods)
          .list({ limit: 2 })
          .pipe(
            concatMap(({ items }) => items),
            map(({ metadata: { name } }) => {
              visited += name;
              if (until(name) && !leave) throw new Error(`not ${name}`);
              return name;
            }),
            takeWhile((name) => !until(name)),
            ignoreElements(),
            catchError((error: unknown) => of(error)),
          ),
        { defaultValue: undefined },
      );
      return [visited, transport.requests.length, thrown];
    };

    expect(await visit(() => false, true)).toEqual(['abcd', 3, undefined]);
    expect(await visit((name) => name === 'c', true)).toEqual(['abc', 2, undefined]);
    expect(await visit((name) => name === 'c', false)).toEqual(['abc', 2, new Error('not c')]);
  });

  it('should request a page after the subscriber has taken the previous one, never ahead (B270)', async () => {
    const transport = fakeTransport(of(texts.a), of(texts.b), of(texts.c));
    const asked: number[] = [];

    await lastValueFrom(
      listWatch(transport, pods)
        .list({ limit: 2 })
        .pipe(tap(() => asked.push(transport.requests.length))),
    );

    expect(asked).toEqual([1, 2, 3]);
  });
});
