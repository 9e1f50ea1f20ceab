import { createCli } from '@content-service/server/cli'

await createCli().run(process.argv.slice(2))
