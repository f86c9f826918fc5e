/** A patch in one of the formats that the server supports. */
export type Patch =
  | { readonly merge: unknown }
  | { readonly json: unknown }
  | { readonly strategic: unknown }
  | { readonly apply: unknown };

/** A patch that is not a server-side apply. The result of the patch depends only on the current object. */
export type PlainPatch = Exclude<Patch, { readonly apply: unknown }>;
