/** Checks the built documentation site in Chromium: `npm run suite -- site`. The last line is "N passed, N failed". */
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium } from '../packed/browser.ts';
import { closeNotRun, closeRun } from '../support/close-run.ts';
import { scriptOptions } from '../support/script-options.ts';
import { checkOperatorLab, checkPlayground } from './live-pages.ts';
import { staticServer } from './static-server.ts';

/**
 * Accessibility rules that the Starlight theme breaks: its search button shows a shortcut beside its label, and its
 * code blocks that scroll have no name.
 */
const ofStarlight = ['label-content-name-mismatch', 'landmark-unique'];

/** The screens of the check: a phone and a wide screen, each with a light and a dark colour scheme. */
const looks = [
  { width: 375, colorScheme: 'light' },
  { width: 375, colorScheme: 'dark' },
  { width: 1_440, colorScheme: 'light' },
  { width: 1_440, colorScheme: 'dark' },
] as const;

scriptOptions({
  usage: `
npm run suite -- site

Follows every link of the site that \`npm run docs\` has built, from its first page on. Checks that each link and each
anchor has a target, and that the console shows no error. Then shows pages on a phone and on a wide screen, light and dark:
nothing may be wider than the screen. axe examines the light pages on the phone and the dark pages on the wide screen. Of
the pages that are generated from source files or from types, one of each kind is shown. At the end, uses the playground
and the page of the operators. Needs Chromium. Ends with code 0 if all checks passed, 1 if a check failed, 2 for a wrong
command line.
`,
  options: {},
});
const folder = fileURLToPath(new URL('../../build/site/', import.meta.url));
const executablePath = findChromium();
if (executablePath === undefined) closeNotRun('no Chromium; set CHROMIUM to its path');
else await checkSite(executablePath);

async function checkSite(chromiumPath: string): Promise<void> {
  const { url, server } = await staticServer(folder);
  const browser = await chromium.launch({ executablePath: chromiumPath });
  const results: { readonly what: string; readonly problems: readonly string[] }[] = [];
  const check = (what: string, problems: readonly string[]): void => void results.push({ what, problems });

  const pages = await crawl(browser, url);
  check('the site', pages.size < 40 ? [`only ${pages.size} pages: run npm run docs`] : []);
  for (const [path, { links, errors }] of pages)
    check(`${path}, links and console`, [...links.flatMap((link) => deadLink(pages, link)), ...errors]);
  for (const { width, colorScheme } of looks) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    const page = await context.newPage();
    const errors = errorsOf(page);
    for (const path of [...pages.keys()].filter(hasOwnLayout)) {
      await page.goto(url + path);
      const isExamined = width === 375 ? colorScheme === 'light' : colorScheme === 'dark';
      const problems = [
        ...errors.splice(0),
        ...(await tooWide(page)),
        ...(isExamined ? await violations(page) : []),
      ];
      check(`${path}, ${width} px, ${colorScheme}`, problems);
    }
    await context.close();
  }
  check('the operators', await checkOperatorLab(await browser.newPage(), `${url}/try-operators/`));
  check('the playground', await checkPlayground(await browser.newPage(), `${url}/playground/`));
  await browser.close();
  server.close();

  const failed = results.filter(({ problems }) => problems.length > 0);
  for (const { what, problems } of failed) console.log(`${what}\n  ${problems.join('\n  ')}`);
  closeRun(results.length - failed.length, failed.length);
}

/** Returns a list. Each error on the console of the page is added to the list. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', ({ message }) => errors.push(message));
  return errors;
}

interface Found {
  readonly anchors: ReadonlySet<string>;
  readonly links: readonly string[];
  readonly errors: readonly string[];
}

/** Follows all links of the site. Returns the found pages by path. */
async function crawl(from: Browser, base: string): Promise<ReadonlyMap<string, Found>> {
  const page = await from.newPage();
  const errors = errorsOf(page);
  const found = new Map<string, Found>();
  const waiting = ['/'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    const response = await page.goto(base + path);
    if (response?.ok() !== true) {
      errors.splice(0); // the missing page is reported at the link that leads to it
      continue;
    }
    const { anchors, links } = await page.evaluate(() => ({
      anchors: [...document.querySelectorAll('[id]')].map(({ id }) => id),
      links: [...document.querySelectorAll('a[href]')].map((link) => (link as HTMLAnchorElement).href),
    }));
    const own = links.filter((link) => link.startsWith(base)).map((link) => link.slice(base.length));
    found.set(path, { anchors: new Set(anchors), links: [...new Set(own)], errors: errors.splice(0) });
    waiting.push(...own.map((link) => link.split('#')[0] ?? ''));
  }
  await page.close();
  return found;
}

function deadLink(pages: ReadonlyMap<string, Found>, link: string): readonly string[] {
  const [path = '', anchor = ''] = decodeURIComponent(link).split('#');
  const target = pages.get(path);
  if (target === undefined) return [`${link} has no page as its target`];
  return anchor === '' || target.anchors.has(anchor) ? [] : [`${link} has no anchor as its target`];
}

async function tooWide(page: Page): Promise<readonly string[]> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return overflow > 0 ? [`${overflow} px wider than the screen`] : [];
}

/**
 * Returns whether the page is checked on each screen. One generated page stands for all generated pages of its kind,
 * because these pages have the same components. The accessibility check takes a minute for a page with thousands of
 * types.
 */
function hasOwnLayout(path: string): boolean {
  return !/^\/(?:api|files)\/./.test(path) || path === '/api/fetch/' || path === '/files/license/';
}

async function violations(page: Page): Promise<readonly string[]> {
  // Waits for the script that makes scrolling code blocks focusable. The script runs when the browser is idle.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.expressive-code pre')].every(
      (block) => block.scrollWidth <= block.clientWidth || block.getAttribute('tabindex') === '0',
    ),
  );
  const result = await new AxeBuilder({ page }).disableRules(ofStarlight).analyze();
  return result.violations.map(
    ({ id, nodes }) =>
      `axe: ${id} at ${nodes
        .map(({ target }) => target.join(' '))
        .join(', ')
        .slice(0, 200)}`,
  );
}
