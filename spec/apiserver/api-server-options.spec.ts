import { describe, expect, it } from '@jest/globals';
import { OptionsError } from 'rx-informer';
import { type ApiServerOptions, createApiServer } from 'rx-informer/apiserver';
import { widgets } from './support/in-process-and-over-http.ts';

describe('createApiServer', () => {
  it.each([
    [5, 'createApiServer: options'],
    [{ resources: 'pods' }, 'createApiServer: resources'],
    [{ resources: [{ group: '', version: 'v1', resource: 'things' }] }, 'createApiServer: resources'],
    [{ resources: [{ ...widgets, namespaced: 'yes' }] }, 'createApiServer: resources'],
    [{ resources: [{ ...widgets, selectableFields: 'spec.color' }] }, 'createApiServer: resources'],
    [{ resources: [{ ...widgets, colour: 'blue' }] }, 'createApiServer: resources'],
    [{ resources: [{ ...widgets, resource: 'Widgets/x' }] }, 'createApiServer: resources'],
    [{ resources: [{ ...widgets, printerColumns: [{ name: 'A' }] }] }, 'createApiServer: resources'],
    [{ resources: [null] }, 'createApiServer: resources'],
    [{ resources: [widgets, widgets] }, 'createApiServer: resources'],
    [
      { resources: [{ group: '', version: 'v1', resource: 'pods', kind: 'Pod' }] },
      'createApiServer: resources',
    ],
    [{ tokens: ['s3cret'] }, 'createApiServer: tokens'],
    [{ tokens: { 's3 cret': 'admin' } }, 'createApiServer: tokens'],
    [{ tokens: { s3cret: '' } }, 'createApiServer: tokens'],
    [{ tokens: { s3cret: { user: 'x', group: ['y'] } } }, 'createApiServer: tokens'],
    [{ authorize: true }, 'createApiServer: authorize'],
    [{ cors: true }, 'createApiServer: cors'],
    [{ cors: { origins: 'http://app.example' } }, 'createApiServer: cors'],
    [{ cors: { origins: [], x: 1 } }, 'createApiServer: cors'],
    [{ cors: { origins: [7] } }, 'createApiServer: cors'],
    [{ bookmarkInterval: -1 }, 'createApiServer: bookmarkInterval'],
    [{ bookmarkInterval: 2 ** 31 }, 'createApiServer: bookmarkInterval'],
    [{ watchTimeout: 0 }, 'createApiServer: watchTimeout'],
    [{ futureVersionTimeout: '3s' }, 'createApiServer: futureVersionTimeout'],
    [{ historySize: 0.5 }, 'createApiServer: historySize'],
    [{ now: 0 }, 'createApiServer: now'],
    [{ random: 4 }, 'createApiServer: random'],
    [{ port: 80 }, 'createApiServer: port'],
  ])('should refuse %j', (options, option) => {
    let error: unknown;
    try {
      createApiServer(options as ApiServerOptions);
    } catch (thrown) {
      error = thrown;
    }

    expect(error).toBeInstanceOf(OptionsError);
    expect(error).toMatchObject({ option: expect.stringContaining(option) });
    expect(JSON.stringify({ ...(error as object), message: (error as Error).message })).not.toMatch(
      /s3 ?cret/,
    );
  });

  it.each([
    ['seed', 'startApiServer({ seed }), or server.seed(objects)'],
    ['snapshot', 'startApiServer({ snapshot }), or server.restore(snapshot)'],
    ['faults', 'startApiServer({ faults }), or server.faults.add(rule)'],
    ['port', 'startApiServer({ port }), or server.listen({ port })'],
    ['host', 'startApiServer({ host }), or server.listen({ host })'],
    ['tls', 'startApiServer({ tls }), or server.listen({ tls })'],
  ])('should say which call has the option %s', (name, place) => {
    let error: unknown;
    try {
      createApiServer({ [name]: { key: 's3cret' } });
    } catch (thrown) {
      error = thrown;
    }

    expect(error).toBeInstanceOf(OptionsError);
    expect(error).toMatchObject({
      message: `createApiServer: ${name} must be given as ${place}`,
      advice: `call ${place}`,
      given: '(not shown)',
    });
  });

  it.each([{ port: -1 }, { port: 65_536 }, { port: '80' }, { host: '' }, { path: '/' }, 80])(
    'should refuse to listen on %j',
    async (where) => {
      await expect(createApiServer().listen(where as object)).rejects.toThrow(OptionsError);
    },
  );

  it('should refuse an invalid certificate, without showing it', async () => {
    const listening = createApiServer().listen({ tls: { cert: 's3cret', key: 's3cret' } });

    await expect(listening).rejects.toThrow(OptionsError);
    await expect(listening).rejects.toThrow('listen: tls must be a key and its certificate in PEM');
    await expect(listening).rejects.not.toThrow('s3cret');
  });

  it('should accept every option', () => {
    const server = createApiServer({
      resources: [
        widgets,
        { group: 'x.io', version: 'v2', resource: 'clusters', kind: 'Cluster', namespaced: false },
      ],
      tokens: {},
      authorize: () => true,
      cors: { origins: ['http://app.example', /localhost/] },
      bookmarkInterval: 0,
      watchTimeout: 1,
      futureVersionTimeout: 0,
      historySize: 1,
      now: () => 0,
      random: () => 0,
    });

    const cluster = { kind: 'Cluster', apiVersion: 'x.io/v2', metadata: { name: 'c' } };
    const created = server.objects.create({ group: 'x.io', version: 'v2', resource: 'clusters' }, cluster);
    expect(created.metadata).toMatchObject({ creationTimestamp: '1970-01-01T00:00:00Z', generation: 1 });
  });
});
