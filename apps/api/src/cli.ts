import { runInProject } from '@content-service/server/cli'

await runInProject(process.argv.slice(2))
