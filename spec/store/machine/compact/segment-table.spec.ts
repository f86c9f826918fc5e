import { describe, expect, it } from '@jest/globals';
import { Arena, segmentSize } from '../../../../src/store/machine/compact/arena.ts';
import { RecordWriter } from '../../../../src/store/machine/compact/record.ts';
import { SegmentTable } from '../../../../src/store/machine/compact/segment-table.ts';

function tableOf(count: number): { readonly table: SegmentTable; readonly addresses: readonly number[] } {
  const arena = new Arena();
  const table = new SegmentTable(arena);
  const writer = new RecordWriter();
  const record = writer.write('a', { uid: '1', resourceVersion: '1' }, JSON.stringify('x'.repeat(4_000)));
  const addresses = Array.from({ length: count }, () => table.adopt(arena.append(record, 0)));
  return { table, addresses };
}

describe('SegmentTable', () => {
  it('should find a place by its address, and the address by the place', () => {
    const { table, addresses } = tableOf(40);

    expect(addresses.map((address) => table.addressOf(table.placeOf(address)))).toEqual(addresses);
    expect(new Set(addresses).size).toBe(40);
  });

  it('should count live and dead bytes, and drop an empty segment', () => {
    const { table, addresses } = tableOf(40);
    const { live, dead } = table;
    const first = table.placeOf(addresses[0] ?? 0).segment;
    const inFirst = addresses.filter((address) => table.placeOf(address).segment === first);
    for (const address of inFirst.slice(1)) table.release(address);

    expect(table.live + table.dead).toBe(live + dead);
    expect(table.live).toBe((live / 40) * (40 - inFirst.length + 1));
    for (const address of inFirst.slice(0, 1)) table.release(address);
    expect(table.live + table.dead).toBe(live + dead - segmentSize(0));
    expect(() => table.placeOf(inFirst[0] ?? 0)).toThrow(RangeError);
  });

  it('should name a segment to empty only while too many bytes are dead', () => {
    const { table, addresses } = tableOf(400);
    expect(table.next()).toBeUndefined();

    for (const [at, address] of addresses.entries()) if (at % 3 > 0) table.release(address);

    expect(
      addresses.map((address, at) => (at % 3 > 0 ? undefined : table.placeOf(address).segment)),
    ).toContain(table.next());
  });
});
