import { randomOf } from './random.ts';

/** A request whose body or query costs the server much CPU time or memory, but costs the sender little. */
export interface HostileRequest {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly type: string;
  readonly body: string | Uint8Array;
}

type Random = () => number;

const oneOf = <T>(random: Random, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;

/**
 * Returns a random number. The smallest possible number is 1, and the largest is `most`. Small numbers are as likely
 * as large numbers.
 */
const size = (random: Random, most: number): number => Math.ceil(most ** random());

/** Size of the largest body in bytes. The limit of the server is 3 MiB, which is slightly larger. */
const largest = 3_100_000;

/**
 * Repeats a fragment up to `count` times, but not beyond the largest body size. Replaces `#` with the number of the
 * repetition.
 */
function repeated(fragment: string, count: number, between = ','): string {
  const times = Math.min(count, Math.floor(largest / (fragment.length + between.length + 4)));
  const parts: string[] = [];
  for (let at = 0; at < times; at++) parts.push(fragment.replaceAll('#', String(at)));
  return parts.join(between);
}

/** Returns a large JSON value with a random shape. */
function value(random: Random): string {
  const count = size(random, 1_500_000);
  const inner = oneOf(random, [
    '""',
    '0',
    'null',
    '{}',
    '[]',
    '"#"',
    '{"name":"#"}',
    '{"name":"a"}',
    '{"k":"#","d":#}',
  ]);
  switch (Math.floor(random() * 7)) {
    case 0:
      return `{${repeated(`"k#":${inner}`, count)}}`;
    case 1:
      return `{${repeated(`"k":${inner}`, count)}}`;
    case 2:
      return `[${repeated(inner, count)}]`;
    case 3: {
      const open = oneOf(random, ['[', '{"a":', `{"${'x'.repeat(size(random, 5_000))}":`]);
      const depth = Math.min(size(random, 200_000), Math.floor(largest / 2 / open.length));
      const close = open === '[' ? ']' : '}';
      return open.repeat(depth) + inner + (random() < 0.8 ? close.repeat(depth) : '');
    }
    case 4: {
      const name = 'x'.repeat(size(random, 5_000));
      return `{"${name}":`.repeat(100) + `[${repeated(inner, count / 3)}]${'}'.repeat(100)}`;
    }
    case 5:
      return JSON.stringify(
        oneOf(random, ['a', '\\', '"', 'é', '\n', '1', '.', 'a.', '(', ' ']).repeat(count),
      );
    default:
      return `[${repeated(`[${repeated(inner, Math.sqrt(count))}]`, Math.sqrt(count))}]`;
  }
}

const core = '/api/v1/namespaces/default';
const widgets = '/apis/fuzz.example.com/v1/namespaces/default/widgets';

const kinds = [
  {
    path: `${core}/configmaps`,
    head: '"apiVersion":"v1","kind":"ConfigMap"',
    fields: ['data', 'binaryData', 'x'],
  },
  {
    path: `${core}/pods`,
    head: '"apiVersion":"v1","kind":"Pod"',
    fields: [
      ...[
        'spec',
        'spec.containers',
        'spec.containers.env',
        'spec.containers.ports',
        'spec.containers.volumeMounts',
      ],
      ...[
        'spec.volumes',
        'spec.tolerations',
        'spec.nodeSelector',
        'spec.containers.resources',
        'status.conditions',
      ],
    ],
  },
  {
    path: '/apis/apps/v1/namespaces/default/deployments',
    head: '"apiVersion":"apps/v1","kind":"Deployment"',
    fields: ['spec.selector.matchLabels', 'spec.selector.matchExpressions', 'spec.template.metadata.labels'],
  },
  {
    path: `${core}/services`,
    head: '"apiVersion":"v1","kind":"Service"',
    fields: ['spec.ports', 'spec.selector', 'spec.externalIPs'],
  },
  {
    path: '/apis/rbac.authorization.k8s.io/v1/clusterroles',
    head: '"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole"',
    fields: ['rules', 'rules.verbs', 'aggregationRule.clusterRoleSelectors'],
  },
  {
    path: widgets,
    head: '"apiVersion":"fuzz.example.com/v1","kind":"Widget"',
    fields: [
      'spec.set',
      'spec.objects',
      'spec.map',
      'spec.any',
      'spec.words',
      'spec.texts',
      'spec.number',
      'spec',
    ],
  },
] as const;
const metadata = ['labels', 'annotations', 'finalizers', 'ownerReferences', 'managedFields', 'name', 'x'];

/**
 * Returns an object with a large value in one of its fields. For pods, a field of `containers` is a field of the first
 * container.
 */
function object(random: Random, name: string): { readonly path: string; readonly text: string } {
  const { path, head, fields } = oneOf(random, kinds);
  const field = random() < 0.3 ? `metadata.${oneOf(random, metadata)}` : oneOf<string>(random, fields);
  const [first = '', ...more] = field.split('.');
  const inner = more.reduceRight((text, member, at) => {
    const isInList = more[at - 1] === 'containers' || first === 'rules';
    return isInList ? `[{"name":"a","image":"b","${member}":${text}}]` : `{"${member}":${text}}`;
  }, value(random));
  const meta = `"metadata":{"name":"${name}"${first === 'metadata' ? `,${inner.slice(1, -1)}` : ''}}`;
  return { path, text: `{${head},${meta}${first === 'metadata' ? '' : `,"${first}":${inner}`}}` };
}

const fragments = [
  ...[
    '[',
    ']',
    '{',
    '}',
    ',',
    ':',
    '- ',
    '? ',
    ': ',
    '& ',
    '&a ',
    '*a ',
    '! ',
    '!a ',
    '| ',
    '> ',
    '%',
    '%\n',
    '#\n',
    ' #\n',
  ],
  ...[
    'a',
    'a\n',
    'a: ',
    'a: b\n',
    'k#: v\n',
    '- #\n',
    '- &a# {b: *a#}\n',
    '- *a\n',
    '"',
    "'",
    '"\\x',
    '\\',
    '---\n',
    '...\n',
  ],
  ...[
    '  ',
    '\n',
    '\t',
    '\r\n',
    '<<: *a\n',
    '[a, ',
    '{a: ',
    '{a: b}, ',
    '[], ',
    'a #x\n',
    '? [a]\n: b\n',
    '- |\n  x\n',
    '@',
    '`',
  ],
];

function yamlText(random: Random): string {
  const prefix = oneOf(random, [
    '',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: y}\ndata:\n',
    '- &a 1\n',
    '[',
    '{',
    'a: &a {b: c}\n',
    '"',
  ]);
  const parts = Array.from({ length: 1 + Math.floor(random() * 3) }, () => oneOf(random, fragments));
  return prefix + repeated(parts.join(''), size(random, 1_500_000), '');
}

