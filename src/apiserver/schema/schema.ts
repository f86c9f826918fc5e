/**
 * A schema of a CRD or a built-in kind. The members have the JSON names of `JSONSchemaProps` in apiextensions. A schema
 * contains no `$ref`.
 *
 * In the schema of a built-in kind, a getter replaces each `$ref` and returns the referenced schema. Some types contain
 * themselves, so such a schema may be infinite. Code that traverses or serialises a schema must limit the depth, for
 * example to the depth of an object.
 *
 * The server validates the schema when it receives the CRD. So the members of a schema always have the declared types.
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
  /** The schema of the members that are not in `properties`. `true` allows any value. */
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
  /** A boolean, not a number: `exclusiveMinimum` has the meaning of OpenAPI 3.0 and of draft 4 of JSON schema. */
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;

  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;

  /** Whether the server stores members that the schema does not describe. */
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  /** Whether the value is an embedded object with `kind`, `apiVersion` and `metadata`. */
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-list-type'?: 'atomic' | 'set' | 'map';
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: 'granular' | 'atomic';
  /** CEL validation rules. This server does not evaluate CEL rules. */
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[];

  /**
   * The member that identifies the items of a list in a strategic merge patch. Only schemas of built-in kinds contain
   * this keyword.
   */
  readonly 'x-kubernetes-patch-merge-key'?: string;
  /**
   * The way in which a strategic merge patch changes the field: `merge`, `replace`, `retainKeys`, or two of these words
   * separated by a comma. Only schemas of built-in kinds contain this keyword.
   */
  readonly 'x-kubernetes-patch-strategy'?: string;
}

interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}
