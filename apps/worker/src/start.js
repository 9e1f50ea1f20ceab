// The cache must be on before Node compiles the first module of the worker.
import { enableCompileCache } from 'node:module'

enableCompileCache()
const { work } = await import('@content-service/server/worker')
await work(process.argv.slice(2))
