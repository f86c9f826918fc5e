import type { KnownObjects, KubeObject } from '../../objects/index.ts';

/** What holds for each page and each frame of a collection. */
export interface DecodeSettings {
  readonly keepManagedFields: boolean;
  readonly maxFrameBytes: number;
  readonly maxPageBytes: number;
  /** Secrets: no error shows anything of what came. */
  readonly confidential: boolean;
  /** Makes equal strings one, for as long as the process lives: what is confidential is not given to it. Default `internStrings`. */
  readonly intern?: (value: unknown) => void;
  /** Of a list alone, in pages or streamed. */
  readonly knownObjects?: Pick<KnownObjects<KubeObject>, 'get'> | undefined;
}
