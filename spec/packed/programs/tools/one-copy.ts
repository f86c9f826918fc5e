/**
 * A program that loads each entry point with `import` and with `require`. `import` and `require` must return the same
 * copy of the package. Otherwise `instanceof` fails for errors and streams.
 */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { firstValueFrom, Observable } from 'rxjs';
import * as imported from 'rx-informer';
import { kubeObject, virtualCluster } from 'rx-informer/testing';

type Door = Readonly<Record<string, unknown>>;
const entryPoints = [
  '',
  '/client',
  '/derived',
  '/scope',
  '/client-go',
  '/fetch',
  '/client-node',
  '/kinds',
  '/testing',
  '/recording',
  '/apiserver',
];
const require = createRequire(import.meta.url);

/** Loads each entry point in both ways. Resolves with a line of text for each step. */
export async function oneCopy(): Promise<readonly string[]> {
  const steps: string[] = [];
  for (const entryPoint of entryPoints) {
    const required = require(`rx-informer${entryPoint}`) as Door;
    const same = (await import(`rx-informer${entryPoint}`)) as Door;
    assert.deepEqual(Object.keys(required), Object.keys(same));
    for (const name of Object.keys(required))
      assert.equal(required[name], same[name], `${entryPoint} ${name}`);
    steps.push(`one copy of rx-informer${entryPoint}`);
  }

  const required = require('rx-informer') as typeof imported;
  const { createApiServer } = require('rx-informer/apiserver') as {
    readonly createApiServer: (options: object) => unknown;
  };
  const { newStore } = require('rx-informer/client-go') as {
    readonly newStore: (keyFunc: unknown) => unknown;
  };
  for (const mistake of [
    () => newStore('no function'),
    () => createApiServer({ historySize: -1 }),
    () => required.keyOf({} as never),
    () => virtualCluster({ lag: -1 }),
  ]) {
    assert.throws(mistake, imported.OptionsError);
    assert.throws(mistake, required.KubeError);
  }
  steps.push('errors across');

  const pods = virtualCluster().collection('pods');
  pods.put(kubeObject('shop/web'));
  const live = required.informer(pods.listerWatcher());
  const rxjs = require('rxjs') as { readonly Observable: typeof Observable };
  assert.ok(live.changes() instanceof Observable && live.changes() instanceof rxjs.Observable);
  const running = live.start();
  await imported.waitForCacheSync([live]);
  steps.push(`a view across: ${String((await firstValueFrom(imported.query(live))).length)}`);
  running.unsubscribe();
  return steps;
}
