import { describe, expect, it } from '@jest/globals';
import { createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';

const metadata = { name: 'x', namespace: 'default' };
const refusal = (field: string): object =>
  expect.objectContaining({
    code: 422,
    message: expect.stringContaining(`is invalid: ${field}: Too long: may not be more than 1048576 bytes`),
  });

describe('the size of config maps and secrets', () => {
  const { objects } = createApiServer();

  it('should be at most 1 MiB of strings and bytes together in a config map', () => {
    const data = { a: 'é'.repeat(500_000), b: 'x'.repeat(48_570) };
    const six = Buffer.from('123456').toString('base64');

    const { metadata: made } = objects.create(core.v1.configmaps, { metadata, data, binaryData: { c: six } });
    expect(made.uid).not.toBe('');
    const binaryData = { c: Buffer.from('1234567').toString('base64') };
    expect(() =>
      objects.create(core.v1.configmaps, { metadata: { ...metadata, name: 'y' }, data, binaryData }),
    ).toThrow(refusal('[]'));
  });

  it('should be at most 1 MiB in a secret, also in a PATCH', () => {
    const bytes = (count: number): string => Buffer.alloc(count).toString('base64');

    objects.create(core.v1.secrets, { metadata, data: { a: bytes(1_048_576) } });
    expect(() => objects.patch(core.v1.secrets, 'default/x', { data: { b: bytes(1) } })).toThrow(
      refusal('data'),
    );
  });
});
