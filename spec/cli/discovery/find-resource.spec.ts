import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { CommandError } from '../../../src/cli/command-error.ts';
import type { ApiResource } from '../../../src/discovery/api-resource.ts';
import { findResource, nameOf } from '../../../src/cli/discovery/find-resource.ts';
import { indexOf } from '../../../src/discovery/matching.ts';
import { deployments, nodes, pods } from '../../discovery/documents.ts';

const olderDeployments = { ...deployments, version: 'v1beta1' };
const metricsPods = { ...pods, group: 'metrics.k8s.io', version: 'v1beta1', verbs: ['get', 'list'] };
const coreEvents: ApiResource = {
  ...pods,
  resource: 'events',
  kind: 'Event',
  singularName: 'event',
  shortNames: ['ev'],
};
const events = { ...coreEvents, group: 'events.k8s.io' };
const bindings = {
  ...pods,
  resource: 'bindings',
  kind: 'Binding',
  singularName: 'binding',
  shortNames: [],
  verbs: ['create'],
};

/** A resource without a singular name. A server may omit this name. */
const things = {
  ...nodes,
  group: 'example.com',
  resource: 'replicathings',
  kind: 'ReplicaThing',
  singularName: '',
};

const resources = [
  pods,
  nodes,
  coreEvents,
  bindings,
  deployments,
  olderDeployments,
  metricsPods,
  events,
  things,
];
const discovery = { resources, missing: [] };

function refusal(name: string, missing: readonly string[] = []): readonly string[] {
  try {
    findResource(name, { resources, missing });
  } catch (error) {
    if (error instanceof CommandError) return [error.message, ...error.hints];
    throw error;
  }
  return [];
}

describe('findResource', () => {
  it.each([
    ['nodes', nodes],
    ['deployments', deployments],
    ['deployments.apps', deployments],
    ['deployments.v1.apps', deployments],
    ['deployments.v1beta1.apps', olderDeployments],
    ['events.v1', coreEvents],
    ['events.v1.', coreEvents],
    ['events.', coreEvents],
    ['events.events.k8s.io', events],
    ['events.v1.events.k8s.io', events],
    ['po', pods],
    ['pod', pods],
    ['Pod', pods],
    ['PODS', pods],
    ['deploy', deployments],
    ['Deployment.apps', deployments],
    ['deploy.v1beta1.apps', olderDeployments],
    ['deployments.app', deployments],
    ['ev.events', events],
    ['ReplicaThing', things],
  ])('should resolve %s as kubectl does', (name, expected) => {
    expect(findResource(name, discovery).resource).toBe(expected);
  });

  it('should ignore a group in which the name is not watchable', () => {
    expect(findResource('pods', discovery)).toEqual({ resource: pods, others: [] });
  });

  it('should choose the first of several groups, and report the others', () => {
    expect(findResource('events', discovery)).toEqual({
      resource: coreEvents,
      others: ['events.events.k8s.io'],
    });
    expect(findResource('ev', discovery).resource).toBe(coreEvents);
  });

  it('should prefer a full name to a short name', () => {
    const po = { ...nodes, resource: 'po', kind: 'Po', singularName: '', group: 'example.com' };

    expect(findResource('po', { resources: [pods, po], missing: [] }).resource).toBe(po);
  });

  it('should find a resource by the name that it suggests', () => {
    for (const resource of [pods, nodes, deployments, coreEvents, events]) {
      expect(findResource(nameOf(resource, indexOf(discovery)), discovery).resource).toBe(resource);
    }
  });

  it('should find every resource by its shortest name, for any server', () => {
    const word = fc.constantFrom('pod', 'node', 'thing', 'v1');
    const resource = fc
      .record({
        group: fc.constantFrom('', 'a', 'a.b', 'v1.c'),
        version: fc.constantFrom('v1', 'v2'),
        word,
        short: fc.constantFrom('po', 'n', 'nodes', 'pod'),
        watched: fc.boolean(),
      })
      .map(({ group, version, word, short, watched }) => ({
        ...pods,
        group,
        version,
        resource: `${word}s`,
        kind: word,
        singularName: word,
        shortNames: [short],
        verbs: watched ? pods.verbs : ['get'],
      }));
    fc.assert(
      fc.property(fc.array(resource, { minLength: 1, maxLength: 12 }), (all) => {
        for (const one of all.filter(({ verbs }) => verbs.includes('watch'))) {
          const found = findResource(nameOf(one, indexOf({ resources: all })), {
            resources: all,
            missing: [],
          });
          expect([found.resource.group, found.resource.resource]).toEqual([one.group, one.resource]);
          expect(found.others).toEqual([]);
        }
      }),
    );
  });

  it('should refuse a resource that is not watchable', () => {
    expect(refusal('bindings')).toEqual(['bindings cannot be watched: the server offers create']);
    expect(refusal('pods.metrics.k8s.io')).toEqual(['pods cannot be watched: the server offers get, list']);
  });

  it.each([
    ['podz', 'pods'],
    ['deploymens.apps', 'deployments.apps'],
  ])('should suggest a name for %s', (name, guess) => {
    expect(refusal(name)).toEqual([`the server has no resource “${name}”`, `Did you mean ${guess}?`]);
  });

  it.each(['', '.', '.apps', 'pods.apps', 'deployments.v2.apps', 'deployments..apps', 'events.v1.apps'])(
    'should not resolve %j',
    (name) => {
      expect(refusal(name)[0]).toBe(`the server has no resource “${name}”`);
    },
  );

  it('should explain the format of a name if it has no suggestion, and list groups that did not answer', () => {
    expect(refusal('volcanoes', ['metrics.k8s.io/v1beta1'])).toEqual([
      'the server has no resource “volcanoes”',
      'Give its name as kubectl takes it: pods, po, deployments.apps, deployments.v1.apps.',
      'These did not answer, it may be one of theirs: metrics.k8s.io/v1beta1',
    ]);
  });

  it('should list at most ten verbs, groups that did not answer, and other meanings', () => {
    const many = Array.from({ length: 100_000 }, (_, at) => `x${at}`);
    const first = many.slice(0, 10).join(', ');
    const said = (all: readonly ApiResource[]): unknown => {
      try {
        return findResource('pods', { resources: all, missing: [] }).others.length;
      } catch (error) {
        return error instanceof CommandError ? error.message : error;
      }
    };

    expect(refusal('volcanoes', many)[2]).toBe(
      `These did not answer, it may be one of theirs: ${first} and 99990 more`,
    );
    expect(said([{ ...pods, verbs: many }])).toBe(
      `pods cannot be watched: the server offers ${first} and 99990 more`,
    );
    expect(said([pods, ...many.map((group) => ({ ...pods, group }))])).toBe(10);
  });
});
