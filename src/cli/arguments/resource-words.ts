import { usageError } from '../command-error.ts';

/** A collection as it was typed, or one object of it. */
export interface ResourceWord {
  /** As in `pods`, `po`, `deployments.apps`, `deployments.v1.apps`, `all`. */
  readonly name: string;
  /** The name of the one object that is asked for, as in `pods/web-1`. */
  readonly object?: string;
}

/**
 * The words of a list such as `pods,deploy/web,nodes`.
 *
 * @throws CommandError for what cannot be one
 */
export function resourceWords(text: string): readonly ResourceWord[] {
  return text.split(',').map((part) => {
    const [name = '', object, ...more] = part.trim().split('/');
    if (name === '' || object === '' || more.length > 0 || /\s/.test(part.trim())) {
      throw usageError(
        `${JSON.stringify(text.slice(0, 80))} is no list of resources`,
        'As in: pods   pods,deployments.apps,nodes   pods/web-1',
      );
    }
    return { name, ...(object === undefined ? {} : { object }) };
  });
}
