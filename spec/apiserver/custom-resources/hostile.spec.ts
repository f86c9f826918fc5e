import { expect, it } from '@jest/globals';
import { throughBothDoors } from '../support/in-process-and-over-http.ts';
import { definitions, done, gadget, gadgetDefinition, gadgets, refused, version } from './gadgets.ts';

const nested = (depth: number): object =>
  Array.from({ length: depth }).reduce<object>((inner) => ({ type: 'object', properties: { a: inner } }), {
    type: 'string',
  });

throughBothDoors('hostile definitions and objects', (setUp) => {
  it('should be refused if they are too deep', async () => {
    const { client } = await setUp();
    const deep = `{"type":"object","properties":{"a":${'{"type":"object","properties":{"a":'.repeat(5000)}{"type":"string"}${'}}'.repeat(5000)}}}`;
    const text = JSON.stringify(gadgetDefinition({ versions: [version({ properties: { deep: 'HERE' } })] }));

    expect(await refused(client, 'POST', definitions, text.replace('"HERE"', deep))).toMatch(
      /^400 .*exceeded max depth/,
    );
    const properties = {
      deep: nested(200),
      free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    };
    await done(client, 'POST', definitions, gadgetDefinition({ versions: [version({ properties })] }));
    const list = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const object = JSON.stringify(gadget('a', { free: 'HERE' })).replace('"HERE"', `{"a":${list}}`);
    expect(await refused(client, 'POST', gadgets, object)).toMatch(/^400 .*exceeded max depth/);

    const instance = Array.from({ length: 200 }).reduce<unknown>((inner) => ({ a: inner }), 'x');
    expect((await done(client, 'POST', gadgets, gadget('b', { deep: instance }))).spec).toEqual({
      deep: instance,
    });
  });

  it('should be validated with patterns that take JavaScript exponential time', async () => {
    const { client } = await setUp();
    const properties = { text: { type: 'string', pattern: '^(a|aa)+$' } };
    await done(client, 'POST', definitions, gadgetDefinition({ versions: [version({ properties })] }));

    expect(await refused(client, 'POST', gadgets, gadget('a', { text: `${'a'.repeat(100)}b` }))).toMatch(
      /^422 .*should match '\^\(a\|aa\)\+\$'/,
    );
    await done(client, 'POST', gadgets, gadget('b', { text: 'aaa' }));
  });

  it.each(['[]]'.repeat(33), `${'x{1000}'.repeat(2)}$`])(
    'should quickly refuse a text for the pattern %s',
    async (pattern) => {
      const { client } = await setUp();
      const properties = { text: { type: 'string', pattern } };
      const definition = gadgetDefinition({ versions: [version({ properties })] });

      await done(client, 'POST', definitions, definition);
      expect(await refused(client, 'POST', gadgets, gadget('a', { text: 'x' }))).toMatch(/^422 /);
    },
  );

  it('should be refused if large patterns take too long to compile', async () => {
    const { client } = await setUp();
    const properties = Object.fromEntries(
      Array.from({ length: 5000 }, (_, at) => [
        `f${at}`,
        { type: 'string', pattern: `${'x{1000}'.repeat(9)}${at}` },
      ]),
    );

    expect(
      await refused(client, 'POST', definitions, gadgetDefinition({ versions: [version({ properties })] })),
    ).toMatch(/^400 the object takes too long to validate: its schema needs more than 200 ms/);
  });

  it('should be refused if a default takes too long to validate', async () => {
    const { client } = await setUp();
    const anyOf = Array.from({ length: 9_000 }, (_, length) => ({ maxLength: length }));
    const text = { type: 'string', default: 'x'.repeat(500_000), anyOf };
    const definition = gadgetDefinition({ versions: [version({ properties: { text } })] });

    expect(await refused(client, 'POST', `${definitions}?dryRun=All`, definition)).toMatch(
      /^400 .*takes too long to validate/,
    );
  });

  it('should allow field names that every object inherits', async () => {
    const { client } = await setUp();
    const properties = JSON.parse(
      '{"__proto__":{"type":"string","default":"d"},"constructor":{"type":"integer","minimum":1},"toString":{"type":"string"}}',
    ) as object;
    await done(client, 'POST', definitions, gadgetDefinition({ versions: [version({ properties })] }));

    const made = await done(client, 'POST', gadgets, gadget('a', {}));
    expect(JSON.stringify(made.spec)).toBe('{"__proto__":"d"}');
    const own = JSON.parse('{"__proto__":"x","constructor":1,"hasOwnProperty":1}') as object;
    const other = await done(client, 'POST', gadgets, gadget('b', own));
    expect(JSON.stringify(other.spec)).toBe('{"__proto__":"x","constructor":1}');
    expect(
      await refused(client, 'POST', gadgets, gadget('c', JSON.parse('{"constructor":0}') as object)),
    ).toContain('spec.constructor in body should be greater than or equal to 1');
    expect(({} as Record<string, unknown>)['d']).toBeUndefined();
  });

  it('should be validated with huge enums, and report thousands of errors', async () => {
    const { client } = await setUp();
    const words = Array.from({ length: 15_000 }, (_, at) => `word-${at}`);
    const properties = {
      word: { type: 'string', enum: words },
      list: { type: 'array', items: { type: 'string' } },
    };
    await done(client, 'POST', definitions, gadgetDefinition({ versions: [version({ properties })] }));

    await done(client, 'POST', gadgets, gadget('a', { word: 'word-14999' }));
    expect(await refused(client, 'POST', gadgets, gadget('b', { word: 'x' }))).toMatch(
      /^422 .*Unsupported value: /,
    );
    const many = Array.from({ length: 5000 }, (_, at) => at);
    expect(await refused(client, 'POST', gadgets, gadget('c', { list: many }))).toMatch(
      /^422 .*spec\.list\[0\]/,
    );
  });

  it.each([
    ['a list', []],
    ['no object', 'x'],
    ['wrong words', { type: 'object', properties: [], required: 'x', items: 5, allOf: {}, enum: 1 }],
    ['a list in a property', { type: 'object', properties: { a: [] } }],
    ['nulls', { type: 'object', properties: null, items: null, allOf: null, additionalProperties: null }],
    [
      'a wrong list map',
      { type: 'array', items: 'x', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': 1 },
    ],
  ])('should be answered if a schema is %s', async (_, schema) => {
    const { client } = await setUp();
    const answer = await client.request('POST', definitions, {
      body: gadgetDefinition({ versions: [version({ properties: { x: schema } })] }),
    });

    expect([201, 400, 422]).toContain(answer.code);
    expect(answer.body).toHaveProperty('kind');
    expect(await done(client, 'GET', definitions)).toMatchObject({ kind: 'CustomResourceDefinitionList' });
  });

  it.each([
    { spec: null },
    { spec: { names: null, versions: null } },
    { spec: { group: 1, names: [], versions: {} } },
    { spec: { group: 'example.com', versions: [null, 1, {}], names: { plural: {}, shortNames: 'x' } } },
    { spec: { conversion: 'x', preserveUnknownFields: 1 } },
    { status: 'x' },
  ])('should be answered if a definition is %j', async (more) => {
    const { client } = await setUp();

    const { code } = await client.request('POST', definitions, { body: { ...gadgetDefinition(), ...more } });

    expect([201, 400, 422]).toContain(code);
    expect(await done(client, 'GET', definitions)).toMatchObject({ kind: 'CustomResourceDefinitionList' });
  });

  it.each<[string, object, object, RegExp]>([
    [
      'an enum of thousands, thousands of times',
      {
        list: {
          type: 'array',
          items: { type: 'string', enum: Array.from({ length: 15_000 }, (_, at) => `e${at}`) },
        },
      },
      { list: Array.from({ length: 19_000 }, () => 'none') },
      /^422 .*list\[0\]: Unsupported value/,
    ],
    [
      'thousands of errors below a long name',
      { ['n'.repeat(50_000)]: { type: 'array', items: { type: 'string', maxLength: 1 } } },
      { ['n'.repeat(50_000)]: Array.from({ length: 19_000 }, () => 'long') },
      /^422 /,
    ],
    [
      'defaults that make thousands of values of each item',
      {
        list: {
          type: 'array',
          items: {
            type: 'object',
            properties: Object.fromEntries(
              Array.from({ length: 1_000 }, (_, at) => [`d${at}`, { type: 'string', default: 'd' }]),
            ),
          },
        },
      },
      { list: Array.from({ length: 20_000 }, () => ({})) },
      /^413 /,
    ],
    [
      'a long default in thousands of items',
      {
        list: {
          type: 'array',
          items: { type: 'object', properties: { d: { type: 'string', default: 'd'.repeat(20_000) } } },
        },
      },
      { list: Array.from({ length: 20_000 }, () => ({})) },
      /^413 /,
    ],
  ])('should be refused quickly: %s', async (_, properties, spec, refusal) => {
    const { client } = await setUp();
    await done(client, 'POST', definitions, gadgetDefinition({ versions: [version({ properties })] }));

    const answer = await refused(client, 'POST', gadgets, gadget('a', spec));
    expect(answer.slice(0, 100_000)).toMatch(refusal);
  });
});
