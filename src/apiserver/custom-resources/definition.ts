import { isRecord } from '../../objects/index.ts';
import type { Json, StoredObject } from '../json.ts';
import type { PrinterColumn, ScalePaths } from '../resources/resource-definition.ts';
import type { Schema } from '../schema/schema.ts';

/** How a custom resource is called. */
export interface DefinitionNames {
  readonly plural: string;
  readonly singular?: string;
  readonly kind: string;
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

/** A version of a custom resource. */
export interface DefinitionVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: { readonly openAPIV3Schema?: Schema };
  readonly subresources?: { readonly status?: object; readonly scale?: ScalePaths };
  readonly additionalPrinterColumns?: readonly PrinterColumn[];
  readonly selectableFields?: readonly { readonly jsonPath: string }[];
}

/** `spec` of a CustomResourceDefinition. */
interface DefinitionSpec {
  readonly group: string;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly names: DefinitionNames;
  readonly versions: readonly DefinitionVersion[];
}

/** An entry of its conditions. */
export interface Condition {
  readonly type: 'NamesAccepted' | 'Established' | 'Terminating';
  readonly status: 'True' | 'False';
  readonly lastTransitionTime: string;
  readonly reason: string;
  readonly message: string;
}

/** Its status. */
export interface DefinitionStatus {
  readonly conditions?: readonly Condition[] | null;
  readonly acceptedNames: Partial<DefinitionNames>;
  readonly storedVersions: readonly string[];
}

/** A CustomResourceDefinition that has been found to be good, as it is stored. */
export interface Definition extends StoredObject {
  readonly spec: DefinitionSpec & Json;
  readonly status: DefinitionStatus & Json;
}

/** What holds a definition until the last of its objects is gone. */
export const cleanupFinalizer = 'customresourcecleanup.apiextensions.k8s.io';

/** Name of the collection of definitions in storage. */
export const definitionsId = 'customresourcedefinitions.apiextensions.k8s.io';

/** Whether a condition is there and true. */
export function isTrue({ status }: Definition, type: Condition['type']): boolean {
  return (status.conditions ?? []).some((one) => one.type === type && one.status === 'True');
}

/** A member that should be an object. */
export function objectIn(holder: unknown, name: string): Json {
  const value = isRecord(holder) ? holder[name] : undefined;
  return isRecord(value) ? value : {};
}

/** The schema of a version, if there is one. */
export function rootOf(version: Json): Json | undefined {
  const root = objectIn(version, 'schema')['openAPIV3Schema'];
  return isRecord(root) && Object.keys(root).length > 0 ? root : undefined;
}

/** A member that should be a text; the empty one where it is not there. */
export function textIn(holder: Json, name: string): string {
  const value = holder[name];
  return typeof value === 'string' ? value : '';
}

/** The items of a list of objects. */
export function objectsIn(holder: Json, name: string): readonly Json[] {
  const value = holder[name];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
