import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isObject, OperatorError } from '@content-service/domain/internal/rules'
import type { ServiceOptions } from '../composition/composition.ts'

/** The member of package.json that names the module with the content types of a team. */
const MEMBER = 'content-service'

/** The package.json of the folder, or of the nearest folder above it. */
const findManifest = (folder: string): string | null => {
  const file = join(folder, 'package.json')
  if (existsSync(file)) return file
  return dirname(folder) === folder ? null : findManifest(dirname(folder))
}

const readMember = (manifest: string): unknown => {
  try {
    const parsed: unknown = JSON.parse(readFileSync(manifest, 'utf8'))
    return isObject(parsed) ? parsed[MEMBER] : undefined
  } catch (cause) {
    throw new OperatorError(`${manifest} is not valid JSON. Correct it.`, { cause })
  }
}

/** The line of a stack in the project itself, such as ` (content.ts:12:5)`. */
const findPlace = (stack: string, folder: string): string => {
  const line = stack.split('\n').find((each) => each.includes(folder) && !each.includes('/node_modules/'))
  const place = line?.split('/').at(-1)?.replace(')', '')
  return place === undefined ? '' : ` (${place})`
}

/** @throws OperatorError if the module of the team does not load: frames of the libraries would not help. */
const load = async (file: string): Promise<{ readonly content?: unknown }> => {
  try {
    return (await import(pathToFileURL(file).href)) as { readonly content?: unknown }
  } catch (cause) {
    if (cause instanceof OperatorError || !(cause instanceof Error)) throw cause
    const place = findPlace(cause.stack ?? '', dirname(file))
    throw new OperatorError(`${file} does not load: ${cause.name}: ${cause.message}${place}`, { cause })
  }
}

const importContent = async (file: string, manifest: string): Promise<ServiceOptions> => {
  if (!existsSync(file))
    throw new OperatorError(
      `${manifest} names ${file} as "${MEMBER}", and the file does not exist. Correct the path.`,
    )
  const { content } = await load(file)
  if (!isObject(content))
    throw new OperatorError(
      `${file} exports no content. Add: export const content = { model, migrations } satisfies ServiceOptions`,
    )
  return content
}

/**
 * The content types, migrations and policy of the project in the folder. Its package.json names their module:
 * `"content-service": "src/content.ts"`. Without the member, a service has the built-in types alone. @throws OperatorError.
 */
export const findContent = async (folder: string): Promise<ServiceOptions> => {
  const manifest = findManifest(folder)
  const member = manifest === null ? undefined : readMember(manifest)
  if (manifest === null || member === undefined) return {}
  if (typeof member !== 'string')
    throw new OperatorError(`"${MEMBER}" in ${manifest} must be a path, such as "src/content.ts".`)
  return importContent(resolve(dirname(manifest), member), manifest)
}
