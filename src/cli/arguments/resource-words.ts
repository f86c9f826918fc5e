import { usageError } from '../command-error.ts';

/** A collection, or one object of a collection, as the user typed it. */
export interface ResourceWord {
  /** The name of the collection, such as `pods`, `po`, `deployments.apps`, `deployments.v1.apps`, `all`. */
  readonly name: string;
  /** The name of the requested object, as in `pods/web-1`. */
  readonly object?: string;
}

/**
 * Parses a list such as `pods,deploy/web,nodes`.
 *
 * @throws CommandError for a malformed list
 */
export function resourceWords(text: string): readonly ResourceWord[] {
  return text.split(',').map((part) => {
    const [name = '', object, ...more] = part.trim().split('/');
    if (name === '' || object === '' || more.length > 0 || /\s/.test(part.trim())) {
      throw usageError(
        `${JSON.stringify(text.slice(0, 80))} is not a list of resources`,
        'As in: pods   pods,deployments.apps,nodes   pods/web-1',
      );
    }
    return { name, ...(object === undefined ? {} : { object }) };
  });
}
