import { StatusError } from '../../objects/index.ts';

/** The name is taken (P63). */
export const alreadyExists = (resource: string, name: string): StatusError =>
  new StatusError({ code: 409, reason: 'AlreadyExists', message: `${resource} "${name}" already exists` });

/** The object does not exist (P27). */
export const notFound = (resource: string, name: string): StatusError =>
  new StatusError({ code: 404, reason: 'NotFound', message: `${resource} "${name}" not found` });

/** Another client wrote first, or a precondition is not met (P76, P90). */
export const conflict = (resource: string, name: string, why: string): StatusError =>
  new StatusError({
    code: 409,
    reason: 'Conflict',
    message: `Operation cannot be fulfilled on ${resource} "${name}": ${why}`,
  });

/** The object or the patch is invalid. */
export const invalid = (resource: string, name: string, why: string): StatusError =>
  new StatusError({ code: 422, reason: 'Invalid', message: `${resource} "${name}" is invalid: ${why}` });

/** An object that is being deleted must not get new finalizers (P91). */
export function finalizersAdded(resource: string, name: string, added: readonly string[]): StatusError {
  const list = added.map((finalizer) => JSON.stringify(finalizer)).join(', ');
  const why = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`;
  return forbiddenField(`${resource} "${name}"`, 'metadata.finalizers', why);
}

/** A create must not have a resourceVersion. Such a resourceVersion is usually that of another object. */
export const versionSet = (): StatusError =>
  new StatusError({ code: 500, message: 'resourceVersion should not be set on objects to be created' });

/** The options of a list contradict each other. */
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

/** The resourceVersion is no number. A list fails with 400, a watch with 500. */
export function invalidVersion(asked: string, verb: 'list' | 'watch'): StatusError {
  const given = JSON.stringify(asked);
  const why = `resourceVersion: Invalid value: ${given}: strconv.ParseUint: parsing ${given}: invalid syntax`;
  return verb === 'watch'
    ? new StatusError({ code: 500, message: why })
    : new StatusError({ code: 400, reason: 'BadRequest', message: `invalid resource version: ${why}` });
}

/** A watch from a forgotten resourceVersion (P36). */
export const tooOld = (asked: string, oldest: string, inStream: boolean): StatusError =>
  new StatusError({
    code: 410,
    reason: 'Expired',
    message: `too old resource version: ${asked} (${oldest})`,
    inStream,
  });

/** A list at a forgotten resourceVersion (P22). */
export const listExpired = (): StatusError =>
  new StatusError({
    code: 410,
    reason: 'Expired',
    message: 'The resourceVersion for the provided list is too old.',
  });

/** The next page of a list whose resourceVersion was forgotten meanwhile (P21). */
export const continueExpired = (): StatusError =>
  new StatusError({
    code: 410,
    reason: 'Expired',
    message: 'The provided continue parameter is too old to display a consistent list result.',
  });

/** The requested resourceVersion is newer than the server's version (P11, P45). */
export const tooLarge = (asked: string, current: string, inStream = false): StatusError =>
  new StatusError({
    code: 504,
    reason: 'Timeout',
    message: `Timeout: Too large resource version: ${asked}, current: ${current}`,
    retryAfterSeconds: 1,
    inStream,
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
  });
