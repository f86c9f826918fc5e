import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { Json } from '../../../src/apiserver/json.ts';
import { builtInResources } from '../../../src/apiserver/resources/built-in-resources.ts';
import { resourceOf } from '../../../src/apiserver/resources/resource.ts';
import { layoutOf } from '../../../src/apiserver/tables/columns.ts';
import { podConditions } from '../../../src/apiserver/tables/printers/pod.ts';
import type { Printed } from '../generate/printed.ts';

const printed = JSON.parse(readFileSync(new URL('printed.json', import.meta.url), 'utf8')) as Printed[];
const resources = builtInResources().map(resourceOf);

const layoutAt = (path: string): ReturnType<typeof layoutOf> => {
  const [, group = '', version, plural] =
    /^\/apis?(?:\/([^/]+\.?[^/]*))??\/(v[^/]+)(?:\/namespaces\/default)?\/([^/]+)$/.exec(path) ?? [];
  const found = resources.find(
    (one) => one.group === group && one.version === version && one.resource === plural,
  );
  if (found === undefined) throw new Error(`no resource at ${path}`);
  return layoutOf(found);
};

/** Replaces the age in table cells. Each object was some seconds old when the server printed it. */
const ageless = (cells: readonly unknown[]): readonly unknown[] =>
  cells.map((cell) => (typeof cell === 'string' && /^\ds$/.test(cell) ? 'new' : cell));

const nameOf = ({ metadata }: Json): string => (metadata as { name: string }).name;

/** An object whose fields have the wrong type: other values in place of lists, and lists in place of objects. */
const odd = {
  metadata: { name: 7, labels: ['a'], creationTimestamp: 'never', deletionTimestamp: {} },
  spec: { containers: { a: 1 }, ports: 'x', template: [], selector: [1], rules: [null, 3], replicas: '3' },
  status: {
    conditions: [null, 'x'],
    containerStatuses: [{}],
    initContainerStatuses: [7, {}],
    loadBalancer: 3,
  },
};

describe('the printers of the built-in kinds', () => {
  it.each(printed.map((one) => [`${one.path.replace(/.*\//, '')} ${nameOf(one.object)}`, one] as const))(
    'should print %s as the real server did',
    (_, { path, now, object, cells, conditions = [] }) => {
      const { printer } = layoutAt(path);

      expect(ageless(printer(object, now))).toEqual(ageless(cells));
      if (path.endsWith('/pods')) expect(podConditions(object)).toEqual(conditions);
    },
  );

  it('should have a sample of every kind', () => {
    const kinds = new Set(printed.map(({ path }) => path.replace(/.*\//, '')));
    const missing = resources
      .filter(
        ({ resource, verbs }) => verbs.includes('create') && verbs.includes('list') && !kinds.has(resource),
      )
      .map(({ id }) => id);

    expect(missing).toEqual([]);
  });

  it('should return one cell for each column, for any object', () => {
    const wrong: readonly unknown[] = [{}, { spec: 1, status: 'x', metadata: [] }, odd];
    for (const resource of resources) {
      const { columns, printer } = layoutOf(resource);
      // For `ipaddresses`, the real server returns one cell too many, and so does the embedded server.
      const cells = resource.resource === 'ipaddresses' ? columns.length + 1 : columns.length;
      for (const object of wrong)
        expect([resource.id, printer(object as Json, 0).length]).toEqual([resource.id, cells]);
    }
  });

  it('should show three pairs of addresses and ports, and count the others', () => {
    const { printer } = layoutAt('/api/v1/namespaces/default/endpoints');
    const addresses = (count: number) => Array.from({ length: count }, (_, at) => ({ ip: `10.0.0.${at}` }));
    const ports = (count: number) => Array.from({ length: count }, (_, at) => ({ port: at + 1 }));
    const shown = (...subsets: readonly object[]) => printer({ metadata: { name: 'e' }, subsets }, 0)[1];

    expect(shown({ addresses: addresses(2), ports: ports(2) })).toBe(
      '10.0.0.0:1,10.0.0.1:1,10.0.0.0:2 + 1 more...',
    );
    expect(shown({ addresses: addresses(1), ports: ports(5) })).toBe(
      '10.0.0.0:1,10.0.0.0:2,10.0.0.0:3 + 2 more...',
    );
    expect(shown({ addresses: addresses(1) }, { addresses: addresses(2), ports: ports(1) })).toBe(
      '10.0.0.0,10.0.0.0:1,10.0.0.1:1',
    );
    expect(shown({ ports: ports(3) }, { addresses: addresses(4), ports: ports(5_000) })).toBe(
      '10.0.0.0:1,10.0.0.1:1,10.0.0.2:1 + 19997 more...',
    );
    expect(shown({ ports: ports(3) })).toBe('');
    expect(shown()).toBe('<none>');
  });

  const many = (member: (at: number) => object) => Array.from({ length: 400 }, (_, at) => member(at));
  const init = (name: string): object => ({ name, state: { terminated: { exitCode: 0 } } });

  it.each([
    [
      'endpoints',
      {
        subsets: [{ addresses: many((at) => ({ ip: `10.0.0.${at}` })), ports: many((at) => ({ port: at })) }],
      },
    ],
    [
      'pods',
      {
        spec: { readinessGates: many((at) => ({ conditionType: `t${at}` })) },
        status: { conditions: many((at) => ({ type: `t${at}`, status: 'True' })) },
      },
    ],
    [
      'pods',
      {
        spec: { initContainers: many((at) => ({ name: `c${at}` })) },
        status: { initContainerStatuses: many((at) => init(`c${399 - at}`)) },
      },
    ],
  ])('should read each member of long lists a constant number of times (%s, %#)', (resource, object) => {
    let reads = 0;
    const counted = <T>(value: T): T => {
      if (typeof value !== 'object' || value === null) return value;
      if (Array.isArray(value)) return value.map(counted) as T;
      const members = Object.entries(value).map(([name, member]) => [name, counted(member) as unknown]);
      return new Proxy(Object.fromEntries(members) as object, {
        get: (target, name) => {
          reads++;
          return Reflect.get(target, name) as unknown;
        },
      }) as T;
    };

    layoutAt(`/api/v1/namespaces/default/${resource}`).printer(counted(object), 0);

    expect(reads).toBeGreaterThan(400);
    expect(reads).toBeLessThan(10_000);
  });
});
