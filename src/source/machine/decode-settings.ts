/** What holds for each page and each frame of a collection. */
export interface DecodeSettings {
  readonly keepManagedFields: boolean;
  readonly maxFrameBytes: number;
  readonly maxPageBytes: number;
  /** Secrets: no error shows anything of what came. */
  readonly confidential: boolean;
}
