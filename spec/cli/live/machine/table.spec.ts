import { describe, expect, it, jest } from '@jest/globals';
import { nameColumn, namespaceColumn } from '../../../../src/cli/live/machine/column.ts';
import {
  cellOf,
  cellsOf,
  listOfTable,
  objectsOfTable,
} from '../../../../src/cli/live/machine/objects-of-table.ts';
import { plainColumns } from '../../../../src/cli/live/machine/plain-columns.ts';
import { type ColumnDefinition, type Table, tableOf } from '../../../../src/cli/live/machine/table.ts';
import { tableColumns } from '../../../../src/cli/live/machine/table-columns.ts';

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
const table = (value: unknown): Table => {
  const read = tableOf(value);
  if (read === undefined) throw new Error('no Table');
  return read;
};

describe('tableOf', () => {
  it('should read what P102 says of a Table', () => {
    const { columns, rows } = table(wire);

    expect(columns?.map(({ heading, priority }) => `${heading} ${priority}`)).toEqual([
      'NAME 0',
      'RESTARTS 0',
      'IP 1',
      'AGE 0',
    ]);
    expect(rows).toEqual([{ cells: ['web', 3, '10.0.0.1', '5d'], object }]);
  });

  it('should find no columns where there are none, as in later events of a watch (P104)', () => {
    expect(table({ ...wire, columnDefinitions: null }).columns).toBeUndefined();
  });

  it('should take nothing else for a Table', () => {
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

  it('should bear a Table of any shape', () => {
    const odd = { ...wire, metadata: 1, columnDefinitions: [1, { name: 2 }], rows: [3, { cells: null }] };

    expect(tableOf(odd)).toEqual({
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
    expect(listOfTable(table(odd), [])).toEqual({
      kind: 'List',
      apiVersion: 'v1',
      metadata: {},
      items: [{ 'rx-informer/cells': {} }, { 'rx-informer/cells': {} }],
    });
    expect(objectsOfTable(table(odd), [])).toEqual([{ metadata: {} }, { metadata: {} }]);
    for (const rows of [null, undefined, 'x', {}])
      expect(objectsOfTable(table({ ...odd, rows }), [])).toEqual([{ metadata: {} }]);
    expect(listOfTable(table({ ...odd, rows: null }), [])).toMatchObject({ items: [] });
    expect(listOfTable(table({ ...odd, rows: 'x' }), [])).toMatchObject({ items: 'none' });
  });
});

const columnsOf = (value: unknown): readonly ColumnDefinition[] => table(value).columns ?? [];
const cells = { NAME: 'web', RESTARTS: 3, IP: '10.0.0.1', AGE: '5d' };

describe('listOfTable', () => {
  it('should keep what pages are read by, and give each object its cells', () => {
    expect(listOfTable(table(wire), columnsOf(wire))).toEqual({
      kind: 'List',
      apiVersion: 'v1',
      metadata: wire.metadata,
      items: [{ ...object, 'rx-informer/cells': cells }],
    });
  });
});

describe('objectsOfTable', () => {
  it('should keep of a cell that is an object as much text as is shown, so that no frame writes it again', () => {
    const given = [{ a: 'x'.repeat(5_000) }, ['y'], null, true, 'behind the last column'];
    const [first] = objectsOfTable(
      table({ ...wire, rows: [{ cells: given, object: { metadata } }] }),
      columnsOf(wire),
    );

    expect(cellsOf(first ?? {})).toEqual({
      NAME: `{"a":"${'x'.repeat(994)}`,
      RESTARTS: '["y"]',
      IP: null,
      AGE: true,
    });
  });

  it('should give an object for each row', () => {
    const other = { ...object, metadata: { ...metadata, name: 'other' } };
    const rows = [...wire.rows, { cells: ['other'], object: other }];

    expect(objectsOfTable(table({ ...wire, rows }), columnsOf(wire))).toEqual([
      { ...object, 'rx-informer/cells': cells },
      { ...other, 'rx-informer/cells': { NAME: 'other' } },
    ]);
  });
});

describe('cellOf', () => {
  it('should know the headings of a row, and no members that all objects have', () => {
    expect(
      ['NAME', 'RESTARTS', 'READY', 'constructor', '__proto__'].map((one) => cellOf(cells, one)),
    ).toEqual(['web', '3', '', '', '']);
  });

  it('should keep cells of columns of one heading apart, and of any heading', () => {
    const names = ['A 3', 'A', 'a', 'A', '__proto__', 'x'.repeat(1_000), '7'];
    const odd = { ...wire, columnDefinitions: names.map((name) => ({ name })) };
    const [one] = objectsOfTable(
      table({ ...odd, rows: [{ cells: names, object: { metadata } }] }),
      columnsOf(odd),
    );
    const read = cellsOf(JSON.parse(JSON.stringify(one)) as object) ?? {};

    expect(columnsOf(odd).map(({ heading }) => cellOf(read, heading))).toEqual(names);
  });
});

describe('tableColumns', () => {
  const now = Date.parse('2026-01-01T00:10:00Z');
  const aged = { metadata: { ...metadata, creationTimestamp: '2026-01-01T00:00:00Z' } };
  const plain = plainColumns({ group: '', resource: 'pods' });
  const textsOf = (one: object, columns = tableColumns(columnsOf(wire), plain)): readonly string[] =>
    columns.map(({ text }) => text(one as typeof aged, now));
  const texts = (given: readonly unknown[], from: object = aged): readonly string[] =>
    textsOf({
      ...objectsOfTable(
        table({ ...wire, rows: [{ cells: given, object: { ...aged, ...from } }] }),
        columnsOf(wire),
      )[0],
    });

  it('should leave out what kubectl keeps for -o wide', () => {
    const columns = tableColumns(columnsOf(wire), plain);

    expect(columns.map(({ heading, isName }) => [heading, isName])).toEqual([
      ['NAME', true],
      ['RESTARTS', undefined],
      ['AGE', undefined],
    ]);
  });

  it('should print cells on one line, and nothing for nothing', () => {
    expect(texts(['a\nb\u001b[31m', null, '', false])).toEqual(['a b [31m', '', 'false']);
    expect(texts([])).toEqual(['web', '', '']);
    expect(texts(['a', 1, '', '<unknown>'])).toEqual(['a', '1', '<unknown>']);
    expect(texts(['x'.repeat(5_000)])[0]).toHaveLength(1_000);
  });

  it('should write no object that stands in the place of a cell, which no page bounds', () => {
    const toJSON = jest.fn(() => 'x');
    const given = { NAME: { toJSON }, RESTARTS: [{ toJSON }], AGE: 'a' };

    expect(textsOf({ ...aged, 'rx-informer/cells': given })).toEqual(['web', '', 'a']);
    expect(toJSON).not.toHaveBeenCalled();
  });

  it('should have the name and the age of an object that came plain, and what plain columns say of it', () => {
    const spec = { containers: [{ name: 'a' }], nodeName: 'n1' };
    const status = {
      phase: 'Running',
      containerStatuses: [{ name: 'a', ready: true, restartCount: 4, state: { running: {} } }],
    };

    expect(textsOf({ ...aged, spec, status })).toEqual(['web', '4', '10m']);
    expect(textsOf(aged, tableColumns(columnsOf(wire), []))).toEqual(['web', '', '']);
  });

  it('should show cells under their own headings after columns have changed places', () => {
    const [a, b, c, d] = wire.columnDefinitions;
    const changed = { ...wire, columnDefinitions: [a, d, { ...c, name: 'Ready', priority: 0 }, b] };
    const [before] = objectsOfTable(
      table({ ...wire, rows: [{ cells: ['web', 3, '', 'old'], object: aged }] }),
      columnsOf(wire),
    );

    expect(textsOf(before ?? {}, tableColumns(columnsOf(changed), plain))).toEqual(['web', 'old', '', '3']);
  });

  it('should print names on one line that steers no terminal', () => {
    const named = { metadata: { ...metadata, name: 'a\u001b[2Jb', namespace: 'c\u009b1m\u202ed' } };

    expect([nameColumn.text(named, now), namespaceColumn.text(named, now)]).toEqual(['a [2Jb', 'c 1m d']);
  });

  it('should tell an age of now, not of when the server sent it', () => {
    expect(texts(['a', 1, '', '5s'])[2]).toBe('10m');
    expect(texts(['a', 1, '', '5s'], { metadata })[2]).toBe('5s');
  });

  it('should leave another thing of that name as it is', () => {
    expect(texts(['a', 1, '', 'old'])[2]).toBe('old');
  });
});

describe('cellsOf', () => {
  it('should know an object that came plain', () => {
    expect(cellsOf({ metadata })).toBeUndefined();
    expect(cellsOf({ metadata, cells: {} })).toBeUndefined();
    expect(cellsOf({ metadata, 'rx-informer/cells': [] })).toBeUndefined();
  });
});
