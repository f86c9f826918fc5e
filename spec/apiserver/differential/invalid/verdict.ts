import type { Answer } from '../server.ts';

/** The decision of a server about an object: the status, and the invalid fields that the server names. */
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

/** The decisions of the real server, by object and by invalid field. */
export type Verdicts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Returns a decision as one line of text, for example `422 spec.a, spec.b`. */
export const lineOf = ({ status, fields }: Verdict): string =>
  [String(status), fields.join(', ')].join(' ').trimEnd();
