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

/** Which part of a collection: absent fields do not restrict. */
export interface Scope {
  /** `''` or absent: all namespaces. */
  readonly namespace?: string;
  /** As text, or as `labelSelector()` gives it. */
  readonly labelSelector?: string | LabelSelector;
  /** `metadata.name=web,status.phase!=Failed`; which fields there are depends on the kind. */
  readonly fieldSelector?: string;
}

/** What a list or a watch is of, and how much of it may come. */
export interface ListWatchOptions extends Scope {
  /** Default false: `metadata.managedFields` is cut out before it costs memory. */
  readonly keepManagedFields?: boolean;
  /** Default 16 MiB: a longer watch frame is a `ProtocolError`. */
  readonly maxFrameBytes?: number;
  /** Default 256 MiB: a longer list page is a `ProtocolError`. */
  readonly maxPageBytes?: number;
  /**
   * client-go's `optionsModifier`: is given the parameters of each request, in the API server's own words, and returns
   * those to send. What makes it a watch, or the next page of a list, cannot be changed. What it throws ends that
   * request with a `HandlerError`.
   */
  readonly optionsModifier?: (options: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
}

/** Throws an OptionsError for what `listWatch` does not take. */
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

/** Throws an OptionsError for what `list` does not take. */
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
  checkOptions(`${of}: hooks`, hooks, { onIncident: aFunction, knownObjects: anObject });
}

/** Throws an OptionsError for what `watch` does not take. */
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

/** What requests can go over; what it holds may be secret. */
export const aTransport: Rule = {
  allowed: 'a transport: { open(request) }',
  secret: true,
  test: (given) => typeof (given as { open?: unknown } | null | undefined)?.open === 'function',
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
