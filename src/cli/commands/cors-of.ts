import type { ApiServerOptions } from '../../apiserver/index.ts';
import { usageError } from '../command-error.ts';
import { reasonOf } from '../reason-of.ts';

/**
 * What `--cors-allowed-origins` means for a server; without the option, nothing.
 *
 * @throws CommandError for what is no regular expression
 */
export function corsOf(patterns: readonly string[] | undefined): Pick<ApiServerOptions, 'cors'> {
  return patterns === undefined ? {} : { cors: { origins: patterns.map(originPattern) } };
}

/** As kube-apiserver's flag of that name: an expression that stands for a part of the origin, unless it is anchored. */
function originPattern(text: string): RegExp {
  try {
    return new RegExp(text, 'i');
  } catch (cause) {
    throw usageError(
      `--cors-allowed-origins: '${text}' is no regular expression: ${reasonOf(cause)}`,
      'Such as ^http://localhost:4200$',
    );
  }
}
