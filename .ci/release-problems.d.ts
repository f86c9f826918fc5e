/** Finds the problems that prevent a release. Returns one sentence for each problem. */
export function releaseProblems(
  tag: string,
  repository: string,
  manifest: {
    readonly version: string;
    readonly repository?: string | { readonly url: string };
    readonly publishConfig?: { readonly provenance?: boolean };
  },
  changelog: string,
): readonly string[];
