export { yaml } from './library.ts';
export { parseYamlDocuments, pause, type YamlOptions, yamlSteps } from './parse-documents.ts';
export { stringifyYaml, yamlPieces } from './stringify.ts';
export { YamlError } from './yaml-error.ts';
