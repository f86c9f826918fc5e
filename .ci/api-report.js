/**
 * Compares the exports of each entry point with its report in etc/. A difference is an error. With `--local`, the
 * script writes the reports instead.
 */
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { join } from 'node:path';
import process from 'node:process';

const local = process.argv.includes('--local');
const none = { logLevel: 'none' };
const silent = { 'ae-missing-release-tag': none, 'ae-unresolved-link': none };
const entryPoints = [
  '',
  'client',
  'derived',
  'scope',
  'inspect',
  'controller',
  'client-go',
  'fetch',
  'client-node',
  'testing',
  'recording',
  'apiserver',
];

const failed = entryPoints.filter((entryPoint) => {
  const file = ExtractorConfig.loadFile('api-extractor.json');
  const configObject = {
    ...file,
    projectFolder: process.cwd(),
    mainEntryPointFilePath: join(process.cwd(), 'dist/cjs', entryPoint, 'index.d.ts'),
    // The report of `rx-informer` also lists each type that an export uses but that is not exported itself. Each such
    // type has a warning. The reports of the other entry points do not repeat these types.
    messages: {
      extractorMessageReporting: { ...silent, ...(entryPoint === '' ? {} : { 'ae-forgotten-export': none }) },
    },
    apiReport: {
      ...file.apiReport,
      reportFileName: `${entryPoint || 'index'}.api.md`,
      includeForgottenExports: entryPoint === '',
    },
  };
  const config = ExtractorConfig.prepare({
    configObject,
    configObjectFullPath: join(process.cwd(), 'api-extractor.json'),
    packageJsonFullPath: join(process.cwd(), 'package.json'),
  });
  return !Extractor.invoke(config, { localBuild: local }).succeeded;
});

if (failed.length > 0) {
  console.error(
    `the public surface changed: ${failed.map((entryPoint) => entryPoint || 'index').join(', ')}`,
  );
  console.error('review the difference, then accept it with: npm run build && npm run suite -- api --local');
  process.exit(1);
}
