import type { BinaryWriter } from '@bufbuild/protobuf/wire';
import { isRecord } from '../../../objects/index.ts';
import { type Json, recordAt } from '../../json.ts';
import type { Section } from '../document-pieces.ts';
import { wire } from '../../wire/protobuf/wire.ts';

/**
 * Encodes a document of OpenAPI v2 as protobuf for kubectl and client-go. The function implements the parts of
 * `OpenAPIv2.proto` of gnostic that the documents of the server need. Members whose name starts with `x-` are YAML in
 * the protobuf document. The function writes the members as JSON, because JSON is valid YAML.
 */
export function encodeDocument({ swagger, info, paths, definitions }: Json): Uint8Array {
  const writer = new (wire().BinaryWriter)();
  text(writer, 1, swagger);
  if (isRecord(info)) message(writer, 2, info, about);
  if (isRecord(paths)) message(writer, 8, paths, named(2, pathItem));
  if (isRecord(definitions)) message(writer, 9, definitions, named(1, schema));
  return writer.finish();
}

/**
 * Encodes a document in consecutive parts. The parts together are one document, because a protobuf reader merges
 * several messages of the same field.
 */
export function* protobufParts(head: Json, sections: readonly Section[]): Generator<Uint8Array> {
  yield encodeDocument(head);
  for (const { names, members } of sections) {
    for (const [name, value] of members) yield encodeDocument({ [names.join('.')]: { [name]: value } });
  }
}

type Write<T = Json> = (writer: BinaryWriter, value: T) => void;

function message<T>(writer: BinaryWriter, field: number, value: T, write: Write<T>): void {
  writer.tag(field, wire().WireType.LengthDelimited).fork();
  write(writer, value);
  writer.join();
}

function text(writer: BinaryWriter, field: number, value: unknown): void {
  if (typeof value === 'string' && value !== '')
    writer.tag(field, wire().WireType.LengthDelimited).string(value);
}

function texts(writer: BinaryWriter, field: number, values: unknown): void {
  if (Array.isArray(values))
    for (const value of values) writer.tag(field, wire().WireType.LengthDelimited).string(String(value));
}

function flag(writer: BinaryWriter, field: number, value: unknown): void {
  if (value === true) writer.tag(field, wire().WireType.Varint).bool(true);
}

function count(writer: BinaryWriter, field: number, value: unknown): void {
  if (typeof value === 'number') writer.tag(field, wire().WireType.Varint).int64(value);
}

function number(writer: BinaryWriter, field: number, value: unknown): void {
  if (typeof value === 'number') writer.tag(field, wire().WireType.Bit64).double(value);
}

/** Returns a function that encodes a map as a list of names and values. */
function named(field: number, write: Write): Write {
  return (writer, values) => {
    for (const [name, value] of Object.entries(values)) {
      message(writer, field, isRecord(value) ? value : {}, (entry, member) => {
        text(entry, 1, name);
        message(entry, 2, member, write);
      });
    }
  };
}

function anything(writer: BinaryWriter, value: unknown): void {
  text(writer, 2, JSON.stringify(value));
}

function extensions(writer: BinaryWriter, field: number, object: Json): void {
  for (const [name, value] of Object.entries(object).filter(([one]) => one.startsWith('x-'))) {
    message(writer, field, value, (entry, member) => {
      text(entry, 1, name);
      message(entry, 2, member, anything);
    });
  }
}

const about: Write = (writer, { title, version }) => {
  text(writer, 1, title);
  text(writer, 2, version);
};

const methods = { get: 2, put: 3, post: 4, delete: 5, options: 6, head: 7, patch: 8 } as const;

const pathItem: Write = (writer, item) => {
  for (const [method, field] of Object.entries(methods))
    if (isRecord(item[method])) message(writer, field, item[method], operation);
  parameters(writer, 9, item['parameters']);
};

const operation: Write = (writer, given) => {
  texts(writer, 6, given['produces']);
  texts(writer, 7, given['consumes']);
  parameters(writer, 8, given['parameters']);
  message(writer, 9, recordAt(given, 'responses'), named(1, responseValue));
  texts(writer, 10, given['schemes']);
  extensions(writer, 13, given);
};

/**
 * Encodes the parameters of an operation. A parameter consists of three or four nested protobuf messages. The `in`
 * field of the parameter determines the types of the inner messages.
 */
function parameters(writer: BinaryWriter, field: number, all: unknown): void {
  for (const one of (Array.isArray(all) ? all : []) as readonly Json[]) {
    message(writer, field, one, (item, given) => {
      message(item, 1, given, (choice) => {
        if (given['in'] === 'body') message(choice, 1, given, bodyParameter);
        else message(choice, 2, given, otherParameter);
      });
    });
  }
}

const bodyParameter: Write = (writer, given) => {
  text(writer, 2, given['name']);
  text(writer, 3, given['in']);
  flag(writer, 4, given['required']);
  message(writer, 5, recordAt(given, 'schema'), schema);
};

const otherParameter: Write = (writer, given) => {
  const isQuery = given['in'] === 'query';
  message(writer, isQuery ? 3 : 4, given, (form) => {
    flag(form, 1, given['required']);
    text(form, 2, given['in']);
    text(form, 4, given['name']);
    text(form, isQuery ? 6 : 5, given['type']);
    flag(form, isQuery ? 20 : 19, given['uniqueItems']);
  });
};

const responseValue: Write = (writer, given) => {
  message(writer, 1, given, (response) => {
    text(response, 1, given['description']);
    if (isRecord(given['schema'])) {
      message(response, 2, given['schema'], (item, value) => message(item, 1, value, schema));
    }
  });
};

function schema(writer: BinaryWriter, given: Json): void {
  text(writer, 1, given['$ref']);
  text(writer, 2, given['format']);
  text(writer, 3, given['title']);
  text(writer, 4, given['description']);
  number(writer, 6, given['multipleOf']);
  number(writer, 7, given['maximum']);
  flag(writer, 8, given['exclusiveMaximum']);
  number(writer, 9, given['minimum']);
  flag(writer, 10, given['exclusiveMinimum']);
  count(writer, 11, given['maxLength']);
  count(writer, 12, given['minLength']);
  text(writer, 13, given['pattern']);
  count(writer, 14, given['maxItems']);
  count(writer, 15, given['minItems']);
  flag(writer, 16, given['uniqueItems']);
  count(writer, 17, given['maxProperties']);
  count(writer, 18, given['minProperties']);
  texts(writer, 19, given['required']);
  for (const one of (Array.isArray(given['enum']) ? given['enum'] : []) as readonly unknown[])
    message(writer, 20, one, anything);
  if (isRecord(given['additionalProperties']))
    message(writer, 21, given['additionalProperties'], (item, value) => message(item, 1, value, schema));
  if (typeof given['type'] === 'string')
    message(writer, 22, given['type'], (item, value) => text(item, 1, value));
  if (isRecord(given['items']))
    message(writer, 23, given['items'], (item, value) => message(item, 1, value, schema));
  if (isRecord(given['properties'])) message(writer, 25, given['properties'], named(1, schema));
  extensions(writer, 31, given);
}
