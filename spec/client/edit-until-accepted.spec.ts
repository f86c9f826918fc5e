import { describe, expect, it, jest } from '@jest/globals';
import { firstValueFrom, from, lastValueFrom } from 'rxjs';
import { informer, listWatch, StatusError, waitForCacheSync } from 'rx-informer';
import { createApiServer } from 'rx-informer/apiserver';
import { resourceClient } from 'rx-informer/client';
import { core } from 'rx-informer/kinds';

const setUp = async () => {
  const server = createApiServer();
  const configMaps = resourceClient(server.transport, core.v1.configmaps);
  await firstValueFrom(
    configMaps.create({ metadata: { name: 'web', namespace: 'default' }, data: { a: '1', count: '0' } }),
  );
  const verbs = (): readonly string[] => server.requests.map(({ verb }) => verb);
  return { server, configMaps, verbs };
};

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('edit of resourceClient', () => {
  it('should read once and write once without a conflict', async () => {
    const { configMaps, verbs } = await setUp();
    const edited = await firstValueFrom(
      configMaps.edit('default/web', (draft) => {
        draft.data = { ...draft.data, a: '2' };
      }),
    );
    expect(edited.data).toEqual({ a: '2', count: '0' });
    expect(verbs().slice(1)).toEqual(['get', 'patch']);
  });

  it('should write nothing if the recipe changes nothing', async () => {
    const { configMaps, verbs } = await setUp();
    const edited = await firstValueFrom(configMaps.edit('default/web', () => undefined));
    expect(edited.data).toEqual({ a: '1', count: '0' });
    expect(verbs().slice(1)).toEqual(['get']);
  });

  it('should run the recipe again on the newer object after a conflict', async () => {
    const { server, configMaps, verbs } = await setUp();
    let runs = 0;
    const edited = await firstValueFrom(
      configMaps.edit('default/web', (draft) => {
        if (runs++ === 0) server.objects.patch(core.v1.configmaps, 'default/web', { data: { other: 'x' } });
        draft.data = { ...draft.data, a: '2' };
      }),
    );
    expect(runs).toBe(2);
    expect(edited.data).toEqual({ a: '2', count: '0', other: 'x' });
    expect(verbs().filter((verb) => verb === 'get')).toHaveLength(2);
  });

  it('should run the recipe again if another client removed the edited part', async () => {
    const { server, configMaps } = await setUp();
    let runs = 0;
    const edited = await firstValueFrom(
      configMaps.edit('default/web', (draft) => {
        if (runs++ === 0) server.objects.patch(core.v1.configmaps, 'default/web', { data: { a: null } });
        if (draft.data?.['a'] !== undefined) delete draft.data['a'];
        else draft.data = { ...draft.data, gone: 'yes' };
      }),
    );
    expect(runs).toBe(2);
    expect(edited.data).toEqual({ count: '0', gone: 'yes' });
  });

  it('should lose no edit of concurrent clients', async () => {
    const { configMaps } = await setUp();
    const increments = Array.from({ length: 20 }, () =>
      lastValueFrom(
        configMaps.edit(
          'default/web',
          (draft) => {
            draft.data = { ...draft.data, count: String(Number(draft.data?.['count']) + 1) };
          },
          { attempts: 100 },
        ),
      ),
    );
    await Promise.all(increments);
    const { data } = await firstValueFrom(configMaps.get('default/web'));
    expect(data?.['count']).toBe('20');
  });

  it('should fail with the conflict after the last attempt', async () => {
    const { server, configMaps } = await setUp();
    const recipe = jest.fn((draft: { data?: unknown }) => {
      server.objects.patch(core.v1.configmaps, 'default/web', {
        data: { a: `x${recipe.mock.calls.length}` },
      });
      draft.data = { b: '1' };
    });
    const edit$ = configMaps.edit('default/web', recipe, { attempts: 3 });
    expect(await failure(firstValueFrom(edit$))).toMatchObject({ code: 409 });
    expect(recipe).toHaveBeenCalledTimes(3);
  });

  it('should fail with 5 attempts by default', async () => {
    const { server, configMaps } = await setUp();
    const recipe = jest.fn((draft: { data?: unknown }) => {
      server.objects.patch(core.v1.configmaps, 'default/web', {
        data: { a: `x${recipe.mock.calls.length}` },
      });
      draft.data = { b: '1' };
    });
    await failure(firstValueFrom(configMaps.edit('default/web', recipe as never)));
    expect(recipe).toHaveBeenCalledTimes(5);
  });

  it('should fail immediately for an invalid object that no other client has changed', async () => {
    const { configMaps } = await setUp();
    const recipe = jest.fn((draft: { data?: unknown }) => {
      draft.data = { 'not allowed/': 'x' };
    });
    const error = await failure(firstValueFrom(configMaps.edit('default/web', recipe as never)));
    expect(error).toBeInstanceOf(StatusError);
    expect(error).toMatchObject({ code: 422 });
    expect(recipe).toHaveBeenCalledTimes(1);
  });

  it('should fail with 404 if the object does not exist, and not retry', async () => {
    const { configMaps, verbs } = await setUp();
    const recipe = jest.fn();
    expect(await failure(firstValueFrom(configMaps.edit('default/none', recipe)))).toMatchObject({
      code: 404,
    });
    expect(recipe).not.toHaveBeenCalled();
    expect(verbs().slice(1)).toEqual(['get']);
  });

  it('should emit the error of a recipe that throws', async () => {
    const { configMaps } = await setUp();
    const mistake = new Error('mistake');
    const edit$ = configMaps.edit('default/web', () => {
      throw mistake;
    });
    expect(await failure(firstValueFrom(edit$))).toBe(mistake);
  });

  it('should save the read if an informer has the object, and read if its object is old', async () => {
    const { server, configMaps, verbs } = await setUp();
    const cache = informer(listWatch(server.transport, core.v1.configmaps));
    const running = cache.changes().subscribe();
    await waitForCacheSync([cache]);
    const old = cache.store.get('default/web');
    const before = verbs().length;
    const setA = (value: string) => (draft: { data?: Record<string, string> | undefined }) => {
      draft.data = { ...draft.data, a: value };
    };
    await firstValueFrom(configMaps.edit('default/web', setA('2') as never, { from: cache }));
    expect(verbs().slice(before)).toEqual(['patch']);

    const store = { get: () => old };
    const edited = await firstValueFrom(
      configMaps.edit('default/web', setA('3') as never, { from: { store } }),
    );
    expect(edited.data).toEqual({ a: '3', count: '0' });
    expect(verbs().slice(before + 1)).toEqual(['patch', 'get', 'patch']);
    running.unsubscribe();
  });

  it('should read the object if the recipe changes nothing in an old state', async () => {
    const { configMaps } = await setUp();
    const old = await firstValueFrom(configMaps.get('default/web'));
    await firstValueFrom(configMaps.patch('default/web', { data: { a: 'other' } }));
    const edited = await firstValueFrom(
      configMaps.edit(
        'default/web',
        (draft) => {
          draft.data = { ...draft.data, a: '1' };
        },
        { from: { store: { get: () => old } } },
      ),
    );
    expect(edited.data).toEqual({ a: '1', count: '0' });
  });

  it('should start again for each subscription', async () => {
    const { configMaps } = await setUp();
    const edit$ = configMaps.edit('default/web', (draft) => {
      draft.data = { ...draft.data, count: String(Number(draft.data?.['count']) + 1) };
    });
    await firstValueFrom(edit$);
    await firstValueFrom(from(firstValueFrom(edit$)));
    expect((await firstValueFrom(configMaps.get('default/web'))).data?.['count']).toBe('2');
  });
});
