import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { chromium, type Page } from 'playwright-core';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { type Files, type PageServer, pageServer } from '../support/page-server.ts';
import { podBytes, pods } from './programs/pod-bytes.ts';
import type { Way } from './programs/long-tasks.ts';

/** Returns the path of an installed Chromium. Returns undefined if none is installed. */
export function findChromium(): string | undefined {
  const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  return [process.env['CHROMIUM'] ?? '', ...usual].find((path) => existsSync(path));
}

/** A page in the browser, and the server of the page. The page server forwards API requests to an API server. */
interface PageUnderTest {
  readonly page: Page;
  readonly api: ApiServer;
  readonly front: PageServer;
  readonly wrong: readonly string[];
}

/**
 * Opens a page with the bundled library in a real browser. The page server forwards API requests to an API server. One
 * pod exists before, one pod is created, and one pod is deleted. Returns the errors of the page, then the lines that
 * the page shows for these pods.
 */
export function runInBrowser(executablePath: string, bundle: string): Promise<readonly string[]> {
  return withPage(executablePath, 'page.html', bundle, async ({ page, api, wrong }) => {
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
 * Opens a page with the component of examples/angular-pods in a real browser. Returns the rows that the component
 * shows at first, with a new pod, during an outage of the server, after the outage, and for another namespace.
 */
export function runAngularInBrowser(executablePath: string, bundle: string): Promise<readonly string[]> {
  return withPage(executablePath, 'angular.html', bundle, async ({ page, api, front, wrong }) => {
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
/**
 * Maximum number of measurements for one kind of input. Other work of the computer can slow a task, so the measurement
 * repeats until no task is long.
 */
const rounds = 5;

/**
 * Measures the longest task of a page in ms while 5,000 pods or 2,000 events arrive. The browser throttles the CPU to
 * a quarter. The result has the longest task of each measurement, by kind of input. The value 0 means that no task
 * took 50 ms or more, which is the browser's limit for a long task.
 */
export function longTasksInBrowser(
  executablePath: string,
  bundle: string,
): Promise<ReadonlyMap<Way, readonly number[]>> {
  const files = Object.fromEntries(
    Object.entries(podBytes()).map(([path, body]) => [path, { type: 'application/octet-stream', body }]),
  );
  const longTasks = async ({
    page,
    api,
    wrong,
  }: PageUnderTest): Promise<ReadonlyMap<Way, readonly number[]>> => {
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
  return withPage(executablePath, 'page.html', bundle, longTasks, files);
}

function createPod(api: ApiServer, name: string): void {
  api.objects.create(core.v1.pods, {
    metadata: { name, namespace: 'default' },
    spec: { containers: [{ name: 'main', image: 'web:1' }] },
  });
}

async function withPage<T>(
  executablePath: string,
  html: string,
  bundle: string,
  look: (seen: PageUnderTest) => Promise<T>,
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
