import { anObject, checkArgument, OptionsError } from '../../objects/index.ts';
import { momentsOf } from '../marble-moments.ts';
import { type Emission, RunMarbles } from './emissions-of.ts';

/**
 * Parses a diagram to emissions, with times as in `run`. If `values` is given, it must contain every letter
 * of the diagram.
 */
export function parseEmissions(
  of: string,
  marbles: string,
  values: Readonly<Record<string, unknown>> | undefined,
  error: unknown,
): readonly Emission<unknown>[] {
  momentsOf(`${of}: marbles`, marbles); // check first, because RxJS accepts a group without its `)`
  if (values !== undefined) checkArgument(`${of}: values`, values, anObject);
  const letters: readonly Emission<unknown>[] = RunMarbles.parseMarbles(
    marbles,
    undefined,
    error,
    false,
    true,
  );
  if (values === undefined) return letters;
  return letters.map((emission) => {
    const { notification, frame } = emission;
    if (notification.kind !== 'N') return emission;
    const letter = notification.value as string;
    if (!Object.hasOwn(values, letter)) {
      const allowed = `one of the dictionary: ${Object.keys(values).join(', ')}`;
      throw new OptionsError(`${of}: letter`, letter, allowed);
    }
    return { frame, notification: { kind: 'N', value: values[letter] } };
  });
}
