import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Manifest as Entries } from '../commonjs/entries.ts'

type Bin = Readonly<Record<string, string>>

export interface BuiltManifest extends Entries {
  readonly name?: string
  readonly bin?: Bin
  readonly files?: readonly string[]
  readonly publishConfig?: { readonly bin?: Bin }
}

/** What the package names of the build: the files of its entries and commands, and the folder itself. */
const listBuilt = ({
  exports = {},
  bin = {},
  files = [],
  publishConfig,
}: BuiltManifest): readonly string[] => {
  const entries = Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  )
  const named = [...entries, ...Object.values(bin), ...Object.values(publishConfig?.bin ?? {})]
  const folders = files.filter((file) => file === 'dist')
  return [...named.filter((file) => file.startsWith('./dist/')), ...folders]
}

/** A sentence about the first file or folder that the build of a library has not written; null if the build is complete. */
export const findUnbuilt = (library: string, manifest: BuiltManifest, root: string): string | null => {
  const missing = listBuilt(manifest).find((file) => !existsSync(join(library, file)))
  if (missing === undefined) return null
  const path = join(relative(root, library), missing)
  return `${manifest.name} is not built: ${path} does not exist. Run \`npm run build\` at the root of the repository, and pack again.`
}
