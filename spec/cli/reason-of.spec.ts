import { describe, expect, it } from '@jest/globals';
import { reasonOf } from '../../src/cli/reason-of.ts';

const withCode = (code: unknown): Error => Object.assign(new Error('it failed'), { code });

describe('reasonOf', () => {
  it.each([
    ['EACCES', 'permission denied'],
    ['EAGAIN', 'it is a terminal, or a device that has nothing to read'],
    ['EADDRINUSE', 'the port is in use'],
    ['EADDRNOTAVAIL', 'this machine does not have the address'],
    ['EDQUOT', 'the disk quota of the user is exceeded'],
    ['EAI_AGAIN', 'the name cannot be resolved'],
    ['EISDIR', 'it is a directory'],
    ['ENOENT', 'there is no such file'],
    ['ENOTFOUND', 'there is no such host'],
    ['ENOSPC', 'no space is left on the device'],
    ['ENXIO', 'it is a socket'],
    ['ENOTDIR', 'there is no such file'],
  ])('should describe %s in words', (code, reason) => {
    expect(reasonOf(withCode(code))).toBe(reason);
  });

  it.each(['EOTHER', 'toString', 7, undefined])('should keep the message for the code %p', (code) => {
    expect(reasonOf(withCode(code))).toBe('it failed');
  });

  it('should convert a value that is not an error to text', () => {
    expect([null, undefined, 'a text'].map(reasonOf)).toEqual(['null', 'undefined', 'a text']);
  });
});
