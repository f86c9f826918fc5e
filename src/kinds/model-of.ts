import type * as clientNode from '@kubernetes/client-node';
import type { KubeObject } from '../objects/index.ts';

/**
 * A model of client-node by name, or `KubeObject` where the version that is installed lacks it: models of alpha and beta
 * kinds come and go from one minor version to the next.
 *
 * @example
 * ```ts
 * interface LeaseCandidate extends KubeJson<ModelOf<'V1beta1LeaseCandidate'>> {}
 * ```
 */
export type ModelOf<Name extends string> =
  typeof clientNode extends Readonly<Record<Name, abstract new (...args: never) => infer Model>>
    ? Model
    : KubeObject;
