import { describe, expect, it } from '@jest/globals';
import { CommandError } from '../../../src/cli/command-error.ts';
import type { DiscoveredResource } from '../../../src/cli/discovery/discovery.ts';
import { findResource, nameOf } from '../../../src/cli/discovery/find-resource.ts';
import { deployments, nodes, pods } from './documents.ts';

const olderDeployments = { ...deployments, version: 'v1beta1' };
const metricsPods = { ...pods, group: 'metrics.k8s.io', version: 'v1beta1', verbs: ['get', 'list'] };
const coreEvents: DiscoveredResource = {
  ...pods,
  resource: 'events',
  kind: 'Event',
  singular: 'event',
  shortNames: ['ev'],
};
const events = { ...coreEvents, group: 'events.k8s.io' };
const bindings = {
  ...pods,
  resource: 'bindings',
  kind: 'Binding',
  singular: 'binding',
  shortNames: [],
  verbs: ['create'],
};

const resources = [pods, nodes, coreEvents, bindings, deployments, olderDeployments, metricsPods, events];
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
    ['events.events.k8s.io', events],
    ['events.v1.events.k8s.io', events],
  ])('should know %s', (name, expected) => {
    expect(findResource(name, discovery)).toBe(expected);
  });

  it('should not count a group that cannot watch the name', () => {
    expect(findResource('pods', discovery)).toBe(pods);
  });

  it('should say what to type when several groups have the name', () => {
    expect(refusal('events')).toEqual([
      'several groups have events',
      'Type one of: events.v1, events.events.k8s.io',
    ]);
  });

  it('should find again what it says to type', () => {
    for (const resource of [pods, nodes, deployments, coreEvents, events]) {
      expect(findResource(nameOf(resource, discovery), discovery)).toBe(resource);
    }
  });

  it('should refuse what cannot be watched', () => {
    expect(refusal('bindings')).toEqual(['bindings cannot be watched: the server offers create']);
    expect(refusal('pods.metrics.k8s.io')).toEqual(['pods cannot be watched: the server offers get, list']);
  });

  it.each([
    ['po', 'pods'],
    ['Pod', 'pods'],
    ['deploy', 'deployments'],
    ['ev', 'events.v1 or events.events.k8s.io'],
    ['podz', 'pods'],
    ['deployment.apps', 'deployments.apps'],
    ['deployments.app', 'deployments.apps'],
  ])('should guess what %s was to mean', (name, guess) => {
    expect(refusal(name)).toEqual([`the server has no resource “${name}”`, `Did you mean ${guess}?`]);
  });

  it('should say what a name looks like when it has no guess, and which groups did not answer', () => {
    expect(refusal('volcanoes', ['metrics.k8s.io/v1beta1'])).toEqual([
      'the server has no resource “volcanoes”',
      'Give its plural name, as in pods, with its group where it has one: deployments.apps.',
      'These did not answer, it may be one of theirs: metrics.k8s.io/v1beta1',
    ]);
  });
});
