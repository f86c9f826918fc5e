import { describe, expect } from '@jest/globals';
import { versionOf } from './support/bodies.ts';
import { check } from './support/check.ts';
import { get, patch } from './support/client.ts';
import { refusal } from './support/refusals.ts';
import { configMap, done, createTestNamespace, widget } from './support/test-namespace.ts';

describe('apply', () => {
  check('P86', 'an apply creates an object, and a repeated apply does not change it', async () => {
    const { widgets } = await createTestNamespace();
    const path = `${widgets}/x`;

    expect(await patch(path, 'apply', widget('x'))).toMatchObject(
      refusal(422, 'Invalid', { causes: [['FieldValueRequired', 'fieldManager']] }),
    );
    const made = await patch(`${path}?fieldManager=one`, 'apply', widget('x'));
    expect(made).toMatchObject({
      status: 201,
      body: { metadata: { managedFields: [{ manager: 'one', operation: 'Apply' }] } },
    });
    const again = await patch(`${path}?fieldManager=one`, 'apply', widget('x'));
    expect([again.status, versionOf(again.body)]).toEqual([200, versionOf(made.body)]);
  });

  check(
    'P87',
    'a field of another manager is a conflict, or moves with force; an omitted field is removed',
    async () => {
      const { widgets } = await createTestNamespace();
      const path = `${widgets}/x`;
      const one = `${path}?fieldManager=one`;
      done(await patch(one, 'apply', widget('x', { size: 1, replicas: 5 })));

      const conflict = await patch(`${path}?fieldManager=two`, 'apply', widget('x', { size: 2 }));
      expect(conflict).toMatchObject(
        refusal(409, 'Conflict', {
          message: 'Apply failed with 1 conflict',
          causes: [['FieldManagerConflict', '.spec.size']],
        }),
      );
      expect(
        await patch(`${path}?fieldManager=two&force=true`, 'apply', widget('x', { size: 2 })),
      ).toMatchObject({
        status: 200,
        body: { spec: { size: 2, replicas: 5 } },
      });
      // The first manager no longer applies `replicas`, so the server removes this field. The second manager still
      // owns `size`.
      done(await patch(one, 'apply', widget('x', { size: 2 })));
      const { spec } = done(await get(path));
      expect(spec).toEqual({ size: 2, color: 'red' });
    },
  );

  check('P88', 'an apply with managed fields is refused, and so is force without an apply', async () => {
    const { configMaps } = await createTestNamespace();
    const path = `${configMaps}/c1?fieldManager=one`;
    const managedFields = [
      { manager: 'one', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} },
    ];

    expect(await patch(path, 'apply', configMap('c1', { managedFields }))).toMatchObject(
      refusal(400, 'BadRequest', { message: 'metadata.managedFields must be nil' }),
    );
    expect(await patch(`${path}&force=true`, 'merge', { data: {} })).toMatchObject(
      refusal(422, 'Invalid', { causes: [['FieldValueForbidden', 'force']] }),
    );
  });
});
