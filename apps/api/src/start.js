import { enableModuleCache } from '@content-service/server/module-cache'

enableModuleCache(import.meta.url)
await import('./serve.ts')
