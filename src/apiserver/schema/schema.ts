/**
 * A schema in the JSON form of apiextensions' `JSONSchemaProps`. CRDs contain such schemas, and they describe the
 * built-in kinds. A schema contains no `$ref`. In a schema of a built-in kind a reference is a getter that returns the
 * referenced schema. So a schema may be infinite (the schema of JSON schemas is). Never traverse or serialise a schema
 * unless an object limits the depth.
 *
 * The server validates a schema when it receives the CRD. After that, the members have the declared types.
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
  /** The schema of members that are not in `properties`; `true`: any value. */
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
  /** A boolean, as in OpenAPI 3.0 and draft 4. */
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;

  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;

  /** Whether unknown members are kept. */
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  /** Whether the value is a whole object with `kind`, `apiVersion` and `metadata`. */
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-list-type'?: 'atomic' | 'set' | 'map';
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: 'granular' | 'atomic';
  /** CEL rules. This server does not evaluate them. */
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[];

  /** Built-in kinds only: the member by which a strategic merge identifies the items of a list. */
  readonly 'x-kubernetes-patch-merge-key'?: string;
  /** Built-in kinds only: `merge`, `replace`, `retainKeys`, or two of them separated by a comma. */
  readonly 'x-kubernetes-patch-strategy'?: string;
}

/** A CEL rule of a CRD. */
interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}
