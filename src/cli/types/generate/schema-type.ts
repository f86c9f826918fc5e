import { type Schema, textSchema } from './schema.ts';
import { docComment, propertyName, stringLiteral, upperCamel } from './tokens.ts';

/** Declares an interface of the generated file under a name. Returns false if the name is already used. */
export type Declare = (
  name: string,
  path: string,
  members: (declare: Declare) => readonly string[],
) => boolean;

/** The place of a value in the generated file. */
interface Place {
  /** The indentation of the line in which the type begins. */
  readonly indent: string;
  /** The name that an interface for the value would have. Absent if the type of the value is written inline. */
  readonly name?: string;
  /** The path of the value within the object, such as `spec.issuerRef`. */
  readonly path: string;
  /** The number of fields in `path`. */
  readonly depth: number;
  readonly declare: Declare;
}

/** The maximum depth of an object that has an interface. `spec` has depth 1, and `spec.issuerRef` has depth 2. */
const deepestNamed = 2;

/**
 * Formats the members of an object as lines of an interface.
 *
 * @param indent - the indentation of each member
 */
export function memberLines(schema: Schema, place: Place): readonly string[] {
  const { indent } = place;
  const lines = [...schema.properties].flatMap(([name, property]) => {
    const mark = schema.required.has(name) ? '' : '?';
    const type = typeText(property, childOf(place, name));
    return [
      ...docComment(property.description, indent, { defaultValue: property.default }),
      `${indent}readonly ${propertyName(name)}${mark}: ${type};`,
    ];
  });
  const undeclared = [...schema.required].filter((name) => !schema.properties.has(name));
  return [
    ...lines,
    ...(schema.preservesUnknown
      ? [
          ...undeclared.map((name) => `${indent}readonly ${propertyName(name)}: unknown;`),
          `${indent}readonly [key: string]: unknown;`,
        ]
      : []),
  ];
}

function childOf(place: Place, field: string): Place {
  const path = place.path === '' ? field : `${place.path}.${field}`;
  const { name, ...rest } = place;
  return {
    ...rest,
    path,
    depth: place.depth + 1,
    ...(name === undefined ? {} : { name: name + upperCamel(field) }),
  };
}

/** Formats the type of a value. The first line has no indentation. */
export function typeText(schema: Schema, place: Place): string {
  const type = typeWithoutNull(schema, place);
  return schema.nullable && type !== 'unknown' ? `${type} | null` : type;
}

function typeWithoutNull(schema: Schema, place: Place): string {
  const { enumeration, type, intOrString, reference } = schema;
  if (reference !== undefined) return reference;
  if (enumeration?.every(isLiteral) === true) return enumText(enumeration, place.indent);
  if (intOrString) return 'number | string';
  if (type === 'array') return listText(schema, place);
  if (type === 'object') return objectText(schema, place);
  if (type === undefined) return 'unknown';
  return type === 'integer' ? 'number' : type;
}

type Literal = string | number | boolean | null;
const isLiteral = (value: unknown): value is Literal => value === null || typeof value !== 'object';

/** `null` is not a member of the union, because `nullable` decides whether the server accepts null. */
function enumText(values: readonly unknown[], indent: string): string {
  const literals = [...new Set(values)]
    .filter((value) => value !== null)
    .map((value) => (typeof value === 'string' ? stringLiteral(value) : JSON.stringify(value)));
  if (literals.length === 0) return 'null';
  const line = literals.join(' | ');
  if (line.length + indent.length <= longestLine) return line;
  return literals.map((literal) => `\n${indent}  | ${literal}`).join('');
}

const longestLine = 80;

function listText({ items }: Schema, place: Place): string {
  if (items === undefined) return 'readonly unknown[]';
  const item = typeText(items, inner(place, 'Item', '[]'));
  return `readonly ${needsParentheses(items) ? `(${item})` : item}[]`;
}

const needsParentheses = ({ type, nullable, enumeration, intOrString }: Schema): boolean =>
  type === 'array' || nullable || enumeration !== undefined || intOrString;

const inner = ({ name, ...place }: Place, suffix: string, step: string): Place => ({
  ...place,
  path: place.path + step,
  ...(name === undefined ? {} : { name: name + suffix }),
});

function objectText(schema: Schema, place: Place): string {
  const { properties, additionalProperties, preservesUnknown, embedded } = schema;
  if (embedded) return embeddedText(schema, place);
  if (properties.size > 0) return declaredText(schema, place);
  if (additionalProperties === true) return unknownMap;
  if (additionalProperties !== undefined) {
    const value = typeText(additionalProperties, inner(place, 'Value', '[*]'));
    return `{ readonly [key: string]: ${value} }`;
  }
  if (preservesUnknown) return schema.required.size > 0 ? inlineText(schema, place) : unknownMap;
  return '{ readonly [key: string]: never }'; // the server removes every field
}

const unknownMap = '{ readonly [key: string]: unknown }';

/** Returns the name of an interface for the object, if the object may have an interface and the name is free. */
function declaredText(schema: Schema, place: Place): string {
  const { name, path, depth } = place;
  const isNamed = name !== undefined && depth <= deepestNamed;
  const members = (declare: Declare): readonly string[] =>
    memberLines(schema, { ...place, indent: '  ', declare });
  return isNamed && place.declare(name, path, members) ? name : inlineText(schema, place);
}

function inlineText(schema: Schema, { name: _, ...place }: Place): string {
  const lines = memberLines(schema, { ...place, indent: `${place.indent}  ` });
  const [only = ''] = lines;
  if (lines.length === 1 && only.trim().length + place.indent.length <= longestLine) {
    return `{ ${only.trim().replace(/;$/, '')} }`;
  }
  return `{\n${lines.join('\n')}\n${place.indent}}`;
}

/** An embedded object has the fields that every object has, even if its schema does not declare them. */
function embeddedText(schema: Schema, place: Place): string {
  const properties = new Map([
    ...Object.entries({ apiVersion: textSchema, kind: textSchema }),
    ...[...schema.properties].filter(([name]) => name !== 'metadata'),
  ]);
  const required = new Set([...schema.required, 'apiVersion', 'kind']);
  required.delete('metadata');
  const lines = memberLines(
    { ...schema, properties, required },
    { declare: place.declare, path: place.path, depth: place.depth, indent: `${place.indent}  ` },
  );
  const metadata = `${place.indent}  readonly metadata?: Applied<ObjectMeta>;`;
  return `{\n${[metadata, ...lines].join('\n')}\n${place.indent}}`;
}
