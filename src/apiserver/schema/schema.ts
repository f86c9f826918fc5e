/**
 * The shape of a kind, as apiextensions' `JSONSchemaProps` has it in JSON: what a CRD brings, and what the built-in
 * kinds are described by. A schema contains no `$ref`: those of the built-in kinds are getters that give what is
 * referred to, so a schema may have no end (that of JSON schemas themselves has none) and is never to be walked or
 * serialised without an object beside it.
 *
 * Validated where a CRD comes in; from there on its members are what their types say.
 */
export interface Schema {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  readonly format?: string;
  readonly title?: string;
  readonly description?: string;
  readonly example?: unknown;
  readonly externalDocs?: unknown;
  readonly nullable?: boolean;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];

  readonly properties?: Readonly<Record<string, Schema>>;
  /** Of members that `properties` does not name; `true`: they may be anything. */
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly maxProperties?: number;

  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;

  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;

  readonly minimum?: number;
  readonly maximum?: number;
  /** A flag, as OpenAPI 3.0 and draft 4 have it. */
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;

  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;

  /** Members that the schema does not know are kept. */
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  /** A whole object with `kind`, `apiVersion` and `metadata`. */
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-list-type'?: 'atomic' | 'set' | 'map';
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: 'granular' | 'atomic';
  /** CEL rules; none of them is evaluated here. */
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[];

  /** Built-in kinds only: the member by which a strategic merge tells the items of a list. */
  readonly 'x-kubernetes-patch-merge-key'?: string;
  /** Built-in kinds only: `merge`, `replace`, `retainKeys`; two of them with a comma between. */
  readonly 'x-kubernetes-patch-strategy'?: string;
}

/** A rule in CEL, as a CRD brings it. */
interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}
