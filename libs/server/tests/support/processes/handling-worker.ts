import { appendFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { builtInModel, contentModel } from '@content-service/domain'
import { runWorker } from '../../../src/worker/run-worker.ts'

/** The time of a run, so that a kill often hits one. */
const WORK_MS = 5

/**
 * A worker that writes each event of an article into a file, as a line of the id of the event, the id of the record, and its
 * version. A new user blocks it, and a changed one makes
 * work fail for which nobody waits.
 */
const model = contentModel(builtInModel.types, {
  handlers: {
    note: {
      on: ['article.created', 'article.updated'],
      permissions: ['articles:read'],
      // The runs of a killed worker begin again after this time and 5 s.
      timeout: 1,
      run: async ({ id, data }) => {
        await wait(WORK_MS)
        appendFileSync(
          process.env['NOTES'] ?? '',
          `${id} ${String(data?.['id'])} ${String(data?.['version'])}\n`,
        )
      },
    },
    unheard: {
      on: ['user.updated'],
      timeout: 1,
      run: () => void Promise.reject(new Error('Nobody hears this.')),
    },
    block: {
      on: ['user.created'],
      timeout: 1,
      run: () => {
        for (;;);
      },
    },
  },
})

await runWorker({ model })
