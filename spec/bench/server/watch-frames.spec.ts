import { describe, expect, it } from '@jest/globals';
import { wholeForm } from './form.ts';
import { stampName } from './stamp.ts';
import { watchFrames } from './watch-frames.ts';

interface Frame {
  readonly type: string;
  readonly object: {
    readonly kind: string;
    readonly code?: number;
    readonly metadata: {
      readonly uid: string;
      readonly resourceVersion: string;
      readonly annotations?: Readonly<Record<string, string>>;
    };
  };
}

const counts = { objects: 700, events: 1_500, paced: 3, streams: true };
const frames = watchFrames(wholeForm('leases'), counts);
const parse = (buffers: readonly Buffer[]): readonly Frame[] =>
  Buffer.concat(buffers)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Frame);

describe('the frames of the speed server', () => {
  it('should change objects in the whole collection, with versions above that of the list and of all earlier events', () => {
    const flatOut = parse(frames.flatOut);
    const versions = [...flatOut, ...parse(frames.paced)].map(({ object }) =>
      Number(object.metadata.resourceVersion),
    );

    expect(flatOut.every(({ type, object }) => type === 'MODIFIED' && object.kind === 'Lease')).toBe(true);
    expect(new Set(flatOut.map(({ object }) => object.metadata.uid)).size).toBe(700);
    expect(versions).toEqual(Array.from({ length: 1_503 }, (_, i) => 701 + i));
  });

  it('should have the cold events before all others', () => {
    const { cold, flatOut } = watchFrames(wholeForm('leases'), { ...counts, cold: 1_200 });
    const versions = [...cold, ...flatOut].flatMap((buffer) =>
      parse([buffer]).map(({ object }) => Number(object.metadata.resourceVersion)),
    );

    expect(parse(cold)).toHaveLength(1_200);
    expect(versions).toEqual(Array.from({ length: 2_700 }, (_, i) => 701 + i));
    expect(frames.cold).toEqual([]);
  });

  it('should change existing objects, for any number of earlier events', () => {
    const named = { ...wholeForm('leases'), object: (index: number) => String(index) };
    const { flatOut } = watchFrames(named, { ...counts, cold: 280_000, streams: false });
    const indices = Buffer.concat(flatOut).toString().match(/-?\d+/g)?.map(Number);

    expect(indices).toHaveLength(1_500);
    expect(indices?.every((index) => index >= 0 && index < 700)).toBe(true);
  });

  it('should have room for a stamp if their rate is limited', () => {
    expect(frames.paced).toHaveLength(3);
    expect(frames.paced.every((frame) => frame.includes(`"${stampName}":"0000`))).toBe(true);
  });

  it('should stream the collection, and end it with the annotated bookmark', () => {
    const initial = parse(frames.initial);

    expect(initial.slice(0, -1).every(({ type }) => type === 'ADDED')).toBe(true);
    expect(new Set(initial.slice(0, -1).map(({ object }) => object.metadata.uid)).size).toBe(700);
    expect(initial.at(-1)).toEqual({
      type: 'BOOKMARK',
      object: {
        kind: 'Lease',
        apiVersion: 'coordination.k8s.io/v1',
        metadata: { resourceVersion: '700', annotations: { 'k8s.io/initial-events-end': 'true' } },
      },
    });
    expect(watchFrames(wholeForm('leases'), { ...counts, streams: false }).initial).toEqual([]);
  });

  it('should end a watch like a server whose history is too short', () => {
    expect(parse([frames.expired])).toMatchObject([{ type: 'ERROR', object: { kind: 'Status', code: 410 } }]);
  });
});
