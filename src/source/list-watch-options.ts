import {
  aBoolean,
  aFunction,
  anObject,
  aString,
  checkArgument,
  checkFieldSelector,
  checkLabelSelector,
  checkNamespaced,
  checkOptions,
  checkResource,
  type GroupVersionResource,
  integer,
  type LabelSelector,
  oneOf,
  OptionsError,
  type Rule,
} from '../objects/index.ts';
import type { ListOptions, WatchOptions } from './lister-watcher.ts';

/**
 * The namespace and selectors that restrict a collection. An absent member does not restrict the collection.
 */
export interface Scope {
  /**
   * The namespace of the objects. If `namespace` is `''` or absent, the objects of all namespaces are
   * selected.
   */
  readonly namespace?: string;
  /** The label selector: a text, or the result of `labelSelector()`. */
  readonly labelSelector?: string | LabelSelector;
  /**
   * The field selector, for example `metadata.name=web,status.phase!=Failed`. Each kind allows only some
   * fields.
   */
  readonly fieldSelector?: string;
}

/** The options of `listWatch`. */
export interface ListWatchOptions extends Scope {
  /**
   * Whether objects keep `metadata.managedFields`. By default, the library removes this member before it
   * parses an object.
   */
  readonly keepManagedFields?: boolean;
  /** The maximum number of bytes of a watch frame. A longer frame is a `ProtocolError`. Default: 16 MiB. */
  readonly maxFrameBytes?: number;
  /**
   * The maximum number of bytes of a page of a list. A longer page is a `ProtocolError`. Default: 256 MiB.
   */
  readonly maxPageBytes?: number;
  /**
   * A function that can change the query parameters of each request, like client-go's `optionsModifier`. The
   * function receives the parameters, and returns the parameters to send. The function cannot change `watch`
   * and `continue`. If the function throws, the request fails with a `HandlerError`.
   */
  readonly optionsModifier?: (options: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
}

/**
 * Checks the arguments of `listWatch`.
 *
 * @throws OptionsError for a wrong argument
 */
export function checkListWatch(
  transport: unknown,
  resource: GroupVersionResource,
  options: ListWatchOptions,
): void {
  checkArgument('listWatch: transport', transport, aTransport);
  checkResource('listWatch: resource', resource);
  checkOptions('listWatch', options, {
    namespace: aNamespace,
    labelSelector: aSelector,
    fieldSelector: aString,
    keepManagedFields: aBoolean,
    maxFrameBytes: integer(1),
    maxPageBytes: integer(1),
    optionsModifier: aFunction,
  });
  checkNamespaced('listWatch: namespace', resource, options.namespace);
  if (options.fieldSelector !== undefined) checkFieldSelector(options.fieldSelector);

  const labels = options.labelSelector;
  if (typeof labels === 'string') checkLabelSelector(labels);
  else if (labels !== undefined && String(labels) === '' && !labels.matches({})) {
    const allowed = 'one that can be sent: as text a selector that selects nothing would select everything';
    throw new OptionsError('listWatch: labelSelector', labels, allowed);
  }
}

/**
 * Checks the arguments of the method `list`.
 *
 * @throws OptionsError for a wrong argument
 */
export function checkList(options: ListOptions, hooks: unknown): void {
  checkHooks('list', hooks);
  checkOptions('list', options, {
    resourceVersion: aString,
    resourceVersionMatch: oneOf('NotOlderThan', 'Exact'),
    limit: integer(0),
    shardSelector: aString,
  });
}

function checkHooks(of: string, hooks: unknown): void {
  checkOptions(`${of}: hooks`, hooks, {
    onIncident: aFunction,
    knownObjects: anObject,
    checkServed: aBoolean,
  });
}

/**
 * Checks the arguments of the method `watch`.
 *
 * @throws OptionsError for a wrong argument
 */
export function checkWatch(options: WatchOptions, hooks: unknown): void {
  checkHooks('watch', hooks);
  checkOptions('watch', options, {
    resourceVersion: aString,
    sendInitialEvents: aBoolean,
    allowWatchBookmarks: aBoolean,
    timeoutSeconds: integer(0),
    shardSelector: aString,
  });
}

/**
 * Checks an argument that has to be a transport. Errors do not show the value, because a transport can
 * contain credentials.
 */
export const aTransport: Rule = {
  allowed: 'a transport: { open(request) }; `conceal` is now `redact`',
  secret: true,
  test: (given) => {
    const { open, conceal, redact } = (given ?? {}) as Readonly<Record<string, unknown>>;
    // A transport with only the old method `conceal` is rejected. The library does not call `conceal`, so
    // errors would contain credentials.
    return typeof open === 'function' && (conceal === undefined || redact !== undefined);
  },
};

const aNamespace: Rule = {
  allowed: "the name of a namespace, or '' for all: lower case letters, digits and -, at most 63",
  test: (given) => typeof given === 'string' && (given === '' || (given.length <= 63 && label.test(given))),
};
const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

const aSelector: Rule = {
  allowed: 'a label selector: text, or what labelSelector() gives',
  test: (given) =>
    typeof given === 'string' || typeof (given as { matches?: unknown } | null)?.matches === 'function',
};
