import { afterAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import process from 'node:process';
import { text } from 'node:stream/consumers';

const children: ReturnType<typeof spawn>[] = [];
afterAll(() => children.forEach((child) => child.kill('SIGKILL')));

/** Runs a program in a child process. Returns its output after the process has exited by itself. */
async function outputOf(program: string): Promise<string> {
  const child = spawn(
    process.execPath,
    ['--conditions=rx-informer:source', '--input-type=module', '--eval', `${preamble}\n${program}`],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  children.push(child);
  return text(child.stdout);
}

const preamble = `
  import { createApiServer, startApiServer } from 'rx-informer/apiserver';
  const pods = { group: '', version: 'v1', resource: 'pods' };
  const events = { group: '', version: 'v1', resource: 'events' };
  const open = () => process.getActiveResourcesInfo().filter((name) => !/Pipe|TTY|FSReq|Immediate/.test(name));
  const fill = (server) => {
    const metadata = { name: 'x', namespace: 'default' };
    server.objects.create(events, { metadata, involvedObject: { kind: 'Pod', namespace: 'default', name: 'x' } });
    server.objects.create(pods, { metadata, spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] } });
    server.objects.delete(pods, 'default/x');
  };
`;

describe('the end of a process', () => {
  it('should not wait for a server that was not closed, for any pending work of the server', async () => {
    const output = await outputOf(`
      const server = createApiServer();
      fill(server);
      console.log(server.objects.list(events).length, server.objects.list(pods).length);
    `);

    expect(output).toBe('1 1\n');
  }, 20_000);

  it('should wait for a watch that has not ended yet', async () => {
    const output = await outputOf(`
      const server = createApiServer();
      const query = { watch: 'true', timeoutSeconds: '1' };
      server.transport.open({ path: '/api/v1/pods', query }).subscribe({ complete: () => console.log('ended') });
    `);

    expect(output).toBe('ended\n');
  }, 20_000);

  it('should leave no timer, socket or handle open after close()', async () => {
    const output = await outputOf(`
      const server = await startApiServer({ port: 0, tls: false });
      const { url } = server;
      await server.listen({ tls: true });
      fill(server);
      server.faults.add({ match: { verb: 'watch', nth: 2 }, fault: { type: 'throttleBody', bytesPerSecond: 1 } });
      const path = '/api/v1/namespaces/default/events';
      const ignored = { error: () => undefined };
      server.transport.open({ path, query: { watch: 'true' } }).subscribe(ignored);
      server.transport.open({ path, query: { watch: 'true' } }).subscribe(ignored);
      server.transport.open({ path, query: { resourceVersion: '999999' } }).subscribe(ignored);
      const watch = await fetch(url + path + '?watch=true');
      const list = await fetch(url + path);
      await list.text();
      await server.close();
      await watch.text().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 50));
      console.log(JSON.stringify(open()));
    `);

    expect(output).toBe('[]\n');
  }, 20_000);
});
