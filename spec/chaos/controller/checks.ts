/** The names of the checks of a controller. */
export type CheckName =
  | 'each key is in its wanted state'
  | 'no run of a key was beside another, and the controllers never ended'
  | 'each failed run has an outcome'
  | 'no key waits, and the metrics agree with the outcomes'
  | 'no connection is left';

/** The checks by name, each with the problems that it found. */
export type Checks = Readonly<Record<CheckName, readonly string[]>>;
