import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { indentedJson } from '../../../src/apiserver/http/indented-json.ts';

describe('JSON that is indented piece by piece', () => {
  it('should equal the output of JSON.stringify, for any pieces', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 9 }), (value, size) => {
        const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
        const rewrite = indentedJson();
        const out: Uint8Array[] = [];
        for (let at = 0; at < bytes.length + size; at += size) {
          const piece = at < bytes.length ? bytes.subarray(at, at + size) : undefined;
          for (const part of { [Symbol.iterator]: () => rewrite(piece) }) if (part) out.push(part);
        }
        expect(Buffer.concat(out).toString()).toBe(
          JSON.stringify(JSON.parse(bytes.toString()), undefined, 2),
        );
      }),
    );
  });
});
