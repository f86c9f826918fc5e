import { describe, expect, it } from '@jest/globals';
import { readObject, readPatch } from '../../../src/apiserver/http/read-body.ts';
import { writeRequest } from '../support/write-request.ts';

describe('a number that is not a finite double', () => {
  it.each([
    ['application/json', '{"a":[1,1e400]}'],
    ['application/json', '{"a":{"b":-1e400}}'],
    ['application/yaml', '{"a":1e400}'],
    ['application/yaml', 'a: [1, .inf]'],
  ])('should be refused in an object: %s %s', (type, body) => {
    expect(() => readObject(writeRequest(type, body))).toThrow(
      'the object provided is unrecognized: a number is not between -1.8e308 and 1.8e308',
    );
  });

  it.each([
    ['application/merge-patch+json', '{"a":1e400}'],
    ['application/json-patch+json', '[{"op":"add","path":"/a","value":1e400}]'],
    ['application/strategic-merge-patch+json', '{"a":1e400}'],
    ['application/apply-patch+yaml', 'a: 1e400'],
  ])('should be refused in a patch: %s', (type, body) => {
    expect(() => readPatch(writeRequest(type, body), true)).toThrow('a number is not between');
  });

  it('should be accepted if it is the largest double', () => {
    expect(readObject(writeRequest('application/json', '{"a":1.7976931348623157e308}'))).toEqual({
      a: Number.MAX_VALUE,
    });
  });
});
