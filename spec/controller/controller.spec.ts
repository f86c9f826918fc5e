import { describe, expect, it } from '@jest/globals';
import { first, map, timer } from 'rxjs';
import { informer, type KubeObject } from 'rx-informer';
import {
  controller,
  type ControllerOptions,
  type ReconcileOutcome,
  requestsForAll,
} from 'rx-informer/controller';
import { apps, core } from 'rx-informer/kinds';
import { kubeObject, marbleScheduler, virtualCluster } from 'rx-informer/testing';

function setUp() {
  const cluster = virtualCluster();
  const deployments = cluster.collection(apps.v1.deployments);
  const pods = cluster.collection(core.v1.pods);
  return {
    deployments,
    pods,
    live: informer(deployments.listerWatcher()),
    livePods: informer(pods.listerWatcher()),
  };
}
const podOf = (name: string, owner: string) =>
  kubeObject(`shop/${name}`, {
    metadata: {
      ownerReferences: [
        { apiVersion: 'apps/v1', kind: 'Deployment', name: owner, uid: owner, controller: true },
      ],
    },
  });
const printed = (outcome: ReconcileOutcome): string =>
  'key' in outcome ? `${outcome.outcome} ${outcome.key} ${outcome.causes.join()}` : 'notSynced';

describe('controller', () => {
  it('should run the changed objects, and the owners of changed objects', () => {
    marbleScheduler().run(({ cold, expectObservable, flush }) => {
      const { deployments, pods, live, livePods } = setUp();
      const seen: unknown[] = [];
      deployments.put(kubeObject('shop/web'));
      cold('--p--d|').subscribe((step) => {
        if (step === 'p') pods.put(podOf('web-0', 'web'));
        else deployments.remove('shop/web');
      });
      const outcomes$ = controller({
        for: live,
        resource: apps.v1.deployments,
        owns: { pods: livePods },
        reconcile: (deployment, { key }) => void seen.push([key, deployment?.metadata.name]),
      }).pipe(map(printed));
      expectObservable(outcomes$, '9ms !').toBe('a-b--c', {
        a: 'done shop/web initial',
        b: 'done shop/web pods',
        c: 'done shop/web watch',
      });
      flush();
      expect(seen).toEqual([
        ['shop/web', 'web'],
        ['shop/web', 'web'],
        ['shop/web', undefined],
      ]);
    });
  });

  it('should start no run before the owned objects have synced, and name them (G23)', () => {
    marbleScheduler().run(({ cold, expectObservable }) => {
      const { deployments, live } = setUp();
      deployments.put(kubeObject('shop/web'));
      const never = informer<KubeObject>(cold<never>('-'));
      const options = {
        for: live,
        resource: apps.v1.deployments,
        owns: { pods: never },
        reconcile: () => undefined,
      };
      const outcomes$ = controller({ ...options, syncTimeout: 5 }).pipe(
        map((outcome) =>
          outcome.outcome === 'notSynced' ? outcome.inputs.map(({ name }) => name).join() : outcome,
        ),
      );
      expectObservable(outcomes$, '7ms !').toBe('-----x', { x: 'pods' });
    });
  });

  it('should run the keys of further triggers: all objects, when an optional informer has synced', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const { deployments, live, livePods } = setUp();
      deployments.put(kubeObject('shop/web'));
      const running = livePods.start();
      timer(20).subscribe(() => running.unsubscribe());
      const arrived$ = livePods.status$.pipe(first(({ hasSynced }) => hasSynced));
      const outcomes$ = controller({
        for: live,
        resource: apps.v1.deployments,
        triggers: [arrived$.pipe(requestsForAll(live, { cause: 'pods are there' }))],
        reconcile: () => undefined,
      }).pipe(map(printed));
      expectObservable(outcomes$, '9ms !').toBe('a', { a: 'done shop/web pods are there,initial' });
    });
  });

  it('should pass its other options on: `stop$` (G24)', () => {
    marbleScheduler().run(({ cold, expectObservable }) => {
      const { live } = setUp();
      const stop$ = cold('---x');
      expectObservable(
        controller({ for: live, resource: apps.v1.deployments, reconcile: () => undefined, stop$ }),
      ).toBe('---|');
    });
  });

  it.each<[string, object, string]>([
    ['no informer', { for: {} }, 'controller: for must be an informer'],
    ['no resource', { resource: undefined }, 'controller: resource must be a collection'],
    ['a wrong option', { own: {} }, "controller: unknown option 'own'; did you mean 'owns'?"],
    ['a wrong owned informer', { owns: { pods: 1 } }, 'controller: owns.pods must be an informer, not 1'],
    ['a wrong input', { inputs: { pods: 'x' } }, 'controller: inputs.pods must be an informer, not "x"'],
    [
      'an array of owned informers',
      { owns: [] },
      'controller: owns must be an object with an informer for each name, not an array',
    ],
    [
      'a name that occurs twice',
      { owns: { deployments: setUp().live } },
      'controller: owns and inputs must be informers with names that differ from each other, and from',
    ],
    [
      'no array of triggers',
      { triggers: {} },
      'controller: triggers must be an array of Observables of requests',
    ],
    ['no function', { reconcile: undefined }, 'controller: reconcile must be a function'],
    [
      'a wrong option of reconcileByKey',
      { concurrency: 0 },
      'controller: concurrency must be a whole number',
    ],
  ])('should throw for %s', (_what, given, text) => {
    const { live } = setUp();
    const options = { for: live, resource: apps.v1.deployments, reconcile: () => undefined, ...given };
    expect(() => controller(options as unknown as ControllerOptions<KubeObject>)).toThrow(text);
  });
});
