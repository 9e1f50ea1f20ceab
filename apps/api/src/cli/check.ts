import { checkIntegrity, sentenceOf } from '@content-service/domain'
import { say, withDatabase, type Command } from './command.ts'

export const command: Command = {
  help: `Usage: content-service check

Checks whether the records agree with each other: counts, orphans, search, states. The service does the same every
night, and tells what it has found at /readyz and /metrics.`,
  run: () =>
    withDatabase('check', async ({ stores }) => {
      const { findings } = await checkIntegrity(stores, new Date())
      for (const finding of findings) say(sentenceOf(finding))
      if (findings.length === 0) say('Everything is in order.')
      return findings.length === 0 ? 0 : 1
    }),
}
