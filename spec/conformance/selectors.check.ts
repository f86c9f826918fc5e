import { describe, expect } from '@jest/globals';
import { namesIn, versionOf } from './support/bodies.ts';
import { check } from './support/check.ts';
import { get, patch, withQuery } from './support/client.ts';
import { inShort, watch } from './support/frames.ts';
import { refusal } from './support/refusals.ts';
import {
  configMap,
  created,
  done,
  fixtures,
  pod,
  createTestNamespace,
  widget,
} from './support/test-namespace.ts';

describe('selectors', () => {
  check(
    'P97',
    'label selectors have eight forms; the negative forms match objects without the label',
    async () => {
      const { configMaps } = await createTestNamespace();
      const labels = {
        none: {},
        prod: { env: 'prod', n: '3' },
        dev: { env: 'dev', n: '7' },
        many: { env: 'prod', n: '12', tier: 'a' },
      };
      for (const [name, given] of Object.entries(labels)) {
        await created(configMaps, configMap(name, { labels: { set: 'own', ...given } }));
      }
      const forms: readonly (readonly [string, readonly string[]])[] = [
        ['env=prod', ['many', 'prod']],
        ['env==prod', ['many', 'prod']],
        ['env!=prod', ['dev', 'none']],
        ['env in (prod,dev)', ['dev', 'many', 'prod']],
        ['env in ( prod , dev )', ['dev', 'many', 'prod']],
        ['env notin (prod)', ['dev', 'none']],
        ['env', ['dev', 'many', 'prod']],
        ['!env', ['none']],
        ['n>5', ['dev', 'many']],
        ['n<10', ['dev', 'prod']],
        ['env = prod , tier', ['many']],
        ['env=prod,n > 5', ['many']],
        ['env in ()', []],
        ['env=prod,env=dev', []],
      ];

      for (const [selector, names] of forms) {
        const { status, body } = await get(withQuery(configMaps, { labelSelector: `set=own,${selector}` }));
        expect([selector, status, namesIn(body)]).toEqual([selector, 200, names]);
      }
    },
  );

  check('P98', 'an invalid label selector is refused', async () => {
    const { configMaps } = await createTestNamespace();

    for (const labelSelector of ['a b c', '=a', 'env=prod,', 'n>abc', 'x/y/z=1', 'env=-bad']) {
      expect([labelSelector, await get(withQuery(configMaps, { labelSelector }))]).toMatchObject([
        labelSelector,
        refusal(400, 'BadRequest'),
      ]);
    }
  });

  check('P99', 'every kind can be selected by name and namespace; an unknown field is refused', async () => {
    const { configMaps, namespace } = await createTestNamespace();
    const select = (fieldSelector: string): ReturnType<typeof get> =>
      get(withQuery(configMaps, { fieldSelector, labelSelector: 'par' }));
    const others = fixtures.filter((name) => name !== 'c2');

    expect(namesIn((await select('metadata.name=c2')).body)).toEqual(['c2']);
    expect(namesIn((await select('metadata.name==c2')).body)).toEqual(['c2']);
    expect(namesIn((await select('metadata.name!=c2')).body)).toEqual(others);
    expect(namesIn((await select(`metadata.namespace=${namespace}`)).body)).toEqual(fixtures);
    expect(namesIn((await select(`metadata.namespace!=${namespace}`)).body)).toEqual([]);
    expect(namesIn((await select(`metadata.namespace=${namespace},metadata.name!=c2`)).body)).toEqual(others);
    expect(await select('spec.nope=x')).toMatchObject(
      refusal(400, 'BadRequest', { message: 'is not a known field selector' }),
    );
    const invalid = await select('metadata.name in (a)');
    expect(invalid).toMatchObject(refusal(400, 'BadRequest', { message: 'invalid selector' }));
  });

  check('P100', 'a definition declares the fields by which its objects can be selected', async () => {
    const { widgets } = await createTestNamespace();
    await created(widgets, widget('x', { size: 7, color: 'blue' }));
    await created(widgets, widget('y', { size: 7 }));
    await created(widgets, widget('z', { size: 70, color: 'blue' }));
    const select = (fieldSelector: string): ReturnType<typeof get> =>
      get(withQuery(widgets, { fieldSelector }));

    expect(namesIn((await select('spec.color=blue')).body)).toEqual(['x', 'z']);
    expect(namesIn((await select('spec.size=7')).body)).toEqual(['x', 'y']);
    expect(namesIn((await select('spec.size=7,spec.color!=red')).body)).toEqual(['x']);
    expect(await select('status.phase=x')).toMatchObject(
      refusal(400, 'BadRequest', { message: 'field label not supported' }),
    );
  });

  check('P101', 'pods can be selected and watched by fields that change', async () => {
    const { pods } = await createTestNamespace();
    await created(pods, pod('a', 'node-1'));
    await created(pods, pod('b', 'node-2'));
    const onNode = (fieldSelector: string): ReturnType<typeof get> => get(withQuery(pods, { fieldSelector }));
    const list = done(await onNode('spec.nodeName=node-1'));
    expect(namesIn(list)).toEqual(['a']);
    expect(namesIn(done(await onNode('spec.nodeName!=node-1')))).toEqual(['b']);
    const selected = (fieldSelector: string): ReturnType<typeof watch> =>
      watch(withQuery(pods, { fieldSelector, watch: 'true', resourceVersion: versionOf(list) }));

    const node = await selected('spec.nodeName=node-1');
    await created(pods, pod('c', 'node-2'));
    await created(pods, pod('d', 'node-1'));
    expect(inShort(await node.next())).toBe('ADDED d');
    node.close();

    // The node of a pod cannot change. Therefore this part of the check changes the phase of the pod.
    const pending = await selected('status.phase=Pending,metadata.name=a');
    for (const phase of ['Running', 'Pending']) {
      done(await patch(`${pods}/a/status`, 'merge', { status: { phase } }));
    }
    expect((await pending.take(2)).map(inShort)).toEqual(['DELETED a', 'ADDED a']);
    pending.close();
  });
});
