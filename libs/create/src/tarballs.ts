import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ProjectError } from './project-error.ts'

const SCOPE = '@content-service/'

/** `content-service-domain-0.1.0.tgz`, as `npm pack` names it. */
const TARBALL = /^content-service-([a-z-]+)-\d.*\.tgz$/

/** The packages of a folder with tarballs, as dependencies. @throws ProjectError if a wanted package is not there. */
export function findTarballs(folder: string, wanted: readonly string[]): Readonly<Record<string, string>> {
  if (!existsSync(folder)) throw new ProjectError(`The folder of --packages does not exist: ${folder}`)
  const found = new Map<string, string>()
  for (const file of readdirSync(folder).sort()) {
    const [, name] = TARBALL.exec(file) ?? []
    if (name === undefined) continue
    if (found.has(SCOPE + name))
      throw new ProjectError(`${folder} has two tarballs of ${SCOPE}${name}. Remove one.`)
    found.set(SCOPE + name, `file:${resolve(join(folder, file))}`)
  }
  const missing = wanted.filter((name) => name.startsWith(SCOPE) && !found.has(name))
  if (missing.length > 0)
    throw new ProjectError(
      `${folder} has no tarball of ${missing.join(', ')}. Run "npm pack" for each of them.`,
    )
  // A package that no template imports stays: another tarball can depend on it.
  return Object.fromEntries([...found].filter(([name]) => name !== `${SCOPE}create`))
}
