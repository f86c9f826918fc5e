import { describe, expect, it, jest } from '@jest/globals';
import { lastValueFrom, of } from 'rxjs';
import { OptionsError } from '../../src/objects/index.ts';
import { listWatch, type ListWatchOptions } from '../../src/source/index.ts';
import { bytes, fakeTransport, pageText } from './fake-transport.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };
type Modifier = NonNullable<ListWatchOptions['optionsModifier']>;

/** Lists two pages and watches, with an `optionsModifier`. Returns the queries of the requests. */
async function queriesWith(optionsModifier: Modifier): Promise<readonly unknown[]> {
  const transport = fakeTransport(of(bytes(pageText('9', 'a', 'more'))), of(bytes(pageText('9', ''))), of());
  const source = listWatch(transport, pods, { labelSelector: 'app=web', optionsModifier });
  await lastValueFrom(source.list({ limit: 1 }));
  source.watch({ resourceVersion: '9' }).subscribe();
  return transport.requests.map(({ query }) => query);
}

describe('listWatch, optionsModifier', () => {
  it('should receive the parameters of each request, and return the parameters to send', async () => {
    const given: unknown[] = [];
    const queries = await queriesWith((options) => {
      given.push(options);
      return { ...options, fieldSelector: 'status.phase=Running' };
    });

    expect(given).toEqual([
      { labelSelector: 'app=web', limit: '1' },
      { labelSelector: 'app=web', limit: '1', continue: 'more' },
      { labelSelector: 'app=web', watch: 'true', resourceVersion: '9' },
    ]);
    expect(queries).toEqual(
      given.map((options) => ({ ...(options as object), fieldSelector: 'status.phase=Running' })),
    );
  });

  it('should not change a list into a watch, or request another page', async () => {
    const queries = await queriesWith(() => ({ watch: 'false', continue: 'elsewhere', limit: '7' }));

    expect(queries).toEqual([
      { limit: '7' },
      { limit: '7', continue: 'more' },
      { limit: '7', watch: 'true' },
    ]);
  });

  it.each([
    ['throws', (): never => fail()],
    ['returns nothing', () => undefined],
    ['returns a number', () => ({ limit: 7 })],
  ])('should fail a request with an error when it %s', (_what, modify) => {
    const transport = fakeTransport(of());
    const source = listWatch(transport, pods, { optionsModifier: modify as unknown as Modifier });
    const error = jest.fn();
    source.list().subscribe({ error });
    source.watch().subscribe({ error });

    expect(error).toHaveBeenCalledTimes(2);
    expect(error).toHaveBeenCalledWith(
      expect.objectContaining({ name: 'HandlerError', where: 'optionsModifier' }),
    );
    expect(transport.requests).toEqual([]);
  });

  it('should not be called before a subscription', () => {
    const modify = jest.fn((options: Readonly<Record<string, string>>) => options);
    const source = listWatch(fakeTransport(of()), pods, { optionsModifier: modify });
    source.list();
    source.watch();

    expect(modify).not.toHaveBeenCalled();
  });

  it('should require a function', () => {
    expect(() => listWatch(fakeTransport(), pods, { optionsModifier: {} } as never)).toThrow(OptionsError);
  });
});

function fail(): never {
  throw new Error('broken');
}
