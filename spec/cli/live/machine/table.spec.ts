import { describe, expect, it, jest } from '@jest/globals';
import { nameColumn, namespaceColumn } from '../../../../src/cli/live/machine/column.ts';
import { createColumnSets } from '../../../../src/cli/live/machine/column-sets.ts';
import {
  cellOf,
  cellsOf,
  type RowColumns,
  shownRow,
} from '../../../../src/cli/live/machine/objects-of-table.ts';
import { plainColumns } from '../../../../src/cli/live/machine/plain-columns.ts';
import { type ColumnDefinition, definitionsOf } from '../../../../src/cli/live/machine/table.ts';
import { tableColumns } from '../../../../src/cli/live/machine/table-columns.ts';
import {
  listOfTable,
  objectsOfTable,
  type Table,
  tableOf,
} from '../../../../src/representations/machine/table.ts';

const metadata = { name: 'web', namespace: 'shop', uid: 'u', resourceVersion: '5' };
const object = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata };
const wire = {
  kind: 'Table',
  apiVersion: 'meta.k8s.io/v1',
  metadata: { resourceVersion: '7', remainingItemCount: 3, continue: 'token' },
  columnDefinitions: [
    { name: 'Name', type: 'string', format: 'name', description: 'x', priority: 0 },
    { name: 'Restarts', type: 'integer', format: '', description: 'x', priority: 0 },
    { name: 'IP', type: 'string', format: '', description: 'x', priority: 1 },
    { name: 'Age', type: 'string', format: '', description: 'x', priority: 0 },
  ],
  rows: [{ cells: ['web', 3, '10.0.0.1', '5d'], object }],
};
const sets = createColumnSets();
const noColumns = { set: 0, size: 0 };
const rowColumns = (columns: readonly ColumnDefinition[]): RowColumns => ({
  set: sets.numberOf(columns),
  size: columns.length,
});
const listed = (one: Table, columns: RowColumns): unknown =>
  JSON.parse([...listOfTable(one, (cells) => shownRow(cells, columns))].join(''));
const objects = (one: Table, columns: RowColumns): readonly object[] => [
  ...objectsOfTable(one, (cells) => shownRow(cells, columns)),
];
/** Returns the cells of an object's row, by heading. */
const saidBy = (one: object | undefined): unknown => {
  const { places, cells } = cellsOf(one ?? {}, sets) ?? { places: new Map<string, number>(), cells: [] };
  return Object.fromEntries([...places].map(([heading, at]) => [heading, cells[at]]));
};
const table = (value: unknown): Table => {
  const read = tableOf(value);
  if (read === undefined) throw new Error('no Table');
  return read;
};

describe('tableOf', () => {
  it('should read a Table as in P102', () => {
    const { columns, rows } = table(wire);

    expect(definitionsOf(columns ?? []).map(({ heading, priority }) => `${heading} ${priority}`)).toEqual([
      'NAME 0',
      'RESTARTS 0',
      'IP 1',
      'AGE 0',
    ]);
    expect(rows).toEqual([{ cells: ['web', 3, '10.0.0.1', '5d'], object }]);
  });

  it('should return no columns if there are none, as in later events of a watch (P104)', () => {
    expect(table({ ...wire, columnDefinitions: null }).columns).toBeUndefined();
  });

  it('should accept nothing else as a Table', () => {
    for (const value of [
      null,
      'Table',
      {},
      { kind: 'Table', apiVersion: 'example.com/v1' },
      { ...wire, apiVersion: { toString: 1 } },
      { ...wire, apiVersion: ['meta.k8s.io/v1'] },
      { kind: 'PodList' },
    ]) {
      expect(tableOf(value)).toBeUndefined();
    }
  });

  it('should shorten a heading whose capital form is longer', () => {
    for (const name of ['\u0390'.repeat(500), '\u00df'.repeat(100)])
      expect(columnsOf({ ...wire, columnDefinitions: [{ name }] })[0]?.heading).toHaveLength(100);
  });

  it('should accept a Table of any shape', () => {
    const odd = { ...wire, metadata: 1, columnDefinitions: [1, { name: 2 }], rows: [3, { cells: null }] };

    expect({ ...tableOf(odd), columns: columnsOf(odd) }).toEqual({
      metadata: {},
      columns: [
        { heading: '', format: '', priority: 0 },
        { heading: ' 2', format: '', priority: 0 },
      ],
      rows: [
        { cells: [], object: undefined },
        { cells: [], object: undefined },
      ],
    });
    const noCells = { 'rx-informer/cells': { set: 0, cells: [] } };
    expect(listed(table(odd), noColumns)).toEqual({
      kind: 'List',
      apiVersion: 'v1',
      metadata: {},
      items: [noCells, noCells],
    });
    expect(objects(table(odd), noColumns)).toEqual([{ metadata: {} }, {}]);
    for (const rows of [null, undefined, 'x', {}])
      expect(objects(table({ ...odd, rows }), noColumns)).toEqual([{ metadata: {} }]);
    expect(listed(table({ ...odd, rows: null }), noColumns)).toMatchObject({ items: [] });
    expect(listed(table({ ...odd, rows: 'x' }), noColumns)).toMatchObject({ items: 'none' });
  });
});

