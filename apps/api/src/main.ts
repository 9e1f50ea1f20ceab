import { enableCompileCache } from 'node:module'

// Half of a start is reading and compiling the sources: the temporary folder keeps the compiled files.
enableCompileCache()
await import('./serve.ts')
