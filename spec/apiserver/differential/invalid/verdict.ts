import type { Answer } from '../server.ts';

/** The status of an answer, and the fields in a validation error. */
export interface Verdict {
  readonly status: number;
  readonly fields: readonly string[];
}

export function verdictOf({ status, body }: Answer): Verdict {
  const { causes = [] } = (body['details'] ?? {}) as {
    readonly causes?: readonly { readonly field?: string }[];
  };
  const fields = status === 422 ? causes.map(({ field = '' }) => field) : [];
  return { status, fields: [...new Set(fields)].sort() };
}

/** The verdicts of the real server, by the plural and by the broken field. */
export type Verdicts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Prints a verdict in one line: `422 spec.a, spec.b`. */
export const lineOf = ({ status, fields }: Verdict): string =>
  [String(status), fields.join(', ')].join(' ').trimEnd();
