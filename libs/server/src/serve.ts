import type { ServiceOptions } from './composition/composition.ts'
import { createProgram } from './start/program.ts'

const start = createProgram(
  'api',
  'npx content-service serve',
  async () => (await import('./start/run-service.ts')).runService,
)

/** `npm start` and `npx content-service serve`: starts the service. The name of the command may follow `npm start`. */
export const serve = (args: readonly string[], options: ServiceOptions = {}): Promise<void> =>
  start(
    args.filter((argument) => argument !== 'serve'),
    options,
  )
