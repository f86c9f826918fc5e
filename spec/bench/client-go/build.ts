import { goProgram } from '../driver/go-program.ts';

export const clientGoProgram = goProgram('bench-client-go', import.meta.dirname);
