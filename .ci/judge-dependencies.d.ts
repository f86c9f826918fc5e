interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly license?: string }>>;
}

/** Finds the table rows in a section: the names in the first column, and the text of the last column. */
export declare function rowsOf(
  page: string,
  section: string,
): readonly { readonly names: readonly string[]; readonly reason: string }[];

/** For each section, finds dependencies without a row, rows without a dependency, and rows without a reason. */
export declare function notListed(page: string, manifest: Manifest): readonly string[];

/** Whether a licence in SPDX format is allowed, or offers an allowed licence as an alternative. */
export declare function isAllowed(licence: string): boolean;

/** Finds the packages in a lock file that users install and whose licence is not allowed. */
export declare function notLicensed(lock: Lock, peers: readonly string[]): readonly string[];

/**
 * Finds the vulnerable packages in the output of `npm audit --json`. Returns `undefined` if the registry gave no
 * answer.
 */
export declare function audited(text: string): readonly string[] | undefined;
