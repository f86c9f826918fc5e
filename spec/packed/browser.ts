import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { type Browser, chromium } from 'playwright-core';
import { createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';

/** Where a Chromium is, on the machines that have one. */
export function findChromium(): string | undefined {
  const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  return [process.env['CHROMIUM'] ?? '', ...usual].find((path) => existsSync(path));
}

/**
 * Opens a page with the bundle in a real browser, at the origin of a proxy to an API server, as dashboards have it: what
 * the page wrote once it had heard of a pod that was there, one that came, and one that went.
 */
export async function runInBrowser(executablePath: string, bundle: string): Promise<readonly string[]> {
  const api = createApiServer();
  const { url } = await api.listen({ port: 0 });
  const pod = (name: string): unknown =>
    api.objects.create(core.v1.pods, {
      metadata: { name, namespace: 'default' },
      spec: { containers: [{ name: 'main', image: 'web:1' }] },
    });
  pod('was-there');

  const page = readFileSync(join(import.meta.dirname, 'programs/page.html'));
  const front = createServer((asked, answer) => {
    const path = asked.url ?? '/';
    if (path === '/') return answer.setHeader('content-type', 'text/html').end(page);
    if (path === '/bundle.js') return answer.setHeader('content-type', 'text/javascript').end(bundle);
    if (!path.startsWith('/api')) return answer.writeHead(404).end();
    const passed = request(url + path, { method: asked.method, headers: asked.headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    answer.on('close', () => passed.destroy());
    passed.on('error', () => answer.destroy());
    return asked.pipe(passed);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');

  let browser: Browser | undefined;
  try {
    browser = await chromium.launch({
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-sync',
      ],
    });
    const view = await browser.newPage();
    const wrong: string[] = [];
    view.on('pageerror', (error) => wrong.push(String(error)));
    await view.goto(`http://127.0.0.1:${(front.address() as AddressInfo).port}/`);
    const lines = view.locator('#changes li');
    await lines.nth(0).waitFor();
    pod('came');
    await lines.nth(1).waitFor();
    api.objects.delete(core.v1.pods, 'default/was-there', { gracePeriodSeconds: 0 });
    await view.locator('#changes li', { hasText: 'deleted' }).waitFor();
    return [...wrong, ...(await lines.allTextContents())];
  } finally {
    await browser?.close();
    front.closeAllConnections();
    front.close();
    await api.close();
  }
}
