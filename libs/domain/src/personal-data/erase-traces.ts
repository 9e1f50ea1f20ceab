import type { Job } from '../work/job.ts'

const PEOPLE_AT_ONCE = 10
const TRACES_AT_ONCE = 500

/** If a process dies, another process continues the erasure; two processes at once do no harm. */
export const eraseTraces: Job = {
  name: 'erase-traces',
  everyMs: 5_000,
  run: async ({ erasures }) => {
    for (const erasure of await erasures.pending(PEOPLE_AT_ONCE)) {
      while ((await erasures.forget(erasure, TRACES_AT_ONCE)) > 0);
      await erasures.finish(erasure)
    }
  },
}
