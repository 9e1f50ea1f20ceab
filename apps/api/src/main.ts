import { enableCompileCache } from 'node:module'

// Reading and compiling the sources is half of a start: what was compiled once is kept in the folder for temporary files.
enableCompileCache()
await import('./serve.ts')
