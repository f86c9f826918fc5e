import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { yamlList } from '../../../src/apiserver/http/yaml-list.ts';
import { stringifyYaml } from '../../../src/yaml/index.ts';

describe('a list in YAML that is written object by object', () => {
  it.each(['items', 'rows', 'resources', 'groups'])(
    'should equal the YAML of the whole list, for any pieces (%s)',
    (name) => {
      const object = fc.dictionary(fc.string(), fc.jsonValue());
      fc.assert(
        fc.property(
          fc.array(object, { minLength: 1 }),
          object,
          fc.integer({ min: 1, max: 9 }),
          (objects, metadata, size) => {
            const list = {
              kind: 'List',
              apiVersion: 'v1',
              metadata,
              columnDefinitions: [{ items: [1] }],
              [name]: objects,
            };
            const text = JSON.stringify(list);
            const bytes = Buffer.from(`${text}\n`);
            const rewrite = yamlList();
            const out: Uint8Array[] = [];
            for (let at = 0; at < bytes.length + size; at += size) {
              const piece = at < bytes.length ? bytes.subarray(at, at + size) : undefined;
              for (const part of { [Symbol.iterator]: () => rewrite(piece) }) if (part) out.push(part);
            }
            expect(Buffer.concat(out).toString()).toBe(stringifyYaml(JSON.parse(text)));
          },
        ),
      );
    },
  );
});
