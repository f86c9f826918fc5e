import { escapeFieldValue } from '../../objects/index.ts';
import type { Scope } from '../../source/index.ts';
import { CommandError, usageError } from '../command-error.ts';

/** The options that select the objects of a collection: the namespace, the label selector and the field selector. */
export interface ScopeOptions {
  readonly namespace?: string;
  readonly allNamespaces: boolean;
  readonly selector?: string;
  readonly fieldSelector?: string;
}

/** A requested collection: the facts that determine its namespace and its selectors. */
interface RequestedScope {
  readonly namespaced: boolean;
  /** The name of the requested object, if the user requested only one object. */
  readonly object?: string | undefined;
  /** The namespace of the context. The command uses this namespace if the user typed no namespace. */
  readonly namespace?: string | undefined;
  /** The origin of `namespace` for error messages, such as `the context “a” of FILE`. */
  readonly namespaceOwner?: string | undefined;
}

/**
 * Returns the namespace and the selectors of one collection. If the user typed no namespace, returns the
 * namespace of the kubeconfig context. If the context has no namespace either, returns `default`, as kubectl
 * does. A cluster-scoped collection gets no namespace.
 *
 * @throws CommandError if the namespace of the context is needed and is not a valid name
 */
export function scopeOf(
  { namespace, allNamespaces, selector, fieldSelector }: ScopeOptions,
  { namespaced, object, namespace: usual = 'default', namespaceOwner = 'the context' }: RequestedScope,
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

/** Throws a `CommandError` if a text is not a valid name of a namespace. */
export function checkNamespace(namespace: string | undefined): void {
  if (namespace === undefined || isNamespace(namespace)) return;
  throw usageError(
    `--namespace takes the name of a namespace, not ${JSON.stringify(namespace.slice(0, 80))}`,
    'Lower-case letters, digits and -, at most 63. All of them: --all-namespaces',
  );
}

const isNamespace = (name: string): boolean =>
  /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(name) && name.length <= 63;
