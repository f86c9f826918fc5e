import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';

const behaviorNames = ['StabilizationWindowSeconds', 'SelectPolicy', 'Policies', 'Tolerance'];

/**
 * Converts a `behavior` to the names of the Go fields. `autoscaling/v1` stores `behavior` in an annotation as the
 * internal Go struct of the kube-apiserver, which has no JSON names.
 */
export function goNamed(behavior: unknown): Json {
  const rules = isRecord(behavior) ? behavior : {};
  const side = (name: string): unknown => {
    const given = rules[name];
    if (!isRecord(given)) return null;
    const policies = (Array.isArray(given['policies']) ? given['policies'].filter(isRecord) : []).map(
      capitals,
    );
    const all = { ...capitals(given), Policies: policies };
    return Object.fromEntries(behaviorNames.map((name) => [name, (all as Json)[name] ?? null]));
  };
  return { ScaleUp: side('scaleUp'), ScaleDown: side('scaleDown') };
}

const capitals = (object: Json): Json =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name.charAt(0).toUpperCase() + name.slice(1), value]),
  );

/** Converts a `behavior` from the names of the Go fields to the JSON names, and removes null members. */
export function jsonNamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(jsonNamed);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name.charAt(0).toLowerCase() + name.slice(1), jsonNamed(member)]),
  );
}
