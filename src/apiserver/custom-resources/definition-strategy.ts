import type { BuiltIn } from '../resources/resource.ts';
import { definitionErrors } from './definition-errors.ts';
import { definitionWarnings } from './definition-warnings.ts';
import {
  changedDefinition,
  definitionFinalizers,
  deletedDefinition,
  newDefinition,
} from './prepare-definition.ts';

/** What CustomResourceDefinitions do of their own when they are written. */
export const definitionStrategy: Partial<BuiltIn> = {
  onCreate: newDefinition,
  onUpdate: changedDefinition,
  onDelete: deletedDefinition,
  finalizersOf: definitionFinalizers,
  validate: definitionErrors,
  warnings: definitionWarnings,
  deleteReturnsObject: true,
};
