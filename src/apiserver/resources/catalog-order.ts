import type { Resource } from './resource.ts';

/** As discovery lists them: the built-in types as they were declared, then the others by group, version and name. */
export function inOrder(resources: readonly Resource[]): readonly Resource[] {
  const builtIn = resources.filter((resource) => resource.builtIn);
  const custom = resources.filter((resource) => !resource.builtIn);
  return [...builtIn, ...custom.sort(byPlace)];
}

function byPlace(one: Resource, other: Resource): number {
  return (
    compare(one.group, other.group) ||
    byVersion(one.version, other.version) ||
    compare(one.resource, other.resource)
  );
}

/** The better version first: `v2`, `v1`, `v2beta1`, `v1alpha1`; then what is named in another way, by its name. */
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
