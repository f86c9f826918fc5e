import { isRecord } from '../../../objects/index.ts';
import { type Json, omit, recordAt, recordsAt } from '../../json.ts';

/**
 * Converts a path from OpenAPI v3 to OpenAPI v2. In OpenAPI v2, a parameter contains its type directly, and the body is
 * a parameter.
 *
 * @param isDefined - returns `true` if a schema with the given name exists; the result omits references to schemas that
 * do not exist
 */
export function pathInV2(item: object, isDefined: (name: string) => boolean): Json {
  const members = Object.entries(item).map(([name, member]: [string, unknown]) => [
    name,
    name === 'parameters' ? listed(member).map(parameter) : operation(member as Json, name, isDefined),
  ]);
  return Object.fromEntries(members) as Json;
}

function operation(given: Json, method: string, isDefined: (name: string) => boolean): Json {
  const schema = schemaOf(given, isDefined);
  const isPatch = method === 'patch';
  const body = isPatch ? { type: 'object' } : schema;
  const hasBody = isPatch || method === 'post' || method === 'put';
  const parameters = [
    ...(hasBody && body !== undefined ? [{ name: 'body', in: 'body', required: true, schema: body }] : []),
    ...recordsAt(given, 'parameters').map(parameter),
  ];
  return {
    ...omit(given, 'parameters', 'responses', 'requestBody'),
    consumes: isPatch ? Object.keys(recordAt(recordAt(given, 'requestBody'), 'content')) : ['*/*'],
    produces: ['application/json', 'application/yaml'],
    schemes: ['https'],
    ...(parameters.length === 0 ? {} : { parameters }),
    responses: {
      200: { description: 'OK', ...(schema === undefined ? {} : { schema }) },
      401: { description: 'Unauthorized' },
    },
  };
}

/** Returns a reference to the schema of the response. Returns `undefined` if the schema is not defined. */
function schemaOf(given: Json, isDefined: (name: string) => boolean): Json | undefined {
  const answer = recordAt(recordAt(given, 'responses'), '200');
  const { $ref } = recordAt(recordAt(recordAt(answer, 'content'), 'application/json'), 'schema');
  const name = typeof $ref === 'string' ? $ref.replace('#/components/schemas/', '') : '';
  return isDefined(name) ? { $ref: `#/definitions/${name}` } : undefined;
}

const parameter = (given: Json): Json => ({ ...omit(given, 'schema'), ...recordAt(given, 'schema') });

const listed = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);
