import { describe, expect, it } from '@jest/globals';
import { listWatch } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';

const secret = { users: [{ token: 's3cret' }] } as never;

describe('an option that may hold a secret', () => {
  it.each<[string, () => unknown]>([
    ['a config', () => kubeConfigTransport(secret)],
    ['a transport', () => listWatch(secret, { group: '', version: 'v1', resource: 'pods' })],
  ])('should not be contained in the error: %s', (_, call) => {
    let thrown: unknown;
    try {
      call();
    } catch (error) {
      thrown = error;
    }

    expect(thrown).toMatchObject({ name: 'OptionsError', given: '(not shown)' });
  });
});
