import { runInProject } from './commands.ts'

await runInProject(process.argv.slice(2))
