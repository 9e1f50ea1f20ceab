import { createProgram } from '../start/program.ts'

/** `npm run worker` and `npx content-service worker`: starts a worker. */
export const work = createProgram(
  'worker',
  'npx content-service worker',
  async () => (await import('./run-worker.ts')).runWorker,
)
