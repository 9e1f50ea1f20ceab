import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeGraphqlTypes } from './graphql-types.ts'
import { writeModelTypes } from './model-types.ts'
import { readService } from './read-service.ts'
import { writeRestTypes } from './rest-types.ts'

const NOTE = '// Written by: npx @content-service/client types\n'

const writeGraphqlFile = (
  types: string,
): string => `${NOTE}import { createGraphql } from '@content-service/client/graphql'

${types}
export const graphql = createGraphql<introspection>()
`

/** Writes the types of a running service into a folder. Gives the names of the files. */
export async function writeTypes(url: string, folder: string): Promise<string[]> {
  const { sdl, openApi, model } = await readService(url)
  const files = {
    'schema.graphql': sdl,
    'graphql.ts': writeGraphqlFile(await writeGraphqlTypes(sdl)),
    'rest.ts': `${NOTE}${writeRestTypes(openApi)}`,
    'model.ts': `${NOTE}${writeModelTypes(model)}`,
  }
  await mkdir(folder, { recursive: true })
  const written = Object.entries(files).map(async ([name, text]) => {
    const path = join(folder, name)
    await writeFile(path, text)
    return path
  })
  return Promise.all(written)
}
