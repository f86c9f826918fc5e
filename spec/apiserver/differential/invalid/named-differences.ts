const tokenWithoutAccount =
  'The recorded server runs without the ServiceAccount admission plugin, which sets `serviceAccountName` to `default` before the validation.';

/**
 * The known differences between the embedded server and a real server, by object and by invalid field. Each text is
 * the reason for the difference.
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

/** Whether the embedded server may decide differently from the real server about this object. */
export const isNamed = (object: string, broken: string): boolean =>
  namedDifferences[object]?.[broken] !== undefined;
