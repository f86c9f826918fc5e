import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...['docs', 'examples'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md') && !file.startsWith('site/'))
      .map((file) => join(folder, file)),
  ),
].map((page) => join(root, page));

/** Returns a page without its code blocks, because code may look like a link. */
const proseOf = (page: string): string => readFileSync(page, 'utf8').replace(/^```.*?^```/gms, '');

/** Returns the anchors that GitHub creates for the headings of a page. */
function anchorsOf(page: string): readonly string[] {
  return [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Returns the links of a page that lead nowhere. */
function deadLinksOf(page: string): readonly string[] {
  const links = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      if (!existsSync(target)) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    })
    .map((link) => `${relative(root, page)}: ${link}`);
}

/**
 * Returns the numbers with the given prefix in a text, such as `G1`. A range such as `G1–G18` counts as all its
 * numbers.
 */
function numbersIn(text: string, mark: string): readonly string[] {
  const found = text.matchAll(new RegExp(`\\b${mark}(\\d+)(?:–${mark}?(\\d+))?\\b`, 'g'));
  return [...found].flatMap(([, from = '', to = from]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => `${mark}${Number(from) + at}`),
  );
}

describe('the docs', () => {
  it('should have no broken link', () => {
    expect(pages.length).toBeGreaterThan(10);
    expect(pages.flatMap(deadLinksOf)).toEqual([]);
  });

  it.each([
    ['Q', 'docs/migrate/from-client-go/quirks.md', /^\| (Q\d+)/gm],
    ['P', 'docs/migrate/from-client-go/quirks.md', /^\| (P\d+)/gm],
    ['G', 'docs/reference/guarantees.md', /^- \*\*(G\d+)/gm],
    ['B', 'docs/contributing/behaviours.md', /^\| (B\d+)/gm],
  ])('should explain each %s in the pages for client-go users, in %s', (mark, page, entry) => {
    const explained = [...readFileSync(join(root, page), 'utf8').matchAll(entry)].map(([, number]) => number);

    const named = pages
      .filter((file) => file.includes('client-go'))
      .flatMap((file) => numbersIn(proseOf(file), mark));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((number) => !explained.includes(number))).toEqual([]);
  });

  it('should explain each PF number that src names, in docs/reference/guarantees.md', () => {
    const page = readFileSync(join(root, 'docs/reference/guarantees.md'), 'utf8');
    const explained = [...page.matchAll(/^\| (PF\d+)/gm)].map(([, number]) => number);
    const named = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => numbersIn(readFileSync(join(root, 'src', file), 'utf8'), 'PF'));

    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((number) => !explained.includes(number))).toEqual([]);
  });
});
