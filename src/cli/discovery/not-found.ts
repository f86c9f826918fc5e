import { StatusError } from '../../objects/index.ts';

/** Whether an error, or an error in its chain of causes, is a 404 of a server. */
export function isNotFound(error: unknown): boolean {
  if (error instanceof StatusError) return error.code === 404;
  return error instanceof Error && isNotFound(error.cause);
}
