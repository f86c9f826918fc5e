import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { chromium, type Page } from 'playwright-core';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { type Files, type PageServer, pageServer } from '../support/page-server.ts';
import { podBytes, pods } from './programs/pod-bytes.ts';
import type { Way } from './programs/long-tasks.ts';

/** Where a Chromium is, on the machines that have one. */
export function findChromium(): string | undefined {
  const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  return [process.env['CHROMIUM'] ?? '', ...usual].find((path) => existsSync(path));
}

/** What a page is seen with: it, the API server behind it, the way between, and what went wrong in it so far. */
interface Seen {
  readonly page: Page;
  readonly api: ApiServer;
  readonly front: PageServer;
  readonly wrong: readonly string[];
}

/**
 * Opens a page with the bundle in a real browser, at the origin of a proxy to an API server, as dashboards have it: what
 * the page wrote once it had heard of a pod that was there, one that came, and one that went.
 */
export function runInBrowser(executablePath: string, bundle: string): Promise<readonly string[]> {
  return see(executablePath, 'page.html', bundle, async ({ page, api, wrong }) => {
    const lines = page.locator('#changes li');
    await lines.nth(0).waitFor();
    createPod(api, 'came');
    await lines.nth(1).waitFor();
    api.objects.delete(core.v1.pods, 'default/was-there', { gracePeriodSeconds: 0 });
    await page.locator('#changes li', { hasText: 'deleted' }).waitFor();
    return [...wrong, ...(await lines.allTextContents())];
  });
}

/**
 * The same with the component of examples/angular-pods: what it showed at first, once a pod had come, with the server
 * away, when that was back, and of another namespace.
 */
export function runAngularInBrowser(executablePath: string, bundle: string): Promise<readonly string[]> {
  return see(executablePath, 'angular.html', bundle, async ({ page, api, front, wrong }) => {
    const item = (hasText: string) => page.locator('app-pods li', { hasText });
    const stale = page.getByText('Showing what was last known.');
    const views: string[] = [];
    const look = async (): Promise<void> => {
      const shown = await page.locator('app-pods p, app-pods li').allTextContents();
      views.push(shown.map((text) => text.trim()).join(', '));
    };

    await item('was-there').waitFor();
    await stale.waitFor({ state: 'detached' });
    await look();
    createPod(api, 'came');
    api.objects.patch(
      core.v1.pods,
      'default/was-there',
      { status: { phase: 'Running' } },
      { subresource: 'status' },
    );
    await item('came').waitFor();
    await item('Running').waitFor();
    await look();
    front.cut();
    await stale.waitFor();
    api.objects.delete(core.v1.pods, 'default/was-there', { gracePeriodSeconds: 0 });
    await look();
    front.mend();
    await stale.waitFor({ state: 'detached' });
    await item('was-there').waitFor({ state: 'detached' });
    await look();
    await page.locator('app-pods input').fill('shop');
    await page.locator('app-pods input').blur();
    await item('No pods in shop.').waitFor();
    await look();
    return [...wrong, ...views];
  });
}

const ways: readonly Way[] = [
  'streamed',
  'paged',
  'streamed in one chunk',
  'paged in one chunk',
  'events in one chunk',
];
/** A way is measured until a round has no long task, at most so often: other work of the machine makes tasks longer. */
const rounds = 5;

/**
 * The longest task of a page with CPU ÷ 4 while 5,000 pods, or 2,000 events, come in, for each way and round, ms; 0 where
 * none has the 50 ms that make a long task.
 */
export function longTasksInBrowser(
  executablePath: string,
  bundle: string,
): Promise<ReadonlyMap<Way, readonly number[]>> {
  const files = Object.fromEntries(
    Object.entries(podBytes()).map(([path, body]) => [path, { type: 'application/octet-stream', body }]),
  );
  const longTasks = async ({ page, api, wrong }: Seen): Promise<ReadonlyMap<Way, readonly number[]>> => {
    for (let n = 1; n < pods; n++) createPod(api, `pod-${n}`);
    const devtools = await page.context().newCDPSession(page);
    const longest = new Map<Way, number[]>();
    for (const way of ways) {
      const found: number[] = [];
      for (let round = 0; round < rounds; round++) {
        await page.reload();
        await page.waitForFunction(() => 'measure' in globalThis);
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
        const tasks = await page.evaluate<readonly number[], Way>(
          (one) => (globalThis as unknown as { measure(way: Way): Promise<readonly number[]> }).measure(one),
          way,
        );
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
        found.push(Math.max(0, ...tasks));
        if (found.at(-1) === 0) break;
      }
      longest.set(way, found);
    }
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
    return longest;
  };
  return see(executablePath, 'page.html', bundle, longTasks, files);
}

function createPod(api: ApiServer, name: string): void {
  api.objects.create(core.v1.pods, {
    metadata: { name, namespace: 'default' },
    spec: { containers: [{ name: 'main', image: 'web:1' }] },
  });
}

async function see<T>(
  executablePath: string,
  html: string,
  bundle: string,
  look: (seen: Seen) => Promise<T>,
  files: Files = {},
): Promise<T> {
  const api = createApiServer();
  createPod(api, 'was-there');
  const front = await pageServer((await api.listen()).url, {
    '/': { type: 'text/html', body: readFileSync(join(import.meta.dirname, 'programs', html)) },
    '/bundle.js': { type: 'text/javascript', body: bundle },
    ...files,
  });
  const quiet = ['--no-first-run', '--disable-background-networking', '--disable-sync'];
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--js-flags=--expose-gc', ...quiet],
  });
  try {
    const page = await browser.newPage();
    const wrong: string[] = [];
    page.on('pageerror', (error) => wrong.push(String(error)));
    await page.goto(front.url);
    return await look({ page, api, front, wrong });
  } finally {
    await browser.close();
    await front.close();
    await api.close();
  }
}
