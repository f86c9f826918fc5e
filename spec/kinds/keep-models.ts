// Stores the model names of client-node 1.4.0, the oldest version that the package allows as a peer dependency. First
// run `npm pack @kubernetes/client-node@1.4.0` and unpack it. Then run `node spec/kinds/keep-models.ts package`.
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { modelNames, oldestModelsFile } from './models.ts';

const directory = new URL('dist/gen/models/', pathToFileURL(`${process.argv[2] ?? 'package'}/`));
writeFileSync(oldestModelsFile, `${JSON.stringify(modelNames(directory), null, 2)}\n`);
