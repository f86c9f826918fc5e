/**
 * Runs the embedded server in a separate process: `node server.ts [tls]`. Sends the address of the server to the parent
 * process.
 */
import process from 'node:process';
import { startApiServer } from 'rx-informer/apiserver';

const token = 'bench-token';
const begun = performance.now();
const server = await startApiServer({ tokens: { [token]: 'admin' }, tls: process.argv[2] === 'tls' });
const ca = /certificate-authority-data: (\S+)/.exec(server.kubeConfig())?.[1];
process.send?.({
  name: 'rx-informer apiserver',
  url: server.url,
  token,
  pids: [process.pid],
  ready: performance.now() - begun,
  ...(ca === undefined ? {} : { ca: Buffer.from(ca, 'base64').toString() }),
});
process.on('disconnect', () => process.exit());
