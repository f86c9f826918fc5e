import { describe, expect, it } from '@jest/globals';
import { readObject, readPatch } from '../../../src/apiserver/http/read-body.ts';
import { writeRequest } from '../support/write-request.ts';

describe('a number that is not a finite double', () => {
  it.each([
    ['application/json', '{"a":[1,1e400]}'],
    ['application/json', '{"a":{"b":-1e400}}'],
  ])('should be refused in an object: %s %s', (type, body) => {
    expect(() => readObject(writeRequest(type, body))).toThrow(
      'the object provided is unrecognized: a number is not between -1.8e308 and 1.8e308',
    );
  });

  it.each([
    ['application/merge-patch+json', '{"a":1e400}'],
    ['application/json-patch+json', '[{"op":"add","path":"/a","value":1e400}]'],
    ['application/strategic-merge-patch+json', '{"a":1e400}'],
  ])('should be refused in a patch: %s', (type, body) => {
    expect(() => readPatch(writeRequest(type, body), true)).toThrow('a number is not between');
  });

  it('should be refused as .inf in YAML, and be a string as 1e400, as in Go', () => {
    const message = 'error converting YAML to JSON: json: unsupported value: +Inf';
    const apply = 'application/apply-patch+yaml';

    expect(() => readObject(writeRequest('application/yaml', 'a: [1, .inf]'))).toThrow(message);
    expect(() => readPatch(writeRequest(apply, 'a: .inf'), true)).toThrow(message);
    expect(readObject(writeRequest('application/yaml', '{"a":1e400}'))).toEqual({ a: '1e400' });
    expect(readPatch(writeRequest(apply, 'a: 1e400'), true)).toMatchObject({ apply: { a: '1e400' } });
  });

  it('should be accepted if it is the largest double', () => {
    expect(readObject(writeRequest('application/json', '{"a":1.7976931348623157e308}'))).toEqual({
      a: Number.MAX_VALUE,
    });
  });
});
