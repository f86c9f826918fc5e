import { goProgram } from '../driver/go-program.ts';

export const controllerRuntime = goProgram('bench-controller-runtime', import.meta.dirname);
