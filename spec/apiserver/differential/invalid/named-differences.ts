const tokenWithoutAccount =
  'The recorded server runs without the ServiceAccount admission plugin, which sets `serviceAccountName` to `default` before the validation.';

/**
 * Verdicts that may differ from those of the real server, each with the reason, by the object and by the broken field.
 */
export const namedDifferences: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'jobs, indexed': {
    'without spec.completions':
      'The real server panics, as its check of the success policy reads the absent number, and gives no answer.',
  },
  'pods, with volumes': {
    'without spec.serviceAccountName': tokenWithoutAccount,
    'spec.serviceAccountName: ""': tokenWithoutAccount,
  },
};

/** Whether a verdict may differ. */
export const isNamed = (object: string, broken: string): boolean =>
  namedDifferences[object]?.[broken] !== undefined;
