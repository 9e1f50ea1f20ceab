import { work } from '@content-service/server/worker'

await work(process.argv.slice(2))
