import {
  aBoolean,
  anObject,
  aString,
  checkArgument,
  checkFieldSelector,
  checkLabelSelector,
  checkOptions,
  integer,
  isNonEmptyString,
  oneOf,
  OptionsError,
  type Rule,
} from '../objects/index.ts';

/** The options of a write. */
export interface WriteOptions {
  /** If true, the server validates the request, and stores nothing. The result is the object that would be stored. */
  readonly dryRun?: boolean;
  /** The name of the program that owns the written fields, for `metadata.managedFields`. Default: the server derives the name. */
  readonly fieldManager?: string;
  /**
   * Decides what the server does with unknown or repeated fields: `Ignore` drops the fields, `Warn` also sends a warning, `Strict`
   * refuses the request with 400. Default of the server: `Warn`.
   */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict';
}

/** The options of a server-side apply. */
export interface ApplyOptions extends WriteOptions {
  /** The name of the program that owns the applied fields. */
  readonly fieldManager: string;
  /**
   * If true, the request takes over fields that other managers own. Default false: for such a field the request fails with a
   * `StatusError` with code 409, whose `causes` name the fields.
   */
  readonly force?: boolean;
}

/** The options of a delete. */
export interface DeleteOptions extends Pick<WriteOptions, 'dryRun'> {
  /** The delete fails with 409 if the object has another uid or resourceVersion. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  /**
   * What happens to the dependents of the object: `Background` deletes them afterwards, `Foreground` before the object, `Orphan`
   * keeps them. Default: the default of the resource, usually `Background`.
   */
  readonly propagationPolicy?: 'Foreground' | 'Background' | 'Orphan';
  /** The time in seconds that a pod gets to stop. Default: the value in the pod. 0 deletes the pod at once. */
  readonly gracePeriodSeconds?: number;
}

/** The objects that `deleteAll` deletes. */
export interface DeleteAllSelector {
  /** The namespace of the objects. Required for a namespaced resource. */
  readonly namespace?: string;
  /** Default: all objects of the namespace or, for a cluster-scoped resource, of the cluster. */
  readonly labelSelector?: string;
  /** For example `status.phase=Failed`. The kind determines which fields are allowed. */
  readonly fieldSelector?: string;
}

type Query = Readonly<Record<string, string>>;

const aFieldManager: Rule = {
  allowed: '1 to 128 printable characters',
  test: (given) => typeof given === 'string' && /^[\x20-\x7e]{1,128}$/.test(given) && given.trim() !== '',
};

const writeRules = {
  dryRun: aBoolean,
  fieldManager: aFieldManager,
  fieldValidation: oneOf('Ignore', 'Warn', 'Strict'),
} as const;

/** Checks the options of a write, and returns the query parameters. */
export function writeQuery(
  of: string,
  options: WriteOptions = {},
  more: Readonly<Record<string, Rule>> = {},
): Query {
  checkOptions(of, options, { ...writeRules, ...more });
  const { dryRun = false, fieldManager, fieldValidation } = options;
  return {
    ...(dryRun && { dryRun: 'All' }),
    ...(fieldManager !== undefined && { fieldManager }),
    ...(fieldValidation !== undefined && { fieldValidation }),
  };
}

/** Checks the options of an apply, and returns the query parameters. */
export function applyQuery(options: ApplyOptions): Query {
  checkArgument('apply: options', options, anObject);
  const query = writeQuery('apply', options, { force: aBoolean });
  checkArgument('apply: fieldManager', options.fieldManager, aFieldManager);
  return options.force === true ? { ...query, force: 'true' } : query;
}

/** Checks the options of a delete, and returns the body of the request: a `DeleteOptions` of `meta/v1`. */
export function deleteBody(of: string, options: DeleteOptions = {}): string {
  checkOptions(of, options, {
    dryRun: aBoolean,
    preconditions: anObject,
    propagationPolicy: oneOf('Foreground', 'Background', 'Orphan'),
    gracePeriodSeconds: integer(0),
  });
  checkOptions(`${of}: preconditions`, options.preconditions, {
    uid: aNonEmptyString,
    resourceVersion: aNonEmptyString,
  });
  const { dryRun = false, ...rest } = options;
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    ...rest,
    ...(dryRun && { dryRun: ['All'] }),
  });
}

/** An empty precondition would be no precondition. */
const aNonEmptyString: Rule = { allowed: 'a string, not empty', test: isNonEmptyString };

/** Checks the selector of `deleteAll`, and returns the query parameters. */
export function deleteAllQuery(selector: DeleteAllSelector): Query {
  checkArgument('deleteAll: selector', selector, anObject);
  const { labelSelector, fieldSelector } = selector;
  checkOptions('deleteAll', selector, {
    namespace: aString,
    labelSelector: aString,
    fieldSelector: aString,
  });
  if (labelSelector !== undefined) {
    checkLabelSelector(labelSelector);
    checkSelective('labelSelector', labelSelector, /[^\s,]/);
  }
  if (fieldSelector !== undefined) {
    checkFieldSelector(fieldSelector);
    checkSelective('fieldSelector', fieldSelector, /[^\s,=!]=|[^\s,=!]!=/);
  }
  return { ...(labelSelector && { labelSelector }), ...(fieldSelector && { fieldSelector }) };
}

/** Throws for a selector without a requirement: it would delete all objects, for example after a mistake in a template. */
function checkSelective(option: string, selector: string, requirement: RegExp): void {
  if (requirement.test(selector)) return;
  throw new OptionsError(
    `deleteAll: ${option}`,
    selector,
    'a selector that is not empty; leave it out for all objects',
  );
}
