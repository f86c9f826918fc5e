import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { fc } from '../../../support/properties.ts';
import { Refusal } from '../../../../src/apiserver/status/refusal.ts';
import { decodeBody } from '../../../../src/apiserver/wire/protobuf/decode-body.ts';

/** Objects in which each field is set, in Go's protobuf encoding. The source is `testdata/HEAD` of k8s.io/api 0.36. */
const golden = readFileSync(new URL('golden.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as { name: string; protobuf: string; json: unknown });

const bytesOf = (name: string): Buffer =>
  Buffer.from(golden.find((one) => one.name === name)?.protobuf ?? '', 'base64');

/** Returns 200 if the body is decoded, and otherwise the status code of the refusal. Throws any other error. */
function outcome(bytes: Uint8Array): number {
  try {
    decodeBody(bytes);
    return 200;
  } catch (error) {
    if (error instanceof Refusal) return error.status.code;
    throw error;
  }
}

/** Returns a length-delimited protobuf field. */
function part(number: number, bytes: Uint8Array): Buffer {
  const length: number[] = [];
  for (let left = bytes.length; ; left >>>= 7) {
    if (left < 0x80) return Buffer.concat([Buffer.from([number * 8 + 2, ...length, left]), bytes]);
    length.push(0x80 | (left & 0x7f));
  }
}

function message(raw: Uint8Array, apiVersion = 'v1', kind = 'ConfigMap'): Buffer {
  const type = Buffer.concat([part(1, Buffer.from(apiVersion)), part(2, Buffer.from(kind))]);
  return Buffer.concat([Buffer.from([0x6b, 0x38, 0x73, 0]), part(1, type), part(2, raw)]);
}

describe('decodeBody', () => {
  it.each(golden)('should read the encoding of Go, field by field (P136: $name)', ({ protobuf, json }) => {
    expect(decodeBody(Buffer.from(protobuf, 'base64'))).toEqual(json);
  });

  it('should refuse a kind without protobuf', () => {
    const bytes = bytesOf('core.v1.Secret');
    bytes.write('Sxcret', bytes.indexOf('Secret'));

    expect(decodeBody(bytes)).toBeUndefined();
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['JSON', Buffer.from('{"kind":"Secret"}')],
    ['half a message', bytesOf('core.v1.Secret').subarray(0, 100)],
    ['a length beyond the end', Buffer.from([0x6b, 0x38, 0x73, 0, 0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f])],
  ])('should refuse %s', (_, bytes) => {
    expect(outcome(bytes)).toBe(400);
  });

  it.each([
    ['fields that are known', [0x12, 0]],
    ['fields that are not', [0xf8, 1, 1]],
    ['metadata', [0x0a, 0]],
  ])('should refuse a body of more than 100,000 fields: %s', (_, field) => {
    const times = (count: number): Buffer => message(Buffer.alloc(count * field.length, Buffer.from(field)));

    expect(outcome(times(100_000))).toBe(200);
    expect(outcome(times(100_001))).toBe(413);
  });

  it('should count the fields in a list of strings, and in a group', () => {
    const extra = part(2, Buffer.alloc(2 * 100_001, Buffer.from([0x0a, 0])));
    const spec = part(6, Buffer.concat([part(1, Buffer.from('k')), extra]));
    const group = Buffer.concat([Buffer.from([0x7b]), Buffer.alloc(100_001 * 2, Buffer.from([8, 1]))]);

    expect(outcome(message(part(2, spec), 'certificates.k8s.io/v1', 'CertificateSigningRequest'))).toBe(413);
    expect(outcome(message(group))).toBe(413);
  });

  it('should read or refuse any bytes, without other errors', () => {
    const whole = bytesOf('core.v1.Service');
    const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 });
    fc.assert(
      fc.property(changes, fc.nat(whole.length), (all, length) => {
        const bytes = Buffer.from(whole.subarray(0, length));
        for (const [at, byte] of all) if (at < length) bytes[at] = byte;

        expect([200, 400]).toContain(outcome(bytes));
      }),
    );
  });

  it.each([
    ['9999-12-31T23:59:59Z', 253_402_300_799, 200],
    ['a second of the year 10000', 253_402_300_800, 400],
  ])('should decode the time %s', (_, second, code) => {
    const seconds = [0x08];
    for (let left = BigInt(second); ; left >>= 7n) {
      seconds.push(Number(left & 0x7fn) | (left < 0x80n ? 0 : 0x80));
      if (left < 0x80n) break;
    }
    const metadata = part(1, part(8, Buffer.from(seconds)));

    expect(outcome(message(metadata))).toBe(code);
  });

  it('should set a key named __proto__ only on its object', () => {
    const entry = (key: string): Buffer => Buffer.concat([Buffer.from([0x0a, key.length]), Buffer.from(key)]);
    const data = entry('__proto__');
    const raw = Buffer.concat([Buffer.from([0x12, data.length]), data]);
    const type = Buffer.concat([entry('v1'), Buffer.from([0x12, 9]), Buffer.from('ConfigMap')]);
    const bytes = Buffer.concat([
      Buffer.from('k8s\0'),
      Buffer.from([0x0a, type.length]),
      type,
      Buffer.from([0x12, raw.length]),
      raw,
    ]);

    const { data: read } = decodeBody(bytes) ?? {};

    expect(Object.keys(read as object)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(read)).not.toBe('');
  });
});
