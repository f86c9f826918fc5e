import { describe, expect, it } from '@jest/globals';
import { CommandError } from '../../../src/cli/command-error.ts';
import { type ClientNode, loadClientNode } from '../../../src/cli/kubeconfig/load-client-node.ts';

const missing = (name: string): Error =>
  Object.assign(new Error(`Cannot find package '${name}' imported from /somewhere`), {
    code: 'ERR_MODULE_NOT_FOUND',
  });

async function refusal(error: Error, version: string): Promise<string> {
  const load = (): Promise<ClientNode> => Promise.reject(error);
  const refused: unknown = await loadClientNode(load, version).catch((reason: unknown) => reason);
  if (!(refused instanceof CommandError)) throw refused;
  expect(refused.exitCode).toBe(1);
  return refused.message;
}

describe('loadClientNode', () => {
  it('should return the loaded module', async () => {
    expect(new (await loadClientNode()).KubeConfig()).toHaveProperty('loadFromString');
  });

  it('should explain which version to install for the running Node if the module is missing', async () => {
    const error = missing('@kubernetes/client-node');

    expect(await refusal(error, '24.21.0')).toBe(
      'a kubeconfig needs @kubernetes/client-node, which is not installed: npm install @kubernetes/client-node',
    );
    for (const version of ['22.19.0', '22.20.1', '23.0.0'])
      expect(await refusal(error, version)).toMatch(/npm install @kubernetes\/client-node$/);
    for (const version of ['20.19.0', '20.20.0', '22.18.9', '22.2.0'])
      expect(await refusal(error, version)).toMatch(/npm install @kubernetes\/client-node@\^1\.4$/);
  });

  it('should report a module that does not load', async () => {
    const notAFunction = new TypeError('webidl.util.markAsUncloneable is not a function');

    for (const error of [notAFunction, missing('undici')]) {
      expect(await refusal(error, '20.20.0')).toBe(
        'a kubeconfig needs @kubernetes/client-node, which does not load on Node 20.20.0: npm install @kubernetes/client-node@^1.4',
      );
    }
  });
});
