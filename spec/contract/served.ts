import { expect, it } from '@jest/globals';
import { lastValueFrom, type Observable, toArray } from 'rxjs';
import { type KubeRequest, listWatch, type Transport, type WatchEvent } from 'rx-informer';
import { type ConfigMap, core } from 'rx-informer/kinds';
import { failed, read } from './support/harness.ts';
import { until } from './support/http-server.ts';

/** Specs that each transport must pass with any API server, also with a real kube-apiserver. */
export function describeServer(make: () => Transport): void {
  const path = '/api/v1/namespaces/default/configmaps';
  const json = { 'content-type': 'application/json' };
  const unique = (): string => `contract-${Math.random().toString(36).slice(2, 10)}`;
  const create = (name: string, label: string): KubeRequest => ({
    method: 'POST',
    path,
    headers: json,
    body: JSON.stringify({ metadata: { name, labels: { contract: label } }, data: { text: 'ä\u{1F600}' } }),
  });
  const collected = <T>(values$: Observable<T>): Promise<T[]> => lastValueFrom(values$.pipe(toArray()));

  it('should create, read, change and delete an object', async () => {
    const transport = make();
    const name = unique();
    const patch = { 'content-type': 'application/merge-patch+json' };

    await read(transport, create(name, 'one'));
    const changed = await read(transport, {
      method: 'PATCH',
      path: `${path}/${name}`,
      headers: patch,
      body: '{"data":{"text":"ö"}}',
    });
    const gone = await read(transport, {
      method: 'DELETE',
      path: `${path}/${name}`,
      headers: json,
      body: '{"propagationPolicy":"Background"}',
    });

    expect(JSON.parse(changed)).toMatchObject({ data: { text: 'ö' } });
    expect(JSON.parse(gone)).toMatchObject({ status: 'Success' });
    expect(await failed(transport, { path: `${path}/${name}` })).toMatchObject({
      code: 404,
      reason: 'NotFound',
      failure: 'notFound',
    });
  });

  it('should list in pages, without a changed byte', async () => {
    const transport = make();
    const label = unique();
    for (const part of ['a', 'b', 'c']) await read(transport, create(`${label}-${part}`, label));
    const maps = listWatch(transport, core.v1.configmaps, { labelSelector: `contract=${label}` });

    const pages = await collected(maps.list({ limit: 1 }));

    expect(pages.flatMap(({ items }) => items.map(({ metadata }) => metadata.name))).toEqual([
      `${label}-a`,
      `${label}-b`,
      `${label}-c`,
    ]);
    expect(pages[0]?.items[0]?.data).toEqual({ text: 'ä\u{1F600}' });
  });

  it('should emit the events of a watch when they happen, while a list runs', async () => {
    const transport = make();
    const label = unique();
    const maps = listWatch(transport, core.v1.configmaps, { labelSelector: `contract=${label}` });
    const [page] = await collected(maps.list());
    const seen: WatchEvent<ConfigMap>[] = [];

    const watching = maps
      .watch({ resourceVersion: page?.resourceVersion ?? '' })
      .subscribe((event) => seen.push(event));
    await read(transport, create(label, label));
    await until(() => seen.length === 1);
    expect((await collected(maps.list()))[0]?.items).toHaveLength(1);
    await read(transport, { method: 'DELETE', path: `${path}/${label}` });
    await until(() => seen.length === 2);
    watching.unsubscribe();

    expect(seen.map(({ type }) => type)).toEqual(['ADDED', 'DELETED']);
  });

  it('should report an answer that is not a Status, and an invalid request', async () => {
    expect(await failed(make(), { path: '/apis/no.such.group/v1/things' })).toMatchObject({ code: 404 });
    expect(await failed(make(), { path, query: { limit: 'many' } })).toMatchObject({
      code: 400,
      failure: 'fatal',
    });
  });
}
