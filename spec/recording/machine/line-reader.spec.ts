import { describe, expect, it } from '@jest/globals';
import { createLineReader, recordingHeader } from '../../../src/recording/machine/line-reader.ts';

const header = (time: number): string =>
  JSON.stringify({ format: 'rx-informer-recording', version: 1, time });
const nothing = { kind: 'nothing' };

describe('createLineReader', () => {
  it('should read header, values, ends and blank lines, and count the recordings', () => {
    const reader = createLineReader();
    const read = [
      `\ufeff${header(5)}`,
      '{"time":6,"stage":"s","value":1}',
      '  ',
      '',
      '{"time":7,"stage":"s","complete":true}',
      header(9),
      '{"time":9,"stage":"s"}',
      '{"time":9,',
    ].map((text) => reader.read(text));

    expect(read).toEqual([
      nothing,
      { kind: 'entry', line: 2, part: 1, entry: { time: 6, stage: 's', value: 1 } },
      nothing,
      nothing,
      { kind: 'entry', line: 5, part: 1, entry: { time: 7, stage: 's', complete: true } },
      nothing,
      { kind: 'entry', line: 7, part: 2, entry: { time: 9, stage: 's', value: undefined } },
      { kind: 'broken', line: 8 },
    ]);
    expect([reader.line, reader.begin]).toEqual([8, 5]);
    expect(() => reader.end()).not.toThrow();
  });

  it('should refuse a value with an error that is nested too deeply', () => {
    const reader = createLineReader();
    reader.read(header(5));
    const value = `${'['.repeat(20_000)}{"$error":0}${']'.repeat(20_000)}`;

    expect(() => reader.read(`{"time":6,"stage":"s","value":${value}}`)).toThrow('line 2 of the recording');
  });

  it.each(['[]', '3', 'null', '{"time":1}', '{"stage":"s"}', '{"time":1,"stage":2}'])(
    'should refuse a line that is not an entry of a recording: %s',
    (text) => {
      const reader = createLineReader();
      reader.read(header(5));

      expect(() => reader.read(text)).toThrow();
    },
  );

  it.each(['{"time":1,"stage":"s","complete":false}', '{"time":1,"stage":"s","error":{}}'])(
    'should refuse an entry whose event is invalid or impossible: %s',
    (text) => {
      const reader = createLineReader();
      reader.read(header(5));

      expect(() => reader.read(text)).toThrow();
    },
  );

  it('should refuse a second header of another format, and a text without lines', () => {
    const reader = createLineReader();
    expect(() => reader.end()).toThrow(/it is empty/);
    reader.read(header(5));

    expect(() => reader.read('{"format":"other","time":1}')).toThrow(/it does not begin with/);
  });
});

describe('recordingHeader', () => {
  const base = { format: 'rx-informer-recording', version: 1, time: 3 };
  const resource = { group: 'apps', version: 'v1', resource: 'deployments' };

  it.each([
    [
      { ...base, resource },
      { ...base, resource },
    ],
    [{ ...base, resource: { ...resource, version: 1 } }, base],
    [{ ...base, resource: null }, base],
    [{ ...base, more: 1 }, base],
  ])('should return the content of the header line: %j', (line, said) => {
    expect(recordingHeader(JSON.stringify(line))).toEqual(said);
  });

  it.each([
    ['   ', /it is empty/],
    ['{}', /it does not begin with \{"format":"rx-informer-recording",…\}/],
    [JSON.stringify({ ...base, time: '3' }), /it does not begin with/],
    [JSON.stringify({ ...base, version: 2 }), /it is of version 2, and this rx-informer reads version 1/],
  ])('should refuse an invalid header: %s', (line, message) => {
    expect(() => recordingHeader(line)).toThrow(message);
  });
});
