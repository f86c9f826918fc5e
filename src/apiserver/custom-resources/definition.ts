import { isRecord } from '../../objects/index.ts';
import type { Json, StoredObject } from '../json.ts';
import type { PrinterColumn, ScalePaths } from '../resources/resource-definition.ts';
import type { Schema } from '../schema/schema.ts';

export interface DefinitionNames {
  readonly plural: string;
  readonly singular?: string;
  readonly kind: string;
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

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

interface DefinitionSpec {
  readonly group: string;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly names: DefinitionNames;
  readonly versions: readonly DefinitionVersion[];
}

export interface Condition {
  readonly type: 'NamesAccepted' | 'Established' | 'Terminating';
  readonly status: 'True' | 'False';
  readonly lastTransitionTime: string;
  readonly reason: string;
  readonly message: string;
}

export interface DefinitionStatus {
  readonly conditions?: readonly Condition[] | null;
  readonly acceptedNames: Partial<DefinitionNames>;
  readonly storedVersions: readonly string[];
}

/** A stored CustomResourceDefinition. A stored CRD is valid. */
export interface Definition extends StoredObject {
  readonly spec: DefinitionSpec & Json;
  readonly status: DefinitionStatus & Json;
}

/**
 * The finalizer of a CRD that is being deleted. The finalizer prevents the removal of the CRD until the last object of
 * the CRD is deleted.
 */
export const cleanupFinalizer = 'customresourcecleanup.apiextensions.k8s.io';

/** The id of the collection of CRDs in the storage. */
export const definitionsId = 'customresourcedefinitions.apiextensions.k8s.io';

/** Returns `true` if a condition is present and its status is `True`. */
export function isTrue({ status }: Definition, type: Condition['type']): boolean {
  return (status.conditions ?? []).some((one) => one.type === type && one.status === 'True');
}

/** Returns a member that is an object. Returns an empty object if the member has another type. */
export function objectIn(holder: unknown, name: string): Json {
  const value = isRecord(holder) ? holder[name] : undefined;
  return isRecord(value) ? value : {};
}

/** Returns the schema of a version. Returns `undefined` if the version has no schema. */
export function rootOf(version: Json): Json | undefined {
  const root = objectIn(version, 'schema')['openAPIV3Schema'];
  return isRecord(root) && Object.keys(root).length > 0 ? root : undefined;
}

/** Returns a member that is a string. Returns an empty string if the member has another type. */
export function textIn(holder: Json, name: string): string {
  const value = holder[name];
  return typeof value === 'string' ? value : '';
}

/** Returns the objects in a member that is a list. Returns an empty list if the member is not a list. */
export function objectsIn(holder: Json, name: string): readonly Json[] {
  const value = holder[name];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
