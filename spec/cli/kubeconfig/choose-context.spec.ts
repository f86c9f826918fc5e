import { describe, expect, it } from '@jest/globals';
import { CommandError } from '../../../src/cli/command-error.ts';
import { chooseContext } from '../../../src/cli/kubeconfig/choose-context.ts';
import type { Kubeconfig } from '../../../src/cli/kubeconfig/kubeconfig.ts';

const config: Kubeconfig = {
  currentContext: 'one',
  contexts: new Map([
    ['one', { cluster: 'c', user: 'u', namespace: 'shop' }],
    ['nobody', { cluster: 'c' }],
    ['astray', { cluster: 'd', user: 'u' }],
    ['strange', { cluster: 'c', user: 'x' }],
  ]),
  clusters: new Map([['c', { server: 'https://a' }]]),
  users: new Map([['u', { token: 't' }]]),
};

function refusal(kubeconfig: Kubeconfig, typed?: string): readonly [number, ...string[]] {
  try {
    chooseContext(kubeconfig, typed, 'F');
  } catch (error) {
    if (error instanceof CommandError) return [error.exitCode, error.message, ...error.hints];
    throw error;
  }
  return [0];
}

describe('chooseContext', () => {
  it('should use the current or the given context, with its cluster, user and namespace', () => {
    expect(chooseContext(config, undefined, 'F')).toEqual({
      name: 'one',
      namespace: 'shop',
      clusterName: 'c',
      cluster: { server: 'https://a' },
      userName: 'u',
      user: { token: 't' },
    });
    expect(chooseContext(config, 'nobody', 'F')).toMatchObject({ namespace: '', userName: '', user: {} });
  });

  it('should list the existing contexts', () => {
    expect(refusal(config, 'two')).toEqual([
      2,
      'there is no context “two” in F',
      'There is: astray, nobody, one, strange',
    ]);
    expect(refusal({ ...config, currentContext: 'gone' })[0]).toBe(1);
    expect(refusal({ ...config, currentContext: '' })).toEqual([
      2,
      'F has no current context',
      'Choose one with --context: astray, nobody, one, strange',
    ]);
    const many = new Map(Array.from({ length: 40 }, (_, i) => [`context-${i}`, {}]));
    expect(refusal({ ...config, contexts: many }, 'two')[2]).toMatch(/and 28 more$/);
  });

  it('should name the missing entry of a context', () => {
    expect(refusal({ ...config, contexts: new Map() })).toEqual([1, 'there is no context in F']);
    expect(refusal(config, 'astray')).toEqual([
      1,
      'the context “astray” names the cluster “d”, which is not in F',
    ]);
    expect(refusal(config, 'strange')).toEqual([
      1,
      'the context “strange” names the user “x”, which is not in F',
    ]);
  });
});
