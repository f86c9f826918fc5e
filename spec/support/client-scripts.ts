import { concatMap, map, type Observable } from 'rxjs';
import { type KubeObject, StatusError } from 'rx-informer';
import type { ResourceClient } from 'rx-informer/client';

/** Removes the values that always differ between two servers, for example uids, versions and times. */
export function comparable(answer: unknown): unknown {
  if (answer instanceof StatusError) {
    const { code, reason, causes } = answer;
    return { code, reason, causes: code === 409 ? causes : [] };
  }
  return JSON.parse(
    JSON.stringify(answer, (name, value: unknown) =>
      ['uid', 'resourceVersion', 'creationTimestamp', 'deletionTimestamp', 'status'].includes(name)
        ? '(set)'
        : value,
    ),
  );
}

interface Data extends KubeObject {
  readonly data?: Readonly<Record<string, string>>;
}
type Client = ResourceClient<Data>;
type Step = (client: Client) => Observable<unknown>;

const mine = { fieldManager: 'mine' };
const theirs = { fieldManager: 'theirs' };
/** Returns scripts of requests for ConfigMaps in a namespace. All API servers answer these requests in the same way. */
export function clientScripts(namespace: string): Readonly<Record<string, readonly Step[]>> {
  const configMap = (name: string, data?: Readonly<Record<string, string>>) => ({
    metadata: { name, namespace },
    ...(data && { data }),
  });
  const web = `${namespace}/web`;
  return {
    'create and read': [
      (client) => client.create(configMap('web', { a: '1' })),
      (client) => client.get(web),
      (client) => client.create(configMap('web')),
      (client) => client.get(`${namespace}/none`),
    ],
    'update with an old version': [
      (client) => client.create(configMap('web', { a: '1' })),
      (client) =>
        client
          .get(web)
          .pipe(concatMap((old) => client.update({ ...old, data: { a: '2' } }).pipe(map(() => old)))),
      (client) => client.get(web),
      (client) =>
        client.update({
          ...configMap('web'),
          metadata: { ...configMap('web').metadata, resourceVersion: '1' },
        } as never),
    ],
    patches: [
      (client) => client.create(configMap('web', { a: '1', b: '2' })),
      (client) => client.patch(web, { data: { a: null, c: '3' } }),
      (client) => client.patch(web, [{ op: 'replace', path: '/data/b', value: '9' }]),
      (client) => client.patch(web, [{ op: 'remove', path: '/data/none' }]),
      (client) => client.patch(`${namespace}/none`, { data: {} }),
    ],
    'an edit': [
      (client) => client.create(configMap('web', { a: '1' })),
      (client) =>
        client.edit(web, (draft) => {
          draft.data = { a: '2' };
        }),
      (client) => client.edit(`${namespace}/none`, () => undefined),
    ],
    'dry runs': [
      (client) => client.create(configMap('dry'), { dryRun: true }),
      (client) => client.get(`${namespace}/dry`),
      (client) => client.create(configMap('web', { a: '1' })),
      (client) => client.patch(web, { data: { a: '2' } }, { dryRun: true }),
      (client) => client.apply(web, { data: { b: '1' } }, { ...mine, dryRun: true }),
      (client) => client.delete(web, { dryRun: true }),
      (client) => client.get(web),
    ],
    deletes: [
      (client) => client.create(configMap('web')),
      (client) => client.delete(web, { preconditions: { uid: 'other' } }),
      (client) => client.delete(web),
      (client) => client.delete(web),
    ],
    'a finalizer': [
      (client) =>
        client.create({ metadata: { ...configMap('web').metadata, finalizers: ['example.com/wait'] } }),
      (client) => client.delete(web).pipe(map((object) => object !== undefined)),
      (client) => client.patch(web, { metadata: { finalizers: null } }).pipe(map(() => 'removed')),
      (client) => client.get(web),
    ],
    'the delete of a selection': [
      (client) => client.create({ metadata: { name: 'a', namespace, labels: { app: 'web' } } }),
      (client) => client.create({ metadata: { name: 'b', namespace, labels: { app: 'db' } } }),
      (client) => client.deleteAll({ namespace, labelSelector: 'app=web' }),
      (client) => client.deleteAll({ namespace, fieldSelector: 'metadata.name=none' }),
      (client) => client.get(`${namespace}/a`),
      (client) => client.get(`${namespace}/b`),
    ],
    'an apply that creates, changes and removes fields': [
      (client) => client.apply(web, { data: { a: '1', b: '2' } }, mine),
      (client) => client.apply(web, { data: { a: '1' } }, mine),
      (client) => client.get(web),
    ],
    'conflicts between field managers': [
      (client) => client.apply(web, { data: { a: '1', b: '2' } }, mine),
      (client) => client.apply(web, { data: { a: '2' } }, theirs),
      (client) => client.apply(web, { data: { a: '2' } }, { ...theirs, force: true }),
      (client) => client.apply(web, { data: { a: '1', b: '2' } }, mine),
      (client) => client.apply(web, { data: { b: '2' } }, mine),
      (client) => client.get(web),
    ],
    'shared fields': [
      (client) => client.apply(web, { data: { a: '1' } }, mine),
      (client) => client.apply(web, { data: { a: '1' } }, theirs),
      (client) => client.apply(web, { data: {} }, mine),
      (client) => client.get(web),
    ],
    'an apply of a scalar label, and of labels': [
      (client) => client.apply(web, { metadata: { labels: { app: 'web', tier: 'front' } } }, mine),
      (client) => client.apply(web, { metadata: { labels: { app: 'web' } } }, mine),
    ],
    'preconditions of an apply': [
      (client) => client.create(configMap('web', { a: '1' })),
      (client) => client.apply(web, { metadata: { resourceVersion: '1' }, data: { b: '1' } }, mine),
      (client) => client.get(web),
    ],
    'a body with another name': [
      (client) => client.create(configMap('web', { a: '1' })),
      (client) => client.patch(web, { metadata: { name: 'other' } }),
      (client) => client.patch(web, { metadata: { namespace: 'other' } }),
    ],
  };
}