const columnsOf = (value: unknown): readonly ColumnDefinition[] => definitionsOf(table(value).columns ?? []);
const cells = { NAME: 'web', RESTARTS: 3, IP: '10.0.0.1', AGE: '5d' };

describe('listOfTable', () => {
  it('should keep the fields for paging, and attach the cells to each object', () => {
    const columns = rowColumns(columnsOf(wire));
    expect(listed(table(wire), columns)).toEqual({
      kind: 'List',
      apiVersion: 'v1',
      metadata: wire.metadata,
      items: [{ ...object, 'rx-informer/cells': { set: columns.set, cells: Object.values(cells) } }],
    });
  });
});

describe('objectsOfTable', () => {
  it('should keep only the visible text of a cell with an object, so that no frame serialises it again', () => {
    const given = [{ a: 'x'.repeat(5_000) }, ['y'], null, true, 'behind the last column'];
    const [first] = objects(
      table({ ...wire, rows: [{ cells: given, object: { metadata } }] }),
      rowColumns(columnsOf(wire)),
    );

    expect(saidBy(first)).toEqual({
      NAME: `{"a":"${'x'.repeat(994)}`,
      RESTARTS: '["y"]',
      IP: null,
      AGE: true,
    });
  });

  it('should return an object for each row', () => {
    const other = { ...object, metadata: { ...metadata, name: 'other' } };
    const rows = [...wire.rows, { cells: ['other'], object: other }];

    const columns = rowColumns(columnsOf(wire));
    expect(objects(table({ ...wire, rows }), columns)).toEqual([
      { ...object, 'rx-informer/cells': { set: columns.set, cells: Object.values(cells) } },
      { ...other, 'rx-informer/cells': { set: columns.set, cells: ['other'] } },
    ]);
  });

  it('should attach the metadata of the Table, which may be long, only to the first row without an object', () => {
    const rows = [{ cells: [] }, ...wire.rows, { cells: [] }, 5];

    expect(objects(table({ ...wire, rows }), noColumns)).toEqual([
      { metadata: wire.metadata },
      { ...object, 'rx-informer/cells': { set: 0, cells: [] } },
      {},
      {},
    ]);
  });
});

describe('cellOf', () => {
  it('should find the headings of a row, but no inherited properties', () => {
    const [one] = objects(table(wire), rowColumns(columnsOf(wire)));
    const read = cellsOf(one ?? {}, sets);
    expect(
      ['NAME', 'RESTARTS', 'READY', 'constructor', '__proto__'].map(
        (heading) => read && cellOf(read, heading),
      ),
    ).toEqual(['web', '3', '', '', '']);
  });

  it('should distinguish columns with equal headings, for any headings', () => {
    const names = ['A 3', 'A', 'a', 'A', '__proto__', 'x'.repeat(1_000), '7'];
    const odd = { ...wire, columnDefinitions: names.map((name) => ({ name })) };
    const [one] = objects(
      table({ ...odd, rows: [{ cells: names, object: { metadata } }] }),
      rowColumns(columnsOf(odd)),
    );
    const read = cellsOf(JSON.parse(JSON.stringify(one)) as object, sets);

    expect(columnsOf(odd).map(({ heading }) => read && cellOf(read, heading))).toEqual(names);
  });
});

