import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { apps, core } from 'rx-informer/kinds';
import { inProcess } from './in-process.ts';
import { type Temporary, temporary } from './temporary.ts';

const token = 's3cret-token';

describe('rx-informer watch, several collections of a kubeconfig', () => {
  let server: ApiServer;
  let home: Temporary;
  let environment: Readonly<Record<string, string>>;
  beforeEach(async () => {
    server = createApiServer({ tokens: { [token]: 'admin' } });
    const { url } = await server.listen();
    const { objects } = server;
    for (const name of ['shop', 'other']) objects.create(core.v1.namespaces, { metadata: { name } });
    for (const name of ['a', 'b']) {
      objects.create(core.v1.configmaps, { metadata: { name, namespace: 'shop' } });
      objects.create(core.v1.secrets, { metadata: { name, namespace: 'other' } });
    }
    objects.create(apps.v1.deployments, {
      metadata: { name: 'web', namespace: 'shop' },
      spec: {
        selector: { matchLabels: { app: 'web' } },
        template: {
          metadata: { labels: { app: 'web' } },
          spec: { containers: [{ name: 'web', image: 'web' }] },
        },
      },
    });
    home = temporary();
    home.write(
      '.kube/config',
      JSON.stringify({
        'current-context': 'memory',
        contexts: [{ name: 'memory', context: { cluster: 'memory', user: 'admin', namespace: 'shop' } }],
        clusters: [{ name: 'memory', cluster: { server: url } }],
        users: [{ name: 'admin', user: { token } }],
      }),
    );
    environment = { HOME: home.directory };
  });
  afterEach(async () => {
    await server.close();
    home.remove();
  });

  const synced = async (...words: readonly string[]) => {
    const command = inProcess(['watch', ...words, '--until-synced', '-o', 'json'], { environment });
    const code = await command.ended;
    const lines = command.output().split('\n').slice(0, -1);
    expect(command.output() + command.errors()).not.toContain(token);
    return {
      code,
      errors: command.errors(),
      found: lines
        .map((line) => JSON.parse(line) as { key: string; object: { kind: string; apiVersion: string } })
        .map(({ key, object }) => `${object.apiVersion} ${object.kind} ${key}`)
        .sort(),
    };
  };

  it('should print the objects of the context’s namespace, with their collection', async () => {
    expect(await synced('cm,deploy.v1.apps,ConfigMap,secrets,ns')).toMatchObject({
      code: 0,
      found: expect.arrayContaining([
        'apps/v1 Deployment shop/web',
        'v1 ConfigMap shop/a',
        'v1 ConfigMap shop/b',
        'v1 Namespace other',
        'v1 Namespace shop',
      ]) as unknown,
    });
    expect((await synced('cm,secrets')).found).toEqual(['v1 ConfigMap shop/a', 'v1 ConfigMap shop/b']);
  });

  it('should print the objects of another namespace, and of all namespaces', async () => {
    expect((await synced('cm,secrets', '-n', 'other')).found).toEqual([
      'v1 Secret other/a',
      'v1 Secret other/b',
    ]);
    expect((await synced('cm,secrets', '-A')).found).toHaveLength(4);
  });

  it('should print a single object', async () => {
    expect((await synced('cm/b,deploy/web')).found).toEqual([
      'apps/v1 Deployment shop/web',
      'v1 ConfigMap shop/b',
    ]);
  });

  it('should end with an error if one of the collections cannot be listed', async () => {
    const { code, errors } = await synced('cm,secrets', '--field-selector', 'spec.no=1');

    expect(code).toBe(1);
    expect(errors).toContain('spec.no');
  });

  it('should name the context and the kubeconfig of an invalid namespace', async () => {
    const file = home.path('.kube', 'config');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"shop"', '"Shop!"'));
    const refused = await synced('cm,ns');

    expect(refused).toMatchObject({ code: 1, found: [] });
    expect(refused.errors).toBe(
      `rx-informer: the context “memory” of ${file} has the namespace "Shop!", which cannot be the name of one\n`,
    );
    expect((await synced('cm', '-A')).code).toBe(0);
    expect((await synced('cm', '-n', 'shop')).code).toBe(0);
    expect((await synced('ns')).code).toBe(0);
  });

  it('should list the existing contexts', async () => {
    const command = inProcess(['watch', 'cm', '--context', 'nowhere'], { environment });

    expect(await command.ended).toBe(2);
    expect(command.errors()).toMatch(
      /^rx-informer: there is no context “nowhere” in .*\nThere is: memory\n$/,
    );
  });

  it('should not resolve a removed resource from its cache', async () => {
    await synced('cm');
    const directory = home.path('.cache', 'rx-informer', 'discovery');
    const file = join(directory, readdirSync(directory)[0] ?? '');
    const ghosts = readFileSync(file, 'utf8').replaceAll('"configmaps"', '"ghosts"');
    writeFileSync(file, ghosts);

    const haunted = await synced('ghosts');
    expect(haunted).toMatchObject({ code: 1, found: [] });
    expect(haunted.errors).toMatch(/^rx-informer: the server has no resource “ghosts”\n/);
    writeFileSync(file, ghosts);
    const beside = await synced('ghosts,secrets,deploy');
    expect(beside).toMatchObject({ code: 1, found: ['apps/v1 Deployment shop/web'] });
    expect(beside.errors).toMatch(/^rx-informer: the server has no resource “ghosts”\n/m);
    expect((await synced('cm')).found).toHaveLength(2);
  });

  it('should use another version than the cached one if the cached one no longer exists', async () => {
    await synced('deploy');
    const directory = home.path('.cache', 'rx-informer', 'discovery');
    const file = join(directory, readdirSync(directory)[0] ?? '');
    const old = readFileSync(file, 'utf8').replaceAll('"apps","version":"v1"', '"apps","version":"v1beta1"');
    expect(old).toContain('v1beta1');
    writeFileSync(file, old);

    expect(await synced('deploy')).toMatchObject({ code: 0, found: ['apps/v1 Deployment shop/web'] });
  });

  it('should follow all collections until it is stopped', async () => {
    const command = inProcess(['watch', 'cm,secrets', '-A'], { environment });
    const printed = (text: string): Promise<void> =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!command.output().includes(text)) return;
          command.stdout.off('data', look);
          resolve();
        };
        command.stdout.on('data', look);
        look();
      });
    await Promise.all([printed('added configmaps shop/b'), printed('added secrets other/b')]);
    server.objects.delete(core.v1.secrets, 'other/a');
    server.objects.patch(core.v1.configmaps, 'shop/a', { data: { a: 'b' } });
    await Promise.all([printed('deleted secrets other/a'), printed('updated configmaps shop/a')]);
    command.stop();

    expect(await command.ended).toBe(0);
  });

  it('should follow the cluster of the given context with start', async () => {
    const command = inProcess(['start', '--context', 'memory'], { environment });
    await new Promise((resolve) => command.stdout.once('data', resolve));
    command.stop();

    expect(await command.ended).toBe(0);
    expect(command.output()).toContain('added deployments shop/web');
  });
});
