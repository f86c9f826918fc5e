interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly license?: string }>>;
}

/** The rows of a section's tables: the names in the first column, and the last column. */
export declare function rowsOf(
  page: string,
  section: string,
): readonly { readonly names: readonly string[]; readonly reason: string }[];

/** Dependencies without a row and rows without a dependency, by section; and rows that give no reason. */
export declare function notListed(page: string, manifest: Manifest): readonly string[];

/** Whether an SPDX expression leaves a way to use the package that is allowed. */
export declare function isAllowed(licence: string): boolean;

/** The packages of a lock file that come with an installation, and whose licence is not allowed. */
export declare function notLicensed(lock: Lock, peers: readonly string[]): readonly string[];

/** What `npm audit --json` says of the packages that users get; undefined where the registry did not answer it. */
export declare function audited(text: string): readonly string[] | undefined;
