import { describe, expect, it } from '@jest/globals';
import { OptionsError, StatusError } from 'rx-informer';
import { manualClock, startApiServer, type StartOptions } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import type { SchedulerLike } from 'rxjs';

const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'colours' } };

describe('startApiServer', () => {
  it('should listen, with the complete API', async () => {
    const first = await startApiServer({ seed: [configMap] });
    const second = await startApiServer({
      snapshot: first.snapshot(),
      seed: [{ ...configMap, kind: 'Secret' }],
    });

    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    expect(second.objects.get(core.v1.configmaps, 'default/colours')).toEqual(
      first.objects.get(core.v1.configmaps, 'default/colours'),
    );
    expect(second.objects.get(core.v1.secrets, 'default/colours')).toBeDefined();
    await Promise.all([first.close(), second.close()]);
  });

  it.each<[unknown, string]>([
    [5, 'startApiServer: options'],
    [{ sede: [] }, "startApiServer: unknown option 'sede'; did you mean 'seed'?"],
    [{ seed: {} }, 'startApiServer: seed'],
    [{ faults: 'reset' }, 'startApiServer: faults'],
    [{ faults: [{ fault: { type: 'rest' } }] }, "'dropConnection' or 'stallRequest'"],
    [{ snapshot: 's' }, 'startApiServer: snapshot'],
    [{ snapshot: {} }, 'restore: snapshot'],
    [{ port: '80' }, 'startApiServer: port'],
    [{ tls: 'yes' }, 'startApiServer: tls'],
    [{ tokens: ['s3cret'] }, 'startApiServer: tokens'],
    [{ host: '0.0.0.0' }, 'listen: host must be this machine alone, unless the server has tokens'],
  ])('should refuse %j', async (options, message) => {
    const error: unknown = await startApiServer(options as StartOptions).catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(OptionsError);
    expect(String(error)).toContain(message);
    expect(String(error)).not.toContain('s3cret');
  });

  it('should leave no timer or socket open if the seed is refused', async () => {
    const manual = manualClock();
    let going = 0;
    const clock: SchedulerLike = {
      now: () => manual.now(),
      schedule: (...args: Parameters<SchedulerLike['schedule']>) => {
        const action = manual.schedule(...args);
        going++;
        action.add(() => going--);
        return action;
      },
    };
    const options = { clock, compactionInterval: 1000 };
    const server = await startApiServer(options);
    expect(going).toBeGreaterThan(0);
    await server.close();

    await expect(startApiServer({ ...options, seed: [configMap, configMap] })).rejects.toThrow('seed[1]');

    expect(going).toBe(0);
  });

  it('should name the object of the seed that is refused, and the address where it cannot listen', async () => {
    const server = await startApiServer();
    const { port } = new URL(server.url);

    await expect(startApiServer({ seed: [configMap, configMap] })).rejects.toThrow(StatusError);
    await expect(startApiServer({ seed: [configMap, configMap] })).rejects.toThrow('seed[1]: configmaps');
    await expect(startApiServer({ port: Number(port) })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await expect(startApiServer({ port: Number(port) })).rejects.toThrow(
      `listen: port must be one that is free, or 0 for any, not ${port}`,
    );
    await server.close();
    expect(() => server.objects.list(core.v1.pods)).toThrow('objects: the server is closed');
    expect(() => server.seed([configMap])).toThrow('seed: the server is closed');
    await expect(server.restart()).rejects.toThrow('restart: the server is closed');
    expect(server.snapshot().kind).toBe('ApiServerSnapshot');
    await expect(server.listen()).rejects.toThrow('the server is closed; make a new one');
  });
});
