/**
 * Writes the pages of the site, `src/content/docs/`, from the Markdown files in `docs/` and `docs/site/pages/`. Adds
 * titles and descriptions for Starlight, converts links to addresses of the site, and converts marble diagrams to
 * pictures.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseDiagram } from './src/marbles/diagram.ts';
import { drawDiagram } from './src/marbles/svg.ts';

const site = fileURLToPath(new URL('.', import.meta.url));
const docs = dirname(site.replace(/\/$/, ''));
const repository = dirname(docs);
const out = join(site, 'src/content/docs');

/**
 * The files outside `docs/` to which pages link. On the site, each of these files is a page with an address under
 * `files/`.
 */
const linked = new Set<string>();

rmSync(out, { recursive: true, force: true });
let written = 0;
writeFolder('');
// A linked Markdown page can link to further files. The loop also visits these files, because the Set grows during the
// iteration.
for (const file of linked) writeLinked(file);
for (const file of readdirSync(join(site, 'pages')))
  write(file, readFileSync(join(site, 'pages', file), 'utf8'));
console.log(`${written} pages`);

function writeFolder(folder: string): void {
  for (const entry of readdirSync(join(docs, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && path !== 'site') writeFolder(path);
    else if (path.endsWith('.md')) write(path, pageOf(join('docs', path)));
  }
}

function write(page: string, text: string): void {
  const path = join(out, page.replace(/README\.md$/, 'index.md'));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  written += 1;
}

/** Returns the text of a page in the format of Starlight. */
function pageOf(page: string): string {
  const text = readFileSync(join(repository, page), 'utf8');
  const [, title = page, body = ''] = /^# (.*)\n([^]*)$/.exec(text) ?? [];
  const [opening = ''] = body.trim().split('\n\n');
  const description = plain(opening).slice(0, 160);
  return (
    `---\ntitle: ${JSON.stringify(plain(title))}\ndescription: ${JSON.stringify(description)}\n---\n` +
    withoutCode(body, (prose) => withLinks(prose, page)).replaceAll(
      /^```marble (\S+)\n(.*?)^```$/gms,
      picture,
    )
  );
}

function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ');
}

/** Applies `change` to the parts of a text that are not code blocks. */
function withoutCode(text: string, change: (prose: string) => string): string {
  return text
    .split(/(^```.*?^```$)/gms)
    .map((part) => (part.startsWith('```') ? part : change(part)))
    .join('');
}

/** Replaces the target of each relative link with an address of the site. */
function withLinks(prose: string, page: string): string {
  return prose.replaceAll(/\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)/g, (_, target: string, anchor = '') => {
    const file = join(dirname(page), target).replace(/\/$/, '');
    if (!file.startsWith('docs/')) linked.add(file);
    return `](${addressOf(file)}${String(anchor)})`;
  });
}

/** Returns the address of a repository file on the site. */
function addressOf(file: string): string {
  const page = file.startsWith('docs/')
    ? file.slice('docs/'.length)
    : `files/${file.toLowerCase().replaceAll('.', '-')}`;
  return `/${page.replace(/(^|\/)README\.md$/, '$1').replace(/\.md$/, '')}/`.replace('//', '/');
}

/**
 * Writes the page of a file outside `docs/`. A Markdown file becomes a normal page, a folder becomes a list of links,
 * and any other file becomes a code block.
 */
function writeLinked(file: string): void {
  const page = `files/${file.toLowerCase().replaceAll('.', '-')}.md`;
  const path = join(repository, file);
  if (file.endsWith('.md')) {
    write(page, hidden(pageOf(file)));
    return;
  }
  const heading = `---\ntitle: ${JSON.stringify(file)}\n---\n`;
  if (statSync(path).isDirectory()) {
    const files = readdirSync(path).filter((name) => name.endsWith('.ts'));
    for (const name of files) linked.add(join(file, name));
    write(
      page,
      hidden(heading + files.map((name) => `- [${name}](${addressOf(join(file, name))})`).join('\n')),
    );
    return;
  }
  const language = /\.(\w+)$/.exec(file)?.[1] ?? 'txt';
  write(page, hidden(`${heading}\`\`\`\`${language}\n${readFileSync(path, 'utf8')}\`\`\`\`\n`));
}

/** Excludes a page from the search of the site. Links still lead to the page. */
function hidden(page: string): string {
  return page.replace('---\n', '---\npagefind: false\n');
}

/**
 * Returns a marble diagram as a picture. The text of the diagram is below the picture, so that a reader can copy it or
 * a screen reader can read it.
 */
function picture(_: string, name: string, text: string): string {
  const svg = drawDiagram(parseDiagram(text), `Marble diagram ${name}`);
  const code = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<figure class="marble-figure">${svg}<details><summary>as text</summary><pre tabindex="0">${code}</pre></details></figure>`;
}
