import { describe, expect, it } from '@jest/globals';
import { Catalog } from '../../../src/apiserver/resources/catalog.ts';
import { byVersion } from '../../../src/apiserver/resources/catalog-order.ts';
import { type Resource, resourceOf } from '../../../src/apiserver/resources/resource.ts';

const of = (group: string, version: string, resource: string, builtIn = false): Resource =>
  resourceOf({ group, version, resource, kind: resource.toUpperCase(), builtIn });

describe('Catalog', () => {
  it('should serve a kind while it has a version', () => {
    const [v1, v2] = [of('z.example', 'v1', 'a'), of('z.example', 'v2', 'a')];
    const catalog = new Catalog();
    catalog.add(v1);
    const serves: boolean[] = [catalog.servesNamespaced(v1.id)];
    for (const [gone, come] of [
      [[], [v2]],
      [[v1], []],
      [[v1], [v2]],
      [[v2], []],
    ] as const) {
      catalog.replace(gone, come);
      serves.push(catalog.servesNamespaced('a.z.example'));
    }

    catalog.replace([], [{ ...v1, namespaced: false }]);

    expect(catalog.servesNamespaced(v1.id)).toBe(false);
    expect(v1.id).toBe('a.z.example');
    expect(serves).toEqual([true, true, true, true, false]);
  });

  it('should list the built-in types in order, and the others by name', () => {
    const catalog = new Catalog();
    const all = [
      of('z.example', 'v1', 'b'),
      of('', 'v1', 'pods', true),
      of('a.example', 'v1beta1', 'a'),
      of('z.example', 'v1', 'a'),
      of('apps', 'v1', 'deployments', true),
      of('a.example', 'v2', 'a'),
    ];
    all.forEach((resource) => catalog.add(resource));

    expect(catalog.all.map(({ apiVersion, resource }) => `${apiVersion} ${resource}`)).toEqual([
      'v1 pods',
      'apps/v1 deployments',
      'a.example/v2 a',
      'a.example/v1beta1 a',
      'z.example/v1 a',
      'z.example/v1 b',
    ]);
  });

  it('should compare the versions of groups, for any number of resources', () => {
    const catalog = new Catalog();
    let reads = 0;
    for (let at = 0; at < 50; at++) {
      for (let minor = 1; minor <= 40; minor++) {
        const version = `v1beta${minor}`;
        const resource = of('a.example', version, `r${100 - at}`);
        Object.defineProperty(resource, 'version', {
          get: () => {
            reads++;
            return version;
          },
        });
        catalog.add(resource);
      }
    }
    reads = 0;

    const { all } = catalog;
    expect(reads).toBeLessThan(2 * all.length);
    expect(all.slice(0, 2).map(({ apiVersion, resource }) => `${apiVersion} ${resource}`)).toEqual([
      'a.example/v1beta40 r100',
      'a.example/v1beta40 r51',
    ]);
  });

  it('should replace resources, and notify', () => {
    const catalog = new Catalog();
    const [old, now] = [of('a.example', 'v1', 'a'), of('a.example', 'v1', 'a')];
    catalog.add(old);
    let received = 0;
    const stop = catalog.listen(() => received++);

    catalog.replace([old], [now]);

    expect([catalog.has(old), catalog.has(now), received]).toEqual([false, true, 1]);
    catalog.replace([now], []);
    expect([catalog.find('a.example', 'v1', 'a'), catalog.findKind('a.example/v1', 'A')]).toEqual([
      undefined,
      undefined,
    ]);
    stop();
    catalog.add(old);
    expect(received).toBe(2);
  });

  it('should keep a path and a kind with their resource', () => {
    const catalog = new Catalog();
    const [ingresses, otherKind] = [of('a.example', 'v1', 'ingresses', true), of('a.example', 'v1', 'fakes')];
    const fake = { ...otherKind, kind: ingresses.kind };
    const samePath = of('a.example', 'v1', 'ingresses');
    catalog.add(ingresses);

    catalog.replace([], [fake, samePath]);
    expect(catalog.findKind('a.example/v1', 'INGRESSES')).toBe(ingresses);
    expect(catalog.find('a.example', 'v1', 'ingresses')).toBe(ingresses);

    catalog.replace([fake, samePath], []);
    expect(catalog.findKind('a.example/v1', 'INGRESSES')).toBe(ingresses);
    expect(catalog.find('a.example', 'v1', 'ingresses')).toBe(ingresses);
    expect(catalog.all).toEqual([ingresses]);
  });
});

describe('byVersion', () => {
  it('should put the preferred version first', () => {
    const versions = [
      'v1alpha1',
      'foo',
      'v1',
      'v11',
      'v2beta1',
      'v10beta3',
      'v2',
      'bar',
      'v3alpha2',
      'v12alpha1',
    ];

    expect(versions.sort(byVersion)).toEqual([
      'v11',
      'v2',
      'v1',
      'v10beta3',
      'v2beta1',
      'v12alpha1',
      'v3alpha2',
      'v1alpha1',
      'bar',
      'foo',
    ]);
  });
});
