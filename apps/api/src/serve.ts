import { serve } from '@content-service/server/serve'

await serve(process.argv.slice(2))
