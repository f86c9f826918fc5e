import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, URL } from 'node:url';
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import starlightTypeDoc, { typeDocSidebarGroup } from 'starlight-typedoc';
import { Converter, ReflectionKind } from 'typedoc';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const entryPoints = [
  '',
  'client/',
  'client-go/',
  'fetch/',
  'client-node/',
  'kinds/',
  'testing/',
  'recording/',
  'apiserver/',
];

/** Makes the tables of the pages focusable. The keyboard can then scroll a table that is wider than the page. */
const focusableTables = {
  name: 'focusable-tables',
  hooks: {
    'astro:build:done': ({ dir }) => {
      for (const page of globSync('**/*.html', { cwd: dir })) {
        const file = new URL(page, dir);
        writeFileSync(file, readFileSync(file, 'utf8').replaceAll('<table>', '<table tabindex="0">'));
      }
    },
  },
};

/**
 * Removes the types of the fields, such as `PodSpec`, from the page of `rx-informer/kinds`. The page has only the kinds, such
 * as `Pod`, because the descriptions of all fields would make the page several times as long. An editor shows them.
 */
const onlyKinds = ({ converter }) =>
  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    const types = ReflectionKind.Interface | ReflectionKind.TypeAlias;
    const ofKinds = project.getReflectionsByKind(types).filter(({ parent }) => parent?.name === 'kinds');
    for (const type of ofKinds) {
      const isKind = type.extendedTypes?.some(({ name }) => name === 'KubeObject') ?? false;
      if (!isKind) project.removeReflection(type);
    }
  });

export default defineConfig({
  outDir: '../../build/site',
  // The interactive pages run the built package, as users install it.
  vite: {
    resolve: {
      alias: [
        { find: /^rx-informer$/, replacement: `${repository}dist/index.js` },
        { find: /^rx-informer\/(.*)$/, replacement: `${repository}dist/$1/index.js` },
      ],
    },
  },
  integrations: [
    focusableTables,
    starlight({
      title: 'rx-informer',
      description: 'Kubernetes informers as RxJS streams',
      customCss: ['./src/styles.css'],
      plugins: [
        starlightTypeDoc({
          entryPoints: entryPoints.map((entryPoint) => `${repository}src/${entryPoint}index.ts`),
          tsconfig: `${repository}tsconfig.build.json`,
          sidebar: { label: 'API', collapsed: true },
          typeDoc: { excludeInternal: true, disableSources: true, router: 'module', plugin: [onlyKinds] },
        }),
      ],
      sidebar: [
        { label: 'Begin', items: ['quick-start', 'concepts', 'playground', 'glossary', 'troubleshooting'] },
        { label: 'Guides', items: [{ autogenerate: { directory: 'guides' } }] },
        { label: 'Reference', items: ['try-operators', { autogenerate: { directory: 'reference' } }] },
        typeDocSidebarGroup,
        { label: 'Change over', collapsed: true, items: [{ autogenerate: { directory: 'migrate' } }] },
        { label: 'Contribute', collapsed: true, items: [{ autogenerate: { directory: 'contributing' } }] },
      ],
    }),
  ],
});
