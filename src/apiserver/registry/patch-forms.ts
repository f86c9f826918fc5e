/** A patch in one of the supported formats. */
export type Patch =
  | { readonly merge: unknown }
  | { readonly json: unknown }
  | { readonly strategic: unknown }
  | { readonly apply: unknown };

/** A patch that needs only the current object and no managed fields. */
export type PlainPatch = Exclude<Patch, { readonly apply: unknown }>;
