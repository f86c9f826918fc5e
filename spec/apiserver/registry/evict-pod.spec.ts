import { describe, expect, it } from '@jest/globals';
import { find } from '../../../src/apiserver/registry/context.ts';
import { create } from '../../../src/apiserver/registry/create.ts';
import { evictionSteps } from '../../../src/apiserver/registry/evict-pod.ts';
import { update } from '../../../src/apiserver/registry/update.ts';
import { builtInResources } from '../../../src/apiserver/resources/built-in-resources.ts';
import { Catalog } from '../../../src/apiserver/resources/catalog.ts';
import { resourceOf } from '../../../src/apiserver/resources/resource.ts';
import { Storage } from '../../../src/apiserver/storage/storage.ts';
import { containers } from '../support/containers.ts';

const place = { namespace: 'default', name: 'p' };

interface Setup {
  /** Updates the pod. The labels of the new pod count how often `app` is read. `more` contains further labels. */
  readonly countLabels: (more?: Readonly<Record<string, string>>) => () => number;
  /** Writes a PodDisruptionBudget directly into the storage. */
  readonly budget: (name: string, selector: object) => void;
  readonly steps: (dryRun?: boolean) => Generator<void, void>;
  readonly hasPod: () => boolean;
}

/** Creates a running pod with the label `app: a`. */
function setUp(): Setup {
  const catalog = new Catalog();
  for (const definition of builtInResources()) catalog.add(resourceOf(definition));
  const context = {
    storage: new Storage(100, 1),
    catalog,
    world: { now: () => 0, random: Math.random },
    foreignOwners: new Set<string>(),
    namespacesBeingEmptied: new Set<string>(),
  };
  const { pods } = catalog;
  create(context, catalog.namespaces, '', { metadata: { name: 'default' } });
  const metadata = { name: 'p', labels: { app: 'a' } };
  create(context, pods, 'default', { metadata, spec: { containers } });
  const running = { metadata, spec: { containers }, status: { phase: 'Running' } };
  update(context, pods, place, running, { subresource: 'status' });
  return {
    countLabels: (more = {}) => {
      let reads = 0;
      const labels = {
        ...more,
        get app() {
          reads++;
          return 'a';
        },
      };
      const pod = find(context, pods, place);
      context.storage.write(
        'pods',
        'default/p',
        () => ({ ...pod, metadata: { ...pod?.metadata, labels } }) as never,
      );
      return () => reads;
    },
    budget: (name, selector) => {
      const object = { metadata: { name, namespace: 'default' }, spec: { selector } };
      context.storage.write('poddisruptionbudgets.policy', `default/${name}`, () => object as never);
    },
    steps: (dryRun = true) => evictionSteps(context, pods, place, { dryRun }),
    hasPod: () => find(context, pods, place)?.metadata.deletionTimestamp === undefined,
  };
}

/** Returns a label selector that counts how often it is read. */
function countedSelector(app: string): { readonly selector: object; readonly reads: () => number } {
  let reads = 0;
  const selector = {
    get matchLabels() {
      reads++;
      return { app };
    },
  };
  return { selector, reads: () => reads };
}

describe('evictionSteps', () => {
  it('should parse the selector of a disruption budget once, for any number of evictions', () => {
    const { budget, steps } = setUp();
    const { selector, reads } = countedSelector('other');
    budget('b', selector);

    expect([...steps()]).toHaveLength(1);
    const once = reads();
    for (let count = 0; count < 10; count++) expect([...steps()]).toHaveLength(1);

    expect(once).toBeGreaterThan(0);
    expect(reads()).toBe(once);
  });

  it('should match in the last step only budgets that were written since then', () => {
    const { budget, steps, countLabels } = setUp();
    for (let at = 0; at < 100; at++) budget(`b${at}`, { matchLabels: { app: 'other' } });
    const reads = countLabels();
    const eviction = steps();
    for (let at = 0; at < 100; at++) eviction.next();
    const before = reads();

    expect(eviction.next().done).toBe(true);

    expect(before).toBeGreaterThanOrEqual(100);
    expect(reads() - before).toBeLessThan(10);
  });

  it('should match again in steps only if the labels of the pod have changed', () => {
    const { budget, steps, countLabels } = setUp();
    for (let at = 0; at < 100; at++) budget(`b${at}`, { matchLabels: { app: 'other' } });
    const stepsAfterWrite = (more: Readonly<Record<string, string>>): number => {
      const eviction = steps();
      for (let at = 0; at < 100; at++) eviction.next();
      countLabels(more);
      return [...eviction].length;
    };

    expect(stepsAfterWrite({})).toBe(0);
    expect(stepsAfterWrite({ more: '1' })).toBe(100);
  });

  it('should give up if the labels of the pod change repeatedly', () => {
    const { budget, steps, countLabels } = setUp();
    budget('b', { matchLabels: { app: 'other' } });
    let writes = 0;
    const evict = (): void => {
      const eviction = steps();
      while (eviction.next().done !== true) countLabels({ more: `${++writes}` });
    };

    expect(evict).toThrow(
      expect.objectContaining({ status: expect.objectContaining({ code: 409 }) as unknown }),
    );
    expect(writes).toBe(5);
  });

  it('should parse the selectors of one budget in a step', () => {
    const { budget, steps } = setUp();
    const all = Array.from({ length: 100 }, () => countedSelector('other'));
    for (const [at, { selector }] of all.entries()) budget(`b${at}`, selector);
    const parsed = (): number => all.filter(({ reads }) => reads() > 0).length;

    const afterSteps = Array.from(steps(), parsed);

    expect(afterSteps).toEqual(all.map((_, at) => at + 1));
  });

  it('should read no budget after the second one of a pod', () => {
    const { budget, steps } = setUp();
    const last = countedSelector('a');
    budget('b1', { matchLabels: { app: 'a' } });
    budget('b2', { matchLabels: { app: 'a' } });
    budget('b3', last.selector);

    expect(() => [...steps()]).toThrow(
      expect.objectContaining({
        status: expect.objectContaining({
          code: 500,
          message: expect.stringContaining('more than one PodDisruptionBudget') as unknown,
        }) as unknown,
      }),
    );
    expect(last.reads()).toBe(0);
  });

  it('should respect a budget that is written between two steps', () => {
    const { budget, steps, hasPod } = setUp();
    budget('b1', { matchLabels: { app: 'other' } });
    const running = steps(false);
    running.next();
    budget('b2', { matchLabels: { app: 'a' } });

    expect(() => [...running]).toThrow(
      expect.objectContaining({ status: expect.objectContaining({ code: 429 }) as unknown }),
    );
    expect(hasPod()).toBe(true);
  });
});
