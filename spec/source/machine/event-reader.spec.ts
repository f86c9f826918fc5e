import { describe, expect, it, jest } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { KubeError, type KubeObject, ProtocolError, StatusError } from '../../../src/objects/index.ts';
import type { DecodeSettings } from '../../../src/source/machine/json-parser.ts';
import type { WatchEvent } from '../../../src/source/lister-watcher.ts';
import { createEventReader } from '../../../src/source/machine/event-reader.ts';
import { bordersOf, chunksOf, kubeObjectText } from '../json-text.ts';

const settings = {
  keepManagedFields: false,
  maxFrameBytes: 10_000,
  maxPageBytes: 1_000,
  confidential: false,
};

interface Run {
  readonly borders?: readonly number[];
  readonly settings?: Partial<DecodeSettings>;
}

function read(text: string, { borders = [], settings: own }: Run = {}) {
  const incidents: KubeError[] = [];
  const reader = createEventReader({ ...settings, ...own }, (incident) => incidents.push(incident));
  const events: WatchEvent<KubeObject>[] = [];
  for (const chunk of chunksOf(text, borders)) {
    for (const event of reader.read(chunk)) if (event !== undefined) events.push(event);
  }
  return { events, incidents };
}

const failure = (text: string, run?: Run): KubeError & Partial<ProtocolError> => {
  try {
    read(text, run);
  } catch (error) {
    if (error instanceof KubeError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

const frame = (type: string, object: unknown): string => `${JSON.stringify({ type, object })}\n`;
const pod = { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a', uid: 'u', resourceVersion: '7' } };
const bookmark = (metadata: object): string => frame('BOOKMARK', { kind: 'Pod', apiVersion: 'v1', metadata });

describe('event reader', () => {
  it.each([
    [false, ['a']],
    [true, []],
  ])('should intern added objects, but no Secret, as the table outlives it: %j', (confidential, names) => {
    const interned: string[] = [];
    const intern = (value: unknown): unknown => interned.push((value as KubeObject).metadata.name);
    const text = ['ADDED', 'MODIFIED', 'DELETED'].map((type) => frame(type, pod)).join('');

    expect(read(text, { settings: { confidential, intern } }).events).toHaveLength(3);
    expect(interned).toEqual(names);
  });

  it('should let the caller pause between checking, parsing and emitting a large frame', () => {
    const reader = createEventReader({ ...settings, maxFrameBytes: 2_000_000 }, () => undefined);
    const large = frame('ADDED', { ...pod, a: 'x'.repeat(1_100_000) });
    const parse = jest.spyOn(JSON, 'parse');
    const steps = [];
    for (const event of reader.read(new TextEncoder().encode(large)))
      steps.push([event?.type, parse.mock.calls.length]);
    parse.mockRestore();

    expect(steps).toEqual([
      [undefined, 0],
      [undefined, 1],
      ['ADDED', 1],
    ]);
  });

  it('should emit the known object only for a complete ADDED frame', () => {
    const knownObjects = { get: (): KubeObject => pod };
    const object = JSON.stringify({ ...pod, spec: 1 });
    const added = `{"type":"ADDED","object":${object}`;
    const objectsOf = (text: string): unknown[] =>
      read(text, { settings: { knownObjects } }).events.map((event) => 'object' in event && event.object);

    expect(objectsOf(`${added}}\n`)[0]).toBe(pod);
    expect(objectsOf(`{"type":"MODIFIED","object":${object}}\n`)[0]).not.toBe(pod);
    expect(read(`${added},"type":"DELETED"}\n`, { settings: { knownObjects } }).events).toEqual([
      { type: 'DELETED', object: { ...pod, spec: 1 } },
    ]);
    for (const rest of ['', ']', '}}', ' ', ',}'])
      expect(failure(`${added}${rest}\n`, { settings: { knownObjects } }).message).toContain('is not JSON');
  });

  it('should emit known objects until the initial list ends, even after other bookmarks', () => {
    const knownObjects = { get: (): KubeObject => pod };
    const added = frame('ADDED', pod);
    const text =
      bookmark({ resourceVersion: '7' }) +
      added +
      bookmark({ resourceVersion: '8', annotations: { 'k8s.io/initial-events-end': 'true' } }) +
      added;
    const { events, incidents } = read(text, { settings: { knownObjects } });

    expect(events.map((event) => 'object' in event && event.object === pod)).toEqual([
      ...[false, true, false, false],
    ]);
    expect(incidents).toEqual([]);
  });

  it('should look for a web page only at the start of the first chunk', () => {
    const text = frame('ADDED', { ...pod, a: '<b>' });

    expect(read(text, { borders: [text.indexOf('<')] }).events).toHaveLength(1);
    expect(failure('<html>').message).toMatch(/^a watch was answered with a web page/);
  });

  it('should emit added, modified and deleted objects (P34)', () => {
    const text = ['ADDED', 'MODIFIED', 'DELETED'].map((type) => frame(type, pod)).join('');

    expect(read(text).events).toEqual(
      ['ADDED', 'MODIFIED', 'DELETED'].map((type) => ({ type, object: pod })),
    );
  });

  it.each(['<html>Sign in', '\ufeff\r\n<!doctype html>\n<html>\n'])(
    'should report a web page as a refused login: %j',
    (page) => {
      const error = failure(page);

      expect(error).toBeInstanceOf(ProtocolError);
      expect(error.failure).toBe('unauthorized');
      expect(error.message).toContain('a web page instead of JSON: a login proxy asks to sign in');
      expect(error.advice).toMatch(/^sign in again/);
      expect(failure(page, { settings: { confidential: true } }).excerpt).toBe('');
    },
  );

  it('should report a later web page as a broken frame', () => {
    expect(failure(`${frame('ADDED', pod)}<html>\n`).failure).toBe('transient');
  });

  it('should read the same events for any chunks, with and without managedFields', () => {
    const streams = fc
      .tuple(fc.array(kubeObjectText, { maxLength: 5 }), fc.boolean())
      .chain(([objects, keep]) => {
        const text = objects
          .map((object) => `{"type":"MODIFIED","object":${object.replace(/[\r\n]/g, ' ')}}\n`)
          .join('');
        return fc.tuple(fc.constant({ text, keep }), bordersOf(new TextEncoder().encode(text).length));
      });

    fc.assert(
      fc.property(streams, ([{ text, keep }, borders]) => {
        const expected = text
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line) as { object: { metadata: { managedFields?: unknown } } });
        if (!keep) for (const { object } of expected) delete object.metadata.managedFields;

        const { events, incidents } = read(text, { borders, settings: { keepManagedFields: keep } });

        expect(JSON.stringify(events)).toBe(JSON.stringify(expected));
        expect(incidents).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('should emit the resourceVersion of a bookmark', () => {
    expect(read(bookmark({ resourceVersion: '12', creationTimestamp: null })).events).toEqual([
      { type: 'BOOKMARK', resourceVersion: '12' },
    ]);
  });

  it.each([
    ['true', true],
    ['false', undefined],
    ['True', undefined],
    ['', undefined],
    [true, undefined],
  ])('should read %p in a bookmark annotation as the end of the list: %p (B54, P41)', (value, end) => {
    const annotations = { 'k8s.io/initial-events-end': value };

    const [event] = read(bookmark({ resourceVersion: '12', annotations })).events;

    expect(event).toEqual({ type: 'BOOKMARK', resourceVersion: '12', ...(end && { initialEventsEnd: end }) });
  });

  it.each([
    ['an object without uid', frame('ADDED', { metadata: { name: 'a', resourceVersion: '1' } })],
    ['an object that is not valid', frame('MODIFIED', null)],
    ['a Status outside of an ERROR frame', frame('MODIFIED', { kind: 'Status', metadata: {}, code: 500 })],
    ['a frame without object', '{"type":"MODIFIED"}\n'],
    ['a bookmark without resourceVersion', bookmark({})],
    ['an invalid bookmark', frame('BOOKMARK', null)],
  ])('should skip %s, report it and continue', (_, text) => {
    const { events, incidents } = read(text + frame('ADDED', pod));

    expect(events).toEqual([{ type: 'ADDED', object: pod }]);
    expect(incidents).toEqual([expect.any(ProtocolError)]);
  });

  it.each([
    ['without object', '{"type":"DELETED"}\n'],
    ['without uid', frame('DELETED', { metadata: { name: 'a', resourceVersion: '1' } })],
    ['without resourceVersion', frame('DELETED', { metadata: { name: 'a', uid: 'u' } })],
  ])('should fail at a DELETED %s, as after a 410: only a relist finds the object (G5)', (_, text) => {
    const error = failure(text + frame('ADDED', pod));

    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject({ failure: 'expired' });
  });

  it('should fail with the Status of an ERROR frame, and stop reading (P36)', () => {
    const status = {
      kind: 'Status',
      code: 410,
      reason: 'Expired',
      message: 'too old resource version: 1 (5)',
    };

    const error = failure(frame('ERROR', status) + frame('ADDED', pod));

    expect(error).toBeInstanceOf(StatusError);
    expect(error).toMatchObject({
      code: 410,
      reason: 'Expired',
      failure: 'expired',
      message: status.message,
      inStream: true,
    });
  });

  it('should read the causes and retryAfterSeconds of an ERROR frame (P45)', () => {
    const causes = [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }];
    const details = { causes, retryAfterSeconds: 1 };

    const error = failure(frame('ERROR', { kind: 'Status', code: 504, reason: 'Timeout', details }));

    expect(error).toMatchObject({ retryAfterSeconds: 1, causes, isResourceVersionTooLarge: true });
  });

  it('should treat an ERROR frame with an empty Status as a 500', () => {
    expect(failure(frame('ERROR', {}))).toMatchObject({ code: 500, failure: 'transient', reason: '' });
  });

  it.each([
    ['is not JSON', 'not json\n'],
    ['is not JSON', '{"type":"ADDED","object":{"metadata":{}\n'],
    ['says ERROR without a Status', frame('ERROR', 'gone')],
    ['is of an unknown type', frame('PATCHED', pod)],
    ['is of an unknown type', `${JSON.stringify(pod)}\n`],
    ['is of an unknown type', '"ADDED"\n'],
    ['is of an unknown type', 'null\n'],
  ])('should fail for a frame that %s: %s', (what, text) => {
    const error = failure(text);

    expect(error).toMatchObject({ name: 'ProtocolError', failure: 'transient', excerpt: text.trim() });
    expect(error.message).toContain(`a watch frame ${what}`);
  });

  it.each(['ADDED', 'BOOKMARK'])('should fail permanently for a Table as the object of %s (P104)', (type) => {
    const table = {
      kind: 'Table',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { resourceVersion: '4' },
      rows: [],
    };

    expect(failure(frame(type, table))).toMatchObject({ name: 'ProtocolError', failure: 'fatal' });
  });

  it('should accept a Table of another API group as an object', () => {
    const table = { ...pod, kind: 'Table', apiVersion: 'furniture.example.com/v1' };

    expect(read(frame('ADDED', table)).events).toEqual([{ type: 'ADDED', object: table }]);
  });

  it('should fail for a frame above the limit', () => {
    const text = frame('ADDED', { ...pod, spec: 'x'.repeat(200) });

    expect(failure(text, { borders: [100, 150], settings: { maxFrameBytes: 120 } }).message).toContain(
      'maxFrameBytes',
    );
  });

  it.each([
    ['no JSON', '{"data":{"password":"hunter2"\n'],
    ['of an unknown type', '{"data":{"password":"hunter2"}}\n'],
    ['too long', `{"data":{"password":"hunter2"},"more":"${'x'.repeat(2_000)}`],
    ['an ERROR without Status', '{"type":"ERROR","object":"hunter2"}\n'],
  ])('should show nothing of a Secret whose frame is %s', (_, text) => {
    const error = failure(text, { settings: { confidential: true, maxFrameBytes: 1_000 } });

    expect(error.excerpt).toBe('');
    expect(error.message).not.toContain('hunter2');
    expect(error.cause).toBeUndefined();
  });

  it('should decode an event only when the caller requests it', () => {
    const reader = createEventReader(settings, () => undefined);
    const events = reader.read(new TextEncoder().encode(`${frame('ADDED', pod)}not json\n`));

    expect(events.next().value).toEqual({ type: 'ADDED', object: pod });
    expect(() => events.next()).toThrow(ProtocolError);
  });

  it('should keep no reference to a chunk (PF21)', () => {
    const reader = createEventReader(settings, () => undefined);
    const events: unknown[] = [];
    for (const chunk of chunksOf(frame('ADDED', pod), [10, 40])) {
      events.push(...reader.read(chunk));
      if (chunk.length < 40) chunk.fill(0);
    }

    expect(events).toEqual([{ type: 'ADDED', object: pod }]);
  });
});
