import { describe, expect, it } from '@jest/globals';
import { edit, type KubeObject, OptionsError, StatusError } from 'rx-informer';
import { kubeObject, virtualCluster } from 'rx-informer/testing';
import { concat, map, type Observable } from 'rxjs';
import { marbles } from '../support/marbles.ts';

interface Widget extends KubeObject {
  readonly spec: { readonly size: number; readonly tags?: readonly string[] };
}

const widgets = () => virtualCluster().collection<Widget>('widgets.example.com');
const widget = kubeObject<Widget>('shop/a', { spec: { size: 1 } });

/** Returns the response to a request that completes synchronously. */
function answer<T>(answer$: Observable<T>): T {
  const answers: T[] = [];
  const errors: unknown[] = [];
  answer$.subscribe({ next: (value) => answers.push(value), error: (error: unknown) => errors.push(error) });
  if (errors.length > 0) throw errors[0];
  expect(answers).toHaveLength(1);
  return answers[0] as T;
}

const refusal = (act: () => unknown): StatusError => {
  try {
    act();
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  }
  throw new Error('was not refused');
};

describe('virtualCluster, writes', () => {
  it('should create objects with a new uid, time, version and generation', () => {
    const collection = widgets();

    expect(answer(collection.create(widget)).metadata).toEqual({
      namespace: 'shop',
      name: 'a',
      uid: 'uid-1',
      resourceVersion: '2',
      generation: 1,
      creationTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
    expect(refusal(() => answer(collection.create(widget)))).toMatchObject({
      code: 409,
      reason: 'AlreadyExists',
      message: 'widgets.example.com "a" already exists',
    });
  });

  it('should refuse to create an object with a version, but accept objects of kubeObject()', () => {
    const collection = widgets();
    const first = answer(collection.create(widget));
    const copy = { ...first, metadata: { ...first.metadata, name: 'copy' } };

    expect(refusal(() => answer(collection.create(copy)))).toMatchObject({
      code: 500,
      message: 'resourceVersion should not be set on objects to be created',
    });
    expect(answer(collection.create({ ...copy, metadata: { ...copy.metadata, resourceVersion: '0' } }))).toBe(
      collection.objects()[1],
    );
  });

  it('should make a new name from generateName each time', () => {
    const collection = widgets();
    const create = () => answer(collection.create({ metadata: { generateName: 'w-', namespace: 'shop' } }));

    expect(create().metadata.name).toMatch(/^w-.{5}$/);
    expect(create().metadata.name).not.toBe(create().metadata.name);
    expect(collection.objects()).toHaveLength(3);
    expect(refusal(() => answer(collection.create({ spec: { size: 1 } }))).code).toBe(422);
  });

  it('should refuse an update of an object that has changed in the meantime, or has another uid', () => {
    const collection = widgets();
    const first = answer(collection.create(widget));
    const second = answer(collection.update({ ...first, spec: { size: 2 } }));

    expect(second).toMatchObject({ spec: { size: 2 }, metadata: { resourceVersion: '3', generation: 2 } });
    expect(refusal(() => answer(collection.update({ ...first, spec: { size: 3 } })))).toMatchObject({
      code: 409,
      reason: 'Conflict',
    });
    const other = { ...second, metadata: { ...second.metadata, uid: 'other' } };
    expect(refusal(() => answer(collection.update(other))).message).toContain('UID in precondition: other');
    expect(refusal(() => answer(collection.update(kubeObject<Widget>('shop/b')))).code).toBe(404);
  });

  it('should do nothing without a change, and keep the fields of the server', () => {
    const collection = widgets();
    const first = answer(collection.create(widget));
    const touched = { ...first, metadata: { ...first.metadata, generation: 9, labels: { a: 'b' } } };

    expect(answer(collection.update({ ...first }))).toBe(first);
    expect(answer(collection.update(touched)).metadata).toEqual({
      ...first.metadata,
      labels: { a: 'b' },
      resourceVersion: '3',
    });
  });

  it('should accept both patches of an edit, and refuse each after a conflicting write', () => {
    const collection = widgets();
    const first = answer(collection.create(widget));
    const edited = edit(first, (draft) => {
      draft.spec.tags = ['x'];
    });

    expect(answer(collection.patch('shop/a', edited.jsonPatch)).spec).toEqual({ size: 1, tags: ['x'] });
    expect(refusal(() => answer(collection.patch('shop/a', edited.jsonPatch))).code).toBe(422);
    expect(refusal(() => answer(collection.patch('shop/a', edited.mergePatch))).code).toBe(409);
    expect(answer(collection.patch('shop/a', { spec: { size: 7 } })).spec).toEqual({ size: 7, tags: ['x'] });
    expect(refusal(() => answer(collection.patch('shop/a', { metadata: { name: 'b' } }))).code).toBe(422);
    expect(refusal(() => answer(collection.patch('shop/b', {}))).code).toBe(404);
  });

  it('should delete under preconditions', () => {
    const collection = widgets();
    const { metadata } = answer(collection.create(widget));
    const remove = (preconditions?: object) => answer(collection.delete('shop/a', preconditions));

    expect(refusal(() => remove({ uid: 'other' })).reason).toBe('Conflict');
    expect(refusal(() => remove({ resourceVersion: '1' })).reason).toBe('Conflict');
    expect(
      remove({ uid: metadata.uid, resourceVersion: metadata.resourceVersion }).metadata.resourceVersion,
    ).toBe('3');
    expect(refusal(() => remove()).code).toBe(404);
    expect(collection.objects()).toEqual([]);
  });

  it('should keep an object with finalizers until the last is removed', () => {
    const collection = widgets();
    answer(collection.create({ ...widget, metadata: { ...widget.metadata, finalizers: ['a', 'b'] } }));
    const types: string[] = [];
    collection
      .listerWatcher()
      .watch()
      .subscribe(({ type }) => types.push(type));

    const marked = answer(collection.delete('shop/a'));
    expect(marked.metadata).toMatchObject({ deletionTimestamp: expect.any(String), generation: 2 });
    expect(answer(collection.delete('shop/a'))).toBe(marked);
    answer(collection.patch('shop/a', { metadata: { finalizers: ['b'] } }));
    expect(collection.objects()).toHaveLength(1);
    answer(collection.patch('shop/a', { metadata: { finalizers: null } }));
    expect(collection.objects()).toEqual([]);
    expect(types).toEqual(['ADDED', 'MODIFIED', 'MODIFIED', 'DELETED']);
  });

  it('should allow writes by another client for any version, and emit another uid as another object', () => {
    const collection = widgets();
    const types: string[] = [];
    collection
      .listerWatcher()
      .watch()
      .subscribe(({ type, ...event }) => {
        types.push(`${type} ${'object' in event ? event.object.metadata.uid : ''}`);
      });
    collection.put(widget);
    collection.put({ ...widget, spec: { size: 2 } });
    collection.put({ ...widget, metadata: { ...widget.metadata, uid: 'new' } });
    collection.remove('shop/a');

    expect(types).toEqual([
      'ADDED uid-of-shop/a',
      'MODIFIED uid-of-shop/a',
      'DELETED uid-of-shop/a',
      'ADDED new',
      'DELETED new',
    ]);
    expect(() => collection.remove('shop/a')).toThrow(OptionsError);
  });

  it('should answer after its latency, and not write after an unsubscribe', () => {
    marbles().run(({ expectObservable }) => {
      const cluster = virtualCluster({ latency: 3 });
      const collection = cluster.collection('pods');
      const name$ = (answer$: Observable<KubeObject>) => answer$.pipe(map(({ metadata }) => metadata.name));
      const missing = expect.objectContaining({ code: 404 });

      expectObservable(name$(collection.create(kubeObject('a'))), '^--!').toBe('-');
      expectObservable(collection.get('a'), '-^').toBe('----#', {}, missing);
      expectObservable(name$(collection.create(kubeObject('a'))), '--^').toBe('-----(a|)');
      expectObservable(name$(concat(collection.get('a'), collection.delete('a'))), '---^').toBe(
        '------a--(a|)',
      );
    });
  });

  it('should refuse the configured writes, in order, and no read', () => {
    const cluster = virtualCluster();
    const collection = cluster.collection('pods');
    cluster.refuseWrites(409, 2);
    cluster.refuseWrites(new StatusError({ code: 429, retryAfterSeconds: 3 }));
    const create = () => answer(collection.create(kubeObject('a')));

    expect([refusal(create).code, refusal(create).reason, refusal(create).retryAfterSeconds]).toEqual([
      409,
      'Conflict',
      3,
    ]);
    create();
    expect(answer(collection.get('a')).metadata.uid).toBe('uid-1');
  });

  it('should store and return frozen copies', () => {
    const collection = widgets();
    const mine = { metadata: { name: 'a' }, spec: { size: 1, tags: ['x'] } };
    const stored = answer(collection.create(mine));
    mine.spec.tags.push('y');

    expect(stored.spec.tags).toEqual(['x']);
    expect(
      [stored, stored.metadata, stored.spec, stored.spec.tags].every((part) => Object.isFrozen(part)),
    ).toBe(true);
  });

  it('should record each request with its key, its body and its options', () => {
    const cluster = virtualCluster();
    const collection = cluster.collection<Widget>('widgets.example.com');
    const patch = { spec: { size: 2 } };
    const generated = { metadata: { generateName: 'w-' } };
    const first = answer(collection.create(widget));
    const source = collection.listerWatcher();
    answer(collection.create({ metadata: { name: 'b' } }));
    answer(collection.create(generated));
    answer(collection.create({ metadata: { ...generated.metadata, namespace: 'shop' } }));
    refusal(() => answer(collection.create({})));
    answer(collection.get('shop/a'));
    answer(collection.update(first));
    answer(collection.patch('shop/a', patch));
    answer(collection.delete('shop/a', { uid: first.metadata.uid }));
    source.list().subscribe();
    source.watch({ resourceVersion: '1' }).subscribe();

    expect(cluster.requests).toEqual(
      [
        { verb: 'create', key: 'shop/a', body: widget },
        { verb: 'create', key: 'b', body: { metadata: { name: 'b' } } },
        { verb: 'create', key: 'w-', body: generated },
        { verb: 'create', key: 'shop/w-', body: expect.anything() },
        { verb: 'create', key: '', body: {} },
        { verb: 'get', key: 'shop/a' },
        { verb: 'update', key: 'shop/a', body: first },
        { verb: 'patch', key: 'shop/a', body: patch },
        { verb: 'delete', key: 'shop/a', options: { uid: first.metadata.uid } },
        { verb: 'list', options: {} },
        { verb: 'watch', options: { resourceVersion: '1' } },
      ].map((request) => ({ at: expect.any(Number), resource: 'widgets.example.com', ...request })),
    );
    expect(source.requests.map(({ verb }) => verb)).toEqual(['list', 'watch']);
  });

  it('should emit no event for a write that changes nothing', () => {
    const collection = widgets();
    const first = answer(collection.create(widget));
    const events: string[] = [];
    const watch = collection.listerWatcher().watch({ resourceVersion: first.metadata.resourceVersion });
    watch.subscribe(({ type }) => events.push(type));
    answer(collection.update({ ...first }));
    refusal(() => answer(collection.create(widget)));

    expect(events).toEqual([]);
  });

  it.each<[call: (collection: ReturnType<typeof widgets>) => unknown, message: string]>([
    [(to) => to.create(3 as never), 'create: object must be an object, not 3'],
    [(to) => to.update({} as never), 'update: object must be '],
    [(to) => to.patch(3 as never, {}), 'patch: key must be a string, not 3'],
    [
      (to) => to.patch('a', 3 as never),
      'patch: patch must be a merge patch, or a JSON patch as an array, not 3',
    ],
    [(to) => to.patch('a', null as never), 'patch: patch must be a merge patch'],
    [(to) => to.get(undefined as never), 'get: key must be a string, not undefined'],
    [(to) => to.delete(3 as never), 'delete: key must be a string, not 3'],
    [(to) => to.delete('a', { name: 'a' } as never), "delete: unknown option 'name'"],
    [(to) => to.put({ metadata: {} } as never), 'put: object must be '],
    [(to) => to.remove('a'), 'remove: key must be the key of an existing object, not "a"'],
    [(to) => to.listerWatcher({ label: 'a' } as never), "listerWatcher: unknown option 'label'"],
  ])('should refuse invalid arguments at the call: %s', (call, message) => {
    expect(() => call(widgets())).toThrow(OptionsError);
    expect(() => call(widgets())).toThrow(message);
  });
});
