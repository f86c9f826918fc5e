import {
  ConnectionError,
  type FailureClass,
  isRecord,
  KubeError,
  ProtocolError,
  type StatusCause,
  StatusError,
} from '../../objects/index.ts';
import type { ErrorJson } from './recording-format.ts';

/**
 * Returns the recorded form of an error: the members that a reflector uses for its decisions. The function
 * omits the cause of the error, and the text of an error that is not a `KubeError`. The cause and the text
 * can contain a token.
 */
export function errorJson(error: unknown): ErrorJson {
  if (!(error instanceof KubeError)) {
    const name = error instanceof Error ? error.name : typeof error;
    return { name, message: `the source failed with something of its own (${name}), whose text is not kept` };
  }
  const { name, message, failure } = error;
  const common = { name, message, failure };
  if (error instanceof StatusError) {
    const { code, reason, retryAfterSeconds, causes, inStream } = error;
    const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    return { ...common, code, reason, ...wait, causes, inStream };
  }
  if (error instanceof ConnectionError) {
    return error.answered === undefined ? common : { ...common, answered: error.answered };
  }
  return error instanceof ProtocolError ? { ...common, excerpt: error.excerpt } : common;
}

/**
 * Returns the recorded form of an error of a request for Secrets. The function omits the texts in which a
 * server can repeat data of a Secret: an unknown reason, the causes, and the excerpt of a response. The
 * function keeps the message.
 */
export function confidentialErrorJson(error: unknown): ErrorJson {
  const json = errorJson(error);
  if (error instanceof StatusError) {
    const reason = knownReasons.includes(error.reason) ? error.reason : '';
    // A reflector uses only these causes for its decisions.
    const causes = [
      ...(error.isResourceVersionTooLarge ? [{ reason: 'ResourceVersionTooLarge' }] : []),
      ...(error.isNotServed ? [{ reason: 'ResourceNotServed' }] : []),
    ];
    return { ...json, reason, causes };
  }
  return error instanceof ProtocolError ? { ...json, excerpt: '' } : json;
}

/** All values of `metav1.StatusReason` in apimachinery. */
const knownReasons: readonly string[] = [
  'Unauthorized',
  'Forbidden',
  'NotFound',
  'AlreadyExists',
  'Conflict',
  'Gone',
  'Invalid',
  'ServerTimeout',
  'StorageReadError',
  'Timeout',
  'TooManyRequests',
  'BadRequest',
  'MethodNotAllowed',
  'NotAcceptable',
  'RequestEntityTooLarge',
  'UnsupportedMediaType',
  'InternalError',
  'Expired',
  'ServiceUnavailable',
];

/**
 * Creates the error from its recorded form. The error gets its own class if the reflector or a status uses the class.
 * Otherwise the error is a `KubeError`.
 */
export function errorFrom(json: ErrorJson): KubeError {
  const { name, message, code } = json;
  const failure = json.failure as FailureClass | undefined;
  if (failure === undefined) return new ConnectionError(message);
  if (name === 'StatusError' && code !== undefined) {
    const causes = (json.causes ?? []) as readonly StatusCause[];
    const { reason = '', inStream = false, retryAfterSeconds } = json;
    const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    return new StatusError({ code, reason, message, causes, inStream, ...wait });
  }
  if (name === 'ConnectionError') {
    const { answered } = json;
    return new ConnectionError(message, { failure, ...(answered !== undefined && { answered }) });
  }
  if (name === 'ProtocolError') return new ProtocolError(message, { failure, excerpt: json.excerpt ?? '' });
  return new KubeError(failure, message);
}

/** Returns whether a value is the recorded form of an error. */
export function isErrorJson(value: unknown): value is ErrorJson {
  const { name, message, failure, causes, ...others } = (value ?? {}) as Partial<
    Record<keyof ErrorJson, unknown>
  >;
  const isClass = failure === undefined || (typeof failure === 'string' && classes.includes(failure));
  const hasCauses = causes === undefined || (Array.isArray(causes) && causes.every(isRecord));
  const hasTypes = Object.entries(types).every(([member, type]) => {
    const given = others[member as keyof typeof types];
    return given === undefined || typeof given === type;
  });
  return typeof name === 'string' && typeof message === 'string' && isClass && hasCauses && hasTypes;
}

const types = {
  code: 'number',
  reason: 'string',
  retryAfterSeconds: 'number',
  inStream: 'boolean',
  answered: 'boolean',
  excerpt: 'string',
} as const;

const classes: readonly string[] = [
  'expired',
  'throttled',
  'transient',
  'unauthorized',
  'forbidden',
  'notFound',
  'unsupported',
  'fatal',
] satisfies readonly FailureClass[];
