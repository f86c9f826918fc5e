import { type ApiServer, type ApiServerOptions, createApiServer } from '../../apiserver/index.ts';
import { OptionsError } from '../../objects/index.ts';
import { type CommandError, usageError } from '../command-error.ts';
import { reasonOf } from '../reason-of.ts';

/**
 * Creates a server. Pages of the origins in `--cors-allowed-origins` may read the answers of the server. Without that
 * option, no page may read the answers.
 *
 * @throws CommandError for a text that is not a regular expression of RE2
 */
export function serverWithCors(
  patterns: readonly string[] | undefined,
  options: ApiServerOptions = {},
): ApiServer {
  if (patterns === undefined) return createApiServer(options);
  try {
    return createApiServer({ ...options, cors: { origins: patterns.map(originPattern) } });
  } catch (cause) {
    if (!(cause instanceof OptionsError) || !(cause.given instanceof RegExp)) throw cause;
    const { source } = cause.given;
    const text = patterns.find((pattern) => originPattern(pattern).source === source) ?? source;
    throw noPattern(` takes ${cause.allowed}, not '${text}'`);
  }
}

/**
 * Parses a pattern as kube-apiserver's flag `--cors-allowed-origins` does. A pattern without anchors matches any part
 * of the origin.
 */
function originPattern(text: string): RegExp {
  try {
    return new RegExp(text, 'i');
  } catch (cause) {
    throw noPattern(`: '${text}' is not a regular expression: ${reasonOf(cause)}`);
  }
}

const noPattern = (problem: string): CommandError =>
  usageError(`--cors-allowed-origins${problem}`, 'Such as ^http://localhost:4200$');
