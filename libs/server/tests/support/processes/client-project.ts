import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const PACKAGES = resolve(import.meta.dirname, '../../../../../node_modules')

/** A folder like that of a client's project, which uses the packages of this repository. */
export interface ClientProject {
  readonly folder: string
  /** The texts of files, by their paths in the folder. */
  write(files: Readonly<Record<string, string>>): Promise<void>
  remove(): Promise<void>
}

export const newClientProject = async (): Promise<ClientProject> => {
  const folder = await mkdtemp(join(tmpdir(), 'content-client-'))
  await symlink(PACKAGES, join(folder, 'node_modules'))
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return {
    folder,
    write: async (files) => {
      await Promise.all(Object.entries(files).map(([path, text]) => write(path, text)))
    },
    remove: () => rm(folder, { recursive: true }),
  }
}
