import { fieldSelector, labelSelector, OptionsError } from '../../objects/index.ts';
import { usageError } from '../command-error.ts';

/** Checks the selectors. For a syntax error, throws a `CommandError` that shows the place of the error. */
export function checkSelectors(selector: string | undefined, fields: string | undefined): void {
  if (selector !== undefined) check('--selector', () => labelSelector(selector));
  if (fields !== undefined) check('--field-selector', () => fieldSelector(fields));
}

function check(option: string, parse: () => unknown): void {
  try {
    parse();
  } catch (error) {
    if (!(error instanceof OptionsError)) throw error;
    const [problem = '', ...place] = error.message.split('\n');
    throw usageError(problem.replace(/^\w+/, option), ...place);
  }
}
