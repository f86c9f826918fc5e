import { afterEach, describe, expect, it } from '@jest/globals';
import { TestScheduler } from 'rxjs/testing';
import { type ApiServer, createApiServer, type ObjectAccess } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { fc } from '../../support/properties.ts';

type Policy = 'Foreground' | 'Background' | 'Orphan';

/** An owner reference, reduced to the fields that differ between the tests. */
interface Owner {
  readonly name: string;
  readonly uid?: string;
  readonly blocks?: boolean;
  readonly kind?: string;
}

describe('collectGarbage', () => {
  const servers: ApiServer[] = [];
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

  /**
   * Runs steps one after the other. All effects of a step, such as garbage collection, happen before the next step.
   */
  function inTime(...steps: readonly ((objects: ObjectAccess) => void)[]): ObjectAccess {
    let objects: ObjectAccess | undefined;
    new TestScheduler(() => undefined).run(({ cold, flush }) => {
      const server = createApiServer();
      servers.push(server);
      objects = server.objects;
      const times = steps.map((_, at) => String.fromCharCode(97 + at)).join('');
      cold(times).subscribe((time) => steps[time.charCodeAt(0) - 97]?.(server.objects));
      flush();
    });
    if (objects === undefined) throw new Error('the scheduler did not run');
    return objects;
  }

  const make =
    (name: string, owners: readonly Owner[] = [], more: object = {}) =>
    (objects: ObjectAccess): void => {
      const ownerReferences = owners.map(({ uid, blocks = true, kind = 'ConfigMap', ...owner }) => ({
        apiVersion: 'v1',
        kind,
        name: owner.name,
        uid: uid ?? objects.get(core.v1.configmaps, `default/${owner.name}`)?.metadata.uid ?? 'absent',
        blockOwnerDeletion: blocks,
      }));
      const metadata = { name, namespace: 'default', ...more, ownerReferences };
      objects.create(core.v1.configmaps, { metadata });
    };
  const remove =
    (name: string, propagationPolicy?: Policy) =>
    (objects: ObjectAccess): void =>
      objects.delete(core.v1.configmaps, `default/${name}`, propagationPolicy ? { propagationPolicy } : {});
  const release =
    (name: string) =>
    (objects: ObjectAccess): void => {
      objects.patch(core.v1.configmaps, `default/${name}`, { metadata: { finalizers: null } });
    };
  const names = (objects: ObjectAccess): readonly string[] =>
    objects.list(core.v1.configmaps, 'default').map(({ metadata }) => metadata.name);
  const own = (name: string): Owner => ({ name });
  const held = { finalizers: ['example.com/wait'] };

  it('should delete the dependents of a deleted owner, and their dependents (P130)', () => {
    const objects = inTime(make('a'), make('b', [own('a')]), make('c', [own('b')]), make('d'), remove('a'));

    expect(names(objects)).toEqual(['d']);
  });

  it('should keep an object with another owner, and remove the absent owner from its list', () => {
    const objects = inTime(make('a'), make('b'), make('c', [own('a'), own('b')]), remove('a'));

    expect(names(objects)).toEqual(['b', 'c']);
    expect(objects.get(core.v1.configmaps, 'default/c')?.metadata.ownerReferences).toEqual([
      expect.objectContaining({ name: 'b' }),
    ]);
  });

  it('should keep an owner in foreground deletion until its dependents are removed (P92, P130)', () => {
    const during: (readonly string[])[] = [];
    const look = (objects: ObjectAccess): void => void during.push(names(objects));

    const objects = inTime(
      make('a'),
      make('b', [own('a')], held),
      make('c', [own('a')]),
      remove('a', 'Foreground'),
      look,
      release('b'),
    );

    expect(during).toEqual([['a', 'b']]);
    expect(names(objects)).toEqual([]);
  });

  it('should not wait for a dependent that does not block', () => {
    const objects = inTime(
      make('a'),
      make('b', [{ name: 'a', blocks: false }], held),
      remove('a', 'Foreground'),
    );

    expect(names(objects)).toEqual(['b']);
    expect(objects.get(core.v1.configmaps, 'default/b')?.metadata).toHaveProperty('deletionTimestamp');
  });

  it('should end a cycle of owners that wait for each other', () => {
    const uid = '00000000-0000-4000-8000-000000000001';
    const objects = inTime(
      (all) => all.create(core.v1.configmaps, { metadata: { name: 'a', namespace: 'default' } }),
      make('b', [own('a')]),
      (all) => {
        const metadata = all.get(core.v1.configmaps, 'default/b')?.metadata;
        const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'b', uid: metadata?.uid ?? uid };
        const ownerReferences = [{ ...reference, blockOwnerDeletion: true }];
        all.patch(core.v1.configmaps, 'default/a', { metadata: { ownerReferences } });
      },
      remove('a', 'Foreground'),
    );

    expect(names(objects)).toEqual([]);
  });

  it('should remove the owner reference from orphaned dependents (P92, P130)', () => {
    const objects = inTime(make('a'), make('b', [own('a')]), remove('a', 'Orphan'));

    expect(names(objects)).toEqual(['b']);
    expect(objects.get(core.v1.configmaps, 'default/b')?.metadata).not.toHaveProperty('ownerReferences');
  });

  it('should let a later policy replace an earlier one', () => {
    const objects = inTime(
      make('a', [], held),
      make('b', [own('a')], held),
      remove('a', 'Foreground'),
      remove('a', 'Background'),
      release('a'),
    );

    expect(names(objects)).toEqual(['b']);
  });

  it('should delete an object whose owner never existed, or has another uid (P131)', () => {
    const objects = inTime(
      make('a'),
      make('b', [{ name: 'nobody', uid: 'gone' }]),
      make('c', [{ name: 'a', uid: 'another' }]),
    );

    expect(names(objects)).toEqual(['a']);
  });

  it('should look for an owner only in the namespace of its dependent', () => {
    const objects = inTime(make('a'), (all) => {
      const uid = all.get(core.v1.configmaps, 'default/a')?.metadata.uid ?? '';
      const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid }];
      all.create(core.v1.configmaps, { metadata: { name: 'b', namespace: 'kube-system', ownerReferences } });
      all.create(core.v1.nodes, { metadata: { name: 'n', ownerReferences } });
    });

    expect(objects.list(core.v1.configmaps, 'kube-system')).toEqual([]);
    expect(objects.get(core.v1.nodes, 'n')).toBeDefined(); // a node is cluster-scoped, so an owner in a namespace does not count
  });

  it('should keep objects whose owner is of an unserved kind', () => {
    const objects = inTime(make('a', [{ name: 'x', kind: 'Unheard' }]));

    expect(names(objects)).toEqual(['a']);
  });

  it('should keep seeded objects whose owners were not seeded', () => {
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'gone', uid: 'x' }];
    const metadata = { name: 'a', namespace: 'default', ownerReferences };
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata };
    const server = createApiServer();
    servers.push(server);

    new TestScheduler(() => undefined).run(({ flush }) => {
      server.seed([object]);
      server.objects.patch(core.v1.configmaps, 'default/a', { metadata: { labels: { a: 'b' } } });
      flush();
    });

    expect(names(server.objects)).toEqual(['a']);
  });

  it('should collect nothing if it is turned off', () => {
    const server = createApiServer({ garbageCollector: false });
    servers.push(server);

    new TestScheduler(() => undefined).run(({ flush }) => {
      make('a')(server.objects);
      make('b', [own('a')])(server.objects);
      remove('a', 'Foreground')(server.objects);
      flush();
    });

    expect(server.objects.get(core.v1.configmaps, 'default/a')?.metadata.finalizers).toEqual([
      'foregroundDeletion',
    ]);
  });

  it('should leave the same objects as a walk over the owners, for any owners', () => {
    const graph = fc.array(fc.array(fc.nat(20), { maxLength: 3 }), { minLength: 1, maxLength: 12 });
    const deletions = fc.array(fc.tuple(fc.nat(11), fc.constantFrom<Policy>('Foreground', 'Background')), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(graph, deletions, (owners, deleted) => {
        // Only earlier objects can be owners, so that owners have no cycle.
        const edges = owners.map((list, at) => [...new Set(list.filter((owner) => owner < at))]);
        const gone = new Set(deleted.map(([at]) => at).filter((at) => at < edges.length));
        const left: string[] = [];
        const lost = new Set<number>();
        edges.forEach((list, at) => {
          if (gone.has(at) || (list.length > 0 && list.every((owner) => lost.has(owner)))) lost.add(at);
          else left.push(`c${String(at).padStart(2, '0')}`);
        });
        const name = (at: number): string => `c${String(at).padStart(2, '0')}`;

        const objects = inTime(
          (all) =>
            edges.forEach((list, at) =>
              make(
                name(at),
                list.map((one) => own(name(one))),
              )(all),
            ),
          (all) => {
            for (const [at, policy] of deleted) {
              if (all.get(core.v1.configmaps, `default/${name(at)}`)) remove(name(at), policy)(all);
            }
          },
        );

        expect(names(objects)).toEqual(left);
      }),
      { numRuns: 60 },
    );
  });
});
