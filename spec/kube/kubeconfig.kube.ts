import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { selfSigned } from '../contract/support/self-signed.ts';
import { type Cluster, down, up } from './kube.mjs';
import { asAdmin } from './support/admin.ts';
import { type Command, watchWith } from './support/command.ts';
import { eventually } from './support/eventually.ts';

const commands: Command[] = [];
afterEach(() => commands.splice(0).forEach((command) => command.kill('SIGKILL')));

describe('rx-informer watch --kubeconfig', () => {
  const home = mkdtempSync(join(tmpdir(), 'rx-informer-kubeconfig-'));
  const anna = selfSigned('anna');
  let cluster: Cluster;
  beforeAll(async () => {
    const clientCa = join(home, 'anna.crt');
    writeFileSync(clientCa, anna.cert);
    writeFileSync(join(home, 'anna.key'), anna.key);
    cluster = await up([`--client-ca-file=${clientCa}`]);
    await prepare(cluster);
    write('admin', cluster, { token: cluster.token });
  });
  afterAll(async () => {
    await down(cluster);
    rmSync(home, { recursive: true });
  });

  const write = (name: string, { server, caFile }: Cluster, user: object): string => {
    const file = join(home, name);
    const config = {
      'current-context': name,
      contexts: [{ name, context: { cluster: 'kube', user: name, namespace: 'shop' } }],
      clusters: [{ name: 'kube', cluster: { server, 'certificate-authority': caFile } }],
      users: [{ name, user }],
    };
    writeFileSync(file, JSON.stringify(config));
    return file;
  };
  const watch = (environment: Readonly<Record<string, string>>, ...words: readonly string[]): Command => {
    const command = watchWith(environment, ...words);
    commands.push(command);
    return command;
  };
  /** Runs the command. Returns the listed objects as texts such as `Kind namespace/name`. */
  const listed = async (
    words: readonly string[],
    environment: Readonly<Record<string, string>> = { HOME: home, KUBECONFIG: join(home, 'admin') },
  ): Promise<readonly string[]> => {
    const command = watch(environment, ...words, '--until-synced');
    const code = await command.exitCode;
    expect({ code, complaints: command.complaints }).toEqual({ code: 0, complaints: [] });
    return command.changes.map(({ key, object }) => `${object.kind} ${key}`).sort();
  };
  const maps = ['ConfigMap shop/a', 'ConfigMap shop/b'];

  it('should log in with a client certificate, inline and from files beside the kubeconfig', async () => {
    const inline = write('inline', cluster, {
      'client-certificate-data': Buffer.from(anna.cert).toString('base64'),
      'client-key-data': Buffer.from(anna.key).toString('base64'),
    });
    const files = write('files', cluster, { 'client-certificate': 'anna.crt', 'client-key': 'anna.key' });

    expect(await listed(['cm', '--kubeconfig', inline], {})).toEqual(maps);
    expect(await listed(['cm', '--kubeconfig', files], {})).toEqual(maps);
  });

  it('should log in with a token, a token file and a program, and impersonate another user', async () => {
    writeFileSync(join(home, 'secret'), `${cluster.token}\n`);
    const answer = JSON.stringify({ kind: 'ExecCredential', status: { token: cluster.token } });
    const apiVersion = 'client.authentication.k8s.io/v1';
    const users = {
      token: { token: cluster.token },
      file: { tokenFile: 'secret' },
      exec: { exec: { apiVersion, command: process.execPath, args: ['-e', `console.log('${answer}')`] } },
      acting: { token: cluster.token, as: 'nobody', 'as-groups': ['system:masters', 'others'] },
    };
    for (const [name, user] of Object.entries(users))
      expect(await listed(['cm', '--kubeconfig', write(name, cluster, user)], {})).toEqual(maps);
  });

  it('should name in one line the user that the server refuses', async () => {
    const refused = watch({}, 'cm', '--kubeconfig', write('wrong', cluster, { token: 'wrong-token' }));
    const forbidden = watch(
      {},
      'cm',
      '--kubeconfig',
      write('alice', cluster, { token: cluster.limitedToken }),
    );

    expect(await refused.exitCode).toBe(1);
    expect(refused.complaints[0]).toMatch(/refused the login: GET \/\S+ \(Unauthorized\): /);
    expect(await forbidden.exitCode).toBe(1);
    expect(forbidden.complaints).toEqual([expect.stringMatching(/answered 403: .*"alice" cannot/)]);
  });

  it('should merge several files of KUBECONFIG, and use the requested context', async () => {
    write('limited', cluster, { token: cluster.limitedToken });
    const KUBECONFIG = ['admin', 'no-such-file', 'limited'].map((name) => join(home, name)).join(delimiter);

    expect(await listed(['cm'], { KUBECONFIG })).toEqual(maps);
    const limited = watch({ KUBECONFIG }, 'cm', '--context', 'limited');
    expect(await limited.exitCode).toBe(1);
    const unknown = watch({ KUBECONFIG }, 'cm', '--context', 'other');
    expect(await unknown.exitCode).toBe(2);
    expect(unknown.complaints[1]).toBe('There is: admin, limited');
  });

  it('should resolve resources as kubectl does, also custom resources', async () => {
    expect(await listed(['cm,configmap,ConfigMap,CONFIGMAPS,configmaps.v1,cm.v1.'])).toEqual(maps);
    expect(await listed(['gz,gizmo,Gizmo,gizmos.example.com,gizmos.v1.example.com,tools'])).toEqual([
      'Gizmo shop/g',
    ]);
    expect(await listed(['deploy', '-A'])).toEqual([]);
    expect(await listed(['cm/a'])).toEqual(['ConfigMap shop/a']);
    expect(await listed(['ns/shop'])).toEqual(['Namespace shop']);

    const events = watch({ KUBECONFIG: join(home, 'admin') }, 'ev', '--until-synced');
    expect(await events.exitCode).toBe(0);
    expect(events.statuses).toContainEqual({
      resource: 'events',
      notice: 'ev is taken for events.v1; it could also be events.events.k8s.io',
    });
  });

  it('should find a kind that is newer than its cache', async () => {
    const environment = { HOME: home, KUBECONFIG: join(home, 'admin') };
    expect(await listed(['cm'], environment)).toEqual(maps);
    expect(readdirSync(join(home, '.cache', 'rx-informer', 'discovery'))).toHaveLength(1);
    await define(cluster, 'late', 'lt');

    await eventually(async () => expect(await listed(['lt'], environment)).toEqual([]));
  });

  it('should follow several collections at once', async () => {
    const environment = { KUBECONFIG: join(home, 'admin') };
    const watching = watch(environment, 'cm,gizmos,namespaces,ConfigMap');
    const received = (): readonly string[] =>
      watching.changes.map(
        ({ type, key, object }) => `${type} ${object.apiVersion ?? ''} ${object.kind ?? ''} ${key}`,
      );
    await eventually(() =>
      expect(received()).toEqual(
        expect.arrayContaining([
          'added v1 ConfigMap shop/a',
          'added v1 Namespace shop',
          'added example.com/v1 Gizmo shop/g',
        ]),
      ),
    );
    await asAdmin(cluster, async (ask) => {
      await ask('POST', '/apis/example.com/v1/namespaces/shop/gizmos', gizmo('h'));
      await ask('DELETE', '/api/v1/namespaces/shop/configmaps/b');
    });

    await eventually(() =>
      expect(received()).toEqual(
        expect.arrayContaining(['added example.com/v1 Gizmo shop/h', 'deleted v1 ConfigMap shop/b']),
      ),
    );
    watching.kill('SIGINT');
    expect(await watching.exitCode).toBe(0);
  });
});

