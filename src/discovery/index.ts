/** The folder `discovery` finds out which resources a server has. The client and the command use it. */
export { type ApiResource, type Discovery } from './api-resource.ts';
export { discover } from './discover.ts';
export { getJson, maxDocumentValues } from './get-json.ts';
export { recordsIn, textIn, textsIn } from './loose-json.ts';
export { mapInSlices } from './map-in-slices.ts';
export { inCategory, indexOf, isWatchable, matching, meaningOf, type ResourceIndex } from './matching.ts';
export { nearest } from './nearest.ts';
export { isWellFormedResource } from './well-formed.ts';