describe('tableColumns', () => {
  const now = Date.parse('2026-01-01T00:10:00Z');
  const aged = { metadata: { ...metadata, creationTimestamp: '2026-01-01T00:00:00Z' } };
  const plain = plainColumns({ group: '', resource: 'pods' }, sets);
  const textsOf = (one: object, columns = tableColumns(columnsOf(wire), plain, sets)): readonly string[] =>
    columns.map(({ text }) => text(one as typeof aged, now));
  const texts = (given: readonly unknown[], from: object = aged): readonly string[] =>
    textsOf({
      ...objects(
        table({ ...wire, rows: [{ cells: given, object: { ...aged, ...from } }] }),
        rowColumns(columnsOf(wire)),
      )[0],
    });

  it('should omit the columns that kubectl shows only with -o wide', () => {
    const columns = tableColumns(columnsOf(wire), plain, sets);

    expect(columns.map(({ heading, isName }) => [heading, isName])).toEqual([
      ['NAME', true],
      ['RESTARTS', undefined],
      ['AGE', undefined],
    ]);
  });

  it('should print cells on one line, and an empty cell for an empty value', () => {
    expect(texts(['a\nb\u001b[31m', null, '', false])).toEqual(['a b [31m', '', 'false']);
    expect(texts([])).toEqual(['web', '', '']);
    expect(texts(['a', 1, '', '<unknown>'])).toEqual(['a', '1', '<unknown>']);
    expect(texts(['x'.repeat(5_000)])[0]).toHaveLength(1_000);
  });

  it('should not serialise an object in place of a cell, because no page limits its size', () => {
    const toJSON = jest.fn(() => 'x');
    const { set } = rowColumns(columnsOf(wire));
    const given = { set, cells: [{ toJSON }, [{ toJSON }], '', 'a'] };

    expect(textsOf({ ...aged, 'rx-informer/cells': given })).toEqual(['web', '', 'a']);
    expect(toJSON).not.toHaveBeenCalled();
  });

  it('should have the name, the age and the plain columns of an object without cells', () => {
    const spec = { containers: [{ name: 'a' }], nodeName: 'n1' };
    const status = {
      phase: 'Running',
      containerStatuses: [{ name: 'a', ready: true, restartCount: 4, state: { running: {} } }],
    };

    expect(textsOf({ ...aged, spec, status })).toEqual(['web', '4', '10m']);
    expect(textsOf(aged, tableColumns(columnsOf(wire), [], sets))).toEqual(['web', '', '']);
  });

  it('should show cells under their own headings after the columns have moved', () => {
    const [a, b, c, d] = wire.columnDefinitions;
    const changed = { ...wire, columnDefinitions: [a, d, { ...c, name: 'Ready', priority: 0 }, b] };
    const [before] = objects(
      table({ ...wire, rows: [{ cells: ['web', 3, '', 'old'], object: aged }] }),
      rowColumns(columnsOf(wire)),
    );

    expect(textsOf(before ?? {}, tableColumns(columnsOf(changed), plain, sets))).toEqual([
      'web',
      'old',
      '',
      '3',
    ]);
  });

  it('should print names on one line without control characters', () => {
    const named = { metadata: { ...metadata, name: 'a\u001b[2Jb', namespace: 'c\u009b1m\u202ed' } };

    expect([nameColumn.text(named, now), namespaceColumn.text(named, now)]).toEqual(['a [2Jb', 'c 1m d']);
  });

  it('should show the current age, not the age at the time of the answer', () => {
    expect(texts(['a', 1, '', '5s'])[2]).toBe('10m');
    expect(texts(['a', 1, '', '5s'], { metadata })[2]).toBe('5s');
  });

  it('should not change another value with that heading', () => {
    expect(texts(['a', 1, '', 'old'])[2]).toBe('old');
  });
});

describe('cellsOf', () => {
  it('should recognise an object without cells', () => {
    for (const plain of [
      { cells: {} },
      ...[[], {}, { cells: 'x' }].map((row) => ({ 'rx-informer/cells': row })),
    ])
      expect(cellsOf({ metadata, ...plain }, sets)).toBeUndefined();
  });
});
