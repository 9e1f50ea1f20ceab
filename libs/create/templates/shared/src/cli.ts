import { createCli } from '@content-service/server/cli'
import { content } from './content.ts'

await createCli(content).run(process.argv.slice(2))
