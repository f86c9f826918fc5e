import type { Answer } from '../server.ts';

/** The status of an answer, and of a refusal by rules the fields that it names. */
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

/** What the real server said of each case: by the plural, by what was broken. */
export type Verdicts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A verdict in one line: `422 spec.a, spec.b`. */
export const lineOf = ({ status, fields }: Verdict): string =>
  [String(status), fields.join(', ')].join(' ').trimEnd();
