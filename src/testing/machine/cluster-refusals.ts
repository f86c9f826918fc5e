import { StatusError } from '../../objects/index.ts';

/** The error for a name that exists already (P63). */
export const alreadyExists = (resource: string, name: string): StatusError =>
  new StatusError({ code: 409, reason: 'AlreadyExists', message: `${resource} "${name}" already exists` });

/** The error for an object that does not exist (P27). */
export const notFound = (resource: string, name: string): StatusError =>
  new StatusError({ code: 404, reason: 'NotFound', message: `${resource} "${name}" not found` });

/**
 * The error for a write that conflicts with the write of another client, and for a precondition that is not
 * true (P76, P90).
 */
export const conflict = (resource: string, name: string, why: string): StatusError =>
  new StatusError({
    code: 409,
    reason: 'Conflict',
    message: `Operation cannot be fulfilled on ${resource} "${name}": ${why}`,
  });

/** The error for a request that a server cannot read. */
export const badRequest = (message: string): StatusError =>
  new StatusError({ code: 400, reason: 'BadRequest', message });

export const invalid = (resource: string, name: string, why: string): StatusError =>
  new StatusError({ code: 422, reason: 'Invalid', message: `${resource} "${name}" is invalid: ${why}` });

/** The error for new finalizers of an object that is being deleted (P91). */
export function finalizersAdded(resource: string, name: string, added: readonly string[]): StatusError {
  const list = added.map((finalizer) => JSON.stringify(finalizer)).join(', ');
  const why = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`;
  return forbiddenField(`${resource} "${name}"`, 'metadata.finalizers', why);
}

/** The error for a create with a resourceVersion. Such an object was usually read from the server. */
export const versionSet = (): StatusError =>
  new StatusError({ code: 500, message: 'resourceVersion should not be set on objects to be created' });

/** The error for options of a list that contradict each other. */
export const matchForbidden = (why: string): StatusError =>
  forbiddenField('ListOptions.meta.k8s.io ""', 'resourceVersionMatch', why);

function forbiddenField(which: string, field: string, why: string): StatusError {
  const message = `Forbidden: ${why}`;
  return new StatusError({
    code: 422,
    reason: 'Invalid',
    message: `${which} is invalid: ${field}: ${message}`,
    causes: [{ reason: 'FieldValueForbidden', message, field }],
  });
}

/** The error for a resourceVersion that is not a number. A list fails with 400, a watch with 500. */
export function invalidVersion(asked: string, verb: 'list' | 'watch'): StatusError {
  const given = JSON.stringify(asked);
  const why = `resourceVersion: Invalid value: ${given}: strconv.ParseUint: parsing ${given}: invalid syntax`;
  return verb === 'watch'
    ? new StatusError({ code: 500, message: why })
    : new StatusError({ code: 400, reason: 'BadRequest', message: `invalid resource version: ${why}` });
}

/** The error for a watch from a forgotten resourceVersion (P36). */
export const tooOld = (asked: string, oldest: string, inStream: boolean): StatusError =>
  new StatusError({
    code: 410,
    reason: 'Expired',
    message: `too old resource version: ${asked} (${oldest})`,
    inStream,
  });

/** The error for a list at a forgotten resourceVersion (P22). */
export const listExpired = (): StatusError =>
  new StatusError({
    code: 410,
    reason: 'Expired',
    message: 'The resourceVersion for the provided list is too old.',
  });

/** The error for the next page of a list whose resourceVersion is forgotten (P21). */
export const continueExpired = (): StatusError =>
  new StatusError({
    code: 410,
    reason: 'Expired',
    message: 'The provided continue parameter is too old to display a consistent list result.',
  });

/** The error for a resourceVersion that is newer than the server's version (P11, P45). */
export const tooLarge = (asked: string, current: string, inStream = false): StatusError =>
  new StatusError({
    code: 504,
    reason: 'Timeout',
    message: `Timeout: Too large resource version: ${asked}, current: ${current}`,
    retryAfterSeconds: 1,
    inStream,
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
  });
