import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { ExampleCheck } from './example-check.ts';
import { embeddedServer } from './support/embedded-server.ts';
import { runExample } from './support/run-example.ts';

const home = mkdtempSync(join(tmpdir(), 'rx-informer-programs-'));
afterAll(() => rmSync(home, { recursive: true }));

/** The text of a program that runs until it gets a SIGINT. */
const living = `const idle = setInterval(() => {}, 1000); process.once('SIGINT', () => clearInterval(idle)); console.log('ready');`;

describe('runExample', () => {
  let embedded: Awaited<ReturnType<typeof embeddedServer>>;
  beforeAll(async () => {
    embedded = await embeddedServer();
  });
  afterAll(() => embedded.server.close());

  const run = (program: string, check: ExampleCheck, patience?: number): Promise<void> => {
    const file = join(home, 'program.mjs');
    writeFileSync(file, program);
    return runExample(file, check, embedded, patience);
  };
  const ready: ExampleCheck = {
    run: async ({ printed }) => {
      await printed(/^ready$/m);
    },
    ends: 'on-interrupt',
  };

  it('should pass a program that prints and ends as its check requires', async () => {
    await expect(run(living, ready)).resolves.toBeUndefined();
    await expect(run(`console.log('ready')`, { ...ready, ends: 'by-itself' })).resolves.toBeUndefined();
  });

  it('should pass the cluster, the namespace and the port to the program and to the check', async () => {
    const program = `
      import { KubeConfig } from ${JSON.stringify(import.meta.resolve('@kubernetes/client-node'))};
      const config = new KubeConfig();
      config.loadFromDefault();
      console.log(config.getContextObject(config.currentContext).namespace, process.env.PORT, process.env.MORE);`;
    const check: ExampleCheck = {
      environment: () => ({ MORE: 'more' }),
      prepare: async ({ cluster, namespace }) => {
        await cluster.create(`/api/v1/namespaces/${namespace}/configmaps`, { metadata: { name: 'a' } });
      },
      run: async ({ printed, namespace, port, cluster }) => {
        const path = `/api/v1/namespaces/${namespace}/configmaps/a`;
        await printed(new RegExp(`^${namespace} ${port} more$`, 'm'));
        await cluster.patch(path, { data: { b: 'c' } });
        expect(await cluster.get(path)).toMatchObject({ data: { b: 'c' } });
        await cluster.remove(path);
        await expect(cluster.get(path)).rejects.toThrow('404');
      },
      ends: 'by-itself',
    };

    await expect(run(program, check)).resolves.toBeUndefined();
  });

  it('should pass the name of the user to the check, and give this user only its own rights', async () => {
    const check: ExampleCheck = {
      rights: [],
      run: async ({ printed, user, url, ca, cluster }) => {
        await printed(/^ready$/m);
        const review = { spec: { user, resourceAttributes: { verb: 'list', resource: 'pods' } } };
        const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
        expect(await cluster.create(path, review)).toMatchObject({ status: { allowed: false } });
        expect([url, ca]).toEqual([expect.stringMatching(/^https:/), expect.stringContaining('CERTIFICATE')]);
      },
      ends: 'on-interrupt',
    };

    await expect(run(living, check)).resolves.toBeUndefined();
  });

  it('should start another API server with its own objects, and close it at the end', async () => {
    let address = '';
    const check: ExampleCheck = {
      run: async ({ printed, another, cluster, namespace }) => {
        await printed(/^ready$/m);
        const other = await another();
        address = other.url;
        await expect(other.cluster.get(`/api/v1/namespaces/${namespace}`)).rejects.toThrow('404');
        await other.cluster.create('/api/v1/namespaces', { metadata: { name: 'only-there' } });
        await expect(cluster.get('/api/v1/namespaces/only-there')).rejects.toThrow('404');
      },
      ends: 'on-interrupt',
    };

    await expect(run(living, check)).resolves.toBeUndefined();
    expect(address).toMatch(/^https:/);
    await expect(fetch(address)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });

  it('should report a check that fails with the output of both streams', async () => {
    const check: ExampleCheck = {
      run: async ({ printed }) => {
        await printed(/other/);
        throw new Error('the check says no');
      },
      ends: 'on-interrupt',
    };

    await expect(run(`${living} console.error('other');`, check)).rejects.toThrow(
      /^the check says no\n--- it printed:\n(ready\nother|other\nready)\n---$/,
    );
  });

  it('should report the missing output, and not wait for a program that has ended', async () => {
    const check: ExampleCheck = {
      run: async ({ printed }) => {
        await printed(/more/);
      },
      ends: 'by-itself',
    };

    await expect(run(`console.log('less')`, check)).rejects.toThrow(
      /^not printed: more; it ended with 0\n--- it printed:\nless\n---$/,
    );
    await expect(run(living, check, 3_000)).rejects.toThrow(/^not printed within 3 s: more\n.*\nready/);
  });

  it('should fail a program that ends with another code than 0', async () => {
    await expect(
      run(`console.log('ready'); process.exitCode = 3;`, { ...ready, ends: 'by-itself' }),
    ).rejects.toThrow(/^it ended with 3\n/);
    await expect(run(`console.log('ready'); setInterval(() => {}, 1000)`, ready)).rejects.toThrow(
      /^it ended with 130\n/, // the program has no handler for SIGINT, so the SIGINT ended the program
    );
  });

  it('should fail a program that ends before it is interrupted', async () => {
    const check: ExampleCheck = {
      run: async ({ ended }) => {
        await ended;
      },
      ends: 'on-interrupt',
    };

    await expect(run(`console.log('ready')`, check)).rejects.toThrow(
      /^the program ended before it was interrupted\n/,
    );
  });

  it('should kill a program that never ends', async () => {
    const deaf = `process.on('SIGINT', () => {}); setInterval(() => {}, 1000); console.log('ready', process.pid);`;
    let pid = 0;
    const check: ExampleCheck = {
      run: async ({ printed }) => {
        pid = Number((await printed(/^ready (\d+)$/m))[1]);
      },
      ends: 'on-interrupt',
    };

    await expect(run(deaf, check, 3_000)).rejects.toThrow(/^it did not end within 3 s, and was killed\n/);
    expect(pid).toBeGreaterThan(0);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});
