import { enableModuleCache } from '@content-service/server/module-cache'

enableModuleCache(import.meta.url)
const { work } = await import('@content-service/server/worker')
await work(process.argv.slice(2))
