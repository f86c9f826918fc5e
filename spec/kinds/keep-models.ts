// Stores the names of the models of the oldest client-node that the package allows as its peer:
//   npm pack @kubernetes/client-node@1.4.0, unpack it, and: node spec/kinds/keep-models.ts package
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { modelNames, oldestModelsFile } from './models.ts';

const directory = new URL('dist/gen/models/', pathToFileURL(`${process.argv[2] ?? 'package'}/`));
writeFileSync(oldestModelsFile, `${JSON.stringify(modelNames(directory), null, 2)}\n`);
