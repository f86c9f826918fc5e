import { describe, expect, it } from '@jest/globals';
import { ProtocolError } from '../../../src/objects/index.ts';
import { createEventReader } from '../../../src/source/machine/event-reader.ts';
import { lend, reclaim, spend } from '../../../src/source/machine/lent-chunks.ts';
import { createPageReader } from '../../../src/source/machine/page-reader.ts';
import { provideTransfer } from '../../support/transferable-buffers.ts';

provideTransfer();

const settings = { keepManagedFields: false, maxFrameBytes: 1_000, maxPageBytes: 1_000, confidential: false };
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text).slice();

describe('lent chunks', () => {
  it('should be freed when they were spent', () => {
    const chunk = bytesOf('abc');

    lend(chunk);
    spend(chunk);
    reclaim([chunk]);

    expect(chunk).toHaveLength(0);
  });

  it('should be left alone while somebody waits to read them, and when they are spent later', () => {
    const chunk = bytesOf('abc');

    lend(chunk);
    reclaim([chunk]);
    spend(chunk);

    expect(new TextDecoder().decode(chunk)).toBe('abc');
  });

  it('should be left alone when their buffer cannot be detached', () => {
    const chunk = new Uint8Array(new WebAssembly.Memory({ initial: 1 }).buffer, 0, 3);

    lend(chunk);
    spend(chunk);
    reclaim([chunk]);

    expect(chunk).toHaveLength(3);
  });

  it('should be an error to whoever comes to read them when they are gone', () => {
    const chunk = bytesOf('{"metadata":{}}\n');
    lend(chunk);
    spend(chunk);
    reclaim([chunk]);
    const events = createEventReader(settings, () => undefined);

    for (const read of [() => [...events.read(chunk)], () => createPageReader(settings).push(chunk)]) {
      expect(read).toThrow(ProtocolError);
      expect(read).toThrow('copy the chunks of a transport');
    }
  });

  it('should be no error when they came empty', () => {
    const chunk = new Uint8Array(0);

    expect([...createEventReader(settings, () => undefined).read(chunk)]).toEqual([]);
    expect(() => createPageReader(settings).push(chunk)).not.toThrow();
  });

  it('should be left alone when nobody lent them', () => {
    const chunk = bytesOf('abc');

    spend(chunk);

    expect(chunk).toHaveLength(3);
  });

  it('should be spent by a watch once all that they hold has been read', () => {
    const pod = { metadata: { name: 'a', uid: 'u', resourceVersion: '7' } };
    const frame = JSON.stringify({ type: 'ADDED', object: pod });
    const reader = createEventReader(settings, () => undefined);
    const chunk = bytesOf(`${frame}\n${frame}\n${frame.slice(0, 20)}`);
    lend(chunk);
    const events = reader.read(chunk);
    const first = events.next();
    const rest = [...events];
    reclaim([chunk]);

    expect([first.value, ...rest]).toHaveLength(2);
    expect(chunk).toHaveLength(0);
    expect([...reader.read(bytesOf(`${frame.slice(20)}\n`))]).toEqual([{ type: 'ADDED', object: pod }]);
  });

  it('should not be spent by a watch that was left in the midst of them', () => {
    const chunk = bytesOf('{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"1"}}}\n\n');
    lend(chunk);
    const events = createEventReader(settings, () => undefined).read(chunk);
    events.next();
    events.return();
    reclaim([chunk]);

    expect(chunk).not.toHaveLength(0);
  });

  it('should be spent by a page as they come', () => {
    const reader = createPageReader(settings);
    const chunk = bytesOf(
      '{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"3"},"items":[]}',
    );

    lend(chunk);
    reader.push(chunk);
    reclaim([chunk]);
    reader.end();
    reader.work(() => false);

    expect(chunk).toHaveLength(0);
    expect(reader.page()).toMatchObject({ items: [], resourceVersion: '3' });
  });
});
