/** A patch, in one of the forms that are understood. */
export type Patch =
  | { readonly merge: unknown }
  | { readonly json: unknown }
  | { readonly strategic: unknown }
  | { readonly apply: unknown };

/** A patch that is worked out from what is there, without an account of who owns what. */
export type PlainPatch = Exclude<Patch, { readonly apply: unknown }>;
