import type { Scope } from '../../source/index.ts';
import { usageError } from '../command-error.ts';

/** What of a collection was asked for. */
export interface ScopeOptions {
  readonly namespace?: string;
  readonly allNamespaces: boolean;
  readonly selector?: string;
  readonly fieldSelector?: string;
}

/** Without a word about namespaces: `default`, as kubectl has it. A collection of the cluster has none. */
export function scopeOf(
  { namespace = 'default', allNamespaces, selector, fieldSelector }: ScopeOptions,
  namespaced: boolean,
): Scope {
  return {
    ...(namespaced && !allNamespaces ? { namespace } : {}),
    ...(selector === undefined ? {} : { labelSelector: selector }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
  };
}

/** Throws a `CommandError` for what cannot be the name of a namespace. */
export function checkNamespace(namespace: string | undefined): void {
  if (
    namespace === undefined ||
    (/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(namespace) && namespace.length <= 63)
  ) {
    return;
  }
  throw usageError(
    `--namespace takes the name of a namespace, not ${JSON.stringify(namespace.slice(0, 80))}`,
    'Lower-case letters, digits and -, at most 63. All of them: --all-namespaces',
  );
}
