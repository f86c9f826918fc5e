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

/** An object was a second old or two when it was printed. */
const ageless = (cells: readonly unknown[]): readonly unknown[] =>
  cells.map((cell) => (typeof cell === 'string' && /^\ds$/.test(cell) ? 'new' : cell));

const nameOf = ({ metadata }: Json): string => (metadata as { name: string }).name;

/** Where lists are expected are none, and where objects are, lists. */
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

  it('should have something to say of every kind', () => {
    const kinds = new Set(printed.map(({ path }) => path.replace(/.*\//, '')));
    const missing = resources
      .filter(
        ({ resource, verbs }) => verbs.includes('create') && verbs.includes('list') && !kinds.has(resource),
      )
      .map(({ id }) => id);

    expect(missing).toEqual([]);
  });

  it('should fill as many cells as there are columns, of whatever there is', () => {
    const wrong: readonly unknown[] = [{}, { spec: 1, status: 'x', metadata: [] }, odd];
    for (const resource of resources) {
      const { columns, printer } = layoutOf(resource);
      // The real server has one cell too many here, and so have we.
      const cells = resource.resource === 'ipaddresses' ? columns.length + 1 : columns.length;
      for (const object of wrong)
        expect([resource.id, printer(object as Json, 0).length]).toEqual([resource.id, cells]);
    }
  });
});
