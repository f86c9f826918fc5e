import type { GroupVersionResource, KubeObject } from '../../../objects/index.ts';
import { plainText } from '../../fields/plain-value.ts';
import { summaryFields } from '../../fields/summary-fields.ts';
import { ageColumn, cellText, type Column, nameColumn } from './column.ts';
import type { ColumnSets } from './column-sets.ts';
import { type Cells, cellOf, cellsOf } from './objects-of-table.ts';

/**
 * Returns the columns for objects of a server without Tables. For a known kind, these are the columns of kubectl. For
 * any other kind, there is one column with the most important fields. If an object arrived as a row of a Table, a
 * column shows the cell with the same heading.
 */
export function plainColumns(
  resource: Pick<GroupVersionResource, 'group' | 'resource'>,
  sets: Pick<ColumnSets, 'placesIn'>,
): readonly Column[] {
  const own = columnsOf.get(`${resource.resource}.${resource.group}`) ?? [
    { heading: detailsHeading, text: details },
  ];
  const fieldsOf = onceForEach((object, now) => summaryFields(resource, object, now));
  const columns = own.map(({ heading, text }): Column => ({
    heading,
    text: (object, now) => {
      const cells = cellsOf(object, sets);
      if (cells === undefined) return cellText(text(fieldsOf(object, now), object));
      return heading === detailsHeading ? cellText(detailsIn(cells)) : cellOf(cells, heading);
    },
  }));
  return [nameColumn, ...columns, ageColumn];
}

const detailsHeading = 'DETAILS';

const detailsIn = (cells: Cells): string =>
  [...cells.places.keys()]
    .filter((heading) => heading !== 'NAME' && heading !== 'AGE')
    .map((heading) => cellOf(cells, heading))
    .filter((text) => text !== '')
    .join('  ');

type FieldsOf = (object: KubeObject, now: number) => readonly string[];

/**
 * Caches the fields of each object, because a server may send large objects. All columns of a row and all frames show
 * the same fields. Only the age changes with the time, and the age has a separate column.
 */
function onceForEach(fieldsOf: FieldsOf): FieldsOf {
  const known = new WeakMap<KubeObject, readonly string[]>();
  return (object, now) => {
    const fields = known.get(object) ?? fieldsOf(object, now);
    known.set(object, fields);
    return fields;
  };
}

interface FieldColumn {
  readonly heading: string;
  readonly text: (fields: readonly string[], object: KubeObject) => string | undefined;
}

const details: FieldColumn['text'] = (fields) =>
  fields.filter((field) => !field.startsWith('age ')).join('  ');
const field = (heading: string, at: number, without = ''): FieldColumn => ({
  heading,
  text: (fields) => fields[at]?.replace(without, ''),
});
const ready = field('READY', 0, ' ready');
const upToDate = field('UP-TO-DATE', 1, ' up-to-date');

const columnsOf: ReadonlyMap<string, readonly FieldColumn[]> = new Map<string, readonly FieldColumn[]>([
  [
    'pods.',
    [
      field('READY', 0),
      field('STATUS', 1),
      {
        heading: 'RESTARTS',
        text: (fields) => fields.find((one) => one.startsWith('restarts '))?.slice('restarts '.length) ?? '0',
      },
      { heading: 'NODE', text: (fields) => fields.at(-1)?.replace(/^on /, '').replace('no node', '<none>') },
    ],
  ],
  [
    'nodes.',
    [
      { heading: 'STATUS', text: (fields) => fields.filter((one) => /^[A-Z]/.test(one)).join(',') },
      {
        heading: 'VERSION',
        text: (_, object) =>
          plainText(
            (object as { status?: { nodeInfo?: { kubeletVersion?: string } } }).status?.nodeInfo
              ?.kubeletVersion,
          ),
      },
    ],
  ],
  ['deployments.apps', [ready, upToDate]],
  ['statefulsets.apps', [ready, upToDate]],
  ['daemonsets.apps', [ready, upToDate]],
  ['replicasets.apps', [ready]],
]);
