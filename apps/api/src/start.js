// The cache must be on before Node compiles the first module of the service.
import { enableCompileCache } from 'node:module'

enableCompileCache()
await import('./serve.ts')
