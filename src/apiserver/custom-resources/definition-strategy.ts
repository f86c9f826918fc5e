import type { BuiltIn } from '../resources/resource.ts';
import { definitionErrors } from './definition-errors.ts';
import { definitionWarnings } from './definition-warnings.ts';
import {
  changedDefinition,
  definitionFinalizers,
  deletedDefinition,
  newDefinition,
} from './prepare-definition.ts';

/** The special rules for writes of CustomResourceDefinitions. */
export const definitionStrategy: Partial<BuiltIn> = {
  onCreate: newDefinition,
  onUpdate: changedDefinition,
  onDelete: deletedDefinition,
  finalizersOf: definitionFinalizers,
  validate: definitionErrors,
  warnings: definitionWarnings,
  deleteReturnsObject: true,
};
