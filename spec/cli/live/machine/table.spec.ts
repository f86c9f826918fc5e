import { describe, expect, it, jest } from '@jest/globals';
import { nameColumn, namespaceColumn } from '../../../../src/cli/live/machine/column.ts';
import { cellsOf, listOfTable, objectOfTable } from '../../../../src/cli/live/machine/objects-of-table.ts';
import { type Table, tableOf } from '../../../../src/cli/live/machine/table.ts';
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

    expect(columns?.map(({ name, priority }) => `${name} ${priority}`)).toEqual([
      'Name 0',
      'Restarts 0',
      'IP 1',
      'Age 0',
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
      columns: [{ name: '', type: '', format: '', priority: 0 }],
      rows: [{ cells: [], object: undefined }],
    });
    expect(listOfTable(table(odd))).toEqual({
      kind: 'List',
      apiVersion: 'v1',
      metadata: {},
      items: [{ cells: [] }],
    });
    expect(objectOfTable(table(odd))).toEqual({ metadata: {} });
  });
});

describe('listOfTable', () => {
  it('should keep what pages are read by, and give each object its cells', () => {
    expect(listOfTable(table(wire))).toEqual({
      kind: 'List',
      apiVersion: 'v1',
      metadata: wire.metadata,
      items: [{ ...object, cells: ['web', 3, '10.0.0.1', '5d'] }],
    });
  });
});

describe('objectOfTable', () => {
  it('should keep of a cell that is an object as much text as is shown, so that no frame writes it again', () => {
    const cells = [{ a: 'x'.repeat(5_000) }, ['y'], null, 3, true, 'text'];
    const object = objectOfTable(table({ ...wire, rows: [{ cells, object: { metadata } }] }));
    const [first, ...others] = cellsOf(object) ?? [];

    expect(first).toBe(`{"a":"${'x'.repeat(994)}`);
    expect(others).toEqual(['["y"]', null, 3, true, 'text']);
  });
});

describe('tableColumns', () => {
  const now = Date.parse('2026-01-01T00:10:00Z');
  const aged = { metadata: { ...metadata, creationTimestamp: '2026-01-01T00:00:00Z' } };
  const texts = (cells: readonly unknown[], from: object = aged): readonly string[] =>
    tableColumns(table(wire).columns ?? []).map(({ text }) =>
      text({ ...aged, ...from, cells } as typeof aged, now),
    );

  it('should leave out what kubectl keeps for -o wide', () => {
    const columns = tableColumns(table(wire).columns ?? []);

    expect(columns.map(({ heading, isName }) => [heading, isName])).toEqual([
      ['NAME', true],
      ['RESTARTS', undefined],
      ['AGE', undefined],
    ]);
  });

  it('should print cells on one line, and nothing for nothing', () => {
    expect(texts(['a\nb\u001b[31m', null, '', false])).toEqual(['a b [31m', '', 'false']);
    expect(texts([])).toEqual(['', '', '']);
    expect(texts(['a', 1, '', '<unknown>'])).toEqual(['a', '1', '<unknown>']);
    expect(texts(['x'.repeat(5_000)])[0]).toHaveLength(1_000);
  });

  it('should write no object of a plain object that has a field `cells`, which no page bounds', () => {
    const toJSON = jest.fn(() => 'x');

    expect(texts([{ toJSON }, [{ toJSON }], '', 'a'])).toEqual(['', '', 'a']);
    expect(toJSON).not.toHaveBeenCalled();
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
    expect(cellsOf({ metadata, cells: [] })).toEqual([]);
  });
});
