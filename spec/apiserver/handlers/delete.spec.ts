import { expect, it } from '@jest/globals';
import { firstValueFrom, NEVER, Subject, timer } from 'rxjs';
import { deleteCollection, deleteObject } from '../../../src/apiserver/handlers/delete.ts';
import { create } from '../../../src/apiserver/registry/create.ts';
import { builtInResources } from '../../../src/apiserver/resources/built-in-resources.ts';
import { Catalog } from '../../../src/apiserver/resources/catalog.ts';
import { resourceOf } from '../../../src/apiserver/resources/resource.ts';
import { Storage } from '../../../src/apiserver/storage/storage.ts';
import { garbageCollector } from '../../support/garbage-collector.ts';

/**
 * Creates a server with one namespace, and a request that deletes the namespace. The request waits until `turn$`
 * emits.
 */
function setUp() {
  const catalog = new Catalog();
  for (const definition of builtInResources()) catalog.add(resourceOf(definition));
  const world = { now: () => 0, random: Math.random };
  const storage = new Storage(100, 1);
  const sets = { foreignOwners: new Set<string>(), namespacesBeingEmptied: new Set<string>() };
  const server = { storage, catalog, world, ...sets, closed$: NEVER };
  create(server, catalog.namespaces, '', { metadata: { name: 'ns' } });
  const turn$ = new Subject<void>();
  let isOver = true;
  const time = { isOver: () => isOver, turn: () => turn$ };
  const request = (body: Uint8Array): object => ({
    method: 'DELETE',
    query: new URLSearchParams(),
    headers: {},
    body,
    time,
  });
  const path = { namespace: '', name: 'ns', subresource: '' };
  return {
    /**
     * Sends the request and cancels it at once. Returns a WeakRef to its body, to check that the server does not keep
     * the body.
     */
    send: (handler: typeof deleteObject): WeakRef<Uint8Array> => {
      const body = new TextEncoder().encode(JSON.stringify({ kind: 'DeleteOptions' }));
      const operation = { server, request: request(body), resource: catalog.namespaces, path };
      handler(operation as never)
        .subscribe()
        .unsubscribe();
      return new WeakRef(body);
    },
    turn: (): void => {
      isOver = false;
      turn$.next();
      turn$.complete();
    },
    isWaiting: (): boolean => turn$.observed,
    left: (): number => storage.collection('namespaces').size,
  };
}

it('should delete a namespace although the client leaves, and keep no body', async () => {
  const { send, turn, isWaiting, left } = setUp();
  const body = send(deleteObject);
  await firstValueFrom(timer(0));
  garbageCollector()();

  expect(body.deref()).toBeUndefined();
  expect([isWaiting(), left()]).toEqual([true, 1]);
  turn();
  expect(left()).toBe(0);
});

it('should stop deleting a collection when its client leaves', () => {
  const { send, isWaiting, left } = setUp();
  send(deleteCollection);

  expect([isWaiting(), left()]).toEqual([false, 1]);
});
