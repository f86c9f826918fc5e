import { escapeFieldValue } from '../../objects/index.ts';
import type { Scope } from '../../source/index.ts';
import { CommandError, usageError } from '../command-error.ts';

/** What of a collection was asked for. */
export interface ScopeOptions {
  readonly namespace?: string;
  readonly allNamespaces: boolean;
  readonly selector?: string;
  readonly fieldSelector?: string;
}

/** What is asked for of one collection. */
interface Asked {
  readonly namespaced: boolean;
  /** The name of the only object that is asked for. */
  readonly object?: string | undefined;
  /** Where no other is asked for: the context's. */
  readonly namespace?: string | undefined;
  /** Whose that one is. */
  readonly namespaceOwner?: string | undefined;
}

/**
 * Without a word about namespaces: the context's, else `default`, as kubectl has it. A collection of the cluster has none.
 *
 * @throws CommandError where the context's is wanted and cannot be one
 */
export function scopeOf(
  { namespace, allNamespaces, selector, fieldSelector }: ScopeOptions,
  { namespaced, object, namespace: usual = 'default', namespaceOwner = 'the context' }: Asked,
): Scope {
  const fields = [
    ...(object === undefined ? [] : [`metadata.name=${escapeFieldValue(object)}`]),
    ...(fieldSelector === undefined ? [] : [fieldSelector]),
  ].join(',');
  if (namespaced && !allNamespaces && namespace === undefined && !isNamespace(usual)) {
    throw new CommandError(
      `${namespaceOwner} has the namespace ${JSON.stringify(usual.slice(0, 80))}, which cannot be the name of one`,
    );
  }
  return {
    ...(namespaced && !allNamespaces ? { namespace: namespace ?? usual } : {}),
    ...(selector === undefined ? {} : { labelSelector: selector }),
    ...(fields === '' ? {} : { fieldSelector: fields }),
  };
}

/** Throws a `CommandError` for what cannot be the name of a namespace. */
export function checkNamespace(namespace: string | undefined): void {
  if (namespace === undefined || isNamespace(namespace)) return;
  throw usageError(
    `--namespace takes the name of a namespace, not ${JSON.stringify(namespace.slice(0, 80))}`,
    'Lower-case letters, digits and -, at most 63. All of them: --all-namespaces',
  );
}

const isNamespace = (name: string): boolean =>
  /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(name) && name.length <= 63;
