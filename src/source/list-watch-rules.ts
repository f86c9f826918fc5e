import {
  aBoolean,
  aFunction,
  anObject,
  aString,
  checkArgument,
  checkFieldSelector,
  checkLabelSelector,
  checkOptions,
  integer,
  oneOf,
  OptionsError,
  type Rule,
} from '../objects/index.ts';
import type { ListOptions, WatchOptions } from './lister-watcher.ts';
import type { ListWatchOptions } from './scope.ts';

/** Throws an OptionsError for what `listWatch` does not take. */
export function checkListWatch(transport: unknown, resource: unknown, options: ListWatchOptions): void {
  checkArgument('listWatch: transport', transport, aTransport);
  checkArgument('listWatch: resource', resource, aResource);
  checkOptions('listWatch', options, {
    namespace: aNamespace,
    labelSelector: aSelector,
    fieldSelector: aString,
    keepManagedFields: aBoolean,
    maxFrameBytes: integer(1),
    maxPageBytes: integer(1),
    optionsModifier: aFunction,
  });
  if (options.fieldSelector !== undefined) checkFieldSelector(options.fieldSelector);

  const labels = options.labelSelector;
  if (typeof labels === 'string') checkLabelSelector(labels);
  else if (labels !== undefined && String(labels) === '' && !labels.matches({})) {
    const allowed = 'one that can be sent: as text a selector that selects nothing would select everything';
    throw new OptionsError('listWatch: labelSelector', labels, allowed);
  }
}

/** Throws an OptionsError for what `list` does not take. */
export function checkList(options: ListOptions): void {
  checkOptions('list', options, {
    resourceVersion: aString,
    resourceVersionMatch: oneOf('NotOlderThan', 'Exact'),
    limit: integer(0),
    shardSelector: aString,
  });
}

/** Throws an OptionsError for what `watch` does not take. */
export function checkWatch(options: WatchOptions): void {
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

/** These words become part of a path, which a slash or a pair of dots would lead elsewhere. */
const pathWord = /^[A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?$/;
const isPathWord = (given: unknown): boolean => typeof given === 'string' && pathWord.test(given);

/** One collection of the API. */
export const aResource: Rule = {
  allowed: "a collection: { group: 'apps', version: 'v1', resource: 'deployments' }, group '' for the core",
  test: (given) => {
    if (!anObject.test(given)) return false;
    const { group, version, resource } = given as Record<string, unknown>;
    return (group === '' || isPathWord(group)) && isPathWord(version) && isPathWord(resource);
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
