import { createProgram } from '../program.ts'

/** `npm run worker` and `content-service worker`: starts a worker. */
export const work = createProgram(
  'worker',
  'npm run worker',
  async () => (await import('./run-worker.ts')).runWorker,
)