const gizmo = (name: string): object => ({
  apiVersion: 'example.com/v1',
  kind: 'Gizmo',
  metadata: { name },
});

/** Creates a namespace with objects, a custom resource, and permissions for the user anna. */
async function prepare(cluster: Cluster): Promise<void> {
  await define(cluster, 'gizmo', 'gz', ['tools']);
  await asAdmin(cluster, async (ask) => {
    await ask('POST', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
      metadata: { name: 'anna' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'anna' }],
    });
    await ask('POST', '/api/v1/namespaces', { metadata: { name: 'shop' } });
    for (const name of ['a', 'b'])
      await ask('POST', '/api/v1/namespaces/shop/configmaps', { metadata: { name } });
    await eventually(() => ask('POST', '/apis/example.com/v1/namespaces/shop/gizmos', gizmo('g')));
  });
}

/** Creates a CRD without a singular name. */
function define(
  cluster: Cluster,
  singular: string,
  shortName: string,
  categories: readonly string[] = [],
): Promise<unknown> {
  const plural = `${singular}s`;
  const kind = singular.replace(/^./, (letter) => letter.toUpperCase());
  const schema = { openAPIV3Schema: { type: 'object' } };
  return asAdmin(cluster, (ask) =>
    ask('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      metadata: { name: `${plural}.example.com` },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural, kind, listKind: `${kind}List`, shortNames: [shortName], categories },
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    }),
  );
}
