import { describe, expect, it } from '@jest/globals';
import { concat, from, lastValueFrom, NEVER, take, timeout, toArray } from 'rxjs';
import { type KubeObject, listWatch, type Transport } from 'rx-informer';
import { core } from 'rx-informer/kinds';

const encoder = new TextEncoder();
const item = (at: number, size: number): string =>
  `{"metadata":{"name":"c${at}","namespace":"n","uid":"u${at}","resourceVersion":"${at + 1}"},"data":{"a":"${'x'.repeat(size)}"}}`;

/** Returns a transport that ignores `paused$`. It emits a text in chunks without waiting between the chunks. */
function transportOf(text: string, size: number, isOpen = false): Transport {
  const bytes = encoder.encode(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.slice(at * size, (at + 1) * size),
  );
  return { open: () => (isOpen ? concat(from(chunks), NEVER) : from(chunks)) };
}

describe('thousands of chunks that arrive faster than the decoder reads', () => {
  it.each([
    [3_000, 4_000, 16_384],
    [20_000, 10, 512],
  ])('should decode a list of %d objects', async (count, size, chunk) => {
    const items = Array.from({ length: count }, (_, at) => item(at, size)).join();
    const transport = transportOf(`{"metadata":{"resourceVersion":"9"},"items":[${items}]}`, chunk);
    const list$ = listWatch<KubeObject>(transport, core.v1.configmaps).list();

    const { items: listed } = await lastValueFrom(list$.pipe(timeout({ each: 30_000 })));
    expect(listed).toHaveLength(count);
  });

  it('should decode the events of a watch in order', async () => {
    const count = 20_000;
    const frames = Array.from(
      { length: count },
      (_, at) => `{"type":"ADDED","object":${item(at, 100)}}\n`,
    ).join('');
    const watch$ = listWatch<KubeObject>(transportOf(frames, 512, true), core.v1.configmaps).watch();

    const events = await lastValueFrom(watch$.pipe(take(count), timeout({ each: 30_000 }), toArray()));
    const names = events.map((event) => (event.type === 'BOOKMARK' ? '' : event.object.metadata.name));
    expect(names).toEqual(Array.from({ length: count }, (_, at) => `c${at}`));
  });
});
