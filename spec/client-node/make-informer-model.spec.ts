import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from 'rx-informer';
import { fakeControllerSource } from 'rx-informer/testing';
import { fc } from '../support/properties.ts';
import { clientNodeInformer } from '../../src/client-node/client-node-informer.ts';
import type { ClientNodeInformer } from '../../src/client-node/index.ts';
import { settled } from '../support/until.ts';
import { at } from './informer-world.ts';

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      key: fc.constantFrom('a', 'b', 'n/c'),
      gone: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('turn' as const, 'start' as const, 'stop' as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('expire' as const, 'on' as const, 'off' as const, 'onSlow' as const),
    }),
  },
);

const versionOf = ({ metadata }: KubeObject): string => metadata.resourceVersion;
const keyOf = ({ metadata: { namespace, name } }: KubeObject): string =>
  namespace === undefined ? name : `${namespace}/${name}`;
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * A typical program that keeps a Map of objects with three callbacks. Each callback checks that the change fits the
 * Map.
 */
function mirror(informer: ClientNodeInformer<KubeObject>) {
  const known = new Map(informer.list().map((object) => [keyOf(object), object]));
  const wrong: string[] = [];
  const check = (holds: boolean, text: string): void => {
    if (!holds) wrong.push(text);
  };
  const add = (object: KubeObject): void => {
    check(!known.has(keyOf(object)), `add of ${keyOf(object)}, which exists already`);
    known.set(keyOf(object), object);
  };
  const update = (object: KubeObject): void => {
    const old = known.get(keyOf(object));
    check(old?.metadata.uid === object.metadata.uid, `update of ${keyOf(object)}, which is not there`);
    check(Number(versionOf(object)) > Number(old && versionOf(old)), `${keyOf(object)} has an older version`);
    known.set(keyOf(object), object);
  };
  const remove = (object: KubeObject): void => {
    check(known.get(keyOf(object))?.metadata.uid === object.metadata.uid, `delete of ${keyOf(object)}`);
    known.delete(keyOf(object));
  };
  informer.on('add', add);
  informer.on('update', update);
  informer.on('delete', remove);
  const off = (): void => {
    informer.off('add', add);
    informer.off('update', update);
    informer.off('delete', remove);
  };
  return { known, wrong, off };
}

/** A program with slow callbacks. Only one call for an object runs at a time, and each object's last state arrives. */
function slow(informer: ClientNodeInformer<KubeObject>) {
  const last = new Map<string, KubeObject>();
  const wrong: string[] = [];
  const running = new Set<string>();
  let calls = 0;
  informer.on('change', async (object) => {
    if (running.has(keyOf(object))) wrong.push(`${keyOf(object)} has two calls at the same time`);
    running.add(keyOf(object));
    const before = last.get(keyOf(object));
    if (before?.metadata.uid === object.metadata.uid && Number(versionOf(before)) > Number(versionOf(object)))
      wrong.push(`${keyOf(object)} has an older version`);
    last.set(keyOf(object), object);
    if (++calls % 3 === 0) await turn();
    else await Promise.resolve();
    running.delete(keyOf(object));
  });
  return { last, wrong };
}

describe('makeInformer, with random actions', () => {
  it('should call each callback with consecutive states that end with the state of the server', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const source = fakeControllerSource<KubeObject>();
        const server = new Map<string, KubeObject>();
        const informer = clientNodeInformer(source);
        const mirrors = [mirror(informer)];
        const slows = [slow(informer)];
        let uids = 0;

        for (const one of steps) {
          switch (one.kind) {
            case 'write': {
              const old = server.get(one.key);
              if (old === undefined) server.set(one.key, source.add(at(one.key, `uid-${++uids}`)));
              else if (!one.gone) server.set(one.key, source.modify(at(one.key, old.metadata.uid)));
              else {
                source.delete(one.key);
                server.delete(one.key);
              }
              break;
            }
            case 'turn':
              await turn();
              break;
            case 'start':
              void informer.start();
              break;
            case 'stop':
              void informer.stop();
              break;
            case 'expire':
              source.resetWatch();
              break;
            case 'on':
              mirrors.push(mirror(informer));
              break;
            case 'onSlow':
              slows.push(slow(informer));
              break;
            case 'off':
              if (mirrors.length > 1) mirrors.pop()?.off();
              break;
          }
        }
        // After an expired version, the informer would wait before its next request. A restart sends the request at
        // once.
        await informer.stop();
        await informer.start();
        await settled();
        await informer.stop();

        const state = new Map([...server].map(([key, object]) => [key, versionOf(object)]));
        const versions = (objects: ReadonlyMap<string, KubeObject>): Map<string, string> =>
          new Map([...objects].map(([key, object]) => [key, versionOf(object)]));
        for (const { known, wrong } of mirrors) {
          expect(wrong).toEqual([]);
          expect(versions(known)).toEqual(state);
        }
        for (const { last, wrong } of slows) {
          expect(wrong).toEqual([]);
          for (const [key, object] of last) {
            if (server.has(key)) expect(versionOf(object)).toBe(state.get(key));
          }
        }
        expect(versions(new Map(informer.list().map((object) => [keyOf(object), object])))).toEqual(state);
      }),
      { numRuns: 150 },
    );
  });
});