function protobuf(random: Random): Uint8Array {
  const magic = [0x6b, 0x38, 0x73, 0];
  const unit = Uint8Array.from({ length: 1 + Math.floor(random() * 6) }, () =>
    random() < 0.6 ? oneOf(random, [0x0a, 0x12, 0x1a, 0, 1, 2, 4, 0x80, 0xff]) : Math.floor(random() * 256),
  );
  const count = Math.min(size(random, largest), Math.floor(largest / unit.length));
  const bytes = new Uint8Array(count * unit.length);
  for (let at = 0; at < count; at++) bytes.set(unit, at * unit.length);
  const type = [0x0a, 15, 0x0a, 2, 0x76, 0x31, 0x12, 9, ...Buffer.from('ConfigMap')];
  const length = [
    0x80 | (bytes.length & 0x7f),
    0x80 | ((bytes.length >> 7) & 0x7f),
    0x80 | ((bytes.length >> 14) & 0x7f),
    bytes.length >> 21,
  ];
  return Buffer.concat([Uint8Array.from([...magic, ...type, 0x12, ...length]), bytes]);
}

function jsonPatch(random: Random): string {
  const path = oneOf(random, [
    '/x',
    '/data',
    '/metadata/labels',
    '/x/0',
    '/x/-',
    '/x/a',
    `/x${'/a'.repeat(size(random, 300))}`,
  ]);
  const from = oneOf(random, ['/x', '/data', '/x/0', '', '/metadata']);
  const op = oneOf(random, ['add', 'remove', 'replace', 'move', 'copy', 'test']);
  const step = `{"op":"${op}","path":"${path}","from":"${from}","value":${random() < 0.8 ? '1' : '[{"a":"#"}]'}}`;
  return `[{"op":"add","path":"/x","value":${value(random).slice(0, 2_000_000)}},${repeated(step, size(random, 12_000)).slice(0, 1_000_000)}]`;
}

/** Returns a CRD. `schema` is the JSON schema of the `spec` of its objects. */
export function definition(plural: string, group: string, schema: string | undefined): unknown {
  const list = (type: string, items: object, more: object = {}): object => ({
    type: 'array',
    items,
    'x-kubernetes-list-type': type,
    ...more,
  });
  const spec = {
    type: 'object',
    properties: {
      set: list('set', { type: 'string' }),
      objects: list('set', {
        type: 'object',
        'x-kubernetes-map-type': 'atomic',
        properties: { k: { type: 'string' }, d: { type: 'integer' } },
      }),
      map: list(
        'map',
        {
          type: 'object',
          required: ['k'],
          properties: { k: { type: 'string' }, d: { type: 'integer', default: 3 } },
        },
        { 'x-kubernetes-list-map-keys': ['k'] },
      ),
      any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      words: list('atomic', { type: 'string', enum: ['a', 'b'] }),
      texts: { type: 'object', additionalProperties: { type: 'string', maxLength: 10 } },
      number: { type: 'integer', minimum: 5 },
    },
  };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, singular: plural.slice(0, -1), kind: 'Widget', listKind: 'WidgetList' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: { type: 'object', properties: { spec: schema === undefined ? spec : '@' } },
          },
        },
      ],
    },
  };
}

