import { isRecord } from '../../../objects/index.ts';
import { type Json, omit, recordAt, recordsAt } from '../../json.ts';

/**
 * The paths of OpenAPI v3 as v2 has them: parameters carry their type themselves, and a body is one of them.
 *
 * @param definitions - the schemas that there are: nothing refers to others
 */
export function pathsInV2(paths: Json, definitions: Json): Json {
  return mapped(paths, (item) =>
    mapped(item, (member, name) =>
      name === 'parameters' ? listed(member).map(parameter) : operation(member as Json, name, definitions),
    ),
  );
}

function operation(given: Json, method: string, definitions: Json): Json {
  const schema = schemaOf(given, definitions);
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

/** What its answer is, if that is described. */
function schemaOf(given: Json, definitions: Json): Json | undefined {
  const answer = recordAt(recordAt(given, 'responses'), '200');
  const { $ref } = recordAt(recordAt(recordAt(answer, 'content'), 'application/json'), 'schema');
  const name = typeof $ref === 'string' ? $ref.replace('#/components/schemas/', '') : '';
  return Object.hasOwn(definitions, name) ? { $ref: `#/definitions/${name}` } : undefined;
}

const parameter = (given: Json): Json => ({ ...omit(given, 'schema'), ...recordAt(given, 'schema') });

const listed = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);

function mapped(object: unknown, change: (value: unknown, name: string) => unknown): Json {
  const entries = Object.entries(isRecord(object) ? object : {});
  return Object.fromEntries(entries.map(([name, value]) => [name, change(value, name)]));
}
