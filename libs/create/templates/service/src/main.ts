import { serve } from '@content-service/server/serve'
import { content } from './content.ts'

await serve(process.argv.slice(2), content)
