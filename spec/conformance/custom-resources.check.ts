import { randomBytes } from 'node:crypto';
import { describe, expect } from '@jest/globals';
import { versionOf } from './support/bodies.ts';
import { check } from './support/check.ts';
import { type Answer, get, patch, post, remove } from './support/client.ts';
import { eventually } from './support/eventually.ts';
import { inShort, watch } from './support/frames.ts';
import { failure } from './support/refusals.ts';
import { created, done, createTestNamespace } from './support/test-namespace.ts';
import { definitions, widgetDefinition } from './support/widgets.ts';

/** Creates a CRD with a new group, and a new namespace, for one check. */
async function ownWidgets(): Promise<{
  readonly group: string;
  readonly definition: string;
  readonly widgets: string;
  readonly widget: (name: string) => object;
}> {
  const { namespace } = await createTestNamespace();
  const group = `g${randomBytes(5).toString('hex')}.example.com`;
  return {
    group,
    definition: `${definitions}/widgets.${group}`,
    widgets: `/apis/${group}/v1/namespaces/${namespace}/widgets`,
    widget: (name) => ({
      apiVersion: `${group}/v1`,
      kind: 'Widget',
      metadata: { name },
      spec: { size: 1 },
    }),
  };
}

describe('custom resources', () => {
  check('P59', 'a new schema ends the watches, and makes their version too old', async () => {
    const { group, definition, widgets, widget } = await ownWidgets();
    done(await post(definitions, widgetDefinition({ group })));
    await eventually(
      () => get(widgets),
      ({ status }) => status === 200,
    );
    const from = versionOf(await created(widgets, widget('w')));
    const open = await watch(`${widgets}?watch=true&resourceVersion=${from}`);

    const { spec } = widgetDefinition({ group, properties: { more: { type: 'string' } } }) as {
      spec: object;
    };
    done(await patch(definition, 'merge', { spec }));

    expect(await open.rest()).toEqual([]);
    const frames = await eventually(
      async () => {
        const again = await watch(`${widgets}?watch=true&resourceVersion=${from}&timeoutSeconds=1`);
        return again.status === 200 ? again.rest() : [];
      },
      ([frame]) => frame?.type === 'ERROR',
    );
    expect(frames).toMatchObject([{ type: 'ERROR', object: failure(410, 'Expired') }]);
    expect((await get(widgets)).status).toBe(200);
    done(await remove(definition));
  });

  check(
    'P60',
    'a definition adds a collection, and its deletion removes the collection and its objects',
    async () => {
      const { group, definition, widgets, widget } = await ownWidgets();
      expect((await get(widgets)).status).toBe(404);
      done(await post(definitions, widgetDefinition({ group })));
      const starting: Answer[] = [];
      const { body } = await eventually(
        async () => {
          const answer = await get(widgets);
          starting.push(answer);
          return answer;
        },
        ({ status }) => status === 200,
      );
      for (const { status, text } of starting) {
        expect([200, 404, 429]).toContain(status);
        if (status === 429) expect(text).toContain('retryAfterSeconds');
      }
      expect(body).toMatchObject({ kind: 'WidgetList', items: [] });
      const open = await watch(`${widgets}?watch=true&resourceVersion=${versionOf(body)}`);
      await created(widgets, widget('w0'));
      await created(widgets, widget('w1'));

      done(await remove(definition));

      const frames = await open.rest();
      expect(frames.slice(0, 2).map(inShort)).toEqual(['ADDED w0', 'ADDED w1']);
      expect(frames.slice(2).map(inShort).toSorted()).toEqual(['DELETED w0', 'DELETED w1']);
      await eventually(
        () => get(widgets),
        ({ status }) => status === 404,
      );
    },
  );
});
