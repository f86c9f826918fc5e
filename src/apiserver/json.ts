import type { KubeObject } from '../objects/index.ts';

/** A JSON object of unknown shape. */
export type Json = Readonly<Record<string, unknown>>;

/** What the server stores: named, with a uid and a version, and frozen. */
export type StoredObject = Json & Required<KubeObject>;
