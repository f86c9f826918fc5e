import type { Resource } from './resource.ts';

/**
 * Sorts resources in the order of discovery. The built-in types come first, in the order of their declaration. The
 * other resources follow by group, version and name. The function sorts groups and versions instead of single
 * resources, because thousands of resources may have a hundred versions each.
 */
export function inOrder(resources: readonly Resource[]): readonly Resource[] {
  const builtIn: Resource[] = [];
  const custom = new Map<string, Resource[]>();
  for (const resource of resources) {
    if (resource.builtIn) builtIn.push(resource);
    else {
      const same = custom.get(resource.apiVersion);
      if (same === undefined) custom.set(resource.apiVersion, [resource]);
      else same.push(resource);
    }
  }
  const versions = [...custom.values()].flatMap((all) =>
    all.slice(0, 1).map(({ group, version }) => ({ group, version, all })),
  );
  versions.sort((a, b) => compare(a.group, b.group) || byVersion(a.version, b.version));
  return [...builtIn, ...versions.flatMap(({ all }) => all.sort((a, b) => compare(a.resource, b.resource)))];
}

/**
 * Compares two API versions as discovery does. The version with the higher priority comes first, for example `v2`,
 * `v1`, `v2beta1`, `v1alpha1`. Versions with other names come last, sorted by name.
 */
export function byVersion(one: string, other: string): number {
  const a = partsOf(one);
  const b = partsOf(other);
  if (a === undefined || b === undefined) {
    return a === b ? compare(one, other) : a === undefined ? 1 : -1;
  }
  return b.stage - a.stage || b.major - a.major || b.minor - a.minor;
}

interface Parts {
  readonly major: number;
  readonly stage: number;
  readonly minor: number;
}

function partsOf(version: string): Parts | undefined {
  const [, major, stage = '', minor = '0'] = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/.exec(version) ?? [];
  return major === undefined
    ? undefined
    : { major: Number(major), stage: stages.indexOf(stage), minor: Number(minor) };
}

const stages = ['alpha', 'beta', ''];

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
