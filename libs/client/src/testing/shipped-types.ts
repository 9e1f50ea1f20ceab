import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { startService } from '@content-service/testing'
import { writeGraphqlTypes } from '../cli/graphql-types.ts'
import { readService } from '../cli/read-service.ts'
import { writeRestTypes } from '../cli/rest-types.ts'

export const LIBRARY = resolve(import.meta.dirname, '../..')

/** The files of the package that describe the service, as a running service describes itself: name and text. */
export async function writeShippedTypes(): Promise<Readonly<Record<string, string>>> {
  await using service = await startService()
  const { sdl, openApi } = await readService(service.url)
  return {
    'schema.graphql': sdl,
    'src/generated/introspection.ts': await writeGraphqlTypes(sdl),
    'src/generated/rest.ts': writeRestTypes(openApi),
  }
}

// `npm run generate` starts this file.
if (import.meta.main) {
  for (const [name, text] of Object.entries(await writeShippedTypes())) {
    const file = resolve(LIBRARY, name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
}