function schema(random: Random): string {
  const part = oneOf(random, [
    '{"type":"string"}',
    '{"type":"string","pattern":"a+$"}',
    '{"type":"object","properties":{"a":{"type":"integer","default":#}}}',
    '{}',
    '{"properties":{"k#":{"minLength":3}}}',
  ]);
  const count = size(random, 60_000);
  return oneOf(random, [
    () => `{"type":"object","properties":{${repeated(`"p#":${part}`, count)}}}`,
    () => `{"type":"object","${oneOf(random, ['allOf', 'anyOf', 'oneOf'])}":[${repeated(part, count)}]}`,
    () => `{"type":"string","enum":[${repeated('"e#"', count * 5)}]}`,
    () => `{"type":"object","required":[${repeated('"e#"', count * 5)}]}`,
    () =>
      `{"type":"object","x-kubernetes-validations":[${repeated('{"rule":"self.a == #","message":"m"}', count)}]}`,
    () =>
      `${'{"type":"object","properties":{"a":'.repeat(Math.min(count, 30_000))}{"type":"string"}${'}}'.repeat(Math.min(count, 30_000))}`,
    () => value(random),
  ])();
}

const selectorOf = (random: Random): string => {
  const count = size(random, 60_000);
  const name = oneOf(random, [
    'labelSelector',
    'fieldSelector',
    'continue',
    'shardSelector',
    'resourceVersion',
  ]);
  const text = oneOf(random, [
    () =>
      repeated(
        oneOf(random, ['k#', '!k#', 'k#=v', 'k!=v#', 'k in (a)', 'metadata.name!=a#', 'metadata.name=c']),
        count,
      ),
    () => `k ${oneOf(random, ['in', 'notin'])} (${repeated('v#', count)})`,
    () => oneOf(random, ['(', ')', ',', '=', '!', 'a', ' ', '\\', '%']).repeat(count),
  ])();
  return `?${name}=${encodeURIComponent(text.slice(0, 300_000))}`;
};

const json = 'application/json';

/** Makes the hostile request of one test round. */
export function hostileRequest(seed: number, round: number): HostileRequest {
  const numbers = randomOf(seed, round);
  const random = (): number => numbers.next();
  const there = `${core}/configmaps/c`;
  const ways: readonly (() => HostileRequest)[] = [
    () => {
      const { path, text } = object(random, 'x');
      const query = random() < 0.3 ? `?fieldValidation=${oneOf(random, ['Strict', 'Ignore'])}` : '';
      return { name: 'JSON', method: 'POST', path: path + query, type: json, body: text };
    },
    () => ({
      name: 'YAML',
      method: 'POST',
      path: `${core}/configmaps`,
      type: 'application/yaml',
      body: yamlText(random),
    }),
    () => {
      const type = 'application/vnd.kubernetes.protobuf';
      return { name: 'protobuf', method: 'POST', path: `${core}/configmaps`, type, body: protobuf(random) };
    },
    () => {
      const type = 'application/apply-patch+yaml';
      const { path, text } = object(random, 'x');
      const body = random() < 0.8 ? text : yamlText(random);
      return {
        name: 'apply',
        method: 'PATCH',
        path: `${path}/x?fieldManager=m${round % 3}&force=true`,
        type,
        body,
      };
    },
    () => {
      const name = oneOf(random, ['merge', 'strategic-merge']);
      const { text } = object(random, 'c');
      const body =
        random() < 0.7
          ? text
          : text.replaceAll(
              '"k',
              `"${oneOf(random, ['$setElementOrder/k', '$patch', '$retainKeys', '$deleteFromPrimitiveList/k'])}`,
            );
      return { name, method: 'PATCH', path: there, type: `application/${name}-patch+json`, body };
    },
    () => ({
      name: 'JSON patch',
      method: 'PATCH',
      path: there,
      type: 'application/json-patch+json',
      body: jsonPatch(random),
    }),
    () => {
      const body = JSON.stringify(definition('things', 'crd.example.com', '')).replace('"@"', () =>
        schema(random),
      );
      const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
      return { name: 'definition', method: 'POST', path, type: json, body };
    },
    () => ({
      name: 'selector',
      method: 'GET',
      path: `/api/v1/namespaces/many/configmaps${selectorOf(random)}`,
      type: json,
      body: '',
    }),
    () => {
      const body = `{"apiVersion":"authorization.k8s.io/v1","kind":"SubjectAccessReview","spec":${value(random)}}`;
      const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
      return { name: 'review', method: 'POST', path, type: json, body };
    },
    () => ({
      name: 'delete options',
      method: 'DELETE',
      path: `${core}/configmaps/none`,
      type: json,
      body: value(random),
    }),
  ];
  return oneOf(random, ways)();
}
