import { say, withDatabase, type Command } from './command.ts'

export const command: Command = {
  help: `Usage: content-service migrate

Brings the database of the settings up to date. A start does the same; this is for whoever wants it done before.`,
  run: () =>
    withDatabase('migrate', async () => {
      say('The database is up to date.')
      return 0
    }),
}
