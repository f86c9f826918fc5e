import { describe, expect, it } from '@jest/globals';
import { firstValueFrom, timer } from 'rxjs';
import { manualClock } from 'rx-informer/apiserver';
import { finishNamespaces } from '../../src/apiserver/finish-namespaces.ts';
import { create } from '../../src/apiserver/registry/create.ts';
import { deleteObject } from '../../src/apiserver/registry/delete.ts';
import { builtInResources } from '../../src/apiserver/resources/built-in-resources.ts';
import { Catalog } from '../../src/apiserver/resources/catalog.ts';
import { type Resource, resourceOf } from '../../src/apiserver/resources/resource.ts';
import { Storage } from '../../src/apiserver/storage/storage.ts';

const things = (group: string): Resource =>
  resourceOf({ group, version: 'v1', resource: 'things', kind: 'Thing', namespaced: true });
const held = things('held.example.com');
const other = things('other.example.com');

/**
 * Creates namespaces in deletion. Each namespace contains an object of one of two kinds. Counts how often a collection
 * is read.
 */
function setUp(ofHeld: number, ofOther: number) {
  const catalog = new Catalog();
  for (const definition of builtInResources()) catalog.add(resourceOf(definition));
  for (const resource of [held, other]) catalog.add(resource);
  const storage = new Storage(100, 1);
  const clock = manualClock(0);
  const world = { now: () => 0, random: Math.random };
  const context = {
    storage,
    catalog,
    world,
    foreignOwners: new Set<string>(),
    namespacesBeingEmptied: new Set<string>(),
  };
  const stop = finishNamespaces(context, clock).subscribe();
  for (let at = 0; at < ofHeld + ofOther; at++) {
    const name = `n${at}`;
    create(context, catalog.namespaces, '', { metadata: { name } });
    const resource = at < ofHeld ? held : other;
    const { kind, apiVersion } = resource;
    create(context, resource, name, { kind, apiVersion, metadata: { name: 'o', finalizers: ['a/b'] } });
    deleteObject(context, catalog.namespaces, { namespace: '', name });
  }
  let asked = 0;
  const collection = storage.collection.bind(storage);
  storage.collection = (id) => {
    asked++;
    return collection(id);
  };
  const namespaces = (): number => collection(catalog.namespaces.id).size;
  return { catalog, clock, stop, asked: () => asked, namespaces };
}

describe('finishNamespaces', () => {
  it('should finish the namespaces that had objects of a removed kind, and check no other', async () => {
    const { catalog, clock, stop, asked, namespaces } = setUp(3, 500);
    catalog.replace([held], []);
    clock.advance(0);
    await firstValueFrom(timer(50));

    expect(namespaces()).toBe(500);
    expect(asked()).toBeLessThan(10 * catalog.all.length);
    stop.unsubscribe();
  });

  it('should check no namespace if a kind is added, or served again immediately', async () => {
    const { catalog, clock, stop, asked, namespaces } = setUp(3, 500);
    catalog.add(things('new.example.com'));
    catalog.replace([held], []);
    catalog.replace([], [held]);
    clock.advance(0);
    await firstValueFrom(timer(50));

    expect([asked(), namespaces()]).toEqual([0, 503]);
    stop.unsubscribe();
  });
});
