import { refuseArguments, withDatabase, type Command } from './command.ts'
import { say } from './misused.ts'

export const command: Command = {
  help: `Usage: npx content-service migrate

Migrates the configured database to this version. The service does the same when it starts. Use this command if you
want to migrate before you start the service.`,
  run: (args, composition) => {
    refuseArguments('migrate', args)
    return withDatabase('migrate', composition, async () => say('The database is up to date.'), {
      mayCreate: true,
    })
  },
}
